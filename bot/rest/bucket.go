package rest

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// An unused bucket is kept for a generation of its kind. A request of the bot may have its place in the queue for many minutes. A
// token has no such place, and by the thousands they take memory.
const (
	routeGeneration = 15 * time.Minute
	tokenGeneration = 5 * time.Second
)

// buckets holds the limits of all routes, or of all interaction tokens. It drops a bucket that is unused for a whole generation,
// but not while its limit is exhausted, nor while a request holds its turn.
type buckets struct {
	generation time.Duration

	mu         sync.Mutex
	young, old map[string]*bucket
	rotatedAt  time.Time
}

func newBuckets(now time.Time, generation time.Duration) *buckets {
	return &buckets{generation: generation, young: map[string]*bucket{}, rotatedAt: now}
}

// find returns the bucket of key and marks it as used.
func (s *buckets) find(key string) *bucket {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := time.Now(); now.Sub(s.rotatedAt) >= s.generation {
		former := s.old
		s.old, s.young, s.rotatedAt = s.young, map[string]*bucket{}, now
		for key, b := range former {
			if b.closed.Load() > now.UnixNano() || len(b.turn) > 0 {
				s.young[key] = b
			}
		}
	}
	b := s.young[key]
	if b == nil {
		b = s.old[key]
	}
	if b == nil {
		b = &bucket{turn: make(chan struct{}, 1), left: 1}
	}
	s.young[key] = b
	return b
}

// forget drops the bucket of a request that is sent only once. Two thousand answers a second would otherwise leave millions
// of buckets.
func (s *buckets) forget(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.young, key)
	delete(s.old, key)
}

// bucket is the limit of one route or one interaction token. It sends one request at a time, so the remaining count of the
// last answer is exact. Only the request that holds the turn may use left, reset and scope.
type bucket struct {
	turn  chan struct{} // full while a request holds it
	left  int           // requests left until reset
	reset time.Time
	scope string // of the last 429

	closed atomic.Int64 // until when no request is left, in ns since 1970; find reads it

	slot slot // in the pacer's queue
}

// acquire waits for the bucket's turn.
func (b *bucket) acquire(ctx context.Context) error {
	if !waits(ctx) {
		select {
		case b.turn <- struct{}{}:
			return nil
		default:
			return errNoWait
		}
	}
	select {
	case b.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// release passes the turn to the next request.
func (b *bucket) release() { <-b.turn }

// wait returns how long the bucket stays without room for some requests.
func (b *bucket) wait(now time.Time, room int) RateLimited {
	if b.left >= room || b.left > 0 && !b.reset.After(now) {
		return RateLimited{}
	}
	return RateLimited{After: b.reset.Sub(now), Scope: b.scope}
}

// learn records the limits in an answer.
func (b *bucket) learn(now time.Time, h http.Header, err error) {
	if left, bad := strconv.Atoi(h.Get("X-RateLimit-Remaining")); bad == nil {
		b.left = left
		b.reset = now.Add(seconds(h.Get("X-RateLimit-Reset-After")))
	}
	if limit, ok := errors.AsType[*RateLimited](err); ok && !limit.Global {
		b.left, b.reset, b.scope = 0, latest(b.reset, now.Add(limit.After)), limit.Scope
	}
	if b.left <= 0 {
		b.closed.Store(b.reset.UnixNano())
	}
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
