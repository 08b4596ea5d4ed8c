package tournament

import (
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render"
)

// The handlers below take the place of those of a cash table, at a tournament's table.

// Refuse answers a command of cash tables (T30, T39).
func Refuse(t *table.Table, in *interaction.Interaction) {
	t.Refuse(in, engine.Refusal{Reason: engine.InTournament})
}

// Stay handles /leave: chips cannot leave (T38).
func Stay(t *table.Table, in *interaction.Interaction) {
	t.Env.Reply.Text(in, string(in.Lang.Tournament.Said.Leave))
}

// Away handles /sitout and the button Away: the player is absent until they press (T36, T38).
func Away(t *table.Table, in *interaction.Interaction) {
	d := directorOf(t)
	if n, ok := d.alive(in); ok && d.order(in, tournament.Leave{At: at(), Entry: n}) {
		back := render.Button{Label: string(in.Lang.Tournament.Buttons.Back), Verb: render.VerbSitIn, Style: render.Success}
		t.Env.Reply.Send(in, message.Ephemeral(message.Content{
			Text: string(in.Lang.Tournament.Said.Away), Rows: [][]render.Button{{back}}, IDs: t.CustomID(),
		}))
	}
}

// Back handles /sitin and the button I'm back.
func Back(t *table.Table, in *interaction.Interaction) {
	d := directorOf(t)
	if n, ok := d.alive(in); ok && d.order(in, tournament.Press{At: at(), Entry: n}) {
		d.say(in, string(in.Lang.Tournament.Said.Back))
	}
}

// alive returns the entry of a user that is alive. Without one it answers, and ok is false.
func (d *Director) alive(in *interaction.Interaction) (n int, ok bool) {
	s := &d.event().State
	n = s.EntryOf(in.User)
	if n == 0 || s.Entry(n).Out {
		d.refuse(in, tournament.Refusal{Reason: tournament.NotIn})
		return 0, false
	}
	return n, true
}
