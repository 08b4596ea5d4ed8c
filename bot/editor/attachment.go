package editor

import (
	"crypto/sha256"

	"cardroom/bot/message"
	"cardroom/bot/rest"
)

// attachment is what a request brings of pictures, and which the message has when it has arrived.
type attachment struct {
	pictures []rest.Picture // nil leaves what is there; none, but not nil, takes it away
	sum      [sha256.Size]byte
}

// attach makes the cargo of a drawing. One that the message shows already stays; where drawing failed, or Discord will not
// have pictures here, the one that is there would show what is no more.
func (s *Editor) attach(d *message.Drawing) attachment {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch nothing := [sha256.Size]byte{}; {
	case (d == nil || s.picture.textOnly) && s.picture.sum == nothing:
		return attachment{}
	case d == nil || s.picture.textOnly:
		return attachment{pictures: []rest.Picture{}}
	case d.Sum == s.picture.sum:
		return attachment{sum: s.picture.sum}
	}
	return attachment{[]rest.Picture{d.File}, d.Sum}
}

// keepPicture is the cargo that leaves the message's picture as it is.
func (s *Editor) keepPicture() attachment {
	s.mu.Lock()
	defer s.mu.Unlock()
	return attachment{sum: s.picture.sum}
}

// dropPicture gives the message no picture any more.
func (s *Editor) dropPicture() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.picture.textOnly = true
}
