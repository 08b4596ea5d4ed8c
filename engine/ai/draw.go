package ai

import (
	"math/bits"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// Discard returns the cards that the viewer of v exchanges in the draw (R52), a bit for each as in engine.Draw.
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

// discards returns which of five cards to give away: all that do not make the hand, or the one card that a flush or a straight
// does not need.
func discards(cards []card.Card) (away uint8) {
	made := rank.Of(cards).Category()
	if made >= rank.Straight {
		return 0
	}
	if made <= rank.Pair {
		if one, flush := oneShort(cards); one != 0 && (made == rank.HighCard || flush) {
			return one
		}
	}
	var count [13]int
	high, second := -1, -1
	for _, c := range cards {
		r := c.Rank()
		count[r]++
		if r > high {
			high, second = r, high
		} else if r > second && r < high {
			second = r
		}
	}
	for i, c := range cards {
		r := c.Rank()
		stays := count[r] > 1
		if made == rank.HighCard { // four may be exchanged only by some rules: the second best stays too
			stays = r == high || r == second
		}
		if !stays {
			away |= 1 << i
		}
	}
	return away
}

// oneShort returns the card whose exchange may make a flush, or a straight that is open at both ends; zero where there is none.
func oneShort(cards []card.Card) (away uint8, flush bool) {
	for i := range cards {
		suits, ranks := 0, uint(0)
		for j, c := range cards {
			if j != i {
				suits |= 1 << c.Suit()
				ranks |= 1 << c.Rank()
			}
		}
		if bits.OnesCount(uint(suits)) == 1 {
			return 1 << i, true
		}
		if low := bits.TrailingZeros(ranks); ranks>>low == 0b1111 && low+3 < ace && away == 0 {
			away = 1 << i
		}
	}
	return away, false
}
