package fleet

import (
	"strings"
	"testing"
	"time"

	"cardroom/store"
)

func TestTheDivisionChangesWhenAllHaveStopped(t *testing.T) {
	bubble(t, func(w *world) {
		four := func(c *Config) { c.Shards = 4 }
		a := w.start("a")
		w.expect(2*time.Second, map[string]int{"a": 6})
		b := w.start("b", four)
		w.expect(3*time.Second, map[string]int{"a": 3, "b": 3})
		if !strings.Contains(b.log.String(), "SHARDS is not in force") {
			t.Errorf("b logs %q, want that its SHARDS is not in force", b.log)
		}
		for _, r := range []*running{a, b} {
			r.stop()
			<-r.done
		}
		w.start("c", four)
		w.start("d")
		w.expect(3*time.Second, map[string]int{"c": 2, "d": 2})
	})
}

// The first process that reaches the store after an outage wants another number of shards. All leases have run out, and their owners play.
func TestAnOutageOfTheStoreChangesNoDivision(t *testing.T) {
	eight := func(c *Config) { c.Shards = 8 }
	for name, starts := range map[string]func(w *world) *running{
		"it ran before": func(w *world) *running {
			b := w.start("b", eight)
			w.expect(3*time.Second, map[string]int{"a": 3, "b": 3})
			return b
		},
		"it starts in the outage": func(w *world) *running {
			return w.start("b", eight, func(c *Config) { c.Store.(*partition).cut(true) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(w *world) {
				a := w.start("a")
				w.expect(2*time.Second, map[string]int{"a": 6})
				b := starts(w)
				before := w.plays
				a.way.cut(true)
				b.way.cut(true)
				time.Sleep(2*store.LeaseTime + announceEvery + 10*time.Millisecond)
				b.way.cut(false) // it announces itself after another quarter of a second, and a has to try once more
				time.Sleep(announceEvery + 10*time.Millisecond)
				a.way.cut(false)
				w.expect(4*time.Second, map[string]int{"a": 3, "b": 3})
				if moved := w.plays - before; moved > 3 {
					t.Errorf("%d shards changed hands, want b's share at most", moved)
				}
				if !strings.Contains(b.log.String(), "SHARDS is not in force") {
					t.Errorf("b logs %q, want that its SHARDS is not in force", b.log)
				}
				a.stop()
				<-a.done
				w.expect(4*time.Second, map[string]int{"b": 6})
			})
		})
	}
}

// A spare wants another number of shards, and takes the only shard over when its owner does not come back after an outage.
func TestASpareKeepsToTheDivisionInForce(t *testing.T) {
	bubble(t, func(w *world) {
		a := w.start("a", func(c *Config) { c.Shards = 1 })
		w.expect(2*time.Second, map[string]int{"a": 1})
		b := w.start("b", func(c *Config) { c.Shards = 8 })
		w.expect(2*time.Second, map[string]int{"a": 1, "b": 0})
		a.way.cut(true)
		b.way.cut(true)
		w.forget("a")
		time.Sleep(2 * store.LeaseTime)
		b.way.cut(false)
		w.expect(3*time.Second, map[string]int{"b": 1})
	})
}

// A process that once asked Discord keeps to the number that the store has since then.
func TestTheNumberInTheStoreOutlivesDiscordsAdvice(t *testing.T) {
	bubble(t, func(w *world) {
		a := w.start("a")
		w.expect(2*time.Second, map[string]int{"a": 6})
		a.way.cut(true) // its leases run out
		w.forget("a")
		time.Sleep(3 * time.Second)
		if _, err := w.store.Announce(t.Context(), store.Member{Name: "operator", Shards: 4}); err != nil {
			t.Fatal(err)
		}
		a.way.cut(false)
		w.expect(5*time.Second, map[string]int{"a": 4})
	})
}
