package task

import "sync"

// Gate has functions wait for work that goes first. The zero value has no hold. It is safe for concurrent use.
type Gate struct {
	mu      sync.Mutex
	holds   int
	waiting []func()
}

// Hold has functions wait until Release. Each of several holds has a release of its own.
func (g *Gate) Hold() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.holds++
}

// Release ends a hold. After the last one it calls the functions that wait, in the order in which they came.
func (g *Gate) Release() {
	g.mu.Lock()
	var ready []func()
	if g.holds--; g.holds == 0 {
		ready, g.waiting = g.waiting, nil
	}
	g.mu.Unlock()
	for _, f := range ready {
		f()
	}
}

// Delay has f wait for the last release, and returns true. If there is no hold, it returns false and does not call f.
func (g *Gate) Delay(f func()) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.holds == 0 {
		return false
	}
	g.waiting = append(g.waiting, f)
	return true
}
