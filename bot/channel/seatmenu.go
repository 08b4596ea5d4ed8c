package channel

import (
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/render"
)

// OpenSeatMenu handles the button Seat…: it answers with what the player can do about their seat. A press in the menu turns
// it into the player's panel.
func OpenSeatMenu(t *table.Table, in *interaction.Interaction) {
	Of(t).whenKnown(in.User, func() {
		s := t.Scene(in.User, in.Lang)
		if _, seated := s.OwnSeat(); seated {
			s.Rebuy, _ = table.Refill(t, in.User) // without an amount there is no button
		}
		text, rows := render.SeatMenu(s)
		t.Env.Reply.Send(in, message.Ephemeral(message.Content{Text: text, Rows: rows, IDs: t.CustomID()}))
	})
}
