package storetest

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
)

var leases = map[string]func(*testing.T, Opener){
	"of two who ask for a lease one waits":    testHeld,
	"of many who ask for a lease one gets it": testOneLease,
	"epochs grow":                                     testEpochs,
	"a lease that is not renewed runs out":            testRunsOut,
	"a lease that ran out can be renewed":             testRenewedLate,
	"one who was overtaken can do nothing":            testFenced,
	"one who was overtaken is refused in new guilds":  testFencedInNewGuild,
	"a commit made twice by the overtaken is refused": testFencedAgain,
	"shards that share a guild share a lease":         testOverlap,
	"shards of their own do not get in the way":       testApart,
	"only its owner gives a lease back":               testRelease,
	"a release that is late ends no later lease":      testLateRelease,
	"commits race with those who take over":           testTakeover,
}

// all is the shard of all guilds.
var all = store.Shard{Count: 1}

func lease(owner string, s store.Shard) store.Lease {
	return store.Lease{Shard: s, Owner: owner, For: time.Minute}
}

// shortly returns a lease that expires after a moment.
func shortly(owner string, s store.Shard) store.Lease {
	l := lease(owner, s)
	l.For = 20 * time.Millisecond
	return l
}

func (b *table) acquires(l store.Lease) store.Lease {
	b.t.Helper()
	return must[store.Lease](b.t)(b.Acquire(b.t.Context(), l))
}

// waits acquires a lease as soon as the one before has expired.
func (b *table) waits(l store.Lease) store.Lease {
	b.t.Helper()
	got, err := b.Acquire(b.t.Context(), l)
	for end := time.Now().Add(5 * time.Second); err != nil && time.Now().Before(end); got, err = b.Acquire(b.t.Context(), l) {
		as[*store.HeldError](b.t, err)
		time.Sleep(5 * time.Millisecond)
	}
	return must[store.Lease](b.t)(got, err)
}

func testHeld(t *testing.T, open Opener) {
	b := at(t, open)
	b.acquires(lease("first", all))
	_, err := b.Acquire(t.Context(), lease("second", all))
	if held := as[*store.HeldError](t, err); held.Owner != "first" || held.Shard != all {
		t.Errorf("held by %q, shard %v", held.Owner, held.Shard)
	}
	b.acquires(lease("first", all)) // a process that lost the answer asks again
}

func testOneLease(t *testing.T, open Opener) {
	b := at(t, open)
	var got atomic.Int32
	for _, err := range together(8, func(i int) error {
		_, err := b.Acquire(t.Context(), lease(fmt.Sprint("process", i), all))
		if err == nil {
			got.Add(1)
			return nil
		}
		return err
	}) {
		if err != nil {
			as[*store.HeldError](t, err)
		}
	}
	if n := got.Load(); n != 1 {
		t.Errorf("%d got it", n)
	}
}

func testEpochs(t *testing.T, open Opener) {
	b := at(t, open)
	last := int64(0)
	for i := range 5 {
		l := b.acquires(lease(fmt.Sprint(i), store.Shard{ID: i % 2, Count: 2}))
		if l.Epoch <= last {
			t.Fatalf("epoch %d after %d", l.Epoch, last)
		}
		last = l.Epoch
		if err := b.Release(t.Context(), l); err != nil {
			t.Fatal(err)
		}
	}
}

func testRunsOut(t *testing.T, open Opener) {
	b := at(t, open)
	first := b.acquires(shortly("first", all))
	second := b.waits(lease("second", all))
	if second.Epoch <= first.Epoch || first.Previous != 0 || second.Previous != first.Epoch {
		t.Errorf("epoch %d after %d, said to be after %d", second.Epoch, first.Epoch, second.Previous)
	}
	if err := as[*store.FencedError](t, b.Renew(t.Context(), first)); err.Epoch != second.Epoch {
		t.Errorf("epoch %d, want %d", err.Epoch, second.Epoch)
	}
	if err := b.Renew(t.Context(), second); err != nil {
		t.Error(err)
	}
}

func testRenewedLate(t *testing.T, open Opener) {
	b := at(t, open)
	l := b.acquires(shortly("first", all))
	time.Sleep(100 * time.Millisecond)
	l.For = time.Minute
	if err := b.Renew(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	_, err := b.Acquire(t.Context(), lease("second", all))
	as[*store.HeldError](t, err)
}

func testFenced(t *testing.T, open Opener) {
	b := at(t, open)
	first := b.acquires(shortly("first", all))
	c := b.change(sat(alice, 500))
	c.Epoch = first.Epoch
	b.do(c)
	second := b.waits(lease("second", all))
	c = b.change(stood(alice, 500))
	c.Epoch = first.Epoch
	if err := as[*store.FencedError](t, b.refused(c)); err.Epoch != second.Epoch || !store.Refused(err) {
		t.Errorf("%+v, want epoch %d", err, second.Epoch)
	}
	p := store.Payment{Guild: guild, ID: "p", At: noon, To: bob, Amount: 1, Epoch: first.Epoch}
	before := b.trace()
	_, err := b.Pay(t.Context(), p)
	as[*store.FencedError](t, err)
	if after := b.trace(); after != before {
		t.Errorf("the refused payment left a trace:\nbefore %s\nafter  %s", before, after)
	}
	c.Epoch, p.Epoch = second.Epoch, second.Epoch
	if r := b.do(c); r.Duplicate || r.Version != 2 {
		t.Errorf("the second's commit gave %+v", r)
	}
	b.pays(p)
}

func testFencedInNewGuild(t *testing.T, open Opener) {
	b := at(t, open)
	first := b.acquires(shortly("first", all))
	b.waits(lease("second", all))
	c := b.change()
	c.Guild, c.Epoch = abroad, first.Epoch
	_, err := b.Commit(t.Context(), c)
	as[*store.FencedError](t, err)
	_, err = b.Pay(t.Context(), store.Payment{Guild: 999, ID: "p", At: noon, To: bob, Amount: 1, Epoch: first.Epoch})
	as[*store.FencedError](t, err)
	if _, err := b.Load(t.Context(), c.Key); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("Load = %v, want ErrNotFound", err)
	}
}

func testFencedAgain(t *testing.T, open Opener) {
	b := at(t, open)
	c := b.change(sat(alice, 500))
	c.Epoch = b.acquires(shortly("first", all)).Epoch
	b.do(c)
	b.waits(lease("second", all))
	as[*store.FencedError](t, b.refused(c)) // and not told that it was done: it must show nothing
}

func testOverlap(t *testing.T, open Opener) {
	b := at(t, open)
	for _, pair := range [][2]store.Shard{
		{{ID: 0, Count: 1}, {ID: 2, Count: 3}}, {{ID: 1, Count: 2}, {ID: 3, Count: 4}}, {{ID: 0, Count: 2}, {ID: 2, Count: 3}},
		{{ID: 5, Count: 6}, {ID: 1, Count: 4}},
	} {
		for _, pair := range [][2]store.Shard{pair, {pair[1], pair[0]}} {
			first := b.acquires(lease("first", pair[0]))
			_, err := b.Acquire(t.Context(), lease("second", pair[1]))
			if held := as[*store.HeldError](t, err); held.Shard != pair[0] {
				t.Errorf("%v: held by shard %v, want %v", pair[1], held.Shard, pair[0])
			}
			if err := b.Release(t.Context(), first); err != nil {
				t.Fatal(err)
			}
			second := b.acquires(lease("second", pair[1]))
			as[*store.FencedError](t, b.Renew(t.Context(), first))
			if err := b.Release(t.Context(), second); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func testApart(t *testing.T, open Opener) {
	b := at(t, open)
	const far engine.ID = guild + 1<<22 // the next shard's
	even := b.acquires(lease("even", store.Shard{ID: 0, Count: 2}))
	odd := b.acquires(lease("odd", store.Shard{ID: 1, Count: 2}))
	b.acquires(lease("even", store.Shard{ID: 0, Count: 2}))
	if err := b.Renew(t.Context(), odd); err != nil {
		t.Error(err)
	}
	c := b.change()
	c.Guild, c.Epoch = far, odd.Epoch // which is older than the other's newest
	must[store.Receipt](t)(b.Commit(t.Context(), c))
	c.Guild, c.Epoch = guild, even.Epoch
	_, err := b.Commit(t.Context(), c)
	as[*store.FencedError](t, err)
}

func testRelease(t *testing.T, open Opener) {
	b := at(t, open)
	first := b.acquires(shortly("first", all))
	second := b.waits(lease("second", all))
	if err := b.Release(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	_, err := b.Acquire(t.Context(), lease("third", all))
	if held := as[*store.HeldError](t, err); held.Owner != "second" {
		t.Errorf("held by %q", held.Owner)
	}
	if err := b.Release(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	b.acquires(lease("third", all))
}

func testLateRelease(t *testing.T, open Opener) {
	b := at(t, open)
	old := b.acquires(lease("first", all))
	b.acquires(lease("first", all))
	if err := b.Release(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	_, err := b.Acquire(t.Context(), lease("second", all))
	if held := as[*store.HeldError](t, err); held.Owner != "first" {
		t.Errorf("held by %q", held.Owner)
	}
}

// testTakeover commits as fast as it can while another process takes over. After a process acquired a lease, the store may
// accept no commit under an older one.
func testTakeover(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change())
	for round := range 20 {
		l := b.waits(shortly(fmt.Sprint("process", round), all))
		done, overdue := make(chan error), time.Now().Add(5*time.Second)
		go func() {
			for {
				if time.Now().After(overdue) {
					done <- errors.New("the store refused no commit of the old lease")
					return
				}
				c := b.change()
				c.ID, c.Epoch = fmt.Sprint(round, " ", b.version), l.Epoch
				if _, err := b.attempt(c); err != nil {
					done <- err
					return
				}
			}
		}()
		b2 := &table{t: t, Store: b.Store, key: felt}
		another := b2.waits(lease("another", all))
		before := must[store.Record](t)(b.Load(t.Context(), felt)).Version
		as[*store.FencedError](t, <-done)
		if after := must[store.Record](t)(b.Load(t.Context(), felt)).Version; after != before {
			t.Fatalf("round %d: version %d when it was taken over, %d later", round, before, after)
		}
		if err := b.Release(t.Context(), another); err != nil {
			t.Fatal(err)
		}
	}
}
