package rank

import "cardroom/engine/card"

// Sum is cards taken together as one number: which ranks they have, and how many there are of each suit, but not which
// rank has which suit. The sum of two is the cards of both.
type Sum uint64

// The parts of a sum: the keys of the ranks, how many cards each suit has in four bits, and how many there are in all.
const (
	suitShift = 36 // seven keys of 32 bits are below it
	cardShift = suitShift + 4*4
	oneEach   = 0x1111 << suitShift // a card of every suit
	eights    = 8 * oneEach
)

// sums has the sum of each card, and zero for any other value.
var sums = func() (sums [256]Sum) {
	for c := card.Card(1); c <= card.Count; c++ {
		sums[c] = keys[c.Rank()] | 1<<(suitShift+4*c.Suit()) | 1<<cardShift
	}
	return sums
}()

// SumOf returns the sum of one card, and zero of [card.None].
func SumOf(c card.Card) Sum { return sums[c] }

// SumOfSeven returns the sum of seven cards. The compiler inlines it, and [Sum.MayFlush] and [Sum.Seven]: to rank many hands of seven
// cards, add them up here, and ask [Of] only where there may be a flush.
func SumOfSeven(c *[7]card.Card) Sum {
	return sums[c[0]] + sums[c[1]] + sums[c[2]] + sums[c[3]] + sums[c[4]] + sums[c[5]] + sums[c[6]]
}

// Len returns how many cards there are.
func (s Sum) Len() int { return int(s >> cardShift) }

// Five returns the rank of up to five cards, flushes apart.
func (s Sum) Five() Rank { return *tables.five.at(s) }

// Seven returns the rank of the best five of seven cards, flushes apart.
func (s Sum) Seven() Rank { return *tables.seven.at(s) }

// MayFlush reports whether some suit has five cards, or would have them with so many more, 0 to 4.
func (s Sum) MayFlush(more int) bool { return (s+Sum(3+more)*oneEach)&eights != 0 }
