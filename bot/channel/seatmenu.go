package channel

import (
	"cmp"
	"maps"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/text"
)

// OpenSeatMenu handles the buttons Seat… and Rebuy…: it answers with the menu of the player's seat, in place of
// their former menu. A press in the menu turns it into the player's panel. Said is the result of such a press, where there is one.
func OpenSeatMenu(t *table.Table, in *interaction.Interaction, said string) {
	Of(t).whenKnown(in.User, func() {
		s := t.Scene(in.User, in.Lang)
		addChips(t, in.User, &s)
		menu, rows := render.SeatMenu(s, cmp.Or(said, text.Leaving(s.Language(), &s.View, table.SeatOf(&s.View, in.User))))
		Of(t).panels.menus.replace(Of(t), in)
		t.Env.Reply.Send(in, message.Ephemeral(message.Content{Text: menu, Rows: rows, IDs: t.CustomID()}))
	})
}

// menus holds the newest menu of each player: a newer one replaces it.
type menus struct {
	newest map[engine.ID]*interaction.Origin // of the interaction it answered; nil before the first
}

// replace tracks the menu that answers an interaction, and deletes the player's former one.
func (m *menus) replace(c *Channel, in *interaction.Interaction) {
	was := m.newest[in.User]
	maps.DeleteFunc(m.newest, func(_ engine.ID, o *interaction.Origin) bool { return time.Since(o.Arrived) > editor.TokenLife })
	if m.newest == nil {
		m.newest = map[engine.ID]*interaction.Origin{}
	}
	m.newest[in.User] = in.Origin
	if was != nil && time.Since(was.Arrived) < editor.TokenLife {
		was.WhenDelivered(func() { c.messages.deletePrivate(was.Ref, rest.Original) })
	}
}
