package storage

import (
	"errors"
	"log/slog"
	"sync"

	"cardroom/store"
)

// Outage is what the log says of a store that does not answer: one line when that begins and one when it is over, and not
// one for each table and second.
type Outage struct {
	log *slog.Logger

	mu   sync.Mutex
	away map[any]bool  // who has no answer: tables by their keys, and the program's own note
	on   chan struct{} // closed while somebody has none
	said string
}

func NewOutage(log *slog.Logger) *Outage {
	return &Outage{log: log, away: map[any]bool{}, on: make(chan struct{})}
}

// What the log says of a store.
const (
	answers = "the store answers again"
	silent  = "the store does not answer; what needs it waits"
	emptied = "the store has lost its data, or is another one"
)

// Begin says that somebody has no answer.
func (o *Outage) Begin(who any, err error) {
	now := silent
	if errors.Is(err, store.ErrReplaced) {
		now = emptied
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.away) == 0 {
		close(o.on)
	}
	o.away[who] = true
	if o.said == "" || o.said == silent && now == emptied {
		o.said = now
		o.log.Warn(now, "err", err)
	}
}

// Ongoing says whether somebody has no answer.
func (o *Outage) Ongoing() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.away) > 0
}

// Started is closed as soon as somebody has no answer, and is another when all have one again.
func (o *Outage) Started() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.on
}

// End says that somebody has one again.
func (o *Outage) End(who any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.away[who] {
		return
	}
	delete(o.away, who)
	if len(o.away) == 0 {
		o.said, o.on = "", make(chan struct{})
		o.log.Info(answers)
	}
}
