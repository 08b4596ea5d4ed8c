package play

import (
	"strings"

	"cardroom/bot/interaction"
	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
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
	case !shuffle.ValidCut(words) || !readable(words):
		t.Env.Reply.Text(in, string(say.CutLength))
	case !t.Dealer.TakesCuts():
		t.Env.Reply.Text(in, string(say.CutEarly))
	case !t.Dealer.DealtNext(in.User):
		t.Env.Reply.Text(in, string(say.CutOut))
	case t.Env.Reply.MayCut(in):
		t.Dealer.Cut(in, words)
	}
}

// readable reports whether a text shows all that it has. The joiner inside an emoji may stay.
func readable(words string) bool {
	text := strings.Join(strings.Fields(strings.ReplaceAll(words, "\u200d", "")), " ")
	return text != "" && render.Line(text, len(text)) == text
}
