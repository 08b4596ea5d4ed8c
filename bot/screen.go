package bot

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"cardroom/bot/rest"
	"cardroom/render"
	"cardroom/render/picture"
)

// frame is what a message shows.
type frame struct {
	text string
	rows [][]render.Button
	ids  button // table and turn of the buttons

	scene   *render.Scene // of the picture that goes with it; nil: there is none
	theme   picture.Theme
	drawing *drawing // the picture, where it was drawn before
	late    bool     // it was not drawn in time
}

// same says whether two frames show the same: a picture shows what the words beside it say.
func (f frame) same(g frame) bool {
	return f.text == g.text && f.ids == g.ids && f.theme == g.theme && (f.scene == nil) == (g.scene == nil) &&
		slices.EqualFunc(f.rows, g.rows, func(a, b []render.Button) bool {
			return slices.EqualFunc(a, b, render.Button.Same)
		})
}

// screen keeps one message at the newest frame. Changes that come faster than the message may be edited are skipped; a
// press brings an update of its own, at once, in its answer.
//
// Two requests about a message may overtake each other, so one goes out at a time. But no press waits longer than a
// moment for the request before it; when requests did overlap, the screen ends with one more edit.
//
// A press leaves the token of its interaction behind, by which the message can be edited for a while without counting
// against the channel's limit.
type screen struct {
	bot  *Bot
	pace *pace
	edit func(context.Context, frame, ...rest.Picture) error
	gone func(error) // the message cannot be edited any more; called once
	own  pace        // of edits by a press's token

	apart bool // it is no table's board: its edits wait for all others, and its age is nobody's concern

	mu      sync.Mutex
	want    frame
	dirty   bool      // want is not what the message shows or is about to
	since   time.Time // when it became so
	first   bool      // the next edit is a new message's first, which need not wait
	last    bool      // want is what the message will say for good: it goes before other edits of the channel
	done    func()    // called when the message says it; nil afterwards
	hold    time.Time // no edit before that: one has failed, or what the message says is looked at first
	spare   bool      // the edit that is wanted may wait for all others
	timer   *time.Timer
	presses []*ask    // to be answered with want
	token   *rest.Ref // of the last press that was answered; nil where there is none that still works
	tokenTo time.Time // until when it works
	flying  int       // requests under way
	mixed   bool      // several of them at once
	fails   int       // edits in a row without an answer
	wrote   time.Time // when a request about it last succeeded
	shown   [32]byte  // the sum of the picture that the message has
	bare    bool      // the message gets no picture any more: Discord will not have it
	dead    bool
}

func newScreen(b *Bot, p *pace, edit func(context.Context, frame, ...rest.Picture) error, gone func(error)) *screen {
	return &screen{bot: b, pace: p, edit: edit, gone: gone}
}

// show makes f what the message shows as soon as it may be edited.
func (s *screen) show(f frame) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn(f)
	s.next()
}

// moment is how long a press waits for the request before it.
const moment = 400 * time.Millisecond

// freshFor is how long a message that was written is believed to be there.
const freshFor = 5 * time.Second

// found says that the message was there a moment ago. Where that is not known, what it shows is sent once more: it may
// have been deleted, which nobody tells.
func (s *screen) found() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.wrote) <= freshFor {
		return true
	}
	if s.flying == 0 && !s.dirty {
		s.dirty, s.since = true, time.Now()
		s.next()
	}
	return false
}

// carry shows f by answering a press on the message.
func (s *screen) carry(k *ask, f frame) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn(f)
	s.presses = append(s.presses, k)
	if s.flying == 0 {
		s.answer()
		return
	}
	time.AfterFunc(moment, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.answer()
	})
}

// shows tells the screen what its message, which is new, shows already. The first edit of a new message need not wait.
func (s *screen) shows(f frame) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.want, s.first = f, true
	if f.drawing != nil {
		s.shown = f.drawing.sum
	}
	if f.late {
		s.dirty, s.since = true, time.Now()
		s.next()
	}
}

// holdBack keeps the message as it is for a while, if no press brings an answer.
func (s *screen) holdBack(most time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hold = time.Now().Add(most)
}

// letGo ends that. A spare edit leaves all others their time.
func (s *screen) letGo(spare bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hold, s.spare = time.Time{}, spare
	s.next()
}

// opened tells the screen that its message answered an interaction, by whose token it can be changed.
func (s *screen) opened(by rest.Ref) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reached(by)
}

// by is the newest token that is known to work; nil where there is none.
func (s *screen) by() *rest.Ref {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.token
}

// retire makes f what the message says from now on. Done is called when it does.
func (s *screen) retire(f frame, done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last, s.done, s.hold = true, done, time.Time{}
	s.turn(f)
	s.next()
}

// still says that the message shows what it is to show, and nothing is under way.
func (s *screen) still() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.flying == 0 && !s.dirty && len(s.presses) == 0
}

// drop edits the message no more.
func (s *screen) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dead = true
	if s.timer != nil {
		s.timer.Stop()
	}
}

// The rest is called locked.

// turn makes f wanted.
func (s *screen) turn(f frame) {
	if s.want.same(f) {
		return
	}
	if !s.dirty {
		s.since = time.Now()
	}
	s.want, s.dirty, s.spare = f, true, false
}

// answer answers the presses that wait, with the newest frame.
func (s *screen) answer() {
	f := s.want
	for _, k := range s.presses {
		s.dirty = false
		s.fly(func() {
			drawing, late := s.bot.paintWithin(pictureSoon, f)
			load := s.load(drawing)
			if late {
				load = s.keep()
			}
			err := s.bot.answerFrame(k, f, load.pictures...)
			s.mu.Lock()
			defer s.mu.Unlock()
			if err == nil {
				s.reached(k.ref)
				s.shown = load.sum
			}
			s.landed(err != nil || late) // answered before, by whatever: then it did not bring the frame
		})
	}
	s.presses = nil
}

// reached keeps the token of an interaction whose answer has arrived: before, Discord does not know it. It is another way to
// the message, and need not wait for what the bot's own was told to wait for.
func (s *screen) reached(by rest.Ref) {
	s.token, s.tokenTo, s.hold = &by, time.Now().Add(tokenLife), time.Time{}
}

// fly begins a request.
func (s *screen) fly(request func()) bool {
	if !s.bot.start(request) {
		return false
	}
	s.mixed = s.mixed || s.flying > 0
	s.flying++
	return true
}

// landed ends one; again says that the message may not show what it brought.
func (s *screen) landed(again bool) {
	s.flying--
	if !again {
		s.wrote = time.Now()
	}
	if s.flying == 0 && s.mixed {
		s.mixed, again, s.first = false, true, true
	}
	s.dirty = s.dirty || again
	if s.flying == 0 {
		s.answer()
	}
	if s.flying == 0 && !s.dirty && s.done != nil {
		s.done()
		s.done = nil
	}
	s.next()
}

// next begins an edit if one is due, or waits until it may.
func (s *screen) next() {
	if !s.dirty || s.flying > 0 || s.dead {
		return
	}
	if time.Now().After(s.tokenTo) {
		s.token = nil
	}
	if wait := s.due(); wait > 0 {
		s.wait(wait)
		return
	}
	f, since, token, pace := s.want, s.since, s.token, rest.NoWait
	if s.spare || s.apart {
		pace = rest.LowPriority
	}
	s.dirty, s.first = false, false
	s.fly(func() { s.update(pace(context.Background()), f, since, token) })
}

// due is how long the next edit has to wait; at zero it has taken its place.
func (s *screen) due() time.Duration {
	p := s.pace
	if s.token != nil {
		p = &s.own
	}
	switch wait := time.Until(s.hold); {
	case wait > 0:
		return wait
	case s.first:
		p.went()
		return 0
	}
	return p.take(s.last)
}

func (s *screen) wait(d time.Duration) {
	if s.timer != nil {
		s.timer.Stop()
	}
	again := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.next()
	}
	if s.last { // the program may end meanwhile, but not before this
		s.bot.start(func() {
			time.Sleep(d)
			again()
		})
		return
	}
	s.timer = time.AfterFunc(d, again)
}

// update edits the message, by the token of a press where there is one. It is called unlocked, in a goroutine of its own.
func (s *screen) update(ctx context.Context, f frame, since time.Time, token *rest.Ref) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	drawing, late := s.bot.paintWithin(pictureLate, f)
	if (drawing != nil || late) && s.passed(f) { // while it was drawn: people do not wait for pictures
		return
	}
	load := s.load(drawing)
	err := s.send(ctx, f, token, load)
	if len(load.pictures) > 0 && turnedAway(err) {
		s.strip()
		load = s.load(nil)
		err = s.send(ctx, f, token, load)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var limited *rest.RateLimited
	switch {
	case err == nil:
		s.fails = 0
		s.shown = load.sum
		if !s.apart {
			s.bot.meter.staleness.since(since)
		}
	case token != nil: // by the other way, now
		s.token, s.first = nil, true
	case errors.As(err, &limited): // not carried out: it keeps its place
		s.hold, s.first = time.Now().Add(limited.After), true
	case errors.Is(err, rest.ErrOutage):
		s.hold = time.Now().Add(min(editGap<<s.fails, 5*editGap))
		s.fails++
		s.bare = s.bare || len(load.pictures) > 0 // perhaps it was too much: the words go alone
	default:
		s.dead = true
		s.bot.start(func() { s.gone(err) })
	}
	s.landed(err != nil)
}

// passed says that something newer than f is wanted by now, or already said, and ends the update that was to bring f: another
// follows.
func (s *screen) passed(f frame) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.want.same(f) {
		return false
	}
	s.landed(true)
	return true
}

// send makes the request of update.
func (s *screen) send(ctx context.Context, f frame, token *rest.Ref, load cargo) error {
	if token != nil {
		return s.bot.effect(EditByToken, func() error {
			return s.bot.rest.EditOriginal(ctx, *token, f.edit(), load.pictures...)
		})
	}
	return s.edit(ctx, f, load.pictures...)
}
