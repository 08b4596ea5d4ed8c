package store_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/memory"
	"cardroom/store/storetest"
)

var whole = store.Shard{Count: 1}

// stuttering is a store whose renewals can be held up, as a process is that does not run.
type stuttering struct {
	store.Store
	renew atomic.Pointer[func(context.Context) error] // nil: as it is
}

func (s *stuttering) Renew(ctx context.Context, l store.Lease) error {
	if f := s.renew.Load(); f != nil {
		return (*f)(ctx)
	}
	return s.Store.Renew(ctx, l)
}

func (s *stuttering) on(f func(context.Context) error) { s.renew.Store(&f) }

func holdAll(t testing.TB, s store.Store, owner string) *store.LeaseHolder {
	t.Helper()
	holder, err := store.AcquireLease(t.Context(), s, whole, owner, nil)
	if err != nil {
		t.Fatal(err)
	}
	return holder
}

func isLost(t *store.LeaseHolder) bool {
	select {
	case <-t.Lost():
		return true
	default:
		return false
	}
}

func TestATenureIsHandedOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openMemory(t)
		first := holdAll(t, s, "first")
		time.Sleep(10 * store.LeaseTime)
		got, said := make(chan *store.LeaseHolder), []string{}
		go func() {
			second, err := store.AcquireLease(t.Context(), s, whole, "second", func(err error) {
				var held *store.HeldError
				errors.As(err, &held)
				said = append(said, held.Owner)
			})
			if err != nil {
				t.Error(err)
			}
			got <- second
		}()
		time.Sleep(10 * store.LeaseTime)
		goodbye := time.Now()
		if err := first.End(t.Context()); err != nil {
			t.Fatal(err)
		}
		second := <-got
		if took := time.Since(goodbye); took > 200*time.Millisecond || !slices.Equal(said, []string{"first"}) {
			t.Errorf("after %v, and was told %q", took, said)
		}
		if isLost(first) || isLost(second) || second.Err() != nil {
			t.Error("the lease is reported lost")
		}
		if _, err := first.Commit(t.Context(), storetest.NextChange(storetest.Felt, 1)); err == nil {
			t.Error("a process that released the tables can still commit")
		}
		second.End(t.Context())
	})
}

func TestATenureThatFellAsleepIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stuttering{Store: openMemory(t)}
		first := holdAll(t, s, "first")
		awake := make(chan struct{})
		s.on(func(context.Context) error { <-awake; return s.Store.Renew(t.Context(), store.Lease{Shard: whole}) })
		died := time.Now()
		second := holdAll(t, s.Store, "second")
		if took := time.Since(died); took > store.LeaseTime+200*time.Millisecond {
			t.Errorf("it took %v to take over", took)
		}
		time.Sleep(time.Minute)
		asked := make(chan error)
		go func() { asked <- first.Err() }() // as whatever would be shown does, in a process that wakes up
		synctest.Wait()
		select {
		case err := <-asked:
			t.Errorf("it may go on before the store was asked: %v", err)
		default:
		}
		close(awake)
		var fenced *store.FencedError
		if err := <-asked; !errors.As(err, &fenced) || !isLost(first) {
			t.Errorf("%v, lost: %v", err, isLost(first))
		}
		if err := first.SetNote(t.Context(), "n", "v"); !errors.As(err, &fenced) {
			t.Errorf("SetNote = %v", err)
		}
		second.End(t.Context())
		first.End(t.Context())
	})
}

func TestWhateverIsFencedEndsATenure(t *testing.T) {
	for name, write := range map[string]func(*store.LeaseHolder) (store.Receipt, error){
		"a commit": func(held *store.LeaseHolder) (store.Receipt, error) {
			return held.Commit(t.Context(), storetest.NextChange(storetest.Felt, 1))
		},
		"a payment": func(held *store.LeaseHolder) (store.Receipt, error) {
			return held.Pay(t.Context(), store.Payment{Guild: 7, ID: "p", At: storetest.Noon, To: 5, Amount: 1, Reason: store.ReasonGrant})
		},
		"a wish": func(held *store.LeaseHolder) (store.Receipt, error) {
			return held.Forget(t.Context(), store.ErasureRequest{Guild: 7, ID: "o", Person: 5, At: storetest.Noon})
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &stuttering{Store: openMemory(t)}
				first := holdAll(t, s, "first")
				s.on(func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
				second := holdAll(t, s.Store, "second")
				if isLost(first) {
					t.Fatal("it is over before anybody was told")
				}
				_, err := write(first)
				if _, fenced := errors.AsType[*store.FencedError](err); !fenced || !isLost(first) || first.Err() == nil {
					t.Errorf("%v, lost: %v", err, isLost(first))
				}
				first.End(t.Context())
				second.End(t.Context())
			})
		})
	}
}

func TestAStoreThatIsAwayTakesTheTablesFromNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stuttering{Store: openMemory(t)}
		first := holdAll(t, s, "first")
		for _, away := range []func(context.Context) error{
			func(context.Context) error { return errors.New("connection refused") },
			func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
		} {
			s.on(away)
			for range 100 {
				time.Sleep(300 * time.Millisecond)
				asked := time.Now()
				if err := first.Err(); err != nil || time.Since(asked) > 100*time.Millisecond {
					t.Fatalf("%v after %v", err, time.Since(asked)) // people are waiting for an answer
				}
			}
		}
		s.renew.Store(nil)
		time.Sleep(2 * time.Second)
		if isLost(first) {
			t.Error("it is lost")
		}
		first.End(t.Context())
	})
}

func TestAStoreThatIsAwayIsAskedAgainForHalfAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openMemory(t)
		for outage, want := range map[time.Duration]error{29 * time.Second: nil, time.Hour: store.ErrUnreachable} {
			began, said := time.Now(), 0
			away := errors.New("connection refused")
			err := store.RetryUntilReady(t.Context(), func(err error) { said++ }, func() error {
				if time.Since(began) < outage {
					return away
				}
				_, err := s.Note(t.Context(), "alive")
				return err
			})
			if !errors.Is(err, want) || want != nil && !errors.Is(err, away) || said != 1 {
				t.Errorf("%v: %v, and was told %d times", outage, err, said)
			}
			if took := time.Since(began); took > 31*time.Second {
				t.Errorf("%v: after %v", outage, took)
			}
		}
	})
}

func TestATenureHasItsShardAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openMemory(t)
		for shard := range engine.ID(4) {
			storetest.Commit(t, s, storetest.NextChange(store.Key{Guild: shard<<22 + 5, Channel: 10 + shard}, 1))
		}
		all := holdAll(t, s, "whole")
		if err := errors.Join(all.SetNote(t.Context(), "server/5", "of before"), all.End(t.Context())); err != nil {
			t.Fatal(err)
		}
		for id := range 2 {
			half, err := store.AcquireLease(t.Context(), s, store.Shard{ID: id, Count: 2}, "half", nil)
			if err != nil {
				t.Fatal(err)
			}
			defer half.End(context.Background())
			var channels []engine.ID
			for r, err := range half.Tables(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				channels = append(channels, r.Channel)
			}
			if want := []engine.ID{engine.ID(10 + id), engine.ID(12 + id)}; !slices.Equal(channels, want) {
				t.Errorf("shard %d has the tables %v, want %v", id, channels, want)
			}
			if note, err := half.Note(t.Context(), "server/5"); err != nil || note != "of before" {
				t.Errorf("shard %d has the note %q, %v", id, note, err)
			}
		}
		if !strings.Contains((&store.HeldError{Shard: store.Shard{ID: 1, Count: 2}, Owner: "x"}).Error(), "shard 1/2") {
			t.Error("the error does not name the shard")
		}
	})
}

func openMemory(t testing.TB) store.Store {
	s := memory.New(store.Options{})
	t.Cleanup(func() { s.Close() })
	return s
}

// slowToAcquire is a store that fences many guilds before it returns a lease.
type slowToAcquire struct{ store.Store }

func (s slowToAcquire) Acquire(ctx context.Context, l store.Lease) (store.Lease, error) {
	l, err := s.Store.Acquire(ctx, l)
	time.Sleep(2 * store.LeaseTime)
	return l, err
}

func TestALeaseThatTookLongIsNotInDoubt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		held, err := store.TryLease(t.Context(), slowToAcquire{openMemory(t)}, whole, "slow")
		if err != nil {
			t.Fatal(err)
		}
		held.Contest(true)
		synctest.Wait()
		if held.Doubtful() != nil {
			t.Error("a lease is in doubt although the process has renewed it")
		}
		if err := held.End(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
