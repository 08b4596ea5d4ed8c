package discordtest

import (
	"slices"
	"time"
)

// Message flags that this server knows.
const (
	FlagEphemeral  = 1 << 6  // only the person who acted sees the message
	FlagLoading    = 1 << 7  // "thinking…": a deferred answer that was not filled yet
	FlagSilent     = 1 << 12 // notifies nobody
	FlagComponents = 1 << 15 // text lives in components ("components V2"), not in the content
)

// Message is a message as it stands at the moment it was asked for. It is a
// copy: what happens to the message afterwards does not change it.
type Message struct {
	ID          string       `json:"id"`
	ChannelID   string       `json:"channel_id"`
	AuthorID    string       `json:"author_id"`
	Content     string       `json:"content"`
	Embeds      []Embed      `json:"embeds,omitempty"`
	Components  []Component  `json:"components,omitempty"`
	Attachments []Attachment `json:"attachments,omitempty"`
	Flags       int          `json:"flags,omitempty"`
	Nonce       string       `json:"nonce,omitempty"`
	Created     time.Time    `json:"created"`
	// Edited is the time of the last edit; zero when there was none.
	Edited  time.Time `json:"edited,omitzero"`
	Deleted bool      `json:"deleted,omitempty"`

	// Ephemeral says that only the person with the id For sees the message.
	Ephemeral bool   `json:"ephemeral,omitempty"`
	For       string `json:"for,omitempty"`
	// Loading says that this is a deferred answer still to be filled ("thinking…").
	Loading bool `json:"loading,omitempty"`

	// Mentions holds the ids of the people the text may mention as its sender
	// allowed; Notified those who were told by a sound, which only the creation
	// of a message does, never an edit.
	Mentions []string `json:"mentions,omitempty"`
	Notified []string `json:"notified,omitempty"`

	// Reply is set on messages that answer an interaction.
	Reply *Reply `json:"reply,omitempty"`
	// History holds what the message was before each of its edits, the oldest
	// first; at most 50 are kept.
	History []Edit `json:"history,omitempty"`

	srv *Server
}

// Edit is an earlier state of a message.
type Edit struct {
	At         time.Time   `json:"at"` // when the message stopped being like this
	Content    string      `json:"content"`
	Embeds     []Embed     `json:"embeds,omitempty"`
	Components []Component `json:"components,omitempty"`
}

// Reply names the interaction a message answers.
type Reply struct {
	Interaction string `json:"interaction"`       // its id
	Type        int    `json:"type"`              // 2 command, 3 component, 5 modal
	User        string `json:"user"`              // who acted
	Command     string `json:"command,omitempty"` // "table open", for commands
	Source      string `json:"source,omitempty"`  // the message that was pressed
}

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

// Attachment is a file of a message. URL is where this server serves it,
// below the server's own address.
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

// Buttons returns the message's buttons in reading order, disabled ones too.
func (m Message) Buttons() []Component {
	return m.find(func(c Component) bool { return c.Type == TypeButton })
}

// Menus returns the message's select menus in reading order.
func (m Message) Menus() []Component {
	return m.find(Component.isSelect)
}

func (m Message) find(want func(Component) bool) []Component {
	var found []Component
	walk(m.Components, func(c Component) {
		if want(c) {
			found = append(found, c)
		}
	})
	return found
}

// Text returns everything the message says in words, buttons aside: its
// content, its text displays and its embeds, a line or more each.
func (m Message) Text() string {
	return joinText(m.Content, m.Embeds, m.Components)
}

// Mentioned reports whether the message notified the person.
func (m Message) Mentioned(p *Person) bool {
	return slices.Contains(m.Notified, p.id)
}

// remember keeps the present state before an edit at the given time.
func (m *Message) remember(at time.Time) {
	const most = 50
	if len(m.History) >= most {
		m.History = slices.Clone(m.History[len(m.History)-most+1:])
	}
	m.History = append(m.History, Edit{at, m.Content, m.Embeds, m.Components})
	m.Edited = at
}

func (m *Message) visibleTo(user string) bool {
	return !m.Deleted && (!m.Ephemeral || m.For == user)
}

// snapshot returns a copy that can be handed out. The slices are shared:
// an edit replaces them and never writes into them.
func (s *Server) snapshot(m *Message) Message {
	c := *m
	c.srv = s
	return c
}
