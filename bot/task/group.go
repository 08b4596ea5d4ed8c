// Package task runs goroutines that a program waits for before it ends.
//
// A [Group] starts them with Go. Close refuses new ones, and Wait waits until none runs. A panic ends only its own
// goroutine. The group reports the type of the panic's value, which may hold a secret, and the stack. A [Queue] runs jobs one
// after another.
package task

import (
	"sync"
	"time"
)

// Group is a set of goroutines. The zero value is ready to use.
type Group struct {
	Panicked func(value any) // reports a recovered panic; called on the goroutine that panicked

	mu     sync.Mutex
	closed bool
	active int
}

// Go runs f in a goroutine of its own. It returns false, and f does not run, after Close.
func (g *Group) Go(f func()) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.active++
	go func() {
		defer g.done()
		f()
	}()
	return true
}

func (g *Group) done() {
	if v := recover(); v != nil && g.Panicked != nil {
		g.Panicked(v)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.active--
}

// Close refuses new goroutines. Those already running continue.
func (g *Group) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
}

// Active returns the number of running goroutines.
func (g *Group) Active() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.active
}

// poll is how often Wait checks for running goroutines.
const poll = 5 * time.Millisecond

// Wait waits until no goroutine runs, and returns false if the limit passes first. New goroutines may start meanwhile,
// which a sync.WaitGroup would not allow.
func (g *Group) Wait(limit time.Duration) bool {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(poll) {
		if g.Active() == 0 {
			return true
		}
	}
	return false
}
