package record

import (
	"slices"
	"time"

	"cardroom/engine"
	"cardroom/render/text"
)

// BigPot is the size in big blinds over which followers get a notice of a pot.
const BigPot = 50

// NoteForFollowers notes in the record that followers are to get a notice of the hand, once a hand. The view is the
// table after the events.
func (r *Table) NoteForFollowers(v engine.View, events []engine.Event, now time.Time) {
	if len(r.Followers) == 0 || r.Notice.Message != 0 || len(events) == 0 {
		return
	}
	why, pot := text.NoticeReason(0), matched(v)
	switch {
	case v.Hand == r.Notice.Hand || len(Recipients(r.Followers, v)) == 0:
		return
	case slices.ContainsFunc(events, func(e engine.Event) bool { return callsAllIn(e, r.Log) }):
		why = text.NoticeAllIn
	case pot > BigPot*v.Rules.BigBlind:
		why = text.NoticePot
	default:
		return
	}
	r.Notice = Notice{Hand: v.Hand, Reason: why, Pot: pot, At: engine.At(now)}
}

// matched returns the chips in the pots, without the uncalled part of a bet. Of an earlier street none is left.
func matched(v engine.View) (pot int64) {
	for _, p := range v.Pots {
		pot += p.Amount
	}
	var most, next int64
	for _, s := range v.Seats {
		most, next = max(most, s.Bet), max(next, min(most, s.Bet))
	}
	return pot - (most - next)
}

// callsAllIn reports whether a player calls all-in, or calls a player who is all-in. The log covers one hand, in which an
// all-in player cannot fold.
func callsAllIn(e engine.Event, log []engine.Event) bool {
	return e.Kind == engine.Acted && e.Action == engine.Call && slices.ContainsFunc(log, func(was engine.Event) bool {
		return was.Hand == e.Hand && was.AllIn
	})
}

// Recipients returns the followers who are not in the hand.
func Recipients(followers []engine.ID, v engine.View) []engine.ID {
	return slices.DeleteFunc(slices.Clone(followers), func(who engine.ID) bool {
		s, seated := v.SeatOf(who)
		return seated && s.InHand
	})
}
