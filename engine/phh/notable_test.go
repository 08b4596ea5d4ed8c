package phh_test

import (
	"cardroom/engine"
	"cardroom/engine/poker"
)

// rare lists the things that have to happen among the hands of a test.
var rare = []string{
	"an ante of the big blind", "an ante", "antes alone", "a straddle", "a live post", "a missed small blind",
	"a missed small blind and antes", "a blind paid short", "an ante paid short", "no small blind", "equal blinds heads-up",
	"a larger least bet", "a chip unit", "two boards", "three boards", "four cards drawn", "five cards drawn", "a silent fold",
	"one who left", "a hand mucked unseen", "an uncalled bet", "a split pot", "an odd chip of a tournament", "a side pot", "a run-out", "an all-in draw",
	"a big blind that the ante took",
}

// notable returns the rare things that happened in the hand.
func (l *randomHands) notable() (out []string) {
	is := map[string]bool{}
	v, r := l.Table.View(0), l.Table.Rules()
	posts, short, players := map[engine.Post]int{}, map[engine.Post]bool{}, len(l.stacks())
	is["a larger least bet"], is["a chip unit"] = r.MinBet > r.BigBlind, r.ChipUnit > 1
	is["antes alone"], is["a side pot"] = r.NoBlinds, len(v.Pots) > 1
	for _, e := range l.Log {
		switch e.Kind {
		case engine.Posted:
			posts[e.Post]++
			short[e.Post] = short[e.Post] || e.AllIn
		case engine.RunsAgreed:
			is["two boards"], is["three boards"] = e.Count == 2, e.Count == 3
		case engine.Drew:
			is["four cards drawn"] = is["four cards drawn"] || e.Count == 4 && !r.DrawAny
			is["five cards drawn"] = is["five cards drawn"] || e.Count == 5
			s, _ := l.Before.SeatOf(e.Player)
			is["an all-in draw"] = is["an all-in draw"] || e.Count > 0 && s.AllIn
		case engine.Acted:
			is["a silent fold"] = is["a silent fold"] || e.Silent && e.Action == engine.Fold
		case engine.StoodUp:
			is["one who left"] = true
		case engine.Mucked:
			is["a hand mucked unseen"] = true
		case engine.Uncalled:
			is["an uncalled bet"] = true
		case engine.Won:
			s, _ := l.Before.SeatOf(e.Player)
			is["a run-out"] = is["a run-out"] || s.AllShown && r.Variant != poker.FiveCardDraw
		}
	}
	for _, p := range v.Pots {
		is["a split pot"] = is["a split pot"] || len(p.Won) > 1
		odd := r.Tournament && len(p.Won) > 1 && p.Amount%(int64(len(p.Won))*r.ChipUnit) != 0
		is["an odd chip of a tournament"] = is["an odd chip of a tournament"] || odd
	}
	is["an ante of the big blind"], is["an ante"] = posts[engine.PostBigBlindAnte] > 0, posts[engine.PostAnte] > 0
	is["a straddle"], is["a live post"] = posts[engine.PostStraddle] > 0, posts[engine.PostLive] > 0
	is["a missed small blind"] = posts[engine.PostDeadSmall] > 0
	is["a missed small blind and antes"] = posts[engine.PostDeadSmall] > 0 && posts[engine.PostAnte] > 0
	is["a blind paid short"], is["an ante paid short"] = short[engine.PostBigBlind], short[engine.PostAnte]
	is["no small blind"] = !r.NoBlinds && posts[engine.PostSmallBlind] == 0
	is["a big blind that the ante took"] = !r.NoBlinds && posts[engine.PostBigBlind] == 0
	is["equal blinds heads-up"] = r.SmallBlind == r.BigBlind && players == 2 && !r.NoBlinds
	for _, what := range rare {
		if is[what] {
			out = append(out, what)
		}
	}
	return out
}
