package bot

import (
	"sync"
	"time"

	"cardroom/bot/interaction"
)

// patience is how long an interaction may wait for its answer. Then the player is told that the board will show what came
// of it. Discord gives three seconds, the way there and back included.
const patience = 2 * time.Second

// watchdog sees to it that every interaction is answered in time. All have the same patience, so the oldest is always the
// next to run out, and one timer is enough.
type watchdog struct {
	Timeout func(*interaction.Interaction) // answers one; must not block, and may be called concurrently

	mu    sync.Mutex
	queue []waiting // oldest first; while there is one, the timer runs
	timer *time.Timer
}

// waiting is an interaction and when its patience ends.
type waiting struct {
	in  *interaction.Interaction
	end time.Time
}

// Watch adds an interaction that has just arrived.
func (w *watchdog) Watch(in *interaction.Interaction) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queue = append(w.queue, waiting{in, time.Now().Add(patience)})
	switch {
	case len(w.queue) > 1: // the timer runs
	case w.timer == nil:
		w.timer = time.AfterFunc(patience, w.ring)
	default:
		w.timer.Reset(patience)
	}
}

// ring times out the interactions whose patience has ended, and sets the timer for the next one.
func (w *watchdog) ring() {
	for _, in := range w.due(time.Now()) {
		w.Timeout(in)
	}
}

// due removes the interactions whose patience has ended, and those at the head of the queue that have their answer. It
// returns those without one.
func (w *watchdog) due(now time.Time) (late []*interaction.Interaction) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.queue) > 0 {
		first := w.queue[0]
		switch answered := first.in.Answered(); {
		case !answered && first.end.After(now):
			w.timer.Reset(first.end.Sub(now))
			return late
		case !answered:
			late = append(late, first.in)
		}
		w.queue[0] = waiting{} // or the array would keep it alive
		w.queue = w.queue[1:]
	}
	return late
}

// Flush times out every interaction that still waits, whatever its patience.
func (w *watchdog) Flush() {
	for _, in := range w.due(time.Now().Add(patience)) {
		w.Timeout(in)
	}
}
