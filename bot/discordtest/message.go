package discordtest

import (
	"slices"

	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/world"
)

// Message is a copy of a message at one moment. Later changes of the message do not affect it.
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

// Text returns all text of the message except buttons: its content, its text displays and its embeds, on one or more lines
// each.
func (m Message) Text() string {
	return object.Text(m.Content, m.Embeds, m.Components)
}

// Alts returns the texts in the place of the message's pictures, those of its components and those of its files.
func (m Message) Alts() []string {
	var alts []string
	object.Walk(m.Components, func(c Component) {
		for _, i := range c.Items {
			alts = append(alts, i.Description)
		}
		if c.Media != nil {
			alts = append(alts, c.Description)
		}
	})
	for _, a := range m.Attachments {
		alts = append(alts, a.Description)
	}
	return slices.DeleteFunc(alts, func(alt string) bool { return alt == "" })
}

// Mentioned reports whether the message notified the person.
func (m Message) Mentioned(p *Person) bool {
	return slices.Contains(m.Notified, p.id)
}

// snapshot returns a copy for callers. The slices are shared: an edit replaces them and never writes into them.
func (s *Server) snapshot(m *world.Message) Message {
	return Message{*m, s}
}

// FileURL returns the address of a picture in an embed or component: for attachment://name the path of that attachment on
// this server, else the URL itself.
func (m Message) FileURL(url string) string { return world.FileURL(m.Attachments, url) }
