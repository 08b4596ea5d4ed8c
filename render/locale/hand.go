package locale

import (
	"cmp"

	"cardroom/engine/rank"
)

// Hand returns a poker hand in words, "two pair, aces and kings", and "" for the zero hand. The kicker by which it beats
// another hand of the same words follows: "a pair of sixes, king kicker" (R44).
func (l *Lang) Hand(h rank.Hand, others ...rank.Hand) string {
	words, next := l.Rank(h.Rank), rank.Rank(0)
	for _, other := range others {
		if other.Rank < h.Rank && l.Rank(other.Rank) == words {
			next = max(next, other.Rank)
		}
	}
	if next == 0 {
		return words
	}
	ranks, lower := h.Rank.Ranks(), next.Ranks()
	for i := range ranks {
		if ranks[i] != lower[i] {
			return l.Hands.Kicker.Format("hand", words, "one", string(l.Hands.Ranks[ranks[i]].One))
		}
	}
	return words
}

// Rank returns the worth of a hand in words, without kickers, and "" for the zero rank.
func (l *Lang) Rank(r rank.Rank) string {
	if r == 0 {
		return ""
	}
	ranks, kind := r.Ranks(), r.Category()
	high, low := l.Hands.rank(ranks[0]), l.Hands.rank(ranks[lowAt(kind)])
	one, many := high.One, high.Many
	switch kind {
	case rank.Straight, rank.Flush, rank.StraightFlush:
		one = cmp.Or(high.To, one)
	case rank.TwoPairs, rank.FullHouse:
		many = cmp.Or(high.Both, many)
	}
	return l.Hands.category(kind).Format("one", string(one), "many", string(many), "low", string(cmp.Or(low.Both, low.Many)))
}

// category returns the text for a kind of hand.
func (t HandText) category(c rank.Category) Text {
	switch c {
	case rank.HighCard:
		return t.HighCard
	case rank.Pair:
		return t.Pair
	case rank.TwoPairs:
		return t.TwoPairs
	case rank.Trips:
		return t.Trips
	case rank.Straight:
		return t.Straight
	case rank.Flush:
		return t.Flush
	case rank.FullHouse:
		return t.FullHouse
	case rank.Quads:
		return t.Quads
	case rank.StraightFlush:
		return t.StraightFlush
	case rank.RoyalFlush:
		return t.RoyalFlush
	}
	return ""
}

// rank returns the name of a rank as card.Card has it, and an empty one for no card, as in a hand of fewer than five.
func (t HandText) rank(rank int) Rank {
	if rank < 0 {
		return Rank{}
	}
	return t.Ranks[rank]
}

// lowAt returns where in the best five the lower pair begins.
func lowAt(c rank.Category) int {
	if c == rank.FullHouse {
		return 3
	}
	return 2
}
