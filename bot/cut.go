package bot

import (
	"maps"
	"strings"
	"time"
	"unicode/utf8"

	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/render/text"
)

// mostCut is the length of a cut in bytes of UTF-8.
const mostCut = 64

// cuts is what players bring to the shuffle of the next hand, since its seal stands and the cuts of the hand before were
// closed. It is for one hand and not stored: a cut that stays would be known when a secret is made.
type cuts struct {
	typed map[engine.ID]string
	heard map[engine.ID]string // the last interaction of those who sit
}

// hear notes the interaction of a player: where they type nothing, it is their cut.
func (a *actor) hear(k *ask) {
	if a.version == 0 || k.kind == asksChoices {
		return
	}
	v := a.view()
	if _, seated := v.SeatOf(k.user); seated && a.record.Shuffle.covers(a.nextHand()) {
		a.cuts.heard = with(a.cuts.heard, k.user, k.id)
	}
}

func with(m map[engine.ID]string, who engine.ID, text string) map[engine.ID]string {
	if m == nil {
		m = map[engine.ID]string{}
	}
	m[who] = text
	return m
}

// cut is /cut: words that are mixed into the next shuffle.
func (a *actor) cut(k *ask) {
	v, content, say := a.view(), strings.TrimSpace(k.options["text"]), &k.lang.Say.Fair
	next := a.nextHand()
	_, seated := v.SeatOf(k.user)
	switch {
	case !seated:
		a.refuse(k, engine.Refusal{Reason: engine.NotSeated})
	case content == "" || len(content) > mostCut || !utf8.ValidString(content):
		a.bot.tell(k, string(say.CutLength))
	case !a.record.Shuffle.covers(next):
		a.bot.tell(k, string(say.CutEarly))
	default:
		a.cuts.typed = with(a.cuts.typed, k.user, content)
		a.bot.tell(k, text.Cut(k.lang, next))
	}
}

// close is the cuts of those who are dealt in.
func (c *cuts) close(v engine.View) (closed []fair.Cut) {
	said := maps.Clone(c.heard)
	for who, text := range c.typed {
		said = with(said, who, text)
	}
	for _, who := range dealtIn(v) {
		if text := said[who]; text != "" {
			closed = append(closed, fair.Cut{By: fair.ID(who), Text: text})
		}
	}
	return closed
}

// begun is the shuffle of a hand that starts with these cuts.
func (s shuffle) begun(closed []fair.Cut) shuffle {
	s.Entropy = &fair.Entropy{Cuts: closed}
	s.Seal, s.Path, s.Dealt, s.Prev, s.Proof = fair.Hash{}, nil, nil, s.Last, nil
	return s
}

// startHand closes the cuts and starts the next hand. Whatever becomes of it, they are used up.
func (a *actor) startHand(now time.Time) error {
	next, events, err := a.table.Apply(engine.Start{Lot: a.bot.roll(), At: engine.At(now)}, nil)
	if err != nil {
		return err
	}
	r := a.record
	r.Shuffle = r.Shuffle.begun(a.cuts.close(next.View(0)))
	a.cuts = cuts{}
	a.posting.past = a.pastFrame()
	return a.commit(a.once("due"), next, r, events)
}
