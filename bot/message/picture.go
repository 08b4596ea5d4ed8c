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

// Painter draws the picture of a scene as a PNG, in the size of package picture. It is safe for concurrent use.
type Painter interface {
	Draw(w io.Writer, s render.Scene, t picture.Theme) error
}

// Studio draws the pictures of messages in goroutines of their own.
type Studio struct {
	Painter Painter // nil: boards have no pictures
	Tasks   *task.Group
	Metrics *metrics.Set
	Log     *slog.Logger
}

// Drawing is a drawn picture as a file.
type Drawing struct {
	Sum  [sha256.Size]byte // of the file and its description: the same sum need not be sent again
	File rest.Picture
}

// pictureName is the file name of every picture.
const pictureName = "board.png"

// These bound how long a request waits for its picture. The answer to a press waits for an unnoticeable time, an edit until
// it has to be sent without.
const (
	PictureSoon = 100 * time.Millisecond
	PictureLate = 2 * time.Second
)

// draw draws the picture of c. It returns nil if drawing fails: the text says the same.
func (s *Studio) draw(c Content) (d *Drawing) {
	defer func() {
		if oops := recover(); oops != nil {
			s.Metrics.PicturesFailed.Inc()
			s.Log.Error("could not draw a picture; sending the text without it", "err", fmt.Sprintf("%T", oops))
			d = nil
		}
	}()
	var file bytes.Buffer
	if err := s.Painter.Draw(&file, *c.Scene, c.Theme); err != nil {
		s.Metrics.PicturesFailed.Inc()
		s.Log.Error("could not draw a picture; sending the text without it", "err", err)
		return nil
	}
	alt := render.Alt(*c.Scene)
	return &Drawing{
		Sum:  sha256.Sum256(append([]byte(alt), file.Bytes()...)),
		File: rest.Picture{Name: pictureName, Alt: alt, PNG: file.Bytes()},
	}
}

// Paint returns the picture of c, or nil if it has none or drawing fails. It waits at most most; after that late is true.
func (s *Studio) Paint(most time.Duration, c Content) (d *Drawing, late bool) {
	if c.Scene == nil || s.Painter == nil {
		return nil, false
	}
	done := make(chan *Drawing, 1)
	if !s.Tasks.Go(func() { done <- s.draw(c) }) {
		return nil, false
	}
	select {
	case d := <-done:
		return d, false
	case <-time.After(most):
		return nil, true
	}
}

// Post posts c with its picture, or without if Discord refuses it, and records the posted picture in c. If Discord does not
// answer, it posts the text under the same nonce and the picture follows later: no hand waits for an upload.
func (s *Studio) Post(c *Content, post func(...rest.Picture) (engine.ID, error)) (engine.ID, error) {
	c.Drawing, c.Undrawn = s.Paint(PictureSoon, *c)
	for {
		var pictures []rest.Picture
		if c.Drawing != nil {
			pictures = append(pictures, c.Drawing.File)
		}
		id, err := post(pictures...)
		lost := errors.Is(err, rest.ErrOutage)
		if c.Drawing == nil || !lost && !Rejected(err) {
			return id, err
		}
		c.Drawing, c.Undrawn = nil, lost
	}
}

// Rejected reports whether Discord refused a request because of its content. Discord may accept it without a picture:
// attaching files needs a permission of its own.
func Rejected(err error) bool {
	for _, other := range []error{rest.ErrLate, rest.ErrAnswered, rest.ErrGone, rest.ErrTokenDead, rest.ErrTooOld, rest.ErrUnauthorized, rest.ErrOutage} {
		if errors.Is(err, other) {
			return false
		}
	}
	_, limited := errors.AsType[*rest.RateLimited](err)
	return err != nil && !limited
}
