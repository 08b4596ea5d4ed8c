package interaction

import (
	"slices"

	"cardroom/engine"
)

// seenSize is how many interactions a table remembers: one delivered twice comes soon after itself.
const seenSize = 64

// Seen is which interactions a table has taken.
type Seen struct {
	Last   [seenSize]engine.ID // of as many as may wait: one delivered twice comes soon after itself
	count  int
	Before engine.ID // those up to it are of an earlier life of the program, which took or refused them
}

// Add says whether an interaction was delivered before, and notes it.
func (t *Seen) Add(id engine.ID) bool {
	if slices.Contains(t.Last[:], id) {
		return true
	}
	t.Last[t.count%len(t.Last)] = id
	t.count++
	return false
}
