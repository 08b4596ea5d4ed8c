package locale

import (
	"cmp"

	"cardroom/engine/rank"
)

// Hand is a poker hand in words: "two pairs, aces and kings". The zero hand is "".
func (l *Lang) Hand(h rank.Hand) string { return l.Rank(h.Rank) }

// Rank is what a hand is worth in words. Kickers are not named. The zero rank is "".
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

// rank names a rank as card.Card has it; of no card, as in a hand of fewer than five, it is empty.
func (t HandText) rank(rank int) Rank {
	if rank < 0 {
		return Rank{}
	}
	return t.Ranks[rank]
}

// lowAt is where in the best five the lower pair begins.
func lowAt(c rank.Category) int {
	if c == rank.FullHouse {
		return 3
	}
	return 2
}
