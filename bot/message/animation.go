package message

import (
	"bytes"
	"io"
	"time"

	"cardroom/render"
	"cardroom/render/picture"
)

// animator makes animations. It is safe for concurrent use.
type animator interface {
	Animate(w io.Writer, shots []picture.Shot, t picture.Theme) error
}

// These say how long an animation shows a street, and the result.
const (
	streetStay = 2 * time.Second
	resultStay = 6 * time.Second
)

// mostAnimation is the largest animation, in bytes.
const mostAnimation = 1 << 20

// Animates reports whether the studio makes animations.
func (s *Studio) Animates() bool {
	_, ok := s.Painter.(animator)
	return ok
}

// Animate draws the streets of a hand as a GIF, the result last. It leaves out the first streets of one that would have a
// megabyte or more. It returns nil if drawing fails. It takes about a second.
func (s *Studio) Animate(streets []render.Scene, t picture.Theme) []byte {
	shots := make([]picture.Shot, len(streets))
	for i, scene := range streets {
		shots[i] = picture.Shot{Scene: scene, Stay: streetStay}
	}
	for ; len(shots) > 0; shots = shots[1:] {
		shots[len(shots)-1].Stay = resultStay
		var file bytes.Buffer
		if err := s.Painter.(animator).Animate(&file, shots, t); err != nil {
			s.Metrics.PicturesFailed.Inc()
			s.Log.Error("could not draw an animation; the hand stays posted in words", "err", err)
			return nil
		}
		if file.Len() < mostAnimation {
			return file.Bytes()
		}
	}
	return nil
}
