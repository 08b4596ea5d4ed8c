package play

import (
	"strings"

	"cardroom/bot/interaction"
	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/engine"
)

// Cut handles /cut: text that is mixed into the next shuffle.
func Cut(t *table.Table, in *interaction.Interaction) {
	v, words, say := t.View(), strings.TrimSpace(in.Options["text"]), &in.Lang.Say.Fair
	_, seated := v.SeatOf(in.User)
	switch {
	case !seated:
		t.Refuse(in, engine.Refusal{Reason: engine.NotSeated})
	case t.Dealer.UnderBeacon():
		t.Env.Reply.Text(in, string(say.CutBeacon))
	case !shuffle.ValidCut(words):
		t.Env.Reply.Text(in, string(say.CutLength))
	case !t.Dealer.TakesCuts():
		t.Env.Reply.Text(in, string(say.CutEarly))
	case !t.DealtNext(in.User):
		t.Env.Reply.Text(in, string(say.CutOut))
	default:
		t.Dealer.Cut(in, words)
	}
}
