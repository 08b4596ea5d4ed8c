package render

import (
	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// Hand is a poker hand in words: "two pairs, aces and kings". The zero hand is "".
func (l *Lang) Hand(h rank.Hand) string {
	if h.Value == 0 {
		return ""
	}
	text := l.Hands.category(h.Category())
	high, low := l.Hands.rank(h.Best[0]), l.Hands.rank(h.Best[lowAt(h.Category())])
	return text.With("one", string(high.One), "many", string(high.Many), "low", string(low.Many))
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

// rank names the rank of a card; of no card, as in a hand of fewer than five, it is empty.
func (t HandText) rank(c card.Card) Rank {
	if !c.Valid() {
		return Rank{}
	}
	return t.Ranks[c.Rank()]
}

// lowAt is where in the best five the lower pair begins.
func lowAt(c rank.Category) int {
	if c == rank.FullHouse {
		return 3
	}
	return 2
}
