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
	if until := now.Add(BlockTime); until.After(l.blocks[r.blockKey()].until) {
		l.blocks[r.blockKey()] = block{until, refused}
	}
}

// left is for how long a channel is blocked whose server has removed the bot: until the end of the program.
const left = 10 * 365 * 24 * time.Hour

// leave blocks a channel until it is unblocked.
func (l *blockList) leave(channel string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, key := range blockKeys(channel) {
		l.blocks[key] = block{time.Now().Add(left), &Error{Status: http.StatusForbidden, Message: "the bot was removed from the server", kind: ErrForbidden}}
	}
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
	for _, key := range blockKeys(channel) {
		delete(l.blocks, key)
	}
}

// retry drops the refusals of a channel, unless the bot has left it.
func (l *blockList) retry(channel string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, key := range blockKeys(channel) {
		if time.Until(l.blocks[key].until) <= BlockTime {
			delete(l.blocks, key)
		}
	}
}

// blockKeys returns the scopes of the refusals of a channel.
func blockKeys(channel string) []string {
	return []string{
		request{channel: channel}.blockKey(), request{channel: channel, method: http.MethodGet}.blockKey(), request{channel: channel, files: true}.blockKey(),
	}
}
