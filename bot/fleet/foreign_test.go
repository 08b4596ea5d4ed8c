package fleet

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/store"
)

const waiting = "waiting to take shards over until another process ends"

// lines holds the log of a process. Tests read it while the process runs.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// expectWaiting expects how often a process says that it waits for another one, and whom it names in the end.
func (w *world) expectWaiting(r *running, times int, whom string) {
	w.Helper()
	synctest.Wait()
	if log := r.log.String(); strings.Count(log, waiting) != times || !strings.Contains(log, whom) {
		w.Errorf("want %d lines of a process that waits, for %q:\n%s", times, whom, log)
	}
}

// A process outside the fleet has a lease, of a division into as many shards or into another number.
func TestAProcessSaysForWhichOneItWaits(t *testing.T) {
	for _, shards := range []int{1, 4} {
		for _, shard := range []store.Shard{{Count: 1}, {Count: 4}, {Count: 8}} {
			t.Run(fmt.Sprint(shards, ", ", shard), func(t *testing.T) {
				bubble(t, func(w *world) {
					plain, err := store.TryLease(t.Context(), w.store, shard, "plain")
					if err != nil {
						t.Fatal(err)
					}
					a := w.start("a", withShards(shards))
					w.expect(time.Minute, nil)
					w.expectWaiting(a, 1, fmt.Sprintf("another process, plain, plays the tables of shard %v", shard))
					if err := plain.End(t.Context()); err != nil {
						t.Fatal(err)
					}
					w.expect(4*time.Second, map[string]int{"a": shards})
					w.expectWaiting(a, 1, "")
					plain, err = store.TryLease(t.Context(), w.store, store.Shard{ID: 1, Count: 8}, "plain again")
					if err == nil {
						t.Errorf("a plain process has the lease %v beside the fleet", plain.Lease())
					}
				})
			})
		}
	}
}

// lingers lets the play of each shard take longer to end.
func lingers(d time.Duration) func(*Config) {
	return func(c *Config) {
		play := c.Play
		c.Play = func(ctx context.Context, l *store.LeaseHolder) error {
			defer time.Sleep(d)
			return play(ctx, l)
		}
	}
}

// A process of the fleet is no other process, and one that died or is about to end is soon replaced.
func TestAProcessWaitsForNoneOfItsFleet(t *testing.T) {
	bubble(t, func(w *world) {
		a := w.start("a", lingers(time.Second))
		w.expect(2*time.Second, map[string]int{"a": 6})
		b := w.start("b", withShards(8))
		w.expect(5*time.Second, map[string]int{"a": 3, "b": 3})
		c := w.start("c", withShards(8))
		w.expect(300*time.Millisecond, nil)
		b.kill(w, "b")
		w.expect(5*time.Second, map[string]int{"a": 3, "c": 3})
		a.stop()
		<-a.done
		w.expect(2*time.Second, map[string]int{"c": 6})
		for _, r := range []*running{a, b, c} {
			w.expectWaiting(r, 0, "")
		}
	})
}

// The number of shards has changed under a process that gives its shards up slowly.
func TestAProcessWaitsForOneOfAnotherDivision(t *testing.T) {
	bubble(t, func(w *world) {
		a := w.start("a", lingers(10*time.Second))
		w.expect(2*time.Second, map[string]int{"a": 6})
		w.losesLeases()
		if _, err := w.store.Announce(t.Context(), store.Member{Name: "operator", Shards: 8}); err != nil {
			t.Fatal(err)
		}
		b := w.start("b")
		w.expect(20*time.Second, map[string]int{"a": 4, "b": 4})
		w.expectWaiting(b, 1, "another process, a, plays the tables of shard 0/6")
		a.stop()
		<-a.done
	})
}

// An older process that takes no more shards keeps those that it has, and the fleet waits for them.
func TestAFleetSaysThatItWaitsForAnOlderProgram(t *testing.T) {
	bubble(t, func(w *world) {
		newer := func(c *Config) { c.Schema = 2 }
		w.start("old")
		w.expect(2*time.Second, map[string]int{"old": 6})
		b := w.start("b", newer)
		c := w.start("c", newer)
		w.expect(4*time.Second, map[string]int{"old": 2, "b": 2, "c": 2})
		b.stop()
		<-b.done
		w.expect(5*time.Second, map[string]int{"old": 2, "c": 4})
		w.expectWaiting(c, 1, "another process, old, plays the tables of shard 0/6")
	})
}
