package message

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"cardroom/bot/metrics"
	"cardroom/bot/rest"
	"cardroom/bot/task"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/picture"
)

// Painter draws the picture of a scene as a PNG, of the size of package picture. Several goroutines may ask it at once.
type Painter interface {
	Draw(w io.Writer, s render.Scene, t picture.Theme) error
}

// Studio draws the pictures of frames, beside whoever wants them.
type Studio struct {
	Painter Painter // nil: boards are text alone
	Tasks   *task.Group
	Metrics *metrics.Set
	Log     *slog.Logger
}

// Drawing is the picture of a frame, as a file.
type Drawing struct {
	Sum  [sha256.Size]byte // of file and words: equal ones need not be sent twice
	File rest.Picture
}

// pictureName is what every board's picture is called.
const pictureName = "board.png"

// How long a request waits for its picture: the answer to a press no longer than nobody notices, an edit until it has to
// be given up.
const (
	PictureSoon = 100 * time.Millisecond
	PictureLate = 2 * time.Second
)

// draw draws the picture of a frame; nil where it has none, or where drawing fails: the text says it all.
func (p *Studio) draw(f Content) (d *Drawing) {
	defer func() {
		if oops := recover(); oops != nil {
			p.Metrics.PicturesFailed.Inc()
			p.Log.Error("a picture could not be drawn", "err", fmt.Sprintf("%T", oops))
			d = nil
		}
	}()
	var file bytes.Buffer
	if err := p.Painter.Draw(&file, *f.Scene, f.Theme); err != nil {
		p.Metrics.PicturesFailed.Inc()
		p.Log.Error("a picture could not be drawn", "err", err)
		return nil
	}
	alt := render.Alt(*f.Scene)
	return &Drawing{
		Sum:  sha256.Sum256(append([]byte(alt), file.Bytes()...)),
		File: rest.Picture{Name: pictureName, Alt: alt, PNG: file.Bytes()},
	}
}

// Paint is paint for those who do not wait longer; then late is true.
func (p *Studio) Paint(most time.Duration, f Content) (d *Drawing, late bool) {
	if f.Scene == nil || p.Painter == nil {
		return nil, false
	}
	done := make(chan *Drawing, 1)
	if !p.Tasks.Go(func() { done <- p.draw(f) }) {
		return nil, false
	}
	select {
	case d := <-done:
		return d, false
	case <-time.After(most):
		return nil, true
	}
}

// Post posts a frame with its picture, or without where Discord will not have it, and notes in the frame which it has.
// Where it is not known what became of the picture, the words are posted under the same nonce and the picture follows: no
// hand waits for an upload.
func (p *Studio) Post(f *Content, post func(...rest.Picture) (engine.ID, error)) (engine.ID, error) {
	f.Drawing, f.Late = p.Paint(PictureSoon, *f)
	for {
		var pictures []rest.Picture
		if f.Drawing != nil {
			pictures = append(pictures, f.Drawing.File)
		}
		id, err := post(pictures...)
		lost := errors.Is(err, rest.ErrOutage)
		if f.Drawing == nil || !lost && !Rejected(err) {
			return id, err
		}
		f.Drawing, f.Late = nil, lost
	}
}

// Rejected says whether Discord would not have what a request brought, though not for its time or place. Without a
// picture it may: to attach files is a permission of its own.
func Rejected(err error) bool {
	for _, other := range []error{rest.ErrLate, rest.ErrAnswered, rest.ErrGone, rest.ErrTokenDead, rest.ErrTooOld, rest.ErrUnauthorized, rest.ErrOutage} {
		if errors.Is(err, other) {
			return false
		}
	}
	_, limited := errors.AsType[*rest.RateLimited](err)
	return err != nil && !limited
}
