package gateway

import (
	"context"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// answerTime is how long Discord's answer about the gateway serves, in units of [Config.Pace]. It is longer than slotTime and the way to
// an IDENTIFY, so that not each shard of a bucket has to ask in its turn.
const answerTime = 7

// entrance keeps Discord's answer about the gateway. All shards of a process share it, so that one request serves them all.
type entrance struct {
	mu      sync.Mutex
	latest  *answer // it may be under way
	url     string  // the last known address
	pending int     // sessions that were admitted, and that Discord may not have counted yet
	started int     // those that it has counted
}

// answer is one answer of Discord, or the request for it.
type answer struct {
	came    chan struct{} // closed when info or err is there
	info    *discordgo.GatewayBotResponse
	err     error
	at      time.Time // when it came
	until   time.Time // when it no longer serves; zero while it is under way
	left    int       // sessions that it still allows
	started int       // sessions that Discord had counted before the request
}

// limited reports whether Discord says how many sessions are left.
func (a *answer) limited() bool { return a.info.SessionStartLimit.Total > 0 }

// usedUp returns an error if Discord allows no further session.
func (a *answer) usedUp() error {
	limit := a.info.SessionStartLimit
	if a.limited() && limit.Remaining <= 0 {
		return &usedUpError{time.Duration(limit.ResetAfter) * time.Millisecond}
	}
	return nil
}

// current returns the answer that serves now. If there is none, it asks Discord. It does not wait.
func (b *bot) current() *answer {
	e := &b.Slots.entrance
	e.mu.Lock()
	defer e.mu.Unlock()
	if a := e.latest; a != nil && (a.until.IsZero() || time.Now().Before(a.until)) {
		return a
	}
	a := &answer{came: make(chan struct{}), started: e.started}
	e.latest = a
	go b.fetch(a)
	return a
}

// fetch asks Discord. It belongs to no shard: one that ends fails no other.
func (b *bot) fetch(a *answer) {
	ctx, cancel := context.WithTimeout(context.Background(), b.Patience)
	defer cancel()
	if b.Debit != nil {
		b.Debit()
	}
	info, err := b.rest.Gateway(ctx)
	e := &b.Slots.entrance
	e.mu.Lock()
	defer e.mu.Unlock()
	defer close(a.came)
	a.info, a.err, a.at = info, err, time.Now()
	if err != nil {
		a.until = a.at.Add(b.Pace / 2) // less than the pause before the next try
		return
	}
	e.url = info.URL
	limit := info.SessionStartLimit
	a.left = limit.Remaining - e.pending - (e.started - a.started) // the answer may count none of these
	a.until = a.at
	if !a.limited() || a.left >= 2*limit.MaxConcurrency {
		a.until = a.at.Add(answerTime * b.Pace)
	}
}

// look waits for Discord's answer about the gateway.
func (b *bot) look(ctx context.Context) (*answer, error) {
	a := b.current()
	select {
	case <-a.came:
		return a, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// general returns the gateway's general address. It waits for Discord only while none is known.
func (b *bot) general(ctx context.Context) (string, error) {
	e := &b.Slots.entrance
	e.mu.Lock()
	url := e.url
	e.mu.Unlock()
	if url != "" {
		return url, nil
	}
	a, err := b.look(ctx)
	if err != nil {
		return "", err
	}
	return a.info.URL, nil
}

// allow counts a session that is about to begin, if Discord allows one more. The caller must then call finish.
func (b *bot) allow(ctx context.Context) (*discordgo.GatewayBotResponse, error) {
	a, err := b.look(ctx)
	if err == nil {
		err = a.usedUp()
	}
	if err != nil {
		return nil, err
	}
	e := &b.Slots.entrance
	e.mu.Lock()
	defer e.mu.Unlock()
	if a.limited() && a.left <= 0 {
		return nil, &usedUpError{slotTime * b.Pace} // other shards begin the last sessions
	}
	a.left--
	e.pending++
	return a.info, nil
}

// finish ends a session's admission, and notes whether Discord has counted the session.
func (b *bot) finish(started bool) {
	e := &b.Slots.entrance
	e.mu.Lock()
	defer e.mu.Unlock()
	e.pending--
	if started {
		e.started++
	} else {
		e.latest.left++
	}
}
