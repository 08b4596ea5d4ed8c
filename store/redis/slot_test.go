package redis_test

import (
	"errors"
	"testing"
	"time"

	"cardroom/store"
	"cardroom/store/storetest"
)

// TestProcessesShareASlot opens the store twice, on a server and on a cluster, with the least rights.
func TestProcessesShareASlot(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	t.Run("server", func(t *testing.T) { testSlot(t, employ(server.URL(), server)) })
	t.Run("cluster", func(t *testing.T) {
		c := storetest.StartCluster(t, 3, 0)
		testSlot(t, employ(c.URL(), c.Masters...))
	})
}

func testSlot(t *testing.T, url string) {
	first, second := openAt(t, url, store.Options{}).(store.RateSharer), openAt(t, url, store.Options{}).(store.RateSharer)
	var began time.Time // before the last try
	for i, want := range []struct {
		store.RateSharer
		owner uint64
		life  time.Duration
		least time.Duration // to wait
		most  time.Duration
	}{
		{first, 1, time.Hour, 0, 0},
		{second, 2, time.Hour, 59 * time.Minute, time.Hour + time.Millisecond},
		{second, 2, 0, 59 * time.Minute, time.Hour + time.Millisecond}, // another's slot is not given back
		{first, 1, time.Minute, 0, 0},
		{first, 3, time.Hour, 59 * time.Second, time.Minute + time.Millisecond}, // nor is it the process that has it
		{second, 1, 0, 0, 0},
		{second, 2, 50 * time.Millisecond, 0, 0},
	} {
		began = time.Now()
		wait, err := want.TakeSlot(t.Context(), store.Slot{Name: "door", Owner: want.owner, For: want.life, Longest: 2 * time.Hour})
		if err != nil || wait < want.least || wait > want.most {
			t.Errorf("try %d, of %d: waits %v, %v; want %v to %v", i, want.owner, wait, err, want.least, want.most)
		}
	}
	for { // the slot is free when its time is over
		wait, err := first.TakeSlot(t.Context(), store.Slot{Name: "door", Owner: 1, For: time.Second, Longest: time.Hour})
		switch took := time.Since(began); {
		case err != nil || wait > 51*time.Millisecond:
			t.Fatalf("has to wait %v for a slot of 50 ms, %v", wait, err)
		case wait <= 0 && took < 40*time.Millisecond:
			t.Errorf("a slot of 50 ms was free after %v", took)
		}
		if wait <= 0 {
			return
		}
		time.Sleep(wait)
	}
}

// A slot does not stay taken for an hour because the server's clock was set back by one. An emptied server gets no slot.
func TestASlotOutlivesMishapsOfItsServer(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	s := openAt(t, server.URL(), store.Options{}).(store.RateSharer)
	reserve := func(owner uint64) (time.Duration, error) {
		return s.TakeSlot(t.Context(), store.Slot{Name: "door", Owner: owner, For: 10 * time.Second, Longest: 15 * time.Second})
	}
	if wait, err := reserve(1); wait != 0 || err != nil {
		t.Fatalf("a free slot waits %v, %v", wait, err)
	}
	if wait, err := reserve(2); wait <= 0 || err != nil {
		t.Errorf("the slot of another waits %v, %v", wait, err)
	}
	if n := server.Must("PEXPIRE", "cardroom:{leases}:rate:door", "3600000"); n != int64(1) {
		t.Fatalf("the slot has another key: %v", n)
	}
	if wait, err := reserve(2); wait != 0 || err != nil {
		t.Errorf("after the clock was set back the slot waits %v, %v", wait, err)
	}
	server.Must("FLUSHALL")
	if _, err := reserve(2); !errors.Is(err, store.ErrReplaced) {
		t.Errorf("of an emptied server a slot gives %v", err)
	}
	if n := server.Must("DBSIZE"); n != int64(0) {
		t.Errorf("%v keys were written to the emptied server", n)
	}
}

// An older program takes the same slot as a rate. It waits while a newer one has the slot, and the newer one for it.
func TestOlderProgramsShareASlot(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	older, newer := openAt(t, server.URL(), store.Options{}).(store.RateSharer), openAt(t, server.URL(), store.Options{}).(store.RateSharer)
	rate := store.Rate{Limit: "identify/0", Cost: time.Hour, Most: time.Hour, Longest: 3 * time.Hour}
	slot := store.Slot{Name: "identify/0", Owner: 1 << 63, For: time.Hour, Longest: 3 * time.Hour}
	if _, taken, err := older.TakeRate(t.Context(), rate); !taken || err != nil {
		t.Fatalf("a free rate is taken: %v, %v", taken, err)
	}
	if wait, err := newer.TakeSlot(t.Context(), slot); wait < 59*time.Minute || wait > time.Hour || err != nil {
		t.Errorf("the newer program waits %v, %v", wait, err)
	}
	server.Must("DEL", "cardroom:{leases}:rate:identify/0")
	if wait, err := newer.TakeSlot(t.Context(), slot); wait != 0 || err != nil {
		t.Fatalf("a free slot waits %v, %v", wait, err)
	}
	if wait, taken, err := older.TakeRate(t.Context(), rate); taken || wait < 59*time.Minute || wait > time.Hour || err != nil {
		t.Errorf("the older program waits %v (taken: %v), %v", wait, taken, err)
	}
	slot.For = 0
	if _, err := newer.TakeSlot(t.Context(), slot); err != nil {
		t.Error(err)
	}
	if wait, taken, err := older.TakeRate(t.Context(), rate); !taken || wait != 0 || err != nil {
		t.Errorf("of a slot that was given back the older program waits %v (taken: %v), %v", wait, taken, err)
	}
}
