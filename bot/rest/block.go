package rest

import (
	"errors"
	"maps"
	"net/http"
	"sync"
	"time"
)

// BlockTime is how long the client sends nothing to a channel that refused the bot.
const BlockTime = 10 * time.Minute

// missingTime replaces BlockTime where Discord denies that the channel exists that a request asks for. One wrong answer must not
// keep a table without a channel for long, and such answers do not count towards a ban.
const missingTime = 30 * time.Second

// blockList stops requests that Discord has refused before and would refuse again, because refusals count towards a ban of
// the address.
type blockList struct {
	mu     sync.Mutex
	blocks map[string]block // by blockKey
	tries  map[string]*try  // by channel: the last of resume
}

// try is a request to a channel that has refused the bot or may do so, after an interaction has shown sufficient permissions.
type try struct {
	shown   int64     // the bot's permissions in the interaction
	refused bool      // Discord has refused it all the same
	until   time.Time // for so long other interactions with these permissions change nothing
}

// block is a channel that refused the bot.
type block struct {
	until  time.Time
	reason *Error
}

func newBlockList() *blockList {
	return &blockList{blocks: map[string]block{}, tries: map[string]*try{}}
}

// check returns an error if Discord would refuse r again.
func (l *blockList) check(r request) error {
	if r.channel == "" {
		return nil // an interaction's token needs no permission of the bot
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	b, ok := l.blocks[r.blockKey()]
	if !ok || !time.Now().Before(b.until) {
		return nil
	}
	again := *b.reason
	again.Method, again.Route = r.method, r.route
	return &again
}

// learn records the result of r.
func (l *blockList) learn(r request, err error) {
	if r.channel == "" {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil && (r.method == http.MethodPost || r.method == http.MethodPatch) {
		delete(l.tries, r.channel)
	}
	refused, ok := errors.AsType[*Error](err)
	if !ok || !KeepsOut(err) {
		return
	}
	now := time.Now()
	if t := l.tries[r.channel]; t != nil && r.blockKey() == r.channel {
		t.refused, t.until = true, now.Add(BlockTime)
	}
	for channel, b := range l.blocks {
		if now.After(b.until) {
			delete(l.blocks, channel)
		}
	}
	until := now.Add(BlockTime)
	if r.about && errors.Is(err, ErrNoChannel) {
		until = now.Add(missingTime)
	}
	if until.After(l.blocks[r.blockKey()].until) {
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

// blockKey returns the scope of a refusal of r. Reading, files and the channel itself need permissions of their own.
func (r request) blockKey() string {
	switch {
	case r.about:
		return "about " + r.channel
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
	delete(l.tries, channel)
	for _, key := range blockKeys(channel) {
		delete(l.blocks, key)
	}
}

// resume drops the refusals of a channel after an interaction with permissions of the bot there that suffice. Discord may refuse the bot
// for another reason, such as a private thread. So the same permissions change nothing for a time after a try that Discord refused: resume
// returns until when, or the zero time.
func (l *blockList) resume(channel string, shown int64) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if t := l.tries[channel]; t != nil && t.refused && t.shown == shown && now.Before(t.until) {
		return t.until
	}
	maps.DeleteFunc(l.tries, func(_ string, t *try) bool { return now.After(t.until.Add(BlockTime)) })
	l.tries[channel] = &try{shown: shown, until: now.Add(BlockTime)}
	for _, key := range blockKeys(channel) {
		delete(l.blocks, key)
	}
	return time.Time{}
}

// lack forgets the last try in a channel, after an interaction with permissions of the bot there that do not suffice.
func (l *blockList) lack(channel string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.tries, channel)
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
	var keys []string
	for _, r := range []request{{}, {method: http.MethodGet}, {files: true}, {about: true}} {
		r.channel = channel
		keys = append(keys, r.blockKey())
	}
	return keys
}
