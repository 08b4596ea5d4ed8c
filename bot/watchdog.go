package bot

import (
	"slices"
	"sync"
	"time"

	"cardroom/bot/interaction"
)

// patience is how long an interaction may wait for its answer. Then the player gets an answer that the board will show the
// result. Discord allows three seconds, including the network.
const patience = 2 * time.Second

// watchdog makes sure that every interaction gets an answer in time. All have the same patience, so the oldest always times
// out next, and one timer is enough.
type watchdog struct {
	Timeout func(*interaction.Interaction) // answers one; must not block, and may be called concurrently

	mu    sync.Mutex
	queue []waiting // oldest first; while there is one, the timer runs
	timer *time.Timer
}

// waiting is an interaction and the end of its patience.
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

// ring times out the interactions at the end of their patience, and sets the timer for the next one.
func (w *watchdog) ring() {
	for _, in := range w.due(time.Now()) {
		w.Timeout(in)
	}
}

// due removes the interactions at the end of their patience, and the answered ones at the head of the queue. It returns
// those without an answer.
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

// WaitUntilIdle waits until every interaction has an answer or has begun to send one, or until the limit passes.
func (w *watchdog) WaitUntilIdle(limit time.Duration) {
	for end := time.Now().Add(limit); time.Now().Before(end) && !w.idle(); {
		time.Sleep(idlePoll)
	}
}

// idlePoll is how often WaitUntilIdle looks.
const idlePoll = 5 * time.Millisecond

// idle reports whether every interaction has an answer.
func (w *watchdog) idle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !slices.ContainsFunc(w.queue, func(one waiting) bool { return !one.in.Answered() })
}

// Flush times out every waiting interaction, whatever its patience.
func (w *watchdog) Flush() {
	for _, in := range w.due(time.Now().Add(patience)) {
		w.Timeout(in)
	}
}
