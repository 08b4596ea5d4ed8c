package rest

import (
	"unicode/utf16"

	"github.com/bwmarrin/discordgo"
)

// These are the longest texts of a message: its content, and all its text displays together. Discord counts characters, which are
// never more than UTF-16 units.
const (
	maxContent  = 2000
	maxDisplays = 4000
)

// linked returns the content and components of a message with links in their texts, see Config.Link. Where the links would make
// the texts too long, there are none. Labels, menus and alt texts never have any: Discord shows them as they are.
func (c *Client) linked(content string, components []discordgo.MessageComponent) (string, []discordgo.MessageComponent) {
	if c.link == nil {
		return content, components
	}
	if text := c.link(content); units(text) <= maxContent {
		content = text
	}
	total := 0
	if with := c.linkDisplays(components, &total); total <= maxDisplays {
		components = with
	}
	return content, components
}

// linkDisplays returns components with links in their text displays, and adds the length of these to total. It leaves the
// components themselves unchanged: a caller may send them again.
func (c *Client) linkDisplays(components []discordgo.MessageComponent, total *int) []discordgo.MessageComponent {
	if components == nil {
		return nil
	}
	list := make([]discordgo.MessageComponent, len(components))
	for i, one := range components {
		switch m := one.(type) {
		case discordgo.TextDisplay:
			m.Content = c.link(m.Content)
			*total += units(m.Content)
			list[i] = m
		case discordgo.Container:
			m.Components = c.linkDisplays(m.Components, total)
			list[i] = m
		case discordgo.Section:
			m.Components = c.linkDisplays(m.Components, total)
			list[i] = m
		default:
			list[i] = one
		}
	}
	return list
}

// units returns the length of a text in UTF-16 units.
func units(text string) (n int) {
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}
