package play

import (
	"strings"
	"unicode/utf8"

	"cardroom/bot/interaction"
	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render/text"
)

// Cut is /cut: words that are mixed into the next shuffle.
func Cut(a *table.Table, k *interaction.Interaction) {
	v, content, say := a.View(), strings.TrimSpace(k.Options["text"]), &k.Lang.Say.Fair
	next := a.NextHand()
	_, seated := v.SeatOf(k.User)
	switch {
	case !seated:
		a.Refuse(k, engine.Refusal{Reason: engine.NotSeated})
	case content == "" || len(content) > shuffle.MaxCut || !utf8.ValidString(content):
		a.Env.Reply.Text(k, string(say.CutLength))
	case !a.State.Record.Shuffle.Covers(next):
		a.Env.Reply.Text(k, string(say.CutEarly))
	default:
		a.Dealer.Cuts.Add(k.User, content)
		a.Env.Reply.Text(k, text.Cut(k.Lang, next))
	}
}
