package editor

import (
	"sync"
	"time"

	"cardroom/bot/message"
)

// Pacer spaces all edits under one of Discord's rate limits: the messages of a channel.
type Pacer struct {
	mu   sync.Mutex
	free time.Time     // when the next edit may go out
	Gap  time.Duration // between two of them; 0 is message.EditGap
}

// next returns when an edit may follow one that is sent now.
func (p *Pacer) next() time.Time {
	if p.Gap > 0 {
		return time.Now().Add(p.Gap)
	}
	return time.Now().Add(message.EditGap)
}

// Reserve returns how long to wait until an edit may be sent. Zero means now, and then the edit counts. An edit without
// hurry waits a little longer, so that others go first.
func (p *Pacer) Reserve(hurry bool) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	wait := p.free.Sub(now)
	if !hurry && wait > 0 {
		wait += message.EditGap / 50
	}
	if wait > 0 {
		return wait
	}
	p.free = p.next()
	return 0
}

// spend counts an edit sent without Reserve.
func (p *Pacer) spend() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at := p.next(); at.After(p.free) {
		p.free = at
	}
}
