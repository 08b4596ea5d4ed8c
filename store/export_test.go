package store

import "cardroom/internal/clock"

// SetClock has a holder read another clock.
func (h *LeaseHolder) SetClock(now func() clock.Moment) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = now
}
