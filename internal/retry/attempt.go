package retry

import (
	"log/slog"
	"time"
)

// Attempt keeps track of one thing that is tried until it succeeds, one try at a time, by code that does not block. The
// zero Attempt may be made now. It is not safe for concurrent use.
type Attempt struct {
	InFlight bool // a try is under way
	Failures int  // in a row

	notBefore time.Time
}

// Blocked reports whether no try is to be made now.
func (a *Attempt) Blocked() bool { return a.InFlight || time.Now().Before(a.notBefore) }

// NotBefore returns when the next try may be made; a time in the past where it may be made now.
func (a *Attempt) NotBefore() time.Time { return a.notBefore }

// Failed counts a failure and blocks the next try for as long as b says, which it returns.
func (a *Attempt) Failed(b Backoff) (wait time.Duration) {
	a.Failures++
	wait = b.Delay(a.Failures)
	a.Postpone(wait)
	return wait
}

// Postpone blocks the next try for exactly that long and counts no failure.
func (a *Attempt) Postpone(wait time.Duration) { a.notBefore = time.Now().Add(wait) }

// Hasten makes the next try at a time, unless that has passed or the try comes before it anyway.
func (a *Attempt) Hasten(at time.Time) {
	if at.After(time.Now()) && at.Before(a.notBefore) {
		a.notBefore = at
	}
}

// Reset forgets the failures: a try has succeeded, or there is new hope. A try under way stays under way.
func (a *Attempt) Reset() { a.Failures, a.notBefore = 0, time.Time{} }

// Level returns the level of a failure's log line: a warning for the first in a row. The others would repeat it.
func (a *Attempt) Level() slog.Level {
	if a.Failures > 1 {
		return slog.LevelDebug
	}
	return slog.LevelWarn
}
