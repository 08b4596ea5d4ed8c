package message

import (
	"github.com/bwmarrin/discordgo"

	"cardroom/bot/rest"
)

// Layout is the form of a message that consists of components (IS_COMPONENTS_V2): a container with the picture, the lines
// below it, and the buttons. Without its picture the message has all its words in place of the lines. A message that has no
// layout is plain text and rows of buttons. Discord lets a message never return from one form to the other.
type Layout struct {
	Accent int    // colour of the container's edge, 0xRRGGBB
	Lines  string // below the picture
}

// text returns the content of a message, which one with a layout does not have.
func (c Content) text() string {
	if c.Layout != nil {
		return ""
	}
	return c.Text
}

// flags returns the flags of a message.
func (c Content) flags() discordgo.MessageFlags {
	if c.Layout != nil {
		return discordgo.MessageFlagsIsComponentsV2
	}
	return 0
}

// components returns the parts of a message in Discord's form: its buttons, or all of it where it has a layout.
func (c Content) components(pictures []rest.Picture) []discordgo.MessageComponent {
	if c.Layout == nil {
		return c.rows()
	}
	var parts []discordgo.MessageComponent
	lines := c.Text
	if len(pictures) > 0 {
		parts = append(parts, gallery(pictures))
		lines = c.Layout.Lines
	}
	parts = append(append(parts, discordgo.TextDisplay{Content: lines}), c.rows()...)
	return []discordgo.MessageComponent{discordgo.Container{AccentColor: &c.Layout.Accent, Components: parts}}
}

// gallery returns the component that shows pictures, each with its description.
func gallery(pictures []rest.Picture) (g discordgo.MediaGallery) {
	for _, p := range pictures {
		item := discordgo.MediaGalleryItem{Media: discordgo.UnfurledMediaItem{URL: "attachment://" + p.Name}}
		if p.Alt != "" {
			item.Description = &p.Alt
		}
		g.Items = append(g.Items, item)
	}
	return g
}
