package message

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
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
	Uploads Uploads
	Tasks   *task.Group
	Metrics *metrics.Set
	Log     *slog.Logger
}

// Uploads remembers how long answers with pictures took. It is safe for concurrent use.
type Uploads struct {
	mu    sync.Mutex
	slow  int       // in a row
	until time.Time // when answers may carry pictures again
}

// These say when answers carry no pictures: after so many in a row that took longer than slowUpload, for slowTime.
const (
	slowUpload  = 1500 * time.Millisecond
	slowUploads = 3
	slowTime    = 10 * time.Minute
)

// Answered notes how long an answer with a picture took, and whether it arrived whole. One that did not for want of time is
// as slow.
func (u *Uploads) Answered(d time.Duration, whole bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if d <= slowUpload && (whole || d < AnswerTimeout/2) {
		u.slow = 0
		return
	}
	if u.slow++; u.slow >= slowUploads {
		u.slow, u.until = 0, time.Now().Add(slowTime)
	}
}

// Slow reports whether pictures are to come by edits, because the answers that carried them were late.
func (u *Uploads) Slow() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return time.Now().Before(u.until)
}

// Drawing is a drawn picture as a file.
type Drawing struct {
	Sum  [sha256.Size]byte // of the file and its description: the same sum need not be sent again
	File rest.Picture
	ID   string // that Discord gave the file in a posted message; "" where it is unknown
}

// PictureName is the file name of every picture.
const PictureName = "board.png"

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
		File: rest.Picture{Name: PictureName, Alt: alt, PNG: file.Bytes()},
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
// answer, it posts the text under the same nonce: no hand waits for an upload. The picture follows by an edit, unless the
// bot lacks the permission to attach files.
func (s *Studio) Post(c *Content, post func(...rest.Picture) (engine.ID, error)) (engine.ID, error) {
	c.Drawing, c.Undrawn = s.Paint(PictureSoon, *c)
	for {
		var pictures []rest.Picture
		if c.Drawing != nil {
			file := c.Drawing.File
			if c.Layout != nil {
				file.Sent = func(id string) { c.Drawing.ID = id }
			}
			pictures = append(pictures, file)
		}
		id, err := post(pictures...)
		lost := errors.Is(err, rest.ErrOutage)
		if c.Drawing == nil || !lost && !Rejected(err) {
			return id, err
		}
		c.Drawing, c.Undrawn = nil, !errors.Is(err, rest.ErrForbidden)
	}
}

// Rejected reports whether Discord refused a request because of its content. Discord may accept it without a picture:
// attaching files needs a permission of its own.
func Rejected(err error) bool {
	for _, other := range []error{rest.ErrLate, rest.ErrAnswered, rest.ErrGone, rest.ErrNoChannel, rest.ErrTokenDead, rest.ErrUneditable, rest.ErrUnauthorized, rest.ErrOutage} {
		if errors.Is(err, other) {
			return false
		}
	}
	_, limited := errors.AsType[*rest.RateLimited](err)
	return err != nil && !limited
}
