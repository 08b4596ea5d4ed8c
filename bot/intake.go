package bot

import (
	"strconv"
	"strings"
	"time"

	"cardroom/bot/channel"
	"cardroom/bot/command"
	"cardroom/bot/editor"
	"cardroom/bot/gateway"
	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// patience is how long an ask may be on its way before it is told that the answer will be on the board. Discord gives
// three seconds, the way there and back included.
const patience = 2 * time.Second

// handle takes an event from the gateway. It reads and queues, and never waits.
func (b *Bot) handle(event any) {
	i, ok := event.(*gateway.Interaction)
	switch {
	case b.Draining.Load():
		return
	case !ok:
		b.moved(event)
		return
	}
	k, ok := interaction.Parse(i)
	if !ok {
		k = &interaction.Interaction{Ref: i.Ref(), Asker: interaction.Asker{Lang: locale.Lookup(i.Locale)}}
		b.Reply.Text(k, string(k.Lang.Say.OnlyInServer))
		return
	}
	k.Lang = b.Prefs.LocaleOf(k)
	b.Metrics.Interaction(string(k.Kind))
	b.waiting.Store(k, nil)
	time.AfterFunc(patience, func() { b.late(k) })
	b.dispatch(k)
}

// late answers an ask that nobody has answered in time. What it asked for may still happen.
func (b *Bot) late(k *interaction.Interaction) {
	b.waiting.Delete(k)
	if !k.Answered() {
		b.Metrics.AnswersLate.Inc()
	}
	if k.Kind == interaction.Completion {
		b.Reply.Choices(k, nil)
		return
	}
	say := b.Prefs.LocaleOf(k) // k.lang is whose turn it is to do the ask
	switch {
	case k.Path != "help":
		b.Reply.Text(k, string(say.Say.NotConfirmed))
	case b.Outage.Ongoing():
		b.Reply.Text(k, text.Help(render.Scene{Lang: say}, string(say.Board.Halted)))
	default:
		b.Reply.Text(k, text.Help(render.Scene{Lang: say}, string(say.Say.Busy)))
	}
}

// aside does an ask that is no table's to do.
func (b *Bot) aside(k *interaction.Interaction, do func(*interaction.Interaction)) bool {
	return b.Tasks.Go(func() {
		b.Prefs.Resolve(k)
		do(k)
	})
}

// excess answers what one person has asked for beyond mostOfOne.
func (b *Bot) excess(k *interaction.Interaction) {
	b.Metrics.Presses.Busy.Inc()
	switch k.Kind {
	case interaction.Press:
		b.Reply.Ack(k)
	case interaction.Completion:
		b.Reply.Choices(k, nil)
	default:
		b.Reply.Text(k, string(k.Lang.Say.Busy))
	}
}

// noTable answers an ask in a channel that has no table.
func (b *Bot) noTable(k *interaction.Interaction) {
	r := b.routes.Find(k)
	switch {
	case k.Kind == interaction.Completion:
		b.Reply.Choices(k, nil)
	case k.Kind == interaction.Command && r.Closed != nil:
		r.Closed(b.Env, k)
	default:
		b.Reply.Text(k, string(k.Lang.Say.NoTable))
		if k.Kind == interaction.Press && !k.Ephemeral { // the program was killed when it had closed the table
			b.Tasks.Go(func() { channel.Strip(b.Env, k.Key, k.Message, new(editor.Pacer)) })
		}
	}
}

// dispatch has an interaction done by the table it is for, or beside the tables.
func (b *Bot) dispatch(k *interaction.Interaction) {
	r, t := b.routes.Find(k), b.Tables.Known(k.Key)
	var queued bool
	switch {
	case k.Kind == interaction.Completion && r.CompleteBeside != nil && (t == nil || r.Complete == nil):
		queued = b.aside(k, func(k *interaction.Interaction) { b.complete(k, r) })
	case (k.Kind == interaction.Command || k.Kind == interaction.Press) && r.Beside != nil:
		queued = b.aside(k, func(k *interaction.Interaction) { r.Beside(b.Env, k) })
	case t != nil:
		queued = t.Ask(k)
	case k.Kind == interaction.Command && r.Opens:
		queued = b.Tables.Get(k.Key).Ask(k)
	default:
		queued = b.aside(k, b.noTable)
	}
	if !queued {
		b.Metrics.Presses.Busy.Inc()
		b.Reply.Text(k, string(k.Lang.Say.Busy))
	}
}

// complete answers a completion beside the tables.
func (b *Bot) complete(k *interaction.Interaction, r *command.Route) {
	choices := r.CompleteBeside(b.Env, k)
	if r.Matches {
		b.Reply.Complete(k, choices)
		return
	}
	b.Reply.Choices(k, choices)
}

// staleAsk is how long what somebody asked for is still worth doing: the store may have been away meanwhile.
const staleAsk = 10 * time.Second

// take does what a person asks of a table that may or may not be open.
func (b *Bot) take(t *table.Table, k *interaction.Interaction) {
	if !t.Receive(k) {
		return
	}
	r := b.routes.Find(k)
	switch {
	case time.Since(k.Arrived) > staleAsk:
		return // the asker was told long ago that it may not happen, and may have thought again
	case t.IsUnreadable():
		b.unreadable(k)
	case t.IsForbidden() && !b.unblocked(t, k):
	case k.Kind == interaction.Press:
		t.CheckFuturePress(k)
		b.run(t, k, r, r.Table)
	case k.Kind == interaction.Modal:
		b.run(t, k, r, r.Modal)
	case k.Kind == interaction.Completion && (r.Complete == nil || !t.IsOpen() && !r.Opens):
		b.Reply.Choices(k, nil)
	case k.Kind == interaction.Completion:
		b.Reply.Choices(k, r.Complete(t, k))
	case !t.IsOpen() && !r.Opens:
		b.noTable(k)
	case r.Table == nil:
		b.Reply.Text(k, string(k.Lang.Say.Unknown))
	case r.Guard == nil || r.Guard(t, k):
		r.Table(t, k)
	}
}

// run does what a button or a modal says. It is believed only where it fits the table: this channel, the board that stands
// here now or the person's own panel, the decision that is awaited.
func (b *Bot) run(t *table.Table, k *interaction.Interaction, r *command.Route, do func(*table.Table, *interaction.Interaction)) {
	switch {
	case !t.IsCurrent(k) || do == nil:
		channel.Of(t).RefuseStale(k)
	case r.Guard == nil || r.Guard(t, k):
		do(t, k)
	}
}

// unblocked reports whether what is asked may be done at a table whose channel has refused the bot. An interaction says what
// the bot may do where it comes from: enough, and the table goes on; too little, and the asker is told what is missing.
// Leaving needs no board.
func (b *Bot) unblocked(t *table.Table, k *interaction.Interaction) bool {
	missing, blind := interaction.MissingPermissions(k)
	switch {
	case !blind && k.BotPermissions != 0:
		channel.Of(t).Unblocked()
	case blind && k.Kind != interaction.Completion && k.Path != "leave":
		b.Reply.Text(k, k.Lang.Say.BotLost.Format("list", strings.Join(missing, ", ")))
		return false
	}
	return true
}

// unreadable answers in the channel of a table that cannot be read.
func (b *Bot) unreadable(k *interaction.Interaction) {
	if k.Kind == interaction.Completion {
		b.Reply.Choices(k, nil)
		return
	}
	said := k.Lang.Say.Unreadable.Format("ref", strconv.FormatUint(uint64(k.Key.Channel), 10))
	if k.Path == "help" {
		said = text.Help(render.Scene{Lang: k.Lang}, said)
	}
	b.Reply.Text(k, said)
}
