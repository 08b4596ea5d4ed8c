package house

import (
	"math/bits"
	"slices"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// Discard is which of their cards the viewer of v exchanges in the draw (R52), a bit for each as engine.Draw has them.
func Discard(v engine.View) uint8 {
	me, ok := v.SeatOf(v.Viewer)
	if !ok || v.Phase != engine.Drawing {
		return 0
	}
	away := discards(me.Cards)
	for bits.OnesCount8(away) > v.Discards {
		away &= away - 1
	}
	return away
}

// discards is what to give away of five cards: everything that does not make the hand, but not the one card that a flush
// or a straight lacks nothing else than.
func discards(cards []card.Card) (away uint8) {
	made := rank.Best(cards).Category()
	if made >= rank.Straight {
		return 0
	}
	if made <= rank.Pair {
		if one, ok := oneShort(cards); ok && (made == rank.HighCard || suited(cards, one)) {
			return one
		}
	}
	count := [13]int{}
	high := 0
	for _, c := range cards {
		count[c.Rank()]++
		high = max(high, c.Rank())
	}
	for i, c := range cards {
		keep := count[c.Rank()] > 1 || made == rank.HighCard && c.Rank() == high
		if !keep {
			away |= 1 << i
		}
	}
	if made == rank.HighCard { // four are exchanged only where the house lets one: the second best stays too
		second, at := -1, 0
		for i, c := range cards {
			if c.Rank() != high && c.Rank() > second {
				second, at = c.Rank(), i
			}
		}
		away &^= 1 << at
	}
	return away
}

// oneShort is the card whose exchange may make a flush, or a straight that is open at both ends.
func oneShort(cards []card.Card) (uint8, bool) {
	for i := range cards {
		var four []card.Card
		for j, c := range cards {
			if j != i {
				four = append(four, c)
			}
		}
		if sameSuit(four) || openEnded(four) {
			return 1 << i, true
		}
	}
	return 0, false
}

// suited says whether the cards that stay have one suit.
func suited(cards []card.Card, away uint8) bool {
	var stay []card.Card
	for i, c := range cards {
		if away>>i&1 == 0 {
			stay = append(stay, c)
		}
	}
	return sameSuit(stay)
}

func sameSuit(cards []card.Card) bool {
	for _, c := range cards {
		if c.Suit() != cards[0].Suit() {
			return false
		}
	}
	return true
}

// openEnded says whether four cards follow each other with a place at both ends.
func openEnded(cards []card.Card) bool {
	seen, low, high := 0, ace, 0
	for _, c := range cards {
		seen |= 1 << c.Rank()
		low, high = min(low, c.Rank()), max(high, c.Rank())
	}
	return bits.OnesCount(uint(seen)) == 4 && high-low == 3 && high < ace
}

// exchanged is a hand after its draw, with new cards from next.
func exchanged(cards []card.Card, next func(n int) []card.Card) []card.Card {
	away := discards(cards)
	after, fresh := slices.Clone(cards), next(bits.OnesCount8(away))
	for i := range after {
		if away>>i&1 == 1 {
			after[i], fresh = fresh[0], fresh[1:]
		}
	}
	return after
}
