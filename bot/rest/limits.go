package rest

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"cardroom/internal/retry"
)

// limits delays requests that Discord would refuse. It combines three kinds of limits: of a request's route or token (buckets), of
// all requests after a refusal (breaker), and the bot's rate (pacer), which processes may share.
type limits struct {
	routes      *buckets // of the bot's own requests
	tokens      *buckets // of those by the tokens of interactions
	breaker     *breaker
	pacer       *pacer
	shared      shared
	pressBoards *pressBoardSwitch
}

func newLimits(rate int, share Share, mode PressBoards) *limits {
	now := time.Now()
	return &limits{
		routes: newBuckets(now, routeGeneration), tokens: newBuckets(now, tokenGeneration),
		breaker: new(breaker), pacer: newPacer(now, rate), shared: shared{share: share},
		pressBoards: &pressBoardSwitch{mode: mode, rate: float64(rate), measured: now},
	}
}

// ScopeQueue is the scope of a [RateLimited] for a request that waits behind another one of its route.
const ScopeQueue = "queue"

// queueTime is when to retry while a request of the same route is under way.
const queueTime = 100 * time.Millisecond

// enter waits until the request may be sent. The caller must then call leave with the answer's headers (nil if there was
// none) and error. Enter fails without waiting if the context would end first or the wait is too long.
func (l *limits) enter(ctx context.Context, r request) (leave func(http.Header, error), err error) {
	all := l.tokens
	if r.bot {
		all = l.routes
	}
	b := all.find(r.key)
	if err := b.acquire(ctx); err != nil {
		return nil, r.unsent(RateLimited{Scope: ScopeQueue, After: queueTime}, err)
	}
	for {
		wait := l.reserve(b, r.bot, priorityOf(ctx))
		if wait.After <= 0 {
			after := l.share(ctx, b, r.bot)
			if after <= 0 {
				break
			}
			if priorityOf(ctx) != lowPriority {
				l.pacer.hold(time.Now(), after)
				continue // which queues the request for that time
			}
			wait = RateLimited{After: after + lowPriorityPause, Scope: "budget", Global: true}
		}
		err := errNoWait
		if waits(ctx) {
			err = sleep(ctx, wait.After)
		}
		if err != nil {
			l.pacer.leave(&b.slot)
			b.release()
			return nil, r.unsent(wait, err)
		}
	}
	return func(h http.Header, err error) {
		now := time.Now()
		b.learn(now, h, err)
		l.breaker.learn(now, err)
		if r.once && err == nil {
			all.forget(r.key)
		}
		b.release()
	}, nil
}

// spareRoom is how many requests of a route's limit those of low priority leave to others, such as to the next boards of a channel.
const spareRoom = 2

// reserve returns how long a request still has to wait. If the wait is zero, the request has its place in the limits.
func (l *limits) reserve(b *bucket, bot bool, p priority) RateLimited {
	now := time.Now()
	wait := l.breaker.wait(now, bot)
	room := 1
	if bot && p == lowPriority {
		room += spareRoom
	}
	if own := b.wait(now, room); own.After > wait.After {
		wait = own
	}
	if wait.After > 0 {
		return wait
	}
	if bot {
		if after := l.pacer.reserve(&b.slot, now, p); after > 0 {
			return RateLimited{After: after, Scope: "budget", Global: true}
		}
	}
	b.left--
	return RateLimited{}
}

// share returns how long a request has to wait for the rate that all processes share. If it has to, it loses its place in the
// other limits.
func (l *limits) share(ctx context.Context, b *bucket, bot bool) (after time.Duration) {
	if !bot {
		return 0
	}
	if after = l.shared.reserve(ctx, l.pacer, priorityOf(ctx)); after > 0 {
		b.left++
		if priorityOf(ctx) != lowPriority {
			l.pressBoards.crowd()
		}
		return after
	}
	l.pacer.used(&b.slot)
	return 0
}

// longest is the longest wait for a rate limit. A request that would wait longer fails at once.
const longest = 15 * time.Second

// These are the reasons why a request was not sent, besides the end of its context.
var (
	errNoWait = errors.New("the request does not wait")
	errLong   = errors.New("the wait is too long")
)

// sleep waits for d. It fails at once if d is too long or ctx would end before, and otherwise when ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	if d > longest {
		return errLong
	}
	if !retry.Sleep(ctx, d) {
		return cmp.Or(ctx.Err(), context.DeadlineExceeded)
	}
	return nil
}
