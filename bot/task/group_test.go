package task

import (
	"errors"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// The bubble of each test ends only once all goroutines of the group have.

// waiting returns how many goroutines of a group wait for more to do.
func waiting(g *Group) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.idle)
}

func TestAGoroutineTakesTheNextFunction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g Group
		ran := 0
		for range 3 * maxIdle {
			g.Go(func() { ran++ })
			synctest.Wait()
		}
		if n := waiting(&g); ran != 3*maxIdle || n != 1 || g.Active() != 0 {
			t.Errorf("%d functions ran, and %d goroutines wait; %d are running", ran, n, g.Active())
		}
		g.Close()
		if g.Go(func() { ran = 0 }) || ran == 0 {
			t.Error("a closed group runs a function")
		}
	})
}

func TestFewGoroutinesWaitForMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g Group
		end := make(chan struct{})
		for range 3 * maxIdle {
			g.Go(func() { <-end })
		}
		synctest.Wait()
		if n := waiting(&g); n != 0 || g.Active() != 3*maxIdle {
			t.Errorf("%d functions run at once, and %d goroutines wait", g.Active(), n)
		}
		close(end)
		synctest.Wait()
		if n := waiting(&g); n != maxIdle || g.Active() != 0 {
			t.Errorf("%d goroutines wait; %d are running", n, g.Active())
		}
		g.Close()
	})
}

func TestAGroupSurvivesItsFunctions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bad := errors.New("bad")
		var seen []any
		g := Group{Panicked: func(value any) { seen = append(seen, value) }}
		for range 2 {
			g.Go(func() { panic(bad) })
			synctest.Wait()
			g.Go(runtime.Goexit)
			synctest.Wait()
		}
		ran := false
		g.Go(func() { g.Close(); ran = true }) // which ends the goroutine that runs it, too
		synctest.Wait()
		if !slices.Equal(seen, []any{bad, bad}) || !ran || g.Active() != 0 {
			t.Errorf("panics %v; the last one ran: %t; %d are running", seen, ran, g.Active())
		}
	})
}

// TestAGroupIsWaitedFor waits for a function that ends within the limit, and in vain for one that does not.
func TestAGroupIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g Group
		start := time.Now()
		g.Go(func() { time.Sleep(time.Second) })
		if !g.Wait(2 * time.Second) {
			t.Error("a function that ends in a second is not waited for")
		}
		if waited := time.Since(start); waited < time.Second || waited > time.Second+poll {
			t.Errorf("it was waited for %v", waited)
		}
		end := make(chan struct{})
		g.Go(func() { <-end })
		if g.Wait(time.Second) {
			t.Error("a function that runs has ended")
		}
		close(end)
		g.Close()
	})
}
