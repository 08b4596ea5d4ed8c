package interaction

import (
	"slices"
	"sync"

	"cardroom/engine"
)

// SeenSize is how many interactions a [Seen] remembers. A second delivery follows soon after the first.
const SeenSize = 64

// Seen remembers which interactions were handled.
type Seen struct {
	last   [SeenSize]engine.ID // a ring
	count  int
	Before engine.ID // interactions up to it were handled before the program started
}

// Repeated reports whether the interaction was delivered before, and remembers it.
func (s *Seen) Repeated(id engine.ID) bool {
	if slices.Contains(s.last[:], id) {
		return true
	}
	s.last[s.count%len(s.last)] = id
	s.count++
	return false
}

// Deliveries remembers which interactions were delivered outside the tables. It is safe for concurrent use.
type Deliveries struct {
	mu   sync.Mutex
	seen Seen
}

// Repeated works like [Seen.Repeated].
func (d *Deliveries) Repeated(id engine.ID) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.seen.Repeated(id)
}
