package tournament

import (
	"strings"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/bot/tournament/scene"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render"
)

// The handlers below take the place of those of a cash table, at a tournament's table.

// Refuse answers a command of cash tables (T30, T39). A user who does not play reads how they stand, but not after a command of hosts.
func Refuse(t *table.Table, in *interaction.Interaction) {
	if strings.HasPrefix(in.Path, "table ") || MayAct(t, in) {
		t.Refuse(in, engine.Refusal{Reason: engine.InTournament})
	}
}

// Stay handles /leave: the chips of a player cannot leave (T38). Before the start a player may unregister (T12).
func Stay(t *table.Table, in *interaction.Interaction) {
	d := directorOf(t)
	d.say(in, scene.Leaving(t, in.Lang, in.User, begins(d)))
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

// Cards handles /cards: like the button My cards it is a press (T36, T71).
func Cards(t *table.Table, in *interaction.Interaction) {
	attends(t, in.User)
	channel.OpenPanel(t, in)
}

// Attend runs the handler of a press at a table. At a tournament's table any press but Away makes the player present (T36, T100). Screens
// that show whether they are come after that, and pre-actions: an absent player has none. Other handlers come first: a decision counts
// as a press in its own commit.
func Attend(t *table.Table, in *interaction.Interaction, handle func()) {
	switch in.CustomID.Verb {
	case render.VerbSitOut:
		handle()
	case render.VerbCards, render.VerbSeat, render.VerbRebuyAsk, render.VerbPlan, render.VerbPlanCall, render.VerbSurePlan:
		attends(t, in.User)
		handle()
	default:
		handle()
		if pressCounts(t, in.User) == 0 {
			return
		}
		absent := func() bool {
			n := pressCounts(t, in.User)
			return n != 0 && t.Record().Event.State.Entry(n).Absent
		}
		was := absent()
		t.Must(func() { // once the store's answer to the handler is known
			if was || !absent() { // else the player has pressed Away since
				attends(t, in.User)
			}
		})
	}
}

// pressCounts returns the entry of a user if their press at a table changes anything, else 0.
func pressCounts(t *table.Table, who engine.ID) int {
	if !t.InTournament() {
		return 0
	}
	s := &t.Record().Event.State
	if n := s.EntryOf(who); n != 0 && s.Entry(n).PressCounts {
		return n
	}
	return 0
}

// attends brings the director the press of a user, if it changes anything.
func attends(t *table.Table, who engine.ID) {
	n := pressCounts(t, who)
	if n == 0 {
		return
	}
	if err := directorOf(t).update("press", tournament.Press{At: at(), Entry: n}); err != nil {
		t.Log.Info("could not store a press at a tournament's table; the next press does", "player", uint64(who), "err", err)
	}
}

// MayAct reports whether a user may act in a hand of the table. At a tournament's table it tells others how they stand. A disqualified
// player acts as absent to the end of the hand (T108).
func MayAct(t *table.Table, in *interaction.Interaction) bool {
	if !t.InTournament() {
		return true
	}
	lines := scene.Aside(t, in.Lang, in.User)
	if len(lines) > 0 {
		directorOf(t).say(in, strings.Join(lines, "\n"))
	}
	return len(lines) == 0
}

// alive returns the entry of a user that is alive and not disqualified. Without one it answers, and ok is false.
func (d *Director) alive(in *interaction.Interaction) (n int, ok bool) {
	e := d.event()
	if n = e.State.EntryOf(in.User); n == 0 {
		d.say(in, scene.Seat(d.table, in.Lang, in.User))
		return 0, false
	}
	lines := scene.Ended(e, in.Lang, n)
	if len(lines) > 0 {
		d.say(in, strings.Join(lines, "\n"))
	}
	return n, len(lines) == 0
}
