package discordtest

import (
	"slices"

	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/world"
)

// Message is a message as it stands at the moment it was asked for. It is a
// copy: what happens to the message afterwards does not change it.
type Message struct {
	world.Message

	srv *Server
}

// Buttons returns the message's buttons in reading order, disabled ones too.
func (m Message) Buttons() []Component {
	return m.find(func(c Component) bool { return c.Type == object.TypeButton })
}

// Menus returns the message's select menus in reading order.
func (m Message) Menus() []Component {
	return m.find(Component.IsSelect)
}

func (m Message) find(want func(Component) bool) []Component {
	var found []Component
	object.Walk(m.Components, func(c Component) {
		if want(c) {
			found = append(found, c)
		}
	})
	return found
}

// Text returns everything the message says in words, buttons aside: its
// content, its text displays and its embeds, a line or more each.
func (m Message) Text() string {
	return object.Text(m.Content, m.Embeds, m.Components)
}

// Mentioned reports whether the message notified the person.
func (m Message) Mentioned(p *Person) bool {
	return slices.Contains(m.Notified, p.id)
}

// snapshot returns a copy that can be handed out. The slices are shared:
// an edit replaces them and never writes into them.
func (s *Server) snapshot(m *world.Message) Message {
	return Message{*m, s}
}

// FileURL returns where a picture named in an embed or component is: for
// attachment://name the path of that attachment on this server, else the URL itself.
func (m Message) FileURL(url string) string { return world.FileURL(m.Attachments, url) }
