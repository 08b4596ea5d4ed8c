package rank

import (
	"math/bits"
	"slices"
)

// worth is a rank written out: the category, and below it the ranks of the five cards that play, four bits each and one
// more than card.Card has them; zero where there is no card. A greater worth beats a smaller one.
type worth uint32

const categoryShift = 20

func (w worth) category() Category { return Category(w >> categoryShift) }

func (w worth) ranks() (ranks [5]int) {
	for i := range ranks {
		ranks[i] = w.rank(i)
	}
	return ranks
}

// rank returns the rank of one of the cards, -1 where there is none.
func (w worth) rank(i int) int { return int(w>>(4*(4-i))&15) - 1 }

// with returns the worth with a card of a rank after those it has.
func (w worth) with(rank int) worth { return w<<4 | worth(rank+1) }

// as returns ranks that are written out, as a hand of a category; fewer than five of them with empty places behind.
func (w worth) as(c Category) worth {
	for w != 0 && w>>(categoryShift-4) == 0 {
		w <<= 4
	}
	return w | worth(c)<<categoryShift
}

// worthOf returns the worth of up to five cards, flushes apart (R44).
func worthOf(h hand) (w worth) {
	var count [13]int
	seen := uint16(0)
	for _, rank := range h.ranks[:h.cards] {
		count[rank]++
		seen |= 1 << rank
	}
	if run := straightOf(seen); run != 0 {
		return run.as(Straight)
	}
	var cards [5]int // that are one of a kind, of two, of three, of four
	for size := 4; size > 0; size-- {
		for _, rank := range slices.Backward(h.ranks[:h.cards]) {
			if count[rank] == size {
				w = w.with(int(rank))
				cards[size]++
			}
		}
	}
	return w.as(categoryOf(cards))
}

// categoryOf returns the category of cards by how many of them are one of a kind, of two, of three, of four; straights apart.
func categoryOf(cards [5]int) Category {
	switch {
	case cards[4] > 0:
		return Quads
	case cards[3] > 0 && cards[2] > 0:
		return FullHouse
	case cards[3] > 0:
		return Trips
	case cards[2] > 2:
		return TwoPairs
	case cards[2] > 0:
		return Pair
	case cards[1] > 0:
		return HighCard
	}
	return 0
}

// wheel is the lowest straight: an ace below the deuce (R44).
const wheel = 1<<12 | 1<<3 | 1<<2 | 1<<1 | 1<<0

// straightOf returns five ranks from the highest to the lowest, if they are in a row; else zero.
func straightOf(ranks uint16) worth {
	switch {
	case ranks == wheel:
		return worth(0).with(3).with(2).with(1).with(0).with(12)
	case ranks == 31<<bits.TrailingZeros16(ranks):
		return written(ranks)
	}
	return 0
}

// written returns ranks from the highest to the lowest.
func written(ranks uint16) (w worth) {
	for rank := 12; rank >= 0; rank-- {
		if ranks>>rank&1 == 1 {
			w = w.with(rank)
		}
	}
	return w
}

// suitedOf returns the worth of five ranks of one suit.
func suitedOf(ranks uint16) worth {
	switch run := straightOf(ranks); {
	case run == 0:
		return written(ranks).as(Flush)
	case ranks != wheel && ranks>>12 == 1:
		return run.as(RoyalFlush)
	default:
		return run.as(StraightFlush)
	}
}
