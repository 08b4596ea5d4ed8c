package bot

import (
	"sync"
	"time"
)

// editGap is the least time between two edits of one message. Discord allows five edits in five seconds a channel; one
// edit per change would fall behind for ever. Four in five seconds leave room for those that do not wait.
const editGap = 1250 * time.Millisecond

// pace spaces the edits of everything that shares one of Discord's limits: the messages of a channel.
type pace struct {
	mu   sync.Mutex
	free time.Time     // when the next edit may go out
	gap  time.Duration // between two of them; 0 is editGap
}

// next is when the edit after one of now may go out.
func (p *pace) next() time.Time {
	if p.gap > 0 {
		return time.Now().Add(p.gap)
	}
	return time.Now().Add(editGap)
}

// take is zero when an edit may go out now, and then it is taken to have gone; otherwise how long to wait. Who is not in
// a hurry lets those who are go first.
func (p *pace) take(hurry bool) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	wait := p.free.Sub(now)
	if !hurry && wait > 0 {
		wait += editGap / 50
	}
	if wait > 0 {
		return wait
	}
	p.free = p.next()
	return 0
}

// went says that an edit has gone out without asking.
func (p *pace) went() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at := p.next(); at.After(p.free) {
		p.free = at
	}
}
