package rest

import (
	"errors"
	"net/http"
	"sync"
	"time"
)

// BlockTime is how long the client sends nothing to a channel that refused the bot.
const BlockTime = 10 * time.Minute

// blockList stops requests that Discord has refused before and would refuse again, because refusals count towards a ban of
// the address.
type blockList struct {
	mu     sync.Mutex
	blocks map[string]block // by blockKey
}

// block is a channel that refused the bot.
type block struct {
	until  time.Time
	reason *Error
}

func newBlockList() *blockList { return &blockList{blocks: map[string]block{}} }

// check returns an error if Discord would refuse r again.
func (l *blockList) check(r request) error {
	if r.channel == "" {
		return nil // an interaction's token needs no permission of the bot
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	b, ok := l.blocks[r.blockKey()]
	if !ok || time.Now().After(b.until) {
		return nil
	}
	again := *b.reason
	again.Method, again.Route = r.method, r.route
	return &again
}

// learn records the result of r.
func (l *blockList) learn(r request, err error) {
	refused, ok := errors.AsType[*Error](err)
	if r.channel == "" || !ok || !KeepsOut(err) {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	for channel, b := range l.blocks {
		if now.After(b.until) {
			delete(l.blocks, channel)
		}
	}
	l.blocks[r.blockKey()] = block{now.Add(BlockTime), refused}
}

// blockKey returns the scope of a refusal of r. Reading and files need permissions of their own.
func (r request) blockKey() string {
	switch {
	case r.method == http.MethodGet:
		return "reading " + r.channel
	case r.files:
		return "files in " + r.channel
	}
	return r.channel
}

// unblock drops the refusals of a channel.
func (l *blockList) unblock(channel string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.blocks, request{channel: channel}.blockKey())
	delete(l.blocks, request{channel: channel, method: http.MethodGet}.blockKey())
	delete(l.blocks, request{channel: channel, files: true}.blockKey())
}
