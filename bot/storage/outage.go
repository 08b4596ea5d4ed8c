package storage

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"sync"

	"cardroom/store"
)

// OutageLog logs the outages of all bots of a process: one line when the first begins, one where more is known, and one when all are
// over.
type OutageLog struct {
	log *slog.Logger

	mu   sync.Mutex
	away map[*Outage]bool
	said string
}

// NewOutageLog returns a log without an outage.
func NewOutageLog(log *slog.Logger) *OutageLog {
	return &OutageLog{log: log, away: map[*Outage]bool{}}
}

// begin logs that an outage has begun, or that more is known of it.
func (l *OutageLog) begin(o *Outage, text string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.away[o] = true
	if knowledge(text) > knowledge(l.said) {
		l.said = text
		l.log.Warn(text, "err", err)
	}
}

// end reports whether an outage was the last one.
func (l *OutageLog) end(o *Outage) (last bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	last = l.away[o] && len(l.away) == 1
	delete(l.away, o)
	if len(l.away) == 0 {
		l.said = ""
	}
	return last
}

// Outage keeps track of the tables of a bot that get no answer from the store. It begins when the first gets none, and ends when
// all get answers again.
type Outage struct {
	log *OutageLog

	mu   sync.Mutex
	away map[any]bool  // tables by key, and the heartbeat
	on   chan struct{} // closed during an outage
	said string
	err  error // the latest cause of the log line; nil: all get answers
}

// NewOutage returns an outage that has not begun.
func NewOutage(log *OutageLog) *Outage {
	return &Outage{log: log, away: map[any]bool{}, on: make(chan struct{})}
}

// Leave removes the outage from the log when its bot has ended.
func (o *Outage) Leave() { o.log.end(o) }

// These are the log messages about a store.
const (
	answers = "the store answers again"
	silent  = "the store does not answer; tables wait for it"
	unable  = "the store answers with an error; tables wait for it"
	emptied = "the store lost its data or was replaced; tables wait for it"
	moved   = "a file of the store was deleted, moved or replaced; tables wait until it is back, or for a restart"
)

// knowledge orders the messages of an outage by how much they say. The log has another line where more is known.
func knowledge(said string) int {
	if i := slices.Index([]string{"", silent, unable}, said); i >= 0 {
		return i
	}
	return math.MaxInt // a store that was replaced or moved needs its operator
}

// Explain returns an error for the operator about a request to the store that failed: the meaning, and the store's own error.
func Explain(err error) error { return fmt.Errorf("%s: %w", describe(err), err) }

// describe returns the first part of Explain, which the log has as its message.
func describe(err error) string {
	_, damaged := errors.AsType[*store.DamagedError](err)
	switch {
	case errors.Is(err, store.ErrReplaced):
		return emptied
	case errors.Is(err, store.ErrMoved):
		return moved
	case damaged || errors.Is(err, store.ErrUnable):
		return unable
	}
	return silent
}

// Begin records that a table or the heartbeat gets no answer.
func (o *Outage) Begin(who any, err error) {
	now := describe(err)
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.away) == 0 {
		close(o.on)
	}
	o.away[who] = true
	if knowledge(now) > knowledge(o.said) {
		o.said = now
		o.log.begin(o, now, err)
	}
	if now == o.said {
		o.err = Explain(err)
	}
}

// Ongoing reports whether any table gets no answer.
func (o *Outage) Ongoing() bool { return o.Err() != nil }

// Err returns nil while all tables get answers, and otherwise the text of the log, with the latest cause.
func (o *Outage) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// started returns a channel that is closed while any table gets no answer.
func (o *Outage) started() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.on
}

// End records that the table or the heartbeat gets answers again.
func (o *Outage) End(who any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.away[who] {
		return
	}
	delete(o.away, who)
	if len(o.away) == 0 {
		o.said, o.err, o.on = "", nil, make(chan struct{})
		if o.log.end(o) {
			o.log.log.Info(answers)
		}
	}
}
