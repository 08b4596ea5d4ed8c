package redis_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cardroom/store"
	"cardroom/store/storetest"
)

// TestProcessesShareARateLimit opens the store several times, on a server and on a cluster, with the least rights.
func TestProcessesShareARateLimit(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	t.Run("server", func(t *testing.T) { testRateLimit(t, employ(server.URL(), server)) })
	t.Run("cluster", func(t *testing.T) {
		c := storetest.StartCluster(t, 3, 0)
		testRateLimit(t, employ(c.URL(), c.Masters...))
	})
}

func testRateLimit(t *testing.T, url string) {
	const processes, tries = 4, 25
	var now, ahead atomic.Int64
	var all sync.WaitGroup
	for range processes {
		s := openAt(t, url, store.Options{}).(store.RateSharer)
		all.Go(func() {
			for range tries {
				wait, taken, err := s.TakeRate(t.Context(), store.Rate{Limit: "requests", Cost: time.Hour, Most: 40 * time.Hour, Ahead: 10 * time.Hour, Longest: 100 * time.Hour})
				switch {
				case err != nil:
					t.Error(err)
				case taken && wait == 0:
					now.Add(1)
				case taken && wait <= 10*time.Hour:
					ahead.Add(1)
				case taken || wait > time.Hour:
					t.Errorf("has to wait %v (taken: %v) for an hour's place", wait, taken)
				}
			}
		})
	}
	all.Wait()
	if now.Load() != 40 || ahead.Load() != 10 {
		t.Errorf("%d places were taken at once and %d ahead, want 40 and 10", now.Load(), ahead.Load())
	}
	s := openAt(t, url, store.Options{}).(store.RateSharer)
	take := func() (time.Duration, bool) {
		wait, taken, err := s.TakeRate(t.Context(), store.Rate{Limit: "short", Cost: 50 * time.Millisecond, Most: 50 * time.Millisecond, Longest: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		return wait, taken
	}
	if wait, taken := take(); wait != 0 || !taken {
		t.Fatalf("a new limit waits %v", wait)
	}
	for { // the limit is empty again after its cost
		wait, taken := take()
		if taken && wait == 0 {
			return
		}
		if taken || wait > 50*time.Millisecond {
			t.Fatalf("has to wait %v (taken: %v) for a limit of 50 ms", wait, taken)
		}
		time.Sleep(wait)
	}
}

// TestARateLimitCountsMicroseconds takes a thousand parts of a limit in a few milliseconds.
func TestARateLimitCountsMicroseconds(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	s := openAt(t, server.URL(), store.Options{}).(store.RateSharer)
	r := store.Rate{Limit: "small", Cost: 250 * time.Microsecond, Most: 100 * time.Millisecond, Longest: time.Second}
	begin, places := time.Now(), 0
	for range 1000 {
		_, taken, err := s.TakeRate(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if taken {
			places++
		}
	}
	if limit := int((r.Most + time.Since(begin) + 2*time.Millisecond) / r.Cost); places < 400 || places > limit {
		t.Errorf("took %d places of 250 µs, want 400 to %d", places, limit)
	}
}

// TestARateLimitLeavesAnEmptiedServerAlone also puts the data back: then the limit is shared as before.
func TestARateLimitLeavesAnEmptiedServerAlone(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	s := openAt(t, server.URL(), store.Options{}).(store.RateSharer)
	r := store.Rate{Limit: "requests", Cost: time.Hour, Most: time.Hour, Longest: 10 * time.Hour}
	server.Must("FLUSHALL")
	if _, taken, err := s.TakeRate(t.Context(), r); taken || !errors.Is(err, store.ErrReplaced) {
		t.Errorf("of an emptied server a place is taken (%v), %v", taken, err)
	}
	if n := server.Must("DBSIZE"); n != int64(0) {
		t.Errorf("%v keys were written to the emptied server", n)
	}
	server.Must("SET", "cardroom:schema", "6") // a backup without a mark
	if _, taken, err := s.TakeRate(t.Context(), r); taken || err == nil {
		t.Errorf("before the mark is back a place is taken (%v), %v", taken, err)
	}
	if wait, taken, err := s.TakeRate(t.Context(), r); !taken || wait != 0 || err != nil {
		t.Errorf("of a backup a place is taken: %v, after %v, %v", taken, wait, err)
	}
}

// A limit does not stay taken for an hour because the server's clock was set back by one: its time to live grows by as much.
func TestARateLimitOutlivesAClockThatIsSetBack(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	s := openAt(t, server.URL(), store.Options{}).(store.RateSharer)
	r := store.Rate{Limit: "requests", Cost: 5 * time.Second, Most: 5 * time.Second, Longest: 15 * time.Second}
	for i, want := range []bool{true, false} {
		if wait, taken, err := s.TakeRate(t.Context(), r); taken != want || err != nil {
			t.Errorf("try %d: taken %v after %v, %v", i, taken, wait, err)
		}
	}
	if n := server.Must("PEXPIRE", "cardroom:{leases}:rate:requests", "3600000"); n != int64(1) {
		t.Fatalf("the limit has another key: %v", n)
	}
	if wait, taken, err := s.TakeRate(t.Context(), r); !taken || wait != 0 || err != nil {
		t.Errorf("after the clock was set back: taken %v after %v, %v", taken, wait, err)
	}
	if wait, taken, err := s.TakeRate(t.Context(), r); taken || wait > r.Cost || err != nil {
		t.Errorf("then: taken %v after %v, %v", taken, wait, err)
	}
}
