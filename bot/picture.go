package bot

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"time"

	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/picture"
)

// Painter draws the picture of a scene as a PNG, of the size of package picture. Several goroutines may ask it at once.
type Painter interface {
	Draw(w io.Writer, s render.Scene, t picture.Theme) error
}

// pictured is a frame with the picture of its scene, where the house wants one.
func (a *actor) pictured(f frame, s render.Scene) frame {
	if f.theme = a.record.Manners.Theme; !a.record.Manners.Unpainted {
		f.scene = &s
	}
	return f
}

// drawing is the picture of a frame, as a file.
type drawing struct {
	sum  [sha256.Size]byte // of file and words: equal ones need not be sent twice
	file rest.Picture
}

// pictureName is what every board's picture is called.
const pictureName = "board.png"

// How long a request waits for its picture: the answer to a press no longer than nobody notices, an edit until it has to
// be given up.
const (
	pictureSoon = 100 * time.Millisecond
	pictureLate = 2 * time.Second
)

// paint draws the picture of a frame; nil where it has none, or where drawing fails: the text says it all.
func (b *Bot) paint(f frame) (d *drawing) {
	defer func() {
		if oops := recover(); oops != nil {
			b.meter.unpainted.Inc()
			b.log.Error("a picture could not be drawn", "err", fmt.Sprintf("%T", oops))
			d = nil
		}
	}()
	var file bytes.Buffer
	if err := b.config.Painter.Draw(&file, *f.scene, f.theme); err != nil {
		b.meter.unpainted.Inc()
		b.log.Error("a picture could not be drawn", "err", err)
		return nil
	}
	alt := render.Alt(*f.scene)
	return &drawing{
		sum:  sha256.Sum256(append([]byte(alt), file.Bytes()...)),
		file: rest.Picture{Name: pictureName, Alt: alt, PNG: file.Bytes()},
	}
}

// paintWithin is paint for those who do not wait longer; then late is true.
func (b *Bot) paintWithin(most time.Duration, f frame) (d *drawing, late bool) {
	if f.scene == nil || b.config.Painter == nil {
		return nil, false
	}
	done := make(chan *drawing, 1)
	if !b.start(func() { done <- b.paint(f) }) {
		return nil, false
	}
	select {
	case d := <-done:
		return d, false
	case <-time.After(most):
		return nil, true
	}
}

// cargo is what a request brings of pictures, and which the message has when it has arrived.
type cargo struct {
	pictures []rest.Picture // nil leaves what is there; none, but not nil, takes it away
	sum      [sha256.Size]byte
}

// load makes the cargo of a drawing. One that the message shows already stays; where drawing failed, or Discord will not
// have pictures here, the one that is there would show what is no more.
func (s *screen) load(d *drawing) cargo {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch nothing := [sha256.Size]byte{}; {
	case (d == nil || s.bare) && s.shown == nothing:
		return cargo{}
	case d == nil || s.bare:
		return cargo{pictures: []rest.Picture{}}
	case d.sum == s.shown:
		return cargo{sum: s.shown}
	}
	return cargo{[]rest.Picture{d.file}, d.sum}
}

// keep is the cargo that leaves the message's picture as it is.
func (s *screen) keep() cargo {
	s.mu.Lock()
	defer s.mu.Unlock()
	return cargo{sum: s.shown}
}

// strip gives the message no picture any more.
func (s *screen) strip() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bare = true
}

// turnedAway says whether Discord would not have what a request brought, though not for its time or place. Without a
// picture it may: to attach files is a permission of its own.
func turnedAway(err error) bool {
	for _, other := range []error{rest.ErrLate, rest.ErrAnswered, rest.ErrGone, rest.ErrTokenDead, rest.ErrTooOld, rest.ErrUnauthorized, rest.ErrOutage} {
		if errors.Is(err, other) {
			return false
		}
	}
	_, limited := errors.AsType[*rest.RateLimited](err)
	return err != nil && !limited
}

// mostMet is how many people's names a table remembers.
const mostMet = 500

// meet remembers what somebody is called.
func (a *actor) meet(k *ask) { a.know(k.user, k.called) }

func (a *actor) know(who engine.ID, called render.DisplayName) {
	if a.met == nil || len(a.met) >= mostMet {
		a.met = people{}
	}
	a.met[who] = called
}

// people is what persons are called, by their ids.
type people map[engine.ID]render.DisplayName

// peopleAt is what those at a table are called, for its record: the next life of the program has met nobody yet.
func (a *actor) peopleAt(t *engine.Table) people {
	seated := people{}
	for _, s := range a.viewOf(t).Seats {
		if c, met := a.met[s.Player]; met && s.House == engine.Person {
			seated[s.Player] = c
		}
	}
	return seated
}

// called is what the players of a view are called; a map of its own, for others to read.
func (a *actor) called(v engine.View, gone []engine.SeatView) map[engine.ID]render.DisplayName {
	called := map[engine.ID]render.DisplayName{}
	for _, seats := range [][]engine.SeatView{v.Seats, gone} {
		for _, s := range seats {
			called[s.Player] = a.met[s.Player]
			if s.House != engine.Person {
				called[s.Player] = render.DisplayName{Name: a.record.Names[s.Player]}
			}
		}
	}
	return called
}
