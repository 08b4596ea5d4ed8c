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

// Cut handles /cut: text that is mixed into the next shuffle.
func Cut(t *table.Table, in *interaction.Interaction) {
	v, r, content, say := t.View(), t.Record(), strings.TrimSpace(in.Options["text"]), &in.Lang.Say.Fair
	next := t.NextHand()
	_, seated := v.SeatOf(in.User)
	switch {
	case !seated:
		t.Refuse(in, engine.Refusal{Reason: engine.NotSeated})
	case content == "" || len(content) > shuffle.MaxCut || !utf8.ValidString(content):
		t.Env.Reply.Text(in, string(say.CutLength))
	case !r.Shuffle.Covers(next):
		t.Env.Reply.Text(in, string(say.CutEarly))
	case !t.DealtNext(in.User):
		t.Env.Reply.Text(in, string(say.CutOut))
	default:
		t.AddCut(in.User, content)
		t.Env.Reply.Text(in, text.Cut(in.Lang, next))
	}
}
