package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"cardroom/engine"
	"cardroom/store"
)

var racing = map[string]func(*testing.T, Opener){
	"of changes from one version one wins":             testOneWins,
	"of parallel claims one is paid":                   testOneClaim,
	"one id sent in parallel is one change":            testOneID,
	"tables do not get in each other's way":            testManyTables,
	"reads see whole commits":                          testWholeCommits,
	"the ranking is that of the wallets after a storm": testStorm,
	"contexts that end leave each change undivided":    testContextsEnd,
}

// atOnce is how many calls run at once. A store gives each call a few seconds, which a thousand at once exceed on a busy
// machine.
const atOnce = 50

// together runs work n times, [atOnce] at a time, and returns the errors.
func together(n int, work func(i int) error) []error {
	errs := make([]error, n)
	start := make(chan struct{})
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, atOnce) {
		wg.Go(func() {
			<-start
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				errs[i] = work(int(i))
			}
		})
	}
	close(start)
	wg.Wait()
	return errs
}

func testOneWins(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 1000)))
	for range 5 {
		errs := together(50, func(i int) error {
			c := b.change(topped(alice, 10))
			c.ID = fmt.Sprint(b.version, " by ", i)
			_, err := b.Commit(t.Context(), c)
			return err
		})
		won := 0
		for _, err := range errs {
			if err == nil {
				won++
			} else if have := as[*store.StaleError](t, err).Have; have != b.version+1 {
				t.Errorf("Have = %d, want %d", have, b.version+1)
			}
		}
		if won != 1 {
			t.Fatalf("%d of 50 changes won, want 1", won)
		}
		b.version++
		b.chips += 10
	}
	if got := b.wallet(alice); got != store.Opening-1050 {
		t.Errorf("wallet = %d, want %d", got, store.Opening-1050)
	}
	balanced(t, b, guild)
}

// rush returns how many people press: a thousand, or fewer where the tests have to be short.
func rush() int {
	if testing.Short() {
		return 200
	}
	return 1000
}

func testOneClaim(t *testing.T, open Opener) {
	b := at(t, open)
	errs := together(rush(), func(i int) error {
		_, err := b.Pay(t.Context(), store.Payment{Guild: guild, ID: fmt.Sprint("press ", i), At: noon, To: alice,
			Amount: store.Daily, Reason: store.ReasonDaily})
		return err
	})
	paid := 0
	for _, err := range errs {
		if err == nil {
			paid++
		} else if !errors.Is(err, store.ErrClaimed) {
			t.Error(err)
		}
	}
	if got := b.wallet(alice); paid != 1 || got != store.Opening+store.Daily {
		t.Errorf("%d claims were paid, wallet %d", paid, got)
	}
}

func testOneID(t *testing.T, open Opener) {
	b := at(t, open)
	c := b.change(sat(alice, 500))
	var mu sync.Mutex
	repeated := 0
	for _, err := range together(50, func(int) error {
		r, err := b.Commit(t.Context(), c)
		mu.Lock()
		defer mu.Unlock()
		if r.Duplicate {
			repeated++
		}
		if err == nil && r.Version != 1 {
			err = fmt.Errorf("version %d", r.Version)
		}
		return err
	}) {
		if err != nil {
			t.Error(err)
		}
	}
	if got := b.wallet(alice); repeated != 49 || got != store.Opening-500 {
		t.Errorf("%d of 50 were told it had been done, wallet %d", repeated, got)
	}
}

func testManyTables(t *testing.T, open Opener) {
	s := open(t, store.Options{})
	for _, err := range together(16, func(i int) error { return playAlone(t, s, i) }) {
		if err != nil {
			t.Error(err)
		}
	}
	balanced(t, s, guild)
	if w := must[store.Wallet](t)(s.Wallet(t.Context(), guild, alice)); w.Balance != store.Opening-16*20 {
		t.Errorf("wallet = %d: everyone took 20 from it", w.Balance)
	}
}

// testStorm commits to many tables and makes gifts between their players, all at once, some for more chips than there are.
func testStorm(t *testing.T, open Opener) {
	s := open(t, store.Options{})
	for _, err := range together(16, func(i int) error {
		b := &table{t: t, Store: s, key: store.Key{Guild: guild, Channel: engine.ID(100 + i)}, session: 1}
		for n := range 12 {
			who, to := engine.ID(1+(i+n)%7), engine.ID(1+(i+3*n+1)%7)
			var funds *store.FundsError
			var gift *store.GiftError
			if _, err := b.attempt(b.change(sat(who, int64(100+n)))); errors.As(err, &funds) { // gave too much away
				continue
			} else if err != nil {
				return err
			}
			p := store.Payment{
				Guild: guild, ID: fmt.Sprint("gift ", i, n), At: noon, From: who, To: to, Amount: int64(1 + 997*n*i%4001), Reason: store.ReasonGift,
			}
			for range 2 { // as when an answer was lost
				if _, err := s.Pay(t.Context(), p); who != to && err != nil && !errors.As(err, &funds) && !errors.As(err, &gift) {
					return err
				}
			}
			if _, err := b.attempt(b.change(stood(to, int64(100+n)))); err != nil {
				return err
			}
		}
		return nil
	}) {
		if err != nil {
			t.Error(err)
		}
	}
	balanced(t, s, guild)
	ranked(t, s, guild)
}

// playAlone commits to a table of its own; alice, who sits at all of them, tops up by 1 each time.
func playAlone(t *testing.T, s store.Store, i int) error {
	b := &table{t: t, Store: s, key: store.Key{Guild: guild, Channel: engine.ID(100 + i)}, session: 1}
	for n := range 20 {
		c := b.change(topped(alice, 1))
		c.Hands = []store.Hand{hand(int64(n + 1))}
		r, err := s.Commit(t.Context(), c)
		if err != nil || r.Version != int64(n+1) {
			return fmt.Errorf("table %d, commit %d: %+v, %w", i, n, r, err)
		}
		b.version, b.chips = r.Version, c.Chips
	}
	return nil
}

func testWholeCommits(t *testing.T, open Opener) {
	b := at(t, open)
	var reads atomic.Int32
	done := make(chan error, 1)
	go func() { // not before some reads ran beside it
		var err error
		for n := 0; err == nil && (n < 100 || reads.Load() < 10); n++ {
			if _, err = b.attempt(b.change(sat(alice, 100), house(sat(robot, 100)))); err == nil {
				_, err = b.attempt(b.change(stood(alice, 120), house(stood(robot, 80))))
			}
		}
		done <- err
	}()
	for ; ; reads.Add(1) {
		balanced(t, b, guild)
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
			return
		default:
		}
	}
}

func testContextsEnd(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 1000)))
	for n := range 100 {
		ctx, cancel := context.WithCancel(t.Context())
		c := b.change(stood(alice, 1), sat(bob, 1))
		c.ID = fmt.Sprint("change ", n)
		go cancel()
		if _, err := b.Commit(ctx, c); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		cancel()
		b.do(c) // the outcome is unknown: asked again, it is done once
	}
	if a, b := b.wallet(alice), b.wallet(bob); a != store.Opening-900 || b != store.Opening-100 {
		t.Errorf("wallets = %d and %d, want %d and %d", a, b, store.Opening-900, store.Opening-100)
	}
	balanced(t, b, guild)
}
