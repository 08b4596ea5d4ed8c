package rest

import (
	"context"
	"errors"
	"sync"
	"time"
)

// PressBoards says when new boards may be press boards: those that go by the token of a press, which does not use the bot's rate.
type PressBoards string

// These are the values of [PressBoards]; an empty one is PressBoardsAuto.
const (
	PressBoardsAuto   PressBoards = "auto" // while the bot wants much of its rate
	PressBoardsOff    PressBoards = "off"
	PressBoardsAlways PressBoards = "always" // tests only
)

// pressBoardSwitch decides whether new boards are press boards. Such a board looks like an answer to the message that was pressed,
// so they are only while the bot wants much of its rate. Requests that went by a token count as wanted, too.
type pressBoardSwitch struct {
	mode PressBoards
	rate float64 // requests of the bot in a second

	mu      sync.Mutex
	on      bool
	refused bool // Discord counted one of these requests against the bot's rate
	byToken int  // requests that went by a token
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

// isOn reports whether new boards are press boards. The argument byBot is how many requests the bot itself has wanted so far.
func (p *pressBoardSwitch) isOn(now time.Time, byBot int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch since := now.Sub(p.measured); {
	case p.mode == PressBoardsOff || p.refused:
		return false
	case p.mode == PressBoardsAlways:
		return true
	case since >= measureTime:
		wanted := byBot + p.byToken
		p.measure(now, float64(wanted-p.wanted)/since.Seconds())
		p.wanted = wanted
	}
	return p.on
}

// measure switches by how many requests a second were wanted since the last measurement. This process knows only its own part
// of a shared rate. So a request that had to wait for that rate switches, too.
func (p *pressBoardSwitch) measure(now time.Time, wanted float64) {
	switch {
	case wanted > p.rate/2 || p.crowded:
		p.on, p.calm = true, time.Time{}
	case wanted >= p.rate/4:
		p.calm = time.Time{}
	case p.calm.IsZero():
		p.calm = p.measured
	}
	if !p.calm.IsZero() && now.Sub(p.calm) >= calmTime {
		p.on = false
	}
	p.measured, p.crowded = now, false
}

// crowd notes that a request waited for the rate that processes share.
func (p *pressBoardSwitch) crowd() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.crowded = true
}

// count counts a request for a press board.
func (p *pressBoardSwitch) count() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.byToken++
}

// learn records the result of such a request. Where Discord counts it against the bot's rate, they end for good.
func (p *pressBoardSwitch) learn(err error) {
	if !isGlobal(err) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused = true
}

// isGlobal reports whether Discord refused a request because of the bot's own rate.
func isGlobal(err error) bool {
	limit, ok := errors.AsType[*RateLimited](err)
	return ok && limit.Global && limit.Scope != cloudflare
}

type pressBoardKey struct{}

// ForPressBoard returns a context for requests of a press board, by the press's token in place of those of the bot.
func ForPressBoard(ctx context.Context) context.Context {
	return context.WithValue(ctx, pressBoardKey{}, true)
}

// isForPressBoard reports whether the request of ctx takes the place of one of the bot.
func isForPressBoard(ctx context.Context) bool { return ctx.Value(pressBoardKey{}) != nil }

// PressBoardsOn reports whether new boards should be press boards now, in a context of [ForPressBoard].
func (c *Client) PressBoardsOn() bool {
	return c.limits.pressBoards.isOn(time.Now(), c.Budget().Wanted)
}

// CountsPressBoards reports whether Discord has counted a request of [ForPressBoard] against the bot's rate. Then no further one is made.
func (c *Client) CountsPressBoards() bool {
	p := c.limits.pressBoards
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.refused
}
