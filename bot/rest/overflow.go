package rest

import (
	"context"
	"errors"
	"sync"
	"time"
)

// FollowUps says when new boards may go by the token of a press, which does not use the bot's rate.
type FollowUps string

// These are the values of [FollowUps]; an empty one is FollowUpsAuto.
const (
	FollowUpsAuto   FollowUps = "auto" // while the bot wants much of its rate
	FollowUpsOff    FollowUps = "off"
	FollowUpsAlways FollowUps = "always" // tests only
)

// overflow decides whether new boards go by the tokens of presses. Such a board looks like an answer to the message that was
// pressed, so they do only while the bot wants much of its rate. Requests that went by a token count as wanted, too.
type overflow struct {
	mode FollowUps
	rate float64 // requests of the bot in a second

	mu      sync.Mutex
	on      bool
	refused bool // Discord counted one of these requests against the bot's rate
	spared  int  // requests that went by a token
	crowded bool // a request waited for the rate that processes share, since the last measurement

	measured time.Time // the last time
	wanted   int       // by either way, until then
	calm     time.Time // since when less than a quarter of the rate is wanted; zero: it is more
}

// These are the least time between two measurements, and how long little has to be wanted until boards go by the bot's own
// requests again.
const (
	measureTime = time.Second
	calmTime    = time.Minute
)

// isOn reports whether new boards go by tokens. The argument byBot is how many requests the bot itself has wanted so far.
func (o *overflow) isOn(now time.Time, byBot int) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch since := now.Sub(o.measured); {
	case o.mode == FollowUpsOff || o.refused:
		return false
	case o.mode == FollowUpsAlways:
		return true
	case since >= measureTime:
		wanted := byBot + o.spared
		o.measure(now, float64(wanted-o.wanted)/since.Seconds())
		o.wanted = wanted
	}
	return o.on
}

// measure switches by how many requests a second were wanted since the last measurement. This process knows only its own part
// of a shared rate. So a request that had to wait for that rate switches, too.
func (o *overflow) measure(now time.Time, wanted float64) {
	switch {
	case wanted > o.rate/2 || o.crowded:
		o.on, o.calm = true, time.Time{}
	case wanted >= o.rate/4:
		o.calm = time.Time{}
	case o.calm.IsZero():
		o.calm = o.measured
	}
	if !o.calm.IsZero() && now.Sub(o.calm) >= calmTime {
		o.on = false
	}
	o.measured, o.crowded = now, false
}

// crowd notes that a request waited for the rate that processes share.
func (o *overflow) crowd() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.crowded = true
}

// count counts a request by a token in place of one of the bot.
func (o *overflow) count() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.spared++
}

// learn records the result of such a request. Where Discord counts it against the bot's rate, they end for good.
func (o *overflow) learn(err error) {
	if !isGlobal(err) {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.refused = true
}

// isGlobal reports whether Discord refused a request because of the bot's own rate.
func isGlobal(err error) bool {
	limit, ok := errors.AsType[*RateLimited](err)
	return ok && limit.Global && limit.Scope != cloudflare
}

type sparingKey struct{}

// Sparing returns a context for requests by an interaction's token in place of those of the bot.
func Sparing(ctx context.Context) context.Context { return context.WithValue(ctx, sparingKey{}, true) }

// spares reports whether the request of ctx takes the place of one of the bot.
func spares(ctx context.Context) bool { return ctx.Value(sparingKey{}) != nil }

// SparesRate reports whether new boards should go by the tokens of presses now, in a context of [Sparing].
func (c *Client) SparesRate() bool { return c.limits.overflow.isOn(time.Now(), c.Budget().Wanted) }

// CountsFollowUps reports whether Discord has counted a request of [Sparing] against the bot's rate. Then no further one is made.
func (c *Client) CountsFollowUps() bool {
	o := c.limits.overflow
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.refused
}
