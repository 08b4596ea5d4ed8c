// Package fleettest holds the back ends to the contract of [store.Store] for processes that share a store.
package fleettest

import (
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"cardroom/store"
	"cardroom/store/storetest"
)

// Run holds a back end to the contract of Announce.
func Run(t *testing.T, open storetest.Opener) {
	for name, test := range map[string]func(*testing.T, store.Store){
		"a process is a member until it leaves":              testLeave,
		"a process that is not announced again is gone":      testExpiry,
		"the division stays while a lease is held":           testDivision,
		"the division stays while another process is alive":  testDivisionOfMembers,
		"the newest schema stays":                            testSchema,
		"a fleet names the owners of the leases":             testOwners,
		"many processes that announce themselves are listed": testMany,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t, store.Options{})) })
	}
}

func announce(t *testing.T, st store.Store, m store.Member) store.Fleet {
	t.Helper()
	f, err := st.Announce(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func expectMembers(t *testing.T, f store.Fleet, want ...string) {
	t.Helper()
	if !slices.Equal(f.Members, want) {
		t.Errorf("the members are %q, want %q", f.Members, want)
	}
}

func testLeave(t *testing.T, st store.Store) {
	expectMembers(t, announce(t, st, store.Member{Name: "b", For: time.Minute}), "b")
	expectMembers(t, announce(t, st, store.Member{Name: "a", For: time.Minute}), "a", "b")
	expectMembers(t, announce(t, st, store.Member{Name: "b", For: time.Minute}), "a", "b")
	expectMembers(t, announce(t, st, store.Member{Name: "a"}), "b")
	expectMembers(t, announce(t, st, store.Member{Name: "b", For: time.Minute}), "b")
	expectMembers(t, announce(t, st, store.Member{Name: "stranger"}), "b")
}

func testExpiry(t *testing.T, st store.Store) {
	announce(t, st, store.Member{Name: "dies", For: 20 * time.Millisecond})
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		f := announce(t, st, store.Member{Name: "lives", For: time.Minute})
		if len(f.Members) == 1 {
			expectMembers(t, f, "lives")
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the members are %q after 5 s, want the one that lives", f.Members)
		}
	}
}

func testDivision(t *testing.T, st store.Store) {
	m := store.Member{Name: "a", For: time.Minute}
	expect := func(wants, want int) {
		t.Helper()
		m.Shards = wants
		if f := announce(t, st, m); f.Shards != want {
			t.Errorf("a process that wants %d shards finds %d, want %d", wants, f.Shards, want)
		}
	}
	expect(0, 0)
	expect(4, 4)
	expect(0, 4)
	l, err := st.Acquire(t.Context(), store.Lease{Shard: store.Shard{ID: 3, Count: 4}, Owner: "a", For: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	expect(8, 4)
	if err := st.Release(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	expect(8, 8)
}

func testDivisionOfMembers(t *testing.T, st store.Store) {
	announce(t, st, store.Member{Name: "b", For: time.Minute, Shards: 4})
	a := store.Member{Name: "a", Shards: 8}
	if f := announce(t, st, a); f.Shards != 4 || f.Idle("a") || !f.Idle("b") {
		t.Errorf("beside a process without a lease one that wants 8 shards finds %+v, want 4", f)
	}
	announce(t, st, store.Member{Name: "b"})
	if f := announce(t, st, a); f.Shards != 8 || !f.Idle("a") {
		t.Errorf("after the other process has left, one that wants 8 shards finds %+v", f)
	}
}

func testSchema(t *testing.T, st store.Store) {
	for _, c := range []struct{ own, newest int }{{3, 3}, {5, 5}, {3, 5}, {0, 5}} {
		if f := announce(t, st, store.Member{Name: "a", For: time.Minute, Schema: c.own}); f.Schema != c.newest {
			t.Errorf("after a process of schema %d the newest is %d, want %d", c.own, f.Schema, c.newest)
		}
	}
}

func testOwners(t *testing.T, st store.Store) {
	want := map[store.Shard]string{{ID: 0, Count: 2}: "a", {ID: 1, Count: 2}: "b"}
	var held []store.Lease
	for s, owner := range want {
		l, err := st.Acquire(t.Context(), store.Lease{Shard: s, Owner: owner, For: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, l)
	}
	if f := announce(t, st, store.Member{Name: "c", For: time.Minute}); !maps.Equal(f.Owners, want) {
		t.Errorf("the owners are %v, want %v", f.Owners, want)
	}
	if err := st.Release(t.Context(), held[0]); err != nil {
		t.Fatal(err)
	}
	delete(want, held[0].Shard)
	if f := announce(t, st, store.Member{Name: "c"}); !maps.Equal(f.Owners, want) {
		t.Errorf("after a release the owners are %v, want %v", f.Owners, want)
	}
}

func testMany(t *testing.T, st store.Store) {
	names := []string{"a", "b", "c", "d", "e", "f"}
	errs := make(chan error)
	for _, name := range names {
		go func() {
			_, err := st.Announce(t.Context(), store.Member{Name: name, For: time.Minute, Shards: 6})
			errs <- err
		}()
	}
	var err error
	for range names {
		err = errors.Join(err, <-errs)
	}
	if err != nil {
		t.Fatal(err)
	}
	expectMembers(t, announce(t, st, store.Member{}), names...)
}
