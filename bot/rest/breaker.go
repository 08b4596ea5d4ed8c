package rest

import (
	"errors"
	"net/http"
	"sync"
	"time"
)

// Discord bans an address for 10,000 invalid requests in ten minutes: 401, 403, and 429 unless the limit is shared. A tenth
// of that signals a fault, and the bot sends nothing more until the ten minutes are over.
const (
	mostInvalid = 1000
	invalidTime = 10 * time.Minute
)

// breaker stops all requests, or all of the bot's, after Discord refused some.
type breaker struct {
	mu          sync.Mutex
	bannedUntil time.Time // no request at all is sent before
	globalUntil time.Time // the bot's global limit is exhausted until then
	fuseUntil   time.Time // the bot sends nothing before: too many were invalid
	invalid     int       // requests since countedFrom
	countedFrom time.Time
}

// wait returns how long no request is sent, or none with the bot's token.
func (b *breaker) wait(now time.Time, bot bool) RateLimited {
	b.mu.Lock()
	defer b.mu.Unlock()
	wait := RateLimited{After: b.bannedUntil.Sub(now), Scope: cloudflare, Global: true}
	if after := b.fuseUntil.Sub(now); bot && after > wait.After {
		wait = RateLimited{After: after, Scope: "invalid", Global: true}
	}
	if after := b.globalUntil.Sub(now); bot && after > wait.After {
		wait = RateLimited{After: after, Scope: "global", Global: true}
	}
	return wait
}

// learn records the result of a request.
func (b *breaker) learn(now time.Time, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if isInvalid(err) {
		b.count(now)
	}
	limit, ok := errors.AsType[*RateLimited](err)
	switch {
	case !ok:
	case limit.Scope == cloudflare:
		b.bannedUntil = latest(b.bannedUntil, now.Add(limit.After))
	case limit.Global:
		b.globalUntil = latest(b.globalUntil, now.Add(limit.After))
	}
}

// count counts an invalid request.
func (b *breaker) count(now time.Time) {
	if now.Sub(b.countedFrom) >= invalidTime {
		b.invalid, b.countedFrom = 0, now
	}
	if b.invalid++; b.invalid >= mostInvalid {
		b.fuseUntil = b.countedFrom.Add(invalidTime)
	}
}

// isInvalid reports whether Discord counts an answer towards the ban of an address.
func isInvalid(err error) bool {
	if limit, ok := errors.AsType[*RateLimited](err); ok {
		return limit.Scope != "shared"
	}
	e, ok := errors.AsType[*Error](err)
	return ok && (e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden)
}
