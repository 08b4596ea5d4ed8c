package rest

import (
	"context"
	"sync"
	"time"
)

// Discord allows a bot 50 requests in any second. A steady 40 after a burst of 4 leaves room for six more, because requests
// arrive closer together than they were sent. A client begins without a burst, for its program may have been killed within
// the same second.
const (
	gap   = time.Second / 40
	burst = 4 * gap
)

// A low-priority request that found no room is told to come again after at least lowPriorityPause. As many of them as
// lowPrioritySlots get moments of their own.
const (
	lowPriorityPause = time.Second
	lowPrioritySlots = 360
)

// priority is how a request stands to the bot's rate.
type priority int

const (
	patient     priority = iota // it waits for its turn
	urgent                      // it is made now, or its caller comes again
	lowPriority                 // it is made now if nothing else wants to be, or its caller comes again
)

// room is how much of the next second a request may take in advance.
var room = [...]time.Duration{patient: burst, urgent: burst, lowPriority: 0}

type priorityKey struct{}

// NoWait returns a context for requests that wait for no limit: they are made now, or refused with a [*RateLimited] that
// says when to ask again. The caller can then ask for something newer.
func NoWait(ctx context.Context) context.Context {
	return context.WithValue(ctx, priorityKey{}, urgent)
}

// LowPriority returns a context like that of [NoWait] for requests that are made only where the bot asks for less than it
// may. They take nothing from any other request.
func LowPriority(ctx context.Context) context.Context {
	return context.WithValue(ctx, priorityKey{}, lowPriority)
}

func priorityOf(ctx context.Context) priority {
	p, _ := ctx.Value(priorityKey{}).(priority)
	return p
}

// waits reports whether the request of ctx waits for limits.
func waits(ctx context.Context) bool { return priorityOf(ctx) == patient }

// pacer spreads the bot's requests over time. Requests that wait sleep until about their turn; callers that come again are
// told different moments, so that they queue fairly with each other.
type pacer struct {
	mu      sync.Mutex
	next    time.Time // when the next request is due at the steady rate
	queued  int       // buckets that were told to come again, since the bot last asked for less than its rate
	asleep  int       // buckets whose requests sleep until about their turn
	skipped int       // how often low-priority requests found no room
	epoch   int       // how often the bot began to ask for more than its rate
}

// slot is where a bucket stands in the pacer's queue.
type slot struct {
	asleep bool // until about its turn
	epoch  int  // in which it was told to come again; 0 where it was not
}

func newPacer(now time.Time) *pacer { return &pacer{next: now.Add(burst)} }

// reserve returns how long a request has to wait still. When that is nothing its moment is taken.
func (p *pacer) reserve(at *slot, now time.Time, pr priority) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	after := p.next.Sub(now.Add(room[pr]))
	if after <= 0 {
		p.dequeue(at, now)
		p.wake(at)
		p.next = latest(p.next, now).Add(gap)
		return 0
	}
	switch {
	case pr == urgent:
		after += p.enqueue(at)
	case pr == lowPriority:
		p.skipped++
		after += lowPriorityPause + time.Duration(p.skipped%lowPrioritySlots)*gap
	case !at.asleep: // one that has slept has only this moment to wait for
		after += time.Duration(p.asleep) * gap
		at.asleep = true
		p.asleep++
	}
	return after
}

// enqueue returns how much longer a bucket has to wait because others were told to come again before. If all were told the
// same moment, ten thousand boards would ask forty times a second each after a start, and one of them would be served.
func (p *pacer) enqueue(at *slot) time.Duration {
	if p.queued == 0 {
		p.epoch++
	}
	if at.epoch != p.epoch {
		at.epoch = p.epoch
		p.queued++
	}
	return time.Duration(p.queued-1) * gap
}

// dequeue takes a bucket that is served out of the queue. The queue is empty once the bot has asked for less than its rate,
// whichever callers were told to come again and did not.
func (p *pacer) dequeue(at *slot, now time.Time) {
	switch {
	case !p.next.After(now):
		p.queued = 0
	case at.epoch == p.epoch && p.queued > 0:
		p.queued--
	}
	at.epoch = 0
}

// leave removes a request that no longer waits for its turn.
func (p *pacer) leave(at *slot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wake(at)
}

func (p *pacer) wake(at *slot) {
	if at.asleep {
		at.asleep = false
		p.asleep--
	}
}
