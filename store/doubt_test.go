package store_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/internal/clock"
	"cardroom/store"
)

// cut has the renewals of a store meet a network that loses everything.
func cut(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }

// S5: a lease that was not renewed for its time is in doubt where another process waits for it, and only there.
func TestALeaseIsInDoubtWhereAnotherProcessWaits(t *testing.T) {
	for name, waits := range map[string]bool{"nobody waits": false, "one waits": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &stuttering{Store: openMemory(t)}
				first := holdAll(t, s, "first")
				waiting, end := context.WithCancel(t.Context())
				defer end()
				took := make(chan *store.LeaseHolder, 1)
				if waits {
					go func() {
						second, _ := store.AcquireLease(waiting, s.Store, whole, "second", nil)
						took <- second
					}()
				}
				time.Sleep(5 * time.Second)
				if first.Doubtful() != nil {
					t.Error("in doubt while it is renewed")
				}
				s.on(cut)
				time.Sleep(store.LeaseTime - 600*time.Millisecond)
				if first.Doubtful() != nil {
					t.Error("in doubt before its time is over")
				}
				time.Sleep(700 * time.Millisecond)
				if doubt := first.Doubtful(); (doubt != nil) != waits {
					t.Errorf("in doubt after its time: %v", doubt != nil)
				}
				if waits {
					second := <-took
					var fenced *store.FencedError
					s.renew.Store(nil)
					doubt := first.Doubtful()
					if err := first.Confirm(t.Context()); !errors.As(err, &fenced) || first.Doubtful() != nil || !isLost(first) {
						t.Errorf("Confirm: %v", err)
					}
					select {
					case <-doubt:
					default:
						t.Error("those who wait in doubt are not told")
					}
					second.End(t.Context())
				}
				first.End(t.Context())
			})
		})
	}
}

// S5: a waiting process that has ended takes no lease, and a renewal ends the doubt.
func TestADoubtEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stuttering{Store: openMemory(t)}
		first := holdAll(t, s, "first")
		waiting, end := context.WithCancel(t.Context())
		go store.AcquireLease(waiting, s.Store, whole, "second", nil)
		time.Sleep(5 * time.Second)
		s.on(cut)
		time.Sleep(store.LeaseTime / 2)
		end() // before the lease runs out
		time.Sleep(store.LeaseTime/2 + 100*time.Millisecond)
		doubt := first.Doubtful()
		if doubt == nil {
			t.Fatal("not in doubt")
		}
		s.renew.Store(nil)
		<-doubt
		if first.Doubtful() != nil {
			t.Error("in doubt after a renewal")
		}
		time.Sleep(10 * time.Second)
		s.on(cut)
		time.Sleep(10 * time.Second)
		if first.Doubtful() != nil {
			t.Error("in doubt long after the last process that waited has ended")
		}
		first.End(t.Context())
	})
}

// S13: the monotonic clock of a virtual machine stands still while the machine sleeps. The wall clock does not.
func TestALeaseRunsOutWhileTheMachineSleeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stuttering{Store: openMemory(t)}
		first := holdAll(t, s, "first")
		renew := make(chan struct{})
		s.on(func(ctx context.Context) error { <-renew; return s.Store.Renew(ctx, store.Lease{Shard: whole}) })
		woken := clock.Now()
		first.SetClock(func() clock.Moment {
			now := clock.Now()
			return clock.Moment{Wall: now.Wall.Add(time.Hour), Up: now.Up}
		})
		if second, err := s.Store.Acquire(t.Context(), store.Lease{Shard: whole, Owner: "first", For: store.LeaseTime}); err != nil {
			t.Fatal(second, err) // as another process did long ago
		}
		asked := make(chan error)
		go func() { asked <- first.Err() }()
		synctest.Wait()
		select {
		case err := <-asked:
			t.Errorf("it may go on before the store was asked: %v, %v after it woke", err, clock.Now().Since(woken))
			return
		default:
		}
		close(renew)
		if err := <-asked; err == nil || !isLost(first) {
			t.Errorf("%v, lost: %v", err, isLost(first))
		}
		first.End(t.Context())
	})
}

// P6: a process that fell asleep in a renewal asks the store again. The answer, or the end of the call's time, is from before it
// slept. While the store is away then, the lease is in doubt: another process may have come.
func TestARenewalThatTheProcessSleptThroughSaysNothing(t *testing.T) {
	for name, answer := range map[string]error{"it was renewed": nil, "its time ran out": context.DeadlineExceeded} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &stuttering{Store: openMemory(t)}
				first := holdAll(t, s, "first")
				woken, asked := make(chan struct{}), make(chan struct{})
				s.on(func(context.Context) error { <-woken; return answer })
				time.Sleep(2 * store.LeaseTime)
				s.on(func(context.Context) error { <-asked; return errors.New("connection refused") })
				if first.Doubtful() == nil {
					t.Error("not in doubt as it wakes up")
				}
				close(woken)
				shown := make(chan error, 2)
				go func() { shown <- first.Err() }()
				synctest.Wait()
				select {
				case err := <-shown:
					t.Errorf("it may go on before the store was asked again: %v", err)
					shown <- err
				default:
				}
				close(asked)
				if err := <-shown; err != nil || first.Doubtful() == nil {
					t.Errorf("%v, in doubt: %v; the store is away", err, first.Doubtful() != nil)
				}
				s.renew.Store(nil)
				time.Sleep(store.LeaseTime)
				if err := first.Err(); err != nil || first.Doubtful() != nil {
					t.Errorf("%v, in doubt: %v; it was renewed", err, first.Doubtful() != nil)
				}
				first.End(t.Context())
			})
		})
	}
}
