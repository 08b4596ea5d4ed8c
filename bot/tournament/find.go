package tournament

import (
	"cardroom/bot/interaction"
	"cardroom/bot/lobby"
	"cardroom/bot/table"
	"cardroom/bot/tournament/directory"
	"cardroom/render"
)

// On returns a handler that finds the tournament and runs another one as a job of its table.
func On(handle func(*Director, *interaction.Interaction)) func(*table.Env, *interaction.Interaction) {
	return func(e *table.Env, in *interaction.Interaction) {
		t := directory.Find(e, in)
		if t == nil {
			return
		}
		queued := t.Post(func() {
			if !t.InTournament() {
				e.Reply.Text(in, string(in.Lang.Tournament.Said.Ended))
				return
			}
			t.Names.Learn(in.User, in.Name)
			run := func() { handle(directorOf(t), in) }
			switch in.CustomID.Verb {
			case render.VerbNoRebuy, render.VerbAddOn, render.VerbRestart, render.VerbAskDeal, render.VerbDeal:
				Attend(t, in, run)
			case render.VerbRegister, render.VerbMyTable, render.VerbStandings:
				directorOf(t).pressed(in.User)
				run()
			default:
				run()
			}
			if t.InTournament() {
				directorOf(t).lobby.pressed(in)
			}
		})
		if !queued {
			e.Reply.Text(in, string(in.Lang.Say.Busy))
		}
	}
}

// FollowTournament handles /watch follow where the channel has no table: it follows the table of a tournament (T119).
func FollowTournament(e *table.Env, in *interaction.Interaction) {
	if _, given := in.Options[directory.Option]; !given && !directory.Knows(e, in) {
		e.Reply.Text(in, string(in.Lang.Say.NoTable))
		return
	}
	On(func(d *Director, in *interaction.Interaction) { lobby.Follow(d.table, in) })(e, in)
}

// FollowFromTable handles /watch follow at a table: it follows this one, or that of the tournament in the option.
func FollowFromTable(t *table.Table, in *interaction.Interaction) {
	if _, given := in.Options[directory.Option]; given {
		t.Env.Tasks.Go(func() { FollowTournament(t.Env, in) })
		return
	}
	lobby.Follow(t, in)
}
