package editor

import (
	"crypto/sha256"

	"cardroom/bot/message"
	"cardroom/bot/rest"
)

// shown is the picture of the message.
type shown struct {
	sum      [sha256.Size]byte
	id       string // that Discord gave the file; "" where it is unknown
	alt      string
	refused  bool // Discord refused the last one that was sent
	textOnly bool // the message gets no further picture: Discord refused two in a row, or accepts no files here
}

// attachment holds the pictures of a request, and the message's picture after it.
type attachment struct {
	pictures []rest.Picture // or rest.KeepPictures, or rest.NoPictures
	shown    shown
}

// uploads reports whether the request sends a file.
func (a *attachment) uploads() bool { return len(a.pictures) > 0 && a.pictures[0].ID == "" }

// keeps reports whether the request names a picture that the message has.
func (a *attachment) keeps() bool { return len(a.pictures) > 0 && a.pictures[0].ID != "" }

// attach returns the attachment for a drawing of c. It keeps a picture that the message already shows. If drawing failed, or
// Discord refuses pictures here, it removes the old picture, which would show a past state.
func (e *Editor) attach(c message.Content, d *message.Drawing) *attachment {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch nothing := [sha256.Size]byte{}; {
	case (d == nil || e.picture.textOnly) && e.picture.sum == nothing && c.Layout == nil:
		return &attachment{pictures: rest.KeepPictures}
	case d == nil || e.picture.textOnly:
		return &attachment{pictures: rest.NoPictures}
	case d.Sum == e.picture.sum && (c.Layout == nil || e.picture.id != ""):
		return e.kept(c)
	}
	a := &attachment{pictures: []rest.Picture{d.File}, shown: shown{sum: d.Sum, alt: d.File.Alt}}
	if c.Layout != nil {
		a.pictures[0].Sent = func(id string) { a.shown.id = id }
	}
	return a
}

// keepPicture returns the attachment that leaves the message's picture as it is.
func (e *Editor) keepPicture(c message.Content) *attachment {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.kept(c)
}

// kept works like keepPicture. A message with a layout lists the picture that it keeps; it loses one whose ID is unknown.
func (e *Editor) kept(c message.Content) *attachment {
	was := e.picture
	was.textOnly, was.refused = false, false
	switch {
	case c.Layout == nil:
		return &attachment{rest.KeepPictures, was}
	case was.id == "":
		return &attachment{pictures: rest.NoPictures}
	}
	return &attachment{[]rest.Picture{{Name: message.PictureName, Alt: was.alt, ID: was.id}}, was}
}

// dropPicture records that Discord refused a picture. The message has none from now on if it refused the one before, too, or if
// the bot may send no files here.
func (e *Editor) dropPicture(forbidden bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.picture.textOnly = e.picture.textOnly || e.picture.refused || forbidden
	e.picture.refused = true
}

// noteUpload records that the message may show either of two pictures while a request uploads a new one. Until its answer
// arrives, no other request keeps the picture by its ID.
func (e *Editor) noteUpload(load *attachment) {
	if load.uploads() {
		e.forgetPicture()
	}
}

// forgetPicture makes the next request send the picture again, even where the message shows it.
func (e *Editor) forgetPicture() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.picture.id = ""
}
