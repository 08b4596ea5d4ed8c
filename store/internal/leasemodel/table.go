package leasemodel

import "hash/maphash"

// table keeps states, each once, and numbers them. A map would keep them a second time, and there are millions.
type table struct {
	size  int
	pages [][]state
	slots []int32 // a number and one more, at the hash of its state or behind it; 0 is free
	seed  maphash.Seed
}

// pageSize is how many states a page has, and the size of the first slots. It is a power of two.
const pageSize = 1 << 14

func newTable() table { return table{slots: make([]int32, pageSize), seed: maphash.MakeSeed()} }

// at returns the state with a number.
func (t *table) at(n int32) *state { return &t.pages[n/pageSize][n%pageSize] }

// add adds a state, and returns its number and whether it was known.
func (t *table) add(s *state) (n int32, known bool) {
	at := t.find(s)
	if n := t.slots[at]; n > 0 {
		return n - 1, true
	}
	if t.size%pageSize == 0 {
		t.pages = append(t.pages, make([]state, 0, pageSize))
	}
	last := &t.pages[len(t.pages)-1]
	*last = append(*last, *s)
	t.size++
	t.slots[at] = int32(t.size)
	if 2*t.size > len(t.slots) {
		t.grow()
	}
	return int32(t.size) - 1, false
}

// find returns the slot of a state, or the one where it belongs.
func (t *table) find(s *state) int {
	at := int(maphash.Comparable(t.seed, *s) % uint64(len(t.slots)))
	for t.slots[at] > 0 && *t.at(t.slots[at] - 1) != *s {
		at = (at + 1) % len(t.slots)
	}
	return at
}

// grow doubles the slots.
func (t *table) grow() {
	t.slots = make([]int32, 2*len(t.slots))
	for n := range int32(t.size) {
		t.slots[t.find(t.at(n))] = n + 1
	}
}
