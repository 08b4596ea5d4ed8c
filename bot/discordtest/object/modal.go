package object

import (
	"fmt"
	"strings"
)

// Modal is the dialogue of an answer of type 9.
type Modal struct {
	Title      string      `json:"title"`
	CustomID   string      `json:"custom_id"`
	Components []Component `json:"components"`

	// These name where it was opened: the channel, and the message whose button opened it ("" after a command).
	ChannelID string `json:"channel_id"`
	MessageID string `json:"message_id,omitempty"`
}

// Inputs returns the modal's inputs in reading order: text inputs and selects.
func (m *Modal) Inputs() []Component {
	var found []Component
	Walk(m.Components, func(c Component) {
		if c.Type == TypeTextInput || c.IsSelect() {
			found = append(found, c)
		}
	})
	return found
}

// Caption returns the text above an input: its label's or its own.
func (m *Modal) Caption(customID string) string {
	caption := ""
	Walk(m.Components, func(c Component) {
		switch {
		case c.Type == TypeLabel && c.Component != nil && c.Component.CustomID == customID:
			caption = c.Label
		case c.Type == TypeTextInput && c.CustomID == customID && c.Label != "":
			caption = c.Label
		}
	})
	return caption
}

// String draws the modal: its title, then a line for each input with its value and, in brackets, the placeholder.
func (m *Modal) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "modal %q\n", m.Title)
	for _, in := range m.Inputs() {
		fmt.Fprintf(&b, "%s: %s[%s]\n", m.Caption(in.CustomID), in.Value, in.Placeholder)
	}
	return b.String()
}
