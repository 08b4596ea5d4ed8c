package rest

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Discord allows a bot 50 requests in any second. A steady 40 after a burst of 4
// leaves room for six more: what waits on its way here or there arrives closer
// together than it was sent. A client begins without a burst, for its
// program may have been killed within the same second.
const (
	gap   = time.Second / 40
	burst = 4 * gap
)

// longest is the longest wait for a rate limit; who has to wait longer is told
// so at once.
const longest = 15 * time.Second

// generation is how long a limit may lie unused before it is forgotten, and the
// life of an interaction's token.
const generation = 15 * time.Minute

// limits holds back requests that Discord would turn away. One request per route
// is under way at a time, so the remaining count of the last answer is the
// truth.
type limits struct {
	mu         sync.Mutex
	young, old map[string]*route // two generations: what is not used through one is dropped
	turned     time.Time
	next       time.Time // when the bot's next request is due at the steady rate
	waiting    int       // routes that were told to come again for that, since the bot last asked for nothing
	asleep     int       // routes whose requests sleep until about their turn
	spares     int       // how often spare requests found no room
	rush       int       // how often it began to ask for more than the rate
	shut       time.Time // until when the bot's global limit is exhausted
	banned     time.Time // until when nothing at all gets through
	refusals   int       // invalid requests since counted
	counted    time.Time
	spent      time.Time // until when the bot asks for nothing, because too much was invalid
}

// Discord bans an address for 10,000 invalid requests in ten minutes: 401, 403, and 429 but of shared limits. A tenth of
// that means that something is wrong, and the bot falls silent until the ten minutes are over.
const (
	mostInvalid = 1000
	invalidTime = 10 * time.Minute
)

// route is the limit of one route or one interaction token.
type route struct {
	turn   chan struct{} // held by the request under way
	left   int           // requests left until reset
	reset  time.Time
	scope  string // of the last 429
	asleep bool   // until about its turn
	waits  int    // the rush in which it was told to come again; 0 for none
}

func newLimits() *limits {
	now := time.Now()
	return &limits{young: map[string]*route{}, turned: now, next: now.Add(burst)}
}

// find returns the route of key, which is young again.
func (l *limits) find(key string) *route {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); now.Sub(l.turned) >= generation {
		l.old, l.young, l.turned = l.young, map[string]*route{}, now
	}
	r := l.young[key]
	if r == nil {
		r = l.old[key]
	}
	if r == nil {
		r = &route{turn: make(chan struct{}, 1), left: 1}
	}
	l.young[key] = r
	return r
}

// forget is for what is asked for once: two thousand answers a second would be millions of limits that nobody needs again.
func (l *limits) forget(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.young, key)
	delete(l.old, key)
}

// enter waits until the request may be made. It must be followed by a call of
// the returned function with the answer's headers (nil if there was none) and
// error. When the context would end first, or the wait is too long, enter fails
// without waiting.
func (l *limits) enter(ctx context.Context, r request) (leave func(http.Header, error), err error) {
	rt := l.find(r.key)
	if err := rt.queue(ctx); err != nil {
		return nil, r.held(RateLimited{Scope: "queue", After: queueTime}, err)
	}
	for {
		wait := l.wait(rt, r.bot, paceOf(ctx))
		if wait.After <= 0 {
			break
		}
		if atOnce(ctx) {
			<-rt.turn
			return nil, r.held(wait, errNotNow)
		}
		if err := sleep(ctx, wait.After); err != nil {
			l.quit(rt)
			<-rt.turn
			return nil, r.held(wait, err)
		}
	}
	return func(h http.Header, err error) {
		l.learn(rt, h, err)
		if r.once && err == nil {
			l.forget(r.key)
		}
		<-rt.turn
	}, nil
}

// queueTime is when to try again where a request of the same route is under way.
const queueTime = 100 * time.Millisecond

// queue waits for the route's turn.
func (rt *route) queue(ctx context.Context) error {
	if atOnce(ctx) {
		select {
		case rt.turn <- struct{}{}:
			return nil
		default:
			return errNotNow
		}
	}
	select {
	case rt.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// errNotNow is why a request that does not wait was not made.
var errNotNow = errors.New("not at once")

// pace is how a request stands to the bot's forty a second.
type pace int

const (
	patient pace = iota // it waits for its turn
	urgent              // now, or it comes again
	spare               // now, if nobody else wants to, or it comes again
)

type paceKey struct{}

// NoWait is ctx for requests that do not wait for a limit: they are made now, or
// refused with a [*Limited] that says when to ask again. Its caller can then
// ask for something newer.
func NoWait(ctx context.Context) context.Context { return context.WithValue(ctx, paceKey{}, urgent) }

// LowPriority is ctx for requests that are made at once, like those of [AtOnce], but only where the bot asks for less than it may:
// they take nothing from any other.
func LowPriority(ctx context.Context) context.Context {
	return context.WithValue(ctx, paceKey{}, spare)
}

func paceOf(ctx context.Context) pace {
	p, _ := ctx.Value(paceKey{}).(pace)
	return p
}

func atOnce(ctx context.Context) bool { return paceOf(ctx) != patient }

// wait says how long a request has to wait still; at zero it has taken its place. One that does not wait here, but is made
// anew when its time has come, stands in line with its like.
func (l *limits) wait(rt *route, bot bool, p pace) RateLimited {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	until := RateLimited{After: l.banned.Sub(now), Scope: cloudflare, Global: true}
	if after := rt.reset.Sub(now); rt.left <= 0 && after > until.After {
		until = RateLimited{After: after, Scope: rt.scope}
	}
	if after := l.spent.Sub(now); bot && after > until.After {
		until = RateLimited{After: after, Scope: "invalid", Global: true}
	}
	if after := l.shut.Sub(now); bot && after > until.After {
		until = RateLimited{After: after, Scope: "global", Global: true}
	}
	if until.After > 0 {
		return until
	}
	if bot {
		if after := l.next.Sub(now.Add(room[p])); after > 0 {
			switch {
			case p == urgent:
				after += l.line(rt)
			case p == patient && !rt.asleep: // who has slept has only this moment to wait for
				after += time.Duration(l.asleep) * gap
				rt.asleep = true
				l.asleep++
			case p == spare:
				l.spares++
				after += spareAgain + time.Duration(l.spares%spareApart)*gap
			}
			return RateLimited{After: after, Scope: "budget", Global: true}
		}
		l.served(rt, now)
		l.wake(rt)
		l.next = latest(l.next, now).Add(gap)
	}
	rt.left--
	return RateLimited{}
}

// room is how much of the next second a request may take in advance.
var room = [...]time.Duration{patient: burst, urgent: burst, spare: 0}

// spareAgain is the least time after which a spare request that found no room comes again, and spareApart how many of them
// get moments of their own.
const (
	spareAgain = time.Second
	spareApart = 360
)

// line is how much longer a route has to wait because others were told to come again before. Were all told the same moment,
// ten thousand boards would ask forty times a second each after a start, and one of them be served.
func (l *limits) line(rt *route) time.Duration {
	if l.waiting == 0 {
		l.rush++
	}
	if rt.waits != l.rush {
		rt.waits = l.rush
		l.waiting++
	}
	return time.Duration(l.waiting-1) * gap
}

// wake is for a route that sleeps no more until its turn.
func (l *limits) wake(rt *route) {
	if rt.asleep {
		rt.asleep = false
		l.asleep--
	}
}

// quit is wake for one that cannot wait so long.
func (l *limits) quit(rt *route) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wake(rt)
}

// served takes a route out of the line. When the bot has asked for less than its rate nobody is in it any more, whoever was
// told to come again and did not.
func (l *limits) served(rt *route, now time.Time) {
	switch {
	case !l.next.After(now):
		l.waiting = 0
	case rt.waits == l.rush && l.waiting > 0:
		l.waiting--
	}
	rt.waits = 0
}

// learn takes in what an answer says about the limits.
func (l *limits) learn(rt *route, h http.Header, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.tally(now, err)
	if left, bad := strconv.Atoi(h.Get("X-RateLimit-Remaining")); bad == nil {
		rt.left = left
		rt.reset = now.Add(seconds(h.Get("X-RateLimit-Reset-After")))
	}
	var limited *RateLimited
	if !errors.As(err, &limited) {
		return
	}
	until := now.Add(limited.After)
	switch {
	case limited.Scope == cloudflare:
		l.banned = latest(l.banned, until)
	case limited.Global:
		l.shut = latest(l.shut, until)
	default:
		rt.left, rt.reset, rt.scope = 0, latest(rt.reset, until), limited.Scope
	}
}

// tally counts what was invalid.
func (l *limits) tally(now time.Time, err error) {
	if !invalid(err) {
		return
	}
	if now.Sub(l.counted) >= invalidTime {
		l.refusals, l.counted = 0, now
	}
	if l.refusals++; l.refusals >= mostInvalid {
		l.spent = l.counted.Add(invalidTime)
	}
}

// invalid says whether Discord counts an answer towards the ban of an address.
func invalid(err error) bool {
	if limited, ok := errors.AsType[*RateLimited](err); ok {
		return limited.Scope != "shared"
	}
	e, ok := errors.AsType[*Error](err)
	return ok && (e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden)
}

// turnedAway reads a 429. An answer that is not Discord's JSON comes from
// Cloudflare in front of it and concerns everything this address sends.
func turnedAway(r request, h http.Header, body []byte) *RateLimited {
	var said struct {
		After  float64 `json:"retry_after"`
		Global bool    `json:"global"`
	}
	l := &RateLimited{Method: r.method, Route: r.route, Scope: h.Get("X-RateLimit-Scope")}
	if json.Unmarshal(body, &said) != nil {
		l.Scope, l.Global = cloudflare, true
	}
	l.Global = l.Global || said.Global || h.Get("X-RateLimit-Global") == "true"
	l.After = clamp(said.After) // the header is the same number rounded up to whole seconds
	if l.After == 0 {
		l.After = max(seconds(h.Get("Retry-After")), time.Second)
	}
	return l
}

// seconds reads a number of seconds; what is no such number is zero.
func seconds(s string) time.Duration {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0
	}
	return clamp(f)
}

// clamp is f seconds, within zero and an hour: a wrong number must not silence
// the bot for longer.
func clamp(f float64) time.Duration {
	if math.IsNaN(f) || f <= 0 {
		return 0
	}
	return time.Duration(min(f, 3600) * float64(time.Second))
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// errLong is why a wait beyond longest was not begun.
var errLong = errors.New("the wait is too long")

// sleep waits for d, or fails: at once when d is too long or ctx would end
// before, else when it ends.
func sleep(ctx context.Context, d time.Duration) error {
	if d > longest {
		return errLong
	}
	if end, ok := ctx.Deadline(); ok && time.Until(end) < d {
		return context.DeadlineExceeded
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
