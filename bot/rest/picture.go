package rest

import (
	"bytes"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// Picture is a PNG that a message shows, and in words what it shows: at most
// 1,024 characters. A message with pictures can have no other files.
type Picture struct {
	Name string // of the file, with its ending
	Alt  string
	PNG  []byte
}

// file is how a file of a request is listed. discordgo's has no description.
type file struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// change, reply and replyData are discordgo's, with files listed in that way:
// the field nearer to the surface hides the one of the same name.
type (
	change struct {
		*discordgo.WebhookEdit
		Listed *[]file `json:"attachments,omitempty"`
	}
	reply struct {
		Type discordgo.InteractionResponseType `json:"type,omitempty"`
		Data *replyData                        `json:"data,omitempty"`
	}
	replyData struct {
		*discordgo.InteractionResponseData
		Listed *[]file `json:"attachments,omitempty"`
	}
)

// listed is nil for nil, which keeps what a message has; none take that away.
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

func pngs(pictures []Picture) []*discordgo.File {
	var files []*discordgo.File
	for _, p := range pictures {
		files = append(files, &discordgo.File{Name: p.Name, ContentType: "image/png", Reader: bytes.NewReader(p.PNG)})
	}
	return files
}
