package rest

import "github.com/bwmarrin/discordgo"

// Message is a message as far as a poker table reads it. Of what it does not name nothing is decoded: discordgo reads the
// components of a message three times over, and a press brings a message along.
type Message struct {
	ID         string                 `json:"id"`
	Type       discordgo.MessageType  `json:"type"`
	Author     User                   `json:"author"`
	Content    string                 `json:"content"`
	Flags      discordgo.MessageFlags `json:"flags"`
	Mentions   []User                 `json:"mentions"`
	Components []Component            `json:"components"`
}

// Buttons is the custom ids of the buttons of a message, in reading order.
func (m *Message) Buttons() (ids []string) {
	for _, row := range m.Components {
		for _, c := range row.Components {
			if c.Type == discordgo.ButtonComponent {
				ids = append(ids, c.CustomID)
			}
		}
	}
	return ids
}

// User is somebody on Discord.
type User struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

// Component is any part of a message or a modal: a row of others, a label around one, a button, an input.
type Component struct {
	Type       discordgo.ComponentType `json:"type"`
	CustomID   string                  `json:"custom_id"`
	Value      string                  `json:"value"`
	Components []Component             `json:"components"`
	Component  *Component              `json:"component"`
}
