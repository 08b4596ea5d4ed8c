package rest

import (
	"context"
	"sync"
	"time"
)

// Rate is how many requests Discord allows a bot in any second, unless it has raised the limit on request. The requests that
// answer interactions do not count.
const Rate = 50

// spacing returns the time between two requests of a bot with a rate. A bot that has rested may use a burst of it at once.
// Of 50 requests, a steady 40 after a burst of 4 leaves room for six more, because requests arrive closer together than they
// were sent. A client begins without a burst, because its program may have been killed within the same second.
func spacing(rate int) (gap, burst time.Duration) {
	gap = time.Second * 5 / 4 / time.Duration(rate)
	return gap, gap * time.Duration(min(4, rate*4/Rate))
}

// The caller of a low-priority request without room retries after at least lowPriorityPause. Up to lowPrioritySlots of them
// get retry times of their own.
const (
	lowPriorityPause = time.Second
	lowPrioritySlots = 360
)

// priority is how a request waits for the bot's rate.
type priority int

const (
	patient     priority = iota // waits for its turn
	urgent                      // is sent now, or its caller retries
	lowPriority                 // is sent now if no other request waits, or its caller retries
)

// room returns how much of the next second a request may use in advance.
func (p *pacer) room(pr priority) time.Duration {
	if pr == lowPriority {
		return 0
	}
	return p.burst
}

type priorityKey struct{}

// NoWait returns a context for requests that do not wait for limits. They are sent now, or fail with a [*RateLimited] that
// says when to retry. The caller can then send something newer.
func NoWait(ctx context.Context) context.Context {
	return context.WithValue(ctx, priorityKey{}, urgent)
}

// LowPriority returns a context like that of [NoWait] for requests that delay no other one. They are sent only while the bot is below
// its rate, and while their channel's limit has room for others.
func LowPriority(ctx context.Context) context.Context {
	return context.WithValue(ctx, priorityKey{}, lowPriority)
}

func priorityOf(ctx context.Context) priority {
	p, _ := ctx.Value(priorityKey{}).(priority)
	return p
}

// waits reports whether the request of ctx waits for limits.
func waits(ctx context.Context) bool { return priorityOf(ctx) == patient }

// pacer spreads the bot's requests over time. Waiting requests sleep until about their turn. Callers that retry get
// different times, so that they queue fairly with each other.
type pacer struct {
	gap   time.Duration // between two requests at the steady rate
	burst time.Duration // before it

	mu      sync.Mutex
	next    time.Time // when the next request is due at the steady rate.
	queued  int       // buckets with a retry time, since the bot was last below its rate.
	asleep  int       // buckets whose requests sleep until about their turn.
	skipped int       // how often low-priority requests found no room.
	epoch   int       // how often the bot reached its rate
	budget  Budget
}

// Budget counts requests of the bot itself since the start. Those by an interaction's token do not count, nor do low-priority
// ones that found no room.
type Budget struct {
	Wanted int // a request that its caller makes again counts once
	Used   int // which were sent
}

// slot is a bucket's place in the pacer's queue.
type slot struct {
	asleep bool // until about its turn
	epoch  int  // in which it got a retry time; 0: it has none
	wanted bool // its request is counted as wanted, and was not sent yet
}

func newPacer(now time.Time, rate int) *pacer {
	gap, burst := spacing(rate)
	return &pacer{gap: gap, burst: burst, next: now.Add(burst)}
}

// reserve returns how long a request still has to wait. If the wait is zero, it has taken its place.
func (p *pacer) reserve(at *slot, now time.Time, pr priority) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	after := p.next.Sub(now.Add(p.room(pr)))
	if !at.wanted && (after <= 0 || pr != lowPriority) {
		at.wanted = true
		p.budget.Wanted++
	}
	if after <= 0 {
		p.dequeue(at, now)
		p.wake(at)
		p.next = latest(p.next, now).Add(p.gap)
		return 0
	}
	switch {
	case pr == urgent:
		after += p.enqueue(at)
	case pr == lowPriority:
		p.skipped++
		after += lowPriorityPause + time.Duration(p.skipped%lowPrioritySlots)*p.gap
	case !at.asleep: // after its sleep it waits for this moment only
		after += time.Duration(p.asleep) * p.gap
		at.asleep = true
		p.asleep++
	}
	return after
}

// used notes that a request is sent.
func (p *pacer) used(at *slot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at.wanted = false
	p.budget.Used++
}

// count counts a request that is sent in any case.
func (p *pacer) count() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.budget.Wanted++
	p.budget.Used++
}

// hold keeps all requests back for a while.
func (p *pacer) hold(now time.Time, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next = latest(p.next, now.Add(p.burst+wait))
}

// enqueue returns the extra wait of a bucket behind those with earlier retry times. Otherwise ten thousand boards would
// have the same time after a start. Each would retry at every gap, and one would be sent each time.
func (p *pacer) enqueue(at *slot) time.Duration {
	if p.queued == 0 {
		p.epoch++
	}
	if at.epoch != p.epoch {
		at.epoch = p.epoch
		p.queued++
	}
	return time.Duration(p.queued-1) * p.gap
}

// dequeue removes a bucket from the queue when it is served. The queue is empty once the bot is below its rate, even if
// some callers with a retry time never came back.
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

// Share takes a place in the bot's rate, which other processes use too. A place that is taken may be used after wait. Otherwise
// there may be one after wait. Places that cost most together may be used at once, and the rate is empty again cost later. A
// place may be taken ahead of its use.
type Share func(ctx context.Context, cost, most, ahead time.Duration) (wait time.Duration, taken bool, err error)

// While the service behind a [Share] does not answer, requests wait shareTime for it at most. After that, the process uses its own
// rate alone for shareRest. A place is taken at most shareAhead before its use.
const (
	shareTime  = 200 * time.Millisecond
	shareRest  = time.Second
	shareAhead = time.Second
)

// mostDebt is how much of the rate may be taken ahead by requests that are sent in any case. Those beyond it are not counted: the
// requests of tables would wait too long.
const mostDebt = 5 * time.Second

// shared is the part of the rate that all processes of the bot use together. Each of them may send at the whole rate, as far
// as its own pacer allows. Where all together want more, each takes its next place ahead: processes that only asked for a
// free place could miss it for ever, because another one asks in the moment when it becomes free.
type shared struct {
	share Share // nil: this is the only process

	mu    sync.Mutex
	again time.Time   // when to ask after an error
	ahead []time.Time // when the places that are taken may be used
}

// reserve returns how long requests of the bot have to wait; zero means that one may be sent. Where the answer is unknown, it may be
// sent too: the process is within its own rate, and Discord's refusal would stop it.
func (s *shared) reserve(ctx context.Context, p *pacer, pr priority) time.Duration {
	if s.share == nil || s.usePlace(p.gap+p.burst) {
		return 0
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shareTime) // the end of a request is no error of the service
	defer cancel()
	ahead := shareAhead
	if pr == lowPriority {
		ahead = 0
	}
	wait, taken, err := s.share(ctx, p.gap, p.gap+p.room(pr), ahead)
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	switch {
	case err != nil:
		s.again = now.Add(shareRest)
		return 0
	case taken && wait > 0:
		s.ahead = append(s.ahead, now.Add(wait))
	}
	return wait
}

// debit takes a place whatever is taken already, so that the requests of all processes give way. It does not wait for it.
func (s *shared) debit(p *pacer) {
	if s.share == nil || s.paused() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), shareTime)
	defer cancel()
	if _, _, err := s.share(ctx, p.gap, mostDebt, 0); err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.again = time.Now().Add(shareRest)
	}
}

// paused reports whether the service did not answer a moment ago.
func (s *shared) paused() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Now().Before(s.again)
}

// usePlace uses a place that was taken ahead, unless it is older than late. It also reports true while the service does not
// answer.
func (s *shared) usePlace(late time.Duration) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	for len(s.ahead) > 0 && now.Sub(s.ahead[0]) > late {
		s.ahead = s.ahead[1:]
	}
	if len(s.ahead) > 0 && !now.Before(s.ahead[0]) {
		s.ahead = s.ahead[1:]
		return true
	}
	return now.Before(s.again)
}
