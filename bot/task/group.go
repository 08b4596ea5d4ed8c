// Package task runs goroutines that a program waits for before it ends.
//
// A [Group] starts them with Go. Close refuses new ones, and Wait waits until none runs. A panic ends only its own
// goroutine. The group reports the type of the panic's value, which may hold a secret, and the stack. A [Queue] runs jobs one
// after another. A [Gate] has functions wait for other work.
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
	idle   []chan func() // take the next function, one for each goroutine that waits for it
}

// maxIdle is how many goroutines of a group wait for more to do.
const maxIdle = 32

// Go runs f in another goroutine. It returns false, and f does not run, after Close. A goroutine whose function has ended takes
// the next one, which needs a stack as large as the last one did.
func (g *Group) Go(f func()) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.active++
	var next chan func()
	if n := len(g.idle) - 1; n >= 0 {
		next, g.idle = g.idle[n], g.idle[:n]
	} else {
		next = make(chan func(), 1)
		go g.work(next)
	}
	next <- f
	return true
}

// work runs the functions that Go hands over.
func (g *Group) work(next chan func()) {
	for f := range next {
		g.run(f)
		if !g.wait(next) {
			return
		}
	}
}

func (g *Group) run(f func()) {
	defer func() {
		if v := recover(); v != nil && g.Panicked != nil {
			g.Panicked(v)
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		g.active--
	}()
	f()
}

// wait has Go hand the next function over to a channel, and reports whether there may be one.
func (g *Group) wait(next chan func()) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed || len(g.idle) == maxIdle {
		return false
	}
	g.idle = append(g.idle, next)
	return true
}

// Close refuses new goroutines. Those already running continue.
func (g *Group) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	for _, next := range g.idle {
		close(next)
	}
	g.idle = nil
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
