package interaction

import (
	"slices"
	"sync"

	"cardroom/engine"
)

// Deliveries remembers the last 8,192 interactions that a bot handled: Discord may deliver one again, soon after the first time. It is
// safe for concurrent use.
type Deliveries struct {
	mu    sync.Mutex
	last  [8192]engine.ID // a ring
	count int
}

// Repeated reports whether an interaction was delivered before, and remembers it.
func (d *Deliveries) Repeated(id engine.ID) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if slices.Contains(d.last[:], id) {
		return true
	}
	d.last[d.count%len(d.last)] = id
	d.count++
	return false
}
