package rest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// Picture is a picture of a message, mostly a PNG. Alt describes it in at most 1,024 characters. A message with pictures can
// have no other files.
type Picture struct {
	Name string // of the file, with its extension
	Alt  string
	PNG  []byte
	Type string          // of the file, where it is no PNG
	ID   string          // of a picture that the message has already: it is kept, and PNG is not sent
	Sent func(id string) // called with the ID that Discord gave, before the request returns; may be nil
}

// The pictures of a request that changes a message, where it brings none.
var (
	KeepPictures []Picture     // the message keeps its pictures
	NoPictures   = []Picture{} // the message loses its pictures
)

// file lists a file of a request. discordgo's type has no description.
type file struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// editBody, answerBody and answerData are discordgo's types with files listed as file does: the outer field hides the
// embedded one of the same name.
type (
	editBody struct {
		*discordgo.WebhookEdit
		Listed *[]file `json:"attachments,omitempty"`
	}
	answerBody struct {
		Type discordgo.InteractionResponseType `json:"type,omitempty"`
		Data *answerData                       `json:"data,omitempty"`
	}
	answerData struct {
		*discordgo.InteractionResponseData
		Content *string `json:"content,omitempty"`
		Listed  *[]file `json:"attachments,omitempty"`
	}
)

// listed lists pictures in Discord's form. It returns nil for [KeepPictures], and an empty list for [NoPictures].
func listed(pictures []Picture) *[]file {
	if pictures == nil {
		return nil
	}
	files := []file{}
	uploads := 0
	for _, p := range pictures {
		id := p.ID
		if id == "" {
			id = strconv.Itoa(uploads)
			uploads++
		}
		files = append(files, file{ID: id, Filename: p.Name, Description: p.Alt})
	}
	return &files
}

// pngs returns the files of pictures.
func pngs(pictures []Picture) []*discordgo.File {
	var files []*discordgo.File
	for _, p := range pictures {
		if p.ID != "" {
			continue
		}
		files = append(files, &discordgo.File{Name: p.Name, ContentType: cmp.Or(p.Type, "image/png"), Reader: bytes.NewReader(p.PNG)})
	}
	return files
}

// wantsID reports whether a caller asks for the ID of a picture that is uploaded.
func wantsID(pictures []Picture) bool {
	return slices.ContainsFunc(pictures, func(p Picture) bool { return p.Sent != nil && p.ID == "" })
}

// tellID tells the callers that ask for it the ID of the picture that a message shows in a gallery.
func tellID(pictures []Picture, m *Message) {
	id := m.Shown()
	for _, p := range pictures {
		if p.Sent != nil && p.ID == "" && id != "" {
			p.Sent(id)
		}
	}
}

// tellSent works like tellID for the answer to a request about a message.
func tellSent(pictures []Picture, answer []byte) {
	var m Message
	if wantsID(pictures) && json.Unmarshal(answer, &m) == nil {
		tellID(pictures, &m)
	}
}
