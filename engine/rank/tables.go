package rank

import (
	"math/bits"
	"slices"
)

//go:generate go run gen.go

// tables are the lookup tables of ranking.
var tables = makeTables()

type tableSet struct {
	worth [Count]worth  // by rank
	flush [1 << 13]Rank // by the ranks of one suit, the best five of them; zero for fewer
	five  fives
	seven sevens
}

// fives is the ranks of up to five cards by their sum, flushes apart. A sum is looked up by the two ends of its low 32 bits: the
// high end is a row, and the low end a place, which is moved by as much as all of its row.
type fives struct {
	moved [1 << 10]uint16 // by row
	rank  [1 << 14]Rank
}

func (t *fives) at(s Sum) *Rank {
	row := uint32(s) >> (32 - 10)
	return &t.rank[(uint16(s)+t.moved[row])&uint16(len(t.rank)-1)]
}

// sevens is the ranks of the best five of seven cards in the same way. Its sizes are such that no index has to be checked.
type sevens struct {
	moved [1 << 13]uint16 // by row
	rank  [1 << 16]Rank
}

func (t *sevens) at(s Sum) *Rank {
	row := uint32(s) >> (32 - 13)
	return &t.rank[uint16(s)+t.moved[row]]
}

func makeTables() (t tableSet) {
	room := make([]hand, 0, 49_205) // as many as there are of seven cards
	t.number(room)
	t.readFlushes()
	t.readFives(room)
	t.readSevens(room)
	return t
}

// number gives every worth its rank.
func (t *tableSet) number(room []hand) {
	all := make([]worth, 0, len(t.worth))
	for cards := range 6 {
		for _, h := range hands(room, cards) {
			all = append(all, worthOf(h))
		}
	}
	for suit := range uint16(1 << 13) {
		if bits.OnesCount16(suit) == 5 {
			all = append(all, suitedOf(suit))
		}
	}
	slices.Sort(all)
	copy(t.worth[:], slices.Compact(all))
}

// rankOf returns the rank of a worth.
func (t *tableSet) rankOf(w worth) Rank {
	i, _ := slices.BinarySearch(t.worth[:], w)
	return Rank(i)
}

// readFlushes ranks the cards of a suit. More than five are worth the best hand that they make without one.
func (t *tableSet) readFlushes() {
	for suit := range uint16(1 << 13) {
		n := bits.OnesCount16(suit)
		if n == 5 {
			t.flush[suit] = t.rankOf(suitedOf(suit))
		}
		for left := suit; n > 5 && left != 0; left &= left - 1 {
			t.flush[suit] = max(t.flush[suit], t.flush[suit&^(left&-left)])
		}
	}
}

// readFives ranks all cards up to five.
func (t *tableSet) readFives(room []hand) {
	all := room[:0]
	for cards := range 6 {
		all = hand{}.and(cards, 0, all)
	}
	fit(t.five.moved[:], len(t.five.rank), all)
	for _, h := range all {
		*t.five.at(h.sum) = t.rankOf(worthOf(h))
	}
}

// readSevens ranks every seven cards by the best five of them.
func (t *tableSet) readSevens(room []hand) {
	all := hands(room, 7)
	fit(t.seven.moved[:], len(t.seven.rank), all)
	for _, h := range all {
		var key [7]Sum
		for i, rank := range h.ranks {
			key[i] = keys[rank]
		}
		best := Rank(0)
		for i := range key {
			for j := range i {
				best = max(best, *t.five.at(h.sum - key[i] - key[j]))
			}
		}
		*t.seven.at(h.sum) = best
	}
}

// hand is ranks of cards, from low to high, and their sum.
type hand struct {
	sum   Sum
	cards uint8
	ranks [7]uint8
}

// with returns the hand with one more card, no lower than those it has.
func (h hand) with(rank uint8) hand {
	h.sum += keys[rank]
	h.ranks[h.cards] = rank
	h.cards++
	return h
}

// hands returns all ranks that so many cards can have, in a room of their own.
func hands(room []hand, cards int) []hand { return hand{}.and(cards, 0, room[:0]) }

// and adds to a list the hand with so many cards more, all from a rank on.
func (h hand) and(more int, from uint8, to []hand) []hand {
	if more == 0 {
		return append(to, h)
	}
	for rank := from; rank < 13; rank++ {
		if h.cards < 4 || h.ranks[h.cards-4] != rank {
			to = h.with(rank).and(more-1, rank, to)
		}
	}
	return to
}

// fit moves the rows of a table of a size, a power of two, until no two hands have one place: the longest rows
// first, each by the least that will do.
func fit(moved []uint16, size int, all []hand) {
	rows, longest := inRows(len(moved), all)
	places := make(taken, size/64)
	for n := longest; n > 0; n-- {
		for i, row := range rows {
			if len(row) == n {
				moved[i] = places.take(row)
			}
		}
	}
}

// inRows returns the sums by row, and how many the longest row has.
func inRows(n int, all []hand) (rows [][]Sum, longest int) {
	size := make([]int, n)
	rowOf := func(s Sum) int { return int(uint64(uint32(s)) * uint64(n) >> 32) } // its high bits
	for _, h := range all {
		size[rowOf(h.sum)]++
	}
	rows = make([][]Sum, n)
	room := make([]Sum, len(all))
	for i := range rows {
		rows[i], room = room[:0:size[i]], room[size[i]:]
	}
	for _, h := range all {
		i := rowOf(h.sum)
		rows[i] = append(rows[i], h.sum)
	}
	return rows, slices.Max(size)
}

// taken marks the places of a table that are taken, a bit each. Its last place is followed by its first.
type taken []uint64

// from returns sixty-four places from one on.
func (t taken) from(place Sum) uint64 {
	last := Sum(len(t) - 1)
	return t[place/64&last]>>(place%64) | t[(place/64+1)&last]<<(64-place%64)
}

// take takes the places of a row, moved by the least that finds them all free, and says by how much.
func (t taken) take(row []Sum) uint16 {
	for by := Sum(0); by < Sum(len(t)*64); by += 64 {
		busy := uint64(0)
		for _, s := range row {
			busy |= t.from(s + by)
		}
		if busy+1 == 0 {
			continue
		}
		by += Sum(bits.TrailingZeros64(^busy))
		for _, s := range row {
			t[(s+by)/64&Sum(len(t)-1)] |= 1 << ((s + by) % 64)
		}
		return uint16(by)
	}
	panic("rank: the keys do not fit: go generate")
}
