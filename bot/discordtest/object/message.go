package object

import "strings"

// These are the flags of a message that this server supports.
const (
	FlagEphemeral  = 1 << 6  // only the acting person sees the message
	FlagLoading    = 1 << 7  // "thinking…": a deferred answer still to be filled
	FlagSilent     = 1 << 12 // notifies no user
	FlagComponents = 1 << 15 // the text is in components ("components V2"), not in the content
)

// Embed is a rich embed in Discord's own JSON form.
type Embed struct {
	Type        string       `json:"type,omitempty"`
	Title       string       `json:"title,omitempty"`
	Description string       `json:"description,omitempty"`
	URL         string       `json:"url,omitempty"`
	Color       int          `json:"color,omitempty"`
	Timestamp   string       `json:"timestamp,omitempty"`
	Footer      *EmbedPart   `json:"footer,omitempty"`
	Author      *EmbedPart   `json:"author,omitempty"`
	Image       *EmbedMedia  `json:"image,omitempty"`
	Thumbnail   *EmbedMedia  `json:"thumbnail,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty"`
}

// EmbedPart is an embed's footer (Text) or author (Name).
type EmbedPart struct {
	Text    string `json:"text,omitempty"`
	Name    string `json:"name,omitempty"`
	URL     string `json:"url,omitempty"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedMedia is a picture of an embed.
type EmbedMedia struct {
	URL string `json:"url"`
}

// EmbedField is a titled paragraph of an embed.
type EmbedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// Attachment is a file of a message. URL is its path on this server.
type Attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"` // alt text
	ContentType string `json:"content_type,omitempty"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
}

// Text returns all text of a message.
func Text(content string, embeds []Embed, components []Component) string {
	var lines []string
	add := func(texts ...string) {
		for _, t := range texts {
			if t != "" {
				lines = append(lines, t)
			}
		}
	}
	add(content)
	Walk(components, func(c Component) { add(c.Content) })
	for _, e := range embeds {
		if e.Author != nil {
			add(e.Author.Name)
		}
		add(e.Title, e.Description)
		for _, f := range e.Fields {
			add(f.Name, f.Value)
		}
		if e.Footer != nil {
			add(e.Footer.Text)
		}
	}
	return strings.Join(lines, "\n")
}
