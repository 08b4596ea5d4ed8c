package rest

import (
	"errors"
	"net/http"
	"sync"
	"time"
)

// BlockTime is how long a channel is left alone that has refused the bot.
const BlockTime = 10 * time.Minute

// bars holds back requests that Discord has refused before and would refuse
// again: such refusals count towards a ban of the address.
type bars struct {
	mu     sync.Mutex
	barred map[string]bar // by what is barred
}

// bar is a channel that refused the bot.
type bar struct {
	until time.Time
	why   *Error
}

func newBars() *bars { return &bars{barred: map[string]bar{}} }

// admit fails where r would be refused again.
func (b *bars) admit(r request) error {
	if !r.bot {
		return nil // an interaction's token is good by itself
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	closed, ok := b.barred[r.barred()]
	if r.channel == "" || !ok || time.Now().After(closed.until) {
		return nil
	}
	again := *closed.why
	again.Method, again.Route = r.method, r.route
	return &again
}

// learn takes in what came of r.
func (b *bars) learn(r request, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	refused, ok := errors.AsType[*Error](err)
	if r.channel == "" || !ok || !errors.Is(err, ErrForbidden) && !errors.Is(err, ErrNoChannel) {
		return
	}
	for channel, old := range b.barred {
		if now.After(old.until) {
			delete(b.barred, channel)
		}
	}
	b.barred[r.barred()] = bar{now.Add(BlockTime), refused}
}

// barred is what a refusal of r bars: reading and files take permissions of
// their own.
func (r request) barred() string {
	switch {
	case r.method == http.MethodGet:
		return "reading " + r.channel
	case r.files:
		return "files in " + r.channel
	}
	return r.channel
}

// lift forgets that a channel refused the bot.
func (b *bars) lift(channel string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.barred, request{channel: channel}.barred())
	delete(b.barred, request{channel: channel, method: http.MethodGet}.barred())
	delete(b.barred, request{channel: channel, files: true}.barred())
}
