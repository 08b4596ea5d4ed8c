package interaction

import (
	"slices"
	"sync"

	"cardroom/engine"
)

// seenSize is how many interactions a table remembers. A second delivery follows soon after the first.
const seenSize = 64

// Seen remembers which interactions a table has handled.
type Seen struct {
	Last   [seenSize]engine.ID // a ring
	count  int
	Before engine.ID // interactions up to it were handled before the program started
}

// Add reports whether the interaction was delivered before, and remembers it.
func (s *Seen) Add(id engine.ID) bool {
	if slices.Contains(s.Last[:], id) {
		return true
	}
	s.Last[s.count%len(s.Last)] = id
	s.count++
	return false
}

// Deliveries remembers which interactions were delivered outside the tables. It is safe for concurrent use.
type Deliveries struct {
	mu   sync.Mutex
	seen Seen
}

// Add works like [Seen.Add].
func (d *Deliveries) Add(id engine.ID) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.seen.Add(id)
}
