package bot

import (
	"strings"
	"time"
	"unicode/utf8"

	"cardroom/bot/interaction"
	"cardroom/bot/shuffle"
	"cardroom/engine"
	"cardroom/render/text"
)

// hear notes the interaction of a player: where they type nothing, it is their cut.
func (a *actor) hear(k *interaction.Interaction) {
	if a.version == 0 || k.Kind == interaction.Completion {
		return
	}
	v := a.view()
	if _, seated := v.SeatOf(k.User); seated && a.record.Shuffle.Covers(a.nextHand()) {
		a.cuts.AddImplicit(k.User, k.ID)
	}
}

// cut is /cut: words that are mixed into the next shuffle.
func (a *actor) cut(k *interaction.Interaction) {
	v, content, say := a.view(), strings.TrimSpace(k.Options["text"]), &k.Lang.Say.Fair
	next := a.nextHand()
	_, seated := v.SeatOf(k.User)
	switch {
	case !seated:
		a.refuse(k, engine.Refusal{Reason: engine.NotSeated})
	case content == "" || len(content) > shuffle.MaxCut || !utf8.ValidString(content):
		a.bot.reply.Text(k, string(say.CutLength))
	case !a.record.Shuffle.Covers(next):
		a.bot.reply.Text(k, string(say.CutEarly))
	default:
		a.cuts.Add(k.User, content)
		a.bot.reply.Text(k, text.Cut(k.Lang, next))
	}
}

// startHand closes the cuts and starts the next hand. Whatever becomes of it, they are used up.
func (a *actor) startHand(now time.Time) error {
	next, events, err := a.table.Apply(engine.Start{Lot: a.bot.roll(), At: engine.At(now)}, nil)
	if err != nil {
		return err
	}
	r := a.record
	r.Shuffle = r.Shuffle.Begun(a.cuts.Close(next.View(0)))
	a.cuts = shuffle.Cuts{}
	a.posting.past = a.pastFrame()
	return a.commit(a.once("due"), next, r, events)
}
