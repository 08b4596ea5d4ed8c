package editor

import (
	"crypto/sha256"

	"cardroom/bot/message"
	"cardroom/bot/rest"
)

// attachment holds the pictures of a request, and the checksum of the message's picture after it.
type attachment struct {
	pictures []rest.Picture // nil keeps the message's picture; an empty slice removes it
	sum      [sha256.Size]byte
}

// attach returns the attachment for a drawing. It keeps a picture that the message already shows. If drawing failed, or
// Discord refuses pictures here, it removes the old picture, which would show a past state.
func (e *Editor) attach(d *message.Drawing) attachment {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch nothing := [sha256.Size]byte{}; {
	case (d == nil || e.picture.textOnly) && e.picture.sum == nothing:
		return attachment{}
	case d == nil || e.picture.textOnly:
		return attachment{pictures: []rest.Picture{}}
	case d.Sum == e.picture.sum:
		return attachment{sum: e.picture.sum}
	}
	return attachment{[]rest.Picture{d.File}, d.Sum}
}

// keepPicture returns the attachment that leaves the message's picture as it is.
func (e *Editor) keepPicture() attachment {
	e.mu.Lock()
	defer e.mu.Unlock()
	return attachment{sum: e.picture.sum}
}

// dropPicture makes the message text only from now on.
func (e *Editor) dropPicture() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.picture.textOnly = true
}
