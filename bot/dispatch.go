package bot

import (
	"strconv"

	"cardroom/bot/board"
	"cardroom/bot/channel"
	"cardroom/bot/command"
	"cardroom/bot/editor"
	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/bot/tournament"
	"cardroom/render"
)

// dispatch queues an interaction at its table, or runs it outside the tables.
func (b *Bot) dispatch(in *interaction.Interaction) {
	r, t := b.routes.Find(in), b.Tables.Known(in.Key)
	outside := b.outsideTables(in, r)
	if (outside != nil || t == nil || !t.Summary().Open) && !b.arrivals.Reserve(in) {
		b.oneMoment(in)
		return
	}
	var queued bool
	switch {
	case outside != nil:
		queued = b.beside(in, outside)
		if t != nil && in.Kind == interaction.Press && t.Summary().Event != nil {
			t.Post(func() { tournament.Attend(t, in, func() {}) })
		}
	case t != nil:
		queued = t.Enqueue(in)
	case in.Kind == interaction.Command && r.Opens != nil:
		queued = b.beside(in, func() { b.makeTable(in, r) })
	default:
		queued = b.beside(in, func() { b.noTable(in, r) })
	}
	if !queued {
		b.busy(in)
	}
	b.orphans.Notify(in)
}

// outsideTables returns the function that runs an interaction outside the tables; nil: the table of its channel does, if it has one.
func (b *Bot) outsideTables(in *interaction.Interaction, r *command.Route) func() {
	switch {
	case in.Kind == interaction.Completion && r.ChoicesBeside != nil:
		return func() { b.completeBeside(in, r) }
	case (in.Kind == interaction.Command || in.Kind == interaction.Press) && r.Beside != nil:
		return func() { r.Beside(b.Env, in) }
	case in.Kind == interaction.Modal && r.Submit != nil:
		return func() { r.Submit(b.Env, in) }
	}
	return nil
}

// beside runs an interaction in a goroutine of its own, after loading the user's language. It returns false when the bot
// has stopped.
func (b *Bot) beside(in *interaction.Interaction, do func()) bool {
	return b.Tasks.Go(func() {
		b.Prefs.Resolve(in) // which may wait for the store
		if !b.dropOld(in) {
			do()
		}
	})
}

// completeBeside answers a completion outside the tables.
func (b *Bot) completeBeside(in *interaction.Interaction, r *command.Route) {
	choices := r.ChoicesBeside(b.Env, in)
	if r.Matches {
		b.Reply.Choices(in, choices)
		return
	}
	b.Reply.MatchingChoices(in, choices)
}

// makeTable queues a command at the table of a channel that never had one. It makes the table only for a player who may open it: a
// table stays in memory.
func (b *Bot) makeTable(in *interaction.Interaction, r *command.Route) {
	if r.Opens(b.Env, in) && !b.Tables.Get(in.Key).Enqueue(in) {
		b.busy(in)
	}
}

// noTable answers an interaction in a channel without an open table.
func (b *Bot) noTable(in *interaction.Interaction, r *command.Route) {
	switch {
	case in.Kind == interaction.Completion:
		b.Reply.Choices(in, nil)
	case in.Kind == interaction.Command && r.Closed != nil:
		r.Closed(b.Env, in)
	default:
		b.Reply.Text(in, string(in.Lang.Say.NoTable))
		if in.Kind == interaction.Press && !in.Ephemeral { // the program was killed just after it closed the table
			b.Tasks.Go(func() { board.Strip(b.Env, in.Key, in.Message, new(editor.Pacer)) })
		}
	}
}

// run runs an interaction as a job of its table, which may be open or not.
func (b *Bot) run(t *table.Table, in *interaction.Interaction) {
	if b.dropOld(in) || !t.Receive(in) {
		return
	}
	r := b.routes.Find(in)
	if t.InTournament() && r.InTournament != nil {
		r = &command.Route{Table: r.InTournament, Modal: r.InTournament}
	}
	switch {
	case t.Recovery.IsUnreadable():
		b.unreadable(in)
	case t.Venue().IsForbidden() && !b.unblocked(t, in):
	case in.Kind == interaction.Press:
		t.Recovery.CheckFuturePress(in)
		channel.Of(t).RestoreBoard(in)
		tournament.Attend(t, in, func() { runComponent(t, in, r, r.Table) })
	case in.Kind == interaction.Modal:
		tournament.Attend(t, in, func() { runComponent(t, in, r, r.Modal) })
	case in.Kind == interaction.Completion && (r.Choices == nil || !t.IsOpen()):
		b.Reply.Choices(in, nil)
	case in.Kind == interaction.Completion:
		b.Reply.MatchingChoices(in, r.Choices(t, in))
	case !t.IsOpen() && r.Opens == nil:
		b.noTable(in, r)
	case r.Table == nil:
		b.Reply.Text(in, string(in.Lang.Say.Unknown))
	case r.Opens != nil && !r.Opens(b.Env, in):
	case r.Guard == nil || r.Guard(t, in):
		r.Table(t, in)
	}
}

// runComponent runs a press or modal if it fits the table: it must come from this channel, and from the current board or
// the player's own panel.
func runComponent(t *table.Table, in *interaction.Interaction, r *command.Route, do func(*table.Table, *interaction.Interaction)) {
	switch {
	case !t.IsCurrent(in) || do == nil:
		channel.Of(t).RefuseStale(in)
	case r.Guard == nil || r.Guard(t, in):
		do(t, in)
	}
}

// unblocked reports whether an interaction may run at a table whose channel refused the bot. If the bot's permissions have come to
// suffice, the table resumes.
func (b *Bot) unblocked(t *table.Table, in *interaction.Interaction) bool {
	if in.BotPermissions == 0 {
		return true
	}
	said := interaction.KeptOut(b.Rest, in, in.Lang.Say.BotLost)
	if said == "" {
		channel.Of(t).Unblocked(false)
		return true
	}
	if needsBoard(in) {
		b.Reply.Text(in, said)
	}
	return !needsBoard(in)
}

// needsBoard reports whether an interaction at a table is of no use without a board. Players may leave without one, and a host may close.
func needsBoard(in *interaction.Interaction) bool {
	switch in.Path {
	case "leave", "table close", "table log", "help":
		return false
	}
	return in.Kind != interaction.Completion && in.CustomID.Verb != render.VerbClose
}

// unreadable answers an interaction at a table whose stored record cannot be read.
func (b *Bot) unreadable(in *interaction.Interaction) {
	if in.Kind == interaction.Completion {
		b.Reply.Choices(in, nil)
		return
	}
	said := in.Lang.Say.Unreadable.Format("ref", strconv.FormatUint(uint64(in.Key.Channel), 10))
	if in.Path == "help" {
		answerHelp(&b.Reply, in, render.Scene{Lang: in.Lang}, in.Lang, said)
		return
	}
	b.Reply.Text(in, said)
}
