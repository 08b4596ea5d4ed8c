package bot

import (
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/gateway"
	"cardroom/bot/interaction"
	"cardroom/bot/options"
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
	case b.draining.Load():
		return
	case !ok:
		b.moved(event)
		return
	}
	k, ok := interaction.Parse(i)
	if !ok {
		k = &interaction.Interaction{Ref: i.Ref(), Asker: interaction.Asker{Lang: locale.Lookup(i.Locale)}}
		b.reply.Text(k, string(k.Lang.Say.OnlyInServer))
		return
	}
	k.Lang = b.prefs.LocaleOf(k)
	b.metrics.Interaction(string(k.Kind))
	b.waiting.Store(k, nil)
	time.AfterFunc(patience, func() { b.late(k) })
	b.dispatch(k)
}

// late answers an ask that nobody has answered in time. What it asked for may still happen.
func (b *Bot) late(k *interaction.Interaction) {
	b.waiting.Delete(k)
	if !k.Answered() {
		b.metrics.AnswersLate.Inc()
	}
	if k.Kind == interaction.Completion {
		b.reply.Choices(k, nil)
		return
	}
	say := b.prefs.LocaleOf(k) // k.lang is whose turn it is to do the ask
	switch {
	case k.Path != "help":
		b.reply.Text(k, string(say.Say.NotConfirmed))
	case b.outage.Ongoing():
		b.reply.Text(k, text.Help(render.Scene{Lang: say}, string(say.Board.Halted)))
	default:
		b.reply.Text(k, text.Help(render.Scene{Lang: say}, string(say.Say.Busy)))
	}
}

// help answers /help where no table can say what its reader can do now.
func (b *Bot) help(k *interaction.Interaction, now string) {
	b.reply.Text(k, text.Help(render.Scene{Lang: k.Lang}, now))
}

// asides are the commands that are no table's to do.
var asides = map[string]func(*Bot, *interaction.Interaction){
	"settings": (*Bot).settings, "server": (*Bot).serverOptions, "stats": (*Bot).played,
	"chips balance": (*Bot).balance, "chips daily": (*Bot).daily, "chips board": (*Bot).richest,
	"chips give": (*Bot).give, "chips grant": (*Bot).grant,
	"verify": (*Bot).verify, "history": (*Bot).history, "watch list": (*Bot).listTables,
}

// dispatch has an ask done by the table it is for, or aside.
func (b *Bot) dispatch(k *interaction.Interaction) {
	var queued bool
	switch a := b.known(k.Key); {
	case k.Path == "rules": // which are the same at every table, and where there is none
		queued = b.aside(k, b.rules)
	case k.Kind == interaction.Command && asides[k.Path] != nil:
		queued = b.aside(k, func(k *interaction.Interaction) { asides[k.Path](b, k) })
	case k.Kind == interaction.Completion && (k.Path == "chips give" || k.Path == "chips grant"):
		queued = b.aside(k, func(k *interaction.Interaction) { b.reply.Choices(k, b.giftChoices(k)) })
	case k.Kind == interaction.Press && k.CustomID.Verb == render.VerbForget:
		queued = b.aside(k, b.forget)
	case isStep(k):
		queued = b.aside(k, b.step)
	case k.Kind == interaction.Completion && (k.Path == "verify" || k.Path == "history"): // the history is there also when the table is not
		queued = b.aside(k, func(k *interaction.Interaction) { b.reply.Choices(k, b.handChoices(k)) })
	case a != nil:
		queued = a.ask(k)
	case k.Kind == interaction.Command && k.Path == "table open":
		a = b.actor(k.Key)
		queued = a.ask(k)
	default:
		queued = b.aside(k, b.noTable)
	}
	if !queued {
		b.metrics.Presses.Busy.Inc()
		b.reply.Text(k, string(k.Lang.Say.Busy))
	}
}

// aside does an ask that is no table's to do.
func (b *Bot) aside(k *interaction.Interaction, do func(*interaction.Interaction)) bool {
	return b.tasks.Go(func() {
		b.prefs.Resolve(k)
		do(k)
	})
}

// excess answers what one person has asked for beyond mostOfOne.
func (b *Bot) excess(k *interaction.Interaction) {
	b.metrics.Presses.Busy.Inc()
	switch k.Kind {
	case interaction.Press:
		b.reply.Ack(k)
	case interaction.Completion:
		b.reply.Choices(k, nil)
	default:
		b.reply.Text(k, string(k.Lang.Say.Busy))
	}
}

// rules answers /rules and offers what it may be asked.
func (b *Bot) rules(k *interaction.Interaction) {
	if k.Kind == interaction.Completion {
		b.reply.Complete(k, text.Topics(k.Lang, k.Options[k.Focus]))
		return
	}
	b.reply.Text(k, text.Rule(k.Lang, k.Options["topic"]))
}

// noTable answers an ask in a channel that has no table.
func (b *Bot) noTable(k *interaction.Interaction) {
	switch {
	case k.Kind == interaction.Completion:
		b.reply.Choices(k, options.OpenChoices(k))
	case k.Kind == interaction.Command && k.Path == "ledger":
		b.lastLedger(k)
	case k.Kind == interaction.Command && k.Path == "help":
		b.help(k, text.NowOpen(k.Lang, b.mayOpen(k), b.prefs.Guild(k.Key.Guild).OpenRole))
	default:
		b.reply.Text(k, string(k.Lang.Say.NoTable))
		if k.Kind == interaction.Press && !k.Ephemeral { // the program was killed when it had closed the table
			b.tasks.Go(func() { b.strip(k.Key, k.Message, new(editor.Pacer)) })
		}
	}
}
