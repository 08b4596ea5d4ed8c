package bot

import (
	"time"

	"cardroom/bot/gateway"
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
	k, ok := readAsk(i)
	if !ok {
		k = &ask{ref: i.Ref(), lang: locale.Lookup(i.Locale)}
		b.tell(k, string(k.lang.Say.OnlyInServer))
		return
	}
	k.lang = b.tongue(k)
	b.meter.asked(k.kind)
	b.waiting.Store(k, nil)
	time.AfterFunc(patience, func() { b.late(k) })
	b.dispatch(k)
}

// late answers an ask that nobody has answered in time. What it asked for may still happen.
func (b *Bot) late(k *ask) {
	b.waiting.Delete(k)
	if !k.answered.Load() {
		b.meter.late.Inc()
	}
	if k.kind == asksChoices {
		b.offer(k, nil)
		return
	}
	say := b.tongue(k) // k.lang is whose turn it is to do the ask
	switch {
	case k.path != "help":
		b.tell(k, string(say.Say.NotConfirmed))
	case b.outage.is():
		b.tell(k, text.Help(render.Scene{Lang: say}, string(say.Board.Halted)))
	default:
		b.tell(k, text.Help(render.Scene{Lang: say}, string(say.Say.Busy)))
	}
}

// help answers /help where no table can say what its reader can do now.
func (b *Bot) help(k *ask, now string) {
	b.tell(k, text.Help(render.Scene{Lang: k.lang}, now))
}

// asides are the commands that are no table's to do.
var asides = map[string]func(*Bot, *ask){
	"settings": (*Bot).settings, "server": (*Bot).serverOptions, "stats": (*Bot).played,
	"chips balance": (*Bot).balance, "chips daily": (*Bot).daily, "chips board": (*Bot).richest,
	"chips give": (*Bot).give, "chips grant": (*Bot).grant,
	"verify": (*Bot).verify, "history": (*Bot).history, "watch list": (*Bot).listTables,
}

// dispatch has an ask done by the table it is for, or aside.
func (b *Bot) dispatch(k *ask) {
	var queued bool
	switch a := b.known(k.key); {
	case k.path == "rules": // which are the same at every table, and where there is none
		queued = b.aside(k, b.rules)
	case k.kind == asksCommand && asides[k.path] != nil:
		queued = b.aside(k, func(k *ask) { asides[k.path](b, k) })
	case k.kind == asksChoices && (k.path == "chips give" || k.path == "chips grant"):
		queued = b.aside(k, func(k *ask) { b.offer(k, b.giftChoices(k)) })
	case k.kind == asksPress && k.button.verb == render.VerbForget:
		queued = b.aside(k, b.forget)
	case isStep(k):
		queued = b.aside(k, b.step)
	case k.kind == asksChoices && (k.path == "verify" || k.path == "history"): // the history is there also when the table is not
		queued = b.aside(k, func(k *ask) { b.offer(k, b.handChoices(k)) })
	case a != nil:
		queued = a.ask(k)
	case k.kind == asksCommand && k.path == "table open":
		a = b.actor(k.key)
		queued = a.ask(k)
	default:
		queued = b.aside(k, b.noTable)
	}
	if !queued {
		b.meter.busy.Inc()
		b.tell(k, string(k.lang.Say.Busy))
	}
}

// aside does an ask that is no table's to do.
func (b *Bot) aside(k *ask, do func(*ask)) bool {
	return b.start(func() {
		b.address(k)
		do(k)
	})
}

// excess answers what one person has asked for beyond mostOfOne.
func (b *Bot) excess(k *ask) {
	b.meter.busy.Inc()
	switch k.kind {
	case asksPress:
		b.nod(k)
	case asksChoices:
		b.offer(k, nil)
	default:
		b.tell(k, string(k.lang.Say.Busy))
	}
}

// rules answers /rules and offers what it may be asked.
func (b *Bot) rules(k *ask) {
	if k.kind == asksChoices {
		b.complete(k, text.Topics(k.lang, k.options[k.focus]))
		return
	}
	b.tell(k, text.Rule(k.lang, k.options["topic"]))
}

// noTable answers an ask in a channel that has no table.
func (b *Bot) noTable(k *ask) {
	switch {
	case k.kind == asksChoices:
		b.offer(k, openChoices(k))
	case k.kind == asksCommand && k.path == "ledger":
		b.lastLedger(k)
	case k.kind == asksCommand && k.path == "help":
		b.help(k, text.NowOpen(k.lang, b.mayOpen(k), b.house(k.key.Guild).Opener))
	default:
		b.tell(k, string(k.lang.Say.NoTable))
		if k.kind == asksPress && !k.panel { // the program was killed when it had closed the table
			b.start(func() { b.strip(k.key, k.message, new(pace)) })
		}
	}
}
