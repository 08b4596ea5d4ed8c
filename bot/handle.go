package bot

import (
	"github.com/bwmarrin/discordgo"

	"cardroom/bot/gateway"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/render"
	"cardroom/render/locale"
)

// handle receives an event from the gateway. Every interaction enters here. It parses and queues, and never blocks. An interaction that
// was delivered before takes no effect, and the answer to the first delivery stands.
func (b *Bot) handle(event any) {
	i, ok := event.(*gateway.Interaction)
	switch {
	case b.Draining.Load():
		return
	case !ok:
		b.handleEvent(event)
		return
	}
	in, ok := interaction.Parse(i)
	if !ok {
		in = &interaction.Interaction{Origin: &interaction.Origin{Ref: i.Ref()}}
		if i.Type == discordgo.InteractionApplicationCommandAutocomplete { // which has no other answer
			b.Reply.Choices(in, nil)
			return
		}
		b.Reply.Text(in, string(locale.Lookup(i.Locale).Say.OnlyInServer))
		return
	}
	b.Metrics.Interaction(string(in.Kind))
	if b.arrivals.delivered.Repeated(message.Snowflake(in.ID)) || b.dropOld(in) {
		return
	}
	in.Key = b.Tables.At(in.Key)
	b.watchdog.Watch(in) // it reads the interaction from now on
	b.dispatch(in)
}

// dropOld reports whether an interaction is too old to take effect. It then tells the player, if Discord still accepts an
// answer. The response also has Discord's time, which corrects a wrong age.
func (b *Bot) dropOld(in *interaction.Interaction) bool {
	if !in.TooOld(b.Rest) {
		return false
	}
	b.Metrics.Presses.Old.Inc()
	b.Log.Debug("dropped an interaction that arrived too late", "guild", uint64(in.Key.Guild), "table", uint64(in.Key.Channel), "kind", in.Kind)
	if in.Kind != interaction.Completion {
		b.Reply.TooLate(in, string(b.Prefs.LocaleOf(in.Origin).Say.TooLate))
	}
	return true
}

// timeout answers an interaction that has waited too long for its answer. It may still take effect. The language comes from
// the caches: in.Lang belongs to the goroutine that runs the interaction.
func (b *Bot) timeout(in *interaction.Interaction) {
	b.Metrics.AnswersLate.Inc()
	if in.Kind == interaction.Completion {
		b.Reply.Choices(in, nil)
		return
	}
	l := b.Prefs.LocaleOf(in.Origin)
	switch {
	case in.Path != "help":
		b.Reply.Text(in, unconfirmed(l, in))
	case b.Outage.Ongoing():
		answerHelp(&b.Reply, in, render.Scene{Lang: l}, l, string(l.Board.Halted))
	default:
		answerHelp(&b.Reply, in, render.Scene{Lang: l}, l, string(l.Say.Busy))
	}
}

// unconfirmed returns the text for an interaction that may still take effect: where the user sees whether it did, which for most is
// the board. The handler may be running: none of the fields that it changes, as the target of a press, are read here.
func unconfirmed(l *locale.Lang, in *interaction.Interaction) string {
	switch {
	case in.Path == "chips grant" && in.Target.User != in.User: // the balance is another user's
		return l.Money.GrantUnknown.Format("player", render.Mention(in.Target.User))
	case in.Path == "chips daily", in.Path == "chips give", in.Path == "chips grant", in.CustomID.Verb == render.VerbGift:
		return l.Say.Unconfirmed.Format("command", "/chips balance")
	case in.Path == "settings", in.Path == "server":
		return l.Say.Unconfirmed.Format("command", "/"+in.Path)
	case in.Path == "table preset":
		return string(l.Say.SaveAgain)
	case in.CustomID.Verb == render.VerbForget:
		return string(l.Forget.Unconfirmed)
	}
	return string(l.Say.NotConfirmed)
}

// busy refuses an interaction because a queue is full.
func (b *Bot) busy(in *interaction.Interaction) {
	b.Metrics.Presses.Busy.Inc()
	b.Reply.Text(in, string(b.Prefs.LocaleOf(in.Origin).Say.Busy))
}

// tooMany refuses an interaction of a user with many waiting ones. A press needs no answer text: another one will change
// the board.
func (b *Bot) tooMany(in *interaction.Interaction) {
	switch in.Kind {
	case interaction.Press:
		b.Metrics.Presses.Busy.Inc()
		b.Reply.Ack(in)
	case interaction.Completion:
		b.Metrics.Presses.Busy.Inc()
		b.Reply.Choices(in, nil)
	default:
		b.busy(in)
	}
}
