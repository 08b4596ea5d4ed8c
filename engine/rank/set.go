package rank

import (
	"math/bits"

	"cardroom/engine/card"
)

// Set is up to seven different cards. The zero Set has none.
type Set struct {
	Sum
	bits uint64 // sixteen for every suit, of which the low thirteen are its ranks
}

const (
	suitBits = 16
	suitMask = 1<<13 - 1
	deuces   = 1 | 1<<suitBits | 1<<(2*suitBits) | 1<<(3*suitBits)
)

// cardBits has the bit of each card, and zero for any other value.
var cardBits = func() (sets [256]uint64) {
	for c := card.Card(1); c <= card.Count; c++ {
		sets[c] = 1 << (c.Suit()*suitBits + c.Rank())
	}
	return sets
}()

// SetOf returns a set of cards. [card.None] is no card.
func SetOf(cards []card.Card) (s Set) {
	for _, c := range cards {
		s = s.With(c)
	}
	return s
}

// With returns the set with one more card.
func (s Set) With(c card.Card) Set { return Set{s.Sum + sums[c], s.bits | cardBits[c]} }

// And returns the cards of two sets that have none in common.
func (s Set) And(o Set) Set { return Set{s.Sum + o.Sum, s.bits | o.bits} }

// Suit returns the ranks of the cards of a suit, 0 to 3 as card.Card has them: bit 0 is the deuce, bit 12 the ace.
func (s Set) Suit(suit int) uint16 { return uint16(s.bits>>(suit*suitBits)) & suitMask }

// Rank returns the rank of the best five of the cards (R43, R44).
func (s Set) Rank() Rank {
	if s.MayFlush(0) {
		return s.flush()
	}
	switch s.Len() {
	case 7:
		return s.Seven()
	case 6:
		return s.six()
	}
	return s.Five()
}

// Of returns the rank of the best five of up to seven different cards (R43, R44); [card.None] is no card.
func Of(cards []card.Card) Rank {
	switch len(cards) {
	case 7:
		sum := SumOfSeven((*[7]card.Card)(cards))
		if sum.Len() == 7 && !sum.MayFlush(0) {
			return sum.Seven()
		}
	case 5:
		c := (*[5]card.Card)(cards)
		sum := sums[c[0]] + sums[c[1]] + sums[c[2]] + sums[c[3]] + sums[c[4]]
		if sum.Len() == 5 && !sum.MayFlush(0) {
			return sum.Five()
		}
	}
	return SetOf(cards).Rank()
}

// FlushOf returns the flush or straight flush that ranks of one suit make, as [Set.Suit] has them; zero for fewer than five.
func FlushOf(suit uint16) Rank { return tables.flush[suit&suitMask] }

// flush returns the rank of the suit with five or more. The other cards, two at most, make no full house with it: there is nothing
// better.
func (s Set) flush() Rank { return FlushOf(s.Suit(s.suited())) }

// suited returns the suit that has five cards or more.
func (s Set) suited() int {
	return (bits.TrailingZeros64(uint64((s.Sum+3*oneEach)&eights)) - suitShift) / 4
}

// six returns the best of the fives of six cards, flushes apart.
func (s Set) six() (best Rank) {
	for left := s.bits; left != 0; left &= left - 1 {
		best = max(best, (s.Sum - keys[bits.TrailingZeros64(left)%suitBits]).Five())
	}
	return best
}

// hand returns the best five cards. Of equal cards it takes those of the higher suit.
func (s Set) hand() Hand {
	h := Hand{Rank: s.Rank()}
	from := s.bits
	if s.MayFlush(0) {
		from &= suitMask << (s.suited() * suitBits)
	}
	w := tables.worth[h.Rank]
	for i := range h.Best {
		rank := w.rank(i)
		if rank < 0 {
			break
		}
		high := bits.Len64(from&(deuces<<rank)) - 1
		if high < 0 { // the cards were not all different
			break
		}
		h.Best[i] = card.Of(rank, high/suitBits)
		from &^= 1 << high
	}
	return h
}

// Six is a set of six cards, prepared to be ranked with many a seventh card.
type Six struct {
	sum  Sum
	suit uint64 // the cards, from those of the suit on that has four or more; if none has, of no suit
	from uint8  // where these begin in a set
}

// Six returns a set of six cards, ready for the seventh.
func (s Set) Six() Six {
	suit := (bits.TrailingZeros64(uint64((s.Sum+4*oneEach)&eights)) - suitShift) / 4
	from := suit * suitBits
	return Six{s.Sum, s.bits >> from, uint8(from)}
}

// With returns the rank of the best five of them and one more card (R43, R44).
func (s Six) With(c card.Card) Rank {
	return max((s.sum + sums[c]).Seven(), tables.flush[(s.suit|cardBits[c]>>(s.from&63))&suitMask])
}
