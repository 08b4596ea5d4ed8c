package rest

import (
	"bytes"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// Picture is a PNG of a message. Alt describes it in at most 1,024 characters. A message with pictures can have no other
// files.
type Picture struct {
	Name string // of the file, with its extension
	Alt  string
	PNG  []byte
}

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
		Listed *[]file `json:"attachments,omitempty"`
	}
)

// listed lists pictures in Discord's form. Nil keeps the pictures of a message; an empty list removes them.
func listed(pictures []Picture) *[]file {
	if pictures == nil {
		return nil
	}
	files := []file{}
	for i, p := range pictures {
		files = append(files, file{ID: strconv.Itoa(i), Filename: p.Name, Description: p.Alt})
	}
	return &files
}

// pngs returns the files of pictures.
func pngs(pictures []Picture) []*discordgo.File {
	var files []*discordgo.File
	for _, p := range pictures {
		files = append(files, &discordgo.File{Name: p.Name, ContentType: "image/png", Reader: bytes.NewReader(p.PNG)})
	}
	return files
}
