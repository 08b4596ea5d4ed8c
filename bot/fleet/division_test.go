package fleet

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/store"
)

const notInForce = "SHARDS is not in force"

func withShards(n int) func(*Config) { return func(c *Config) { c.Shards = n } }

func cutOff(c *Config) { c.Store.(*partition).cut(true) }

// kill ends a process that can say no more to the store.
func (r *running) kill(w *world, name string) {
	r.way.cut(true)
	r.stop()
	<-r.done
	w.forget(name)
}

// expectDivision expects how many shards the store knows, and which process says that its SHARDS is not in force.
func (w *world) expectDivision(want int, processes map[*running]bool) {
	w.Helper()
	synctest.Wait()
	f, err := w.store.Announce(w.Context(), store.Member{Name: "observer"})
	if err != nil || f.Shards != want {
		w.Errorf("there are %d shards (%v), want %d", f.Shards, err, want)
	}
	for r, warns := range processes {
		if strings.Contains(r.log.String(), notInForce) != warns {
			w.Errorf("a process logs %q, want %q in it: %v", r.log, notInForce, warns)
		}
	}
}

// takes returns how often a shard was taken.
func (w *world) takes() int {
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.plays
}

// expectMoved checks that few shards were taken since takes returned before: at most the share of a new process.
func (w *world) expectMoved(before, share int) {
	w.Helper()
	if moved := w.takes() - before; moved > share {
		w.Errorf("%d shards changed hands, want %d at most", moved, share)
	}
}

// losesLeases lets the clock of the store jump ahead: all leases have run out, and all processes count as dead.
func (w *world) losesLeases() {
	w.Helper()
	w.mu.Lock()
	w.jumped = true
	w.mu.Unlock()
	f, err := w.store.Announce(w.Context(), store.Member{Name: "observer"})
	if err != nil {
		w.Fatal(err)
	}
	for s, owner := range f.Owners {
		if err := w.store.Release(w.Context(), store.Lease{Shard: s, Owner: owner, Epoch: math.MaxInt64}); err != nil {
			w.Fatal(err)
		}
	}
	for _, name := range f.Members {
		if _, err := w.store.Announce(w.Context(), store.Member{Name: name}); err != nil {
			w.Fatal(err)
		}
	}
}

func TestTheDivisionChangesWhenAllHaveStopped(t *testing.T) {
	bubble(t, func(w *world) {
		a := w.start("a")
		w.expect(2*time.Second, map[string]int{"a": 6})
		b := w.start("b", withShards(4))
		w.expect(4*time.Second, map[string]int{"a": 3, "b": 3})
		w.expectDivision(6, map[*running]bool{a: false, b: true})
		for _, r := range []*running{a, b} {
			r.stop()
			<-r.done
		}
		c := w.start("c", withShards(4))
		w.start("d")
		w.expect(1500*time.Millisecond, map[string]int{"c": 2, "d": 2})
		w.expectDivision(4, map[*running]bool{c: false})
	})
}

// The leases of killed processes run out after the new ones have started.
func TestTheDivisionChangesWhenAllWereKilled(t *testing.T) {
	for _, wait := range []time.Duration{0, 300, 900, 1100, 2100} {
		t.Run(fmt.Sprint(wait), func(t *testing.T) {
			bubble(t, func(w *world) {
				four := withShards(4)
				a, b := w.start("a", four), w.start("b", four)
				w.expect(3*time.Second+wait*time.Millisecond, map[string]int{"a": 2, "b": 2}) // at each moment between two renewals
				a.kill(w, "a")
				b.kill(w, "b")
				time.Sleep(wait * time.Millisecond)
				c, d := w.start("c", withShards(8)), w.start("d", withShards(8))
				w.expect(4*time.Second, map[string]int{"c": 4, "d": 4})
				w.expectDivision(8, map[*running]bool{c: false, d: false})
			})
		})
	}
}

// Each process of a fleet is replaced by one that wants another number of shards. Those follow the division in force.
func TestARollingRestartChangesNoDivision(t *testing.T) {
	bubble(t, func(w *world) {
		a, b := w.start("a"), w.start("b")
		w.expect(2*time.Second, map[string]int{"a": 3, "b": 3})
		c := w.start("c", withShards(8))
		w.expect(4*time.Second, map[string]int{"a": 2, "b": 2, "c": 2})
		a.stop()
		<-a.done
		d := w.start("d", withShards(8))
		w.expect(4*time.Second, map[string]int{"b": 2, "c": 2, "d": 2})
		b.kill(w, "b")
		w.expect(4*time.Second, map[string]int{"c": 3, "d": 3})
		w.expectDivision(6, map[*running]bool{c: true, d: true})
		c.stop()
		<-c.done
		w.expect(2*time.Second, map[string]int{"d": 6})
		w.expectDivision(6, nil)
		d.kill(w, "d")
		w.start("e", withShards(8))
		w.expect(5*time.Second, map[string]int{"e": 8})
	})
}

// The process that wants another number of shards is the first that reaches the store after an outage. The owners of the leases play.
func TestAnOutageOfTheStoreChangesNoDivision(t *testing.T) {
	for name, start := range map[string]func(w *world) *running{
		"it ran before": func(w *world) *running {
			b := w.start("b", withShards(8))
			w.expect(4*time.Second, map[string]int{"a": 3, "b": 3})
			return b
		},
		"it has just started": func(w *world) *running {
			b := w.start("b", withShards(8))
			time.Sleep(1100 * time.Millisecond)
			return b
		},
		"it starts in the outage": func(w *world) *running { return w.start("b", withShards(8), cutOff) },
	} {
		for _, outage := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
			for _, late := range []time.Duration{0, 300, 700, 900} { // milliseconds by which the owner reaches the store later
				t.Run(fmt.Sprint(name, ", ", outage, ", ", int(late)), func(t *testing.T) {
					bubble(t, func(w *world) { w.outage(start, outage, late*time.Millisecond) })
				})
			}
		}
	}
}

func (w *world) outage(start func(w *world) *running, outage, late time.Duration) {
	a := w.start("a", withShards(6))
	w.expect(2100*time.Millisecond, map[string]int{"a": 6})
	b := start(w)
	before := w.takes()
	a.way.cut(true)
	b.way.cut(true)
	time.Sleep(outage + 10*time.Millisecond)
	b.way.cut(false)
	time.Sleep(late)
	a.way.cut(false)
	w.expect(4*time.Second, map[string]int{"a": 3, "b": 3})
	w.expectDivision(6, map[*running]bool{a: false, b: true})
	w.expectMoved(before, 3)
}

// An owner of leases is cut off until they have just run out, and another process starts meanwhile.
func TestAnOwnerThatComesBackSoonKeepsTheDivision(t *testing.T) {
	bubble(t, func(w *world) {
		a := w.start("a")
		w.expect(2100*time.Millisecond, map[string]int{"a": 6})
		a.way.cut(true)
		b := w.start("b", withShards(8))
		time.Sleep(store.LeaseTime + 850*time.Millisecond)
		a.way.cut(false)
		w.expect(5*time.Second, map[string]int{"a": 3, "b": 3})
		w.expectDivision(6, map[*running]bool{a: false, b: true})
	})
}

// The clock of the store jumps ahead while a process plays and another one, which wants another number of shards, has any age.
func TestAJumpOfTheClockChangesNoDivision(t *testing.T) {
	for age := time.Duration(0); age <= 3*time.Second; age += 200 * time.Millisecond {
		t.Run(fmt.Sprint(age), func(t *testing.T) {
			bubble(t, func(w *world) {
				a := w.start("a")
				w.expect(2100*time.Millisecond, map[string]int{"a": 6})
				b := w.start("b", withShards(8))
				time.Sleep(age)
				before := w.takes()
				w.losesLeases()
				w.expect(5*time.Second, map[string]int{"a": 3, "b": 3})
				w.expectDivision(6, map[*running]bool{a: false, b: true})
				if moved := w.takes() - before; age < deathTime && moved > 3 { // later both are of the fleet, and take the free ones
					t.Errorf("%d shards changed hands, want the share of b at most", moved)
				}
			})
		})
	}
}

// Processes stand still for four seconds, before a call of the store or after it, and the one that wants another number goes on first.
func TestAPauseChangesNoDivision(t *testing.T) {
	for _, after := range []bool{false, true} {
		for _, age := range []time.Duration{300, 1100, 2600, 4000} {
			t.Run(fmt.Sprint(after, " ", int(age)), func(t *testing.T) {
				bubble(t, func(w *world) {
					a := w.start("a")
					w.expect(2100*time.Millisecond, map[string]int{"a": 6})
					b := w.start("b", withShards(8))
					time.Sleep(age * time.Millisecond)
					before := w.takes()
					goA, goB := a.way.pause(after), b.way.pause(after)
					time.Sleep(4 * time.Second)
					goB()
					time.Sleep(300 * time.Millisecond)
					goA()
					w.expect(5*time.Second, map[string]int{"a": 3, "b": 3})
					w.expectDivision(6, map[*running]bool{a: false, b: true})
					w.expectMoved(before, 3)
				})
			})
		}
	}
}

// A process that stands still for four seconds counts as dead. The other one, which wants another number of shards, keeps the division.
func TestAProcessThatStoodStillComesBackToTheDivision(t *testing.T) {
	bubble(t, func(w *world) {
		a := w.start("a")
		w.expect(2*time.Second, map[string]int{"a": 6})
		b := w.start("b", withShards(8))
		w.expect(4*time.Second, map[string]int{"a": 3, "b": 3})
		goOn := a.way.pause(false)
		w.forget("a")
		w.expect(4*time.Second, map[string]int{"b": 6})
		goOn()
		w.expect(4*time.Second, map[string]int{"a": 3, "b": 3})
		w.expectDivision(6, map[*running]bool{a: false, b: true})
	})
}

// Two processes that start at once want different numbers of shards. They agree on one of them before a shard is taken.
func TestTwoNumbersAtOnceEndInOne(t *testing.T) {
	for _, known := range []int{0, 6} {
		for delay := time.Duration(0); delay <= 1500*time.Millisecond; delay += 50 * time.Millisecond {
			t.Run(fmt.Sprint(known, " ", delay), func(t *testing.T) {
				bubble(t, func(w *world) {
					if known > 0 {
						if _, err := w.store.Announce(t.Context(), store.Member{Name: "before", Shards: known}); err != nil {
							t.Fatal(err)
						}
					}
					a := w.start("a", withShards(4))
					time.Sleep(delay)
					b := w.start("b", withShards(8))
					w.expect(5*time.Second, nil)
					inForce := 4
					if strings.Contains(a.log.String(), notInForce) {
						inForce = 8
					}
					w.expect(0, map[string]int{"a": inForce / 2, "b": inForce / 2})
					w.expectDivision(inForce, map[*running]bool{b: inForce == 4})
					if strings.Contains(a.log.String()+b.log.String(), "giving a shard") && w.takes() > inForce+inForce/2 {
						t.Errorf("shards were taken %d times of %d:\n%s\n%s", w.takes(), inForce, a.log, b.log)
					}
				})
			})
		}
	}
}

// A spare wants another number of shards, and takes the only shard over when its owner does not come back after an outage.
func TestASpareKeepsToTheDivisionInForce(t *testing.T) {
	bubble(t, func(w *world) {
		a := w.start("a", withShards(1))
		w.expect(2*time.Second, map[string]int{"a": 1})
		b := w.start("b", withShards(8))
		w.expect(3*time.Second, map[string]int{"a": 1, "b": 0})
		a.way.cut(true)
		b.way.cut(true)
		w.forget("a")
		time.Sleep(2 * store.LeaseTime)
		b.way.cut(false)
		w.expect(3*time.Second, map[string]int{"b": 1})
		w.expectDivision(1, map[*running]bool{b: true})
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

// forgetful is a store that can lose the number of shards, and keeps it by the same rule.
type forgetful struct {
	store.Store
	mu     sync.Mutex
	shards int
}

func (s *forgetful) Announce(ctx context.Context, m store.Member) (store.Fleet, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := s.Store.Announce(ctx, m)
	if m.Shards > 0 && (s.shards == 0 || f.Idle(m.Name)) {
		s.shards = m.Shards
	}
	f.Shards = s.shards
	return f, err
}

func (s *forgetful) lose() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shards = 0
}

// The processes that play write the number of shards again, whatever number one beside them wants. Then one of them dies.
func TestALostNumberOfShardsIsWrittenAnew(t *testing.T) {
	for name, c := range map[string]struct {
		shards, beside int           // SHARDS of the processes that play, and of one that starts
		age            time.Duration // of that one
	}{
		"of a number":                    {6, 6, 4 * time.Second},
		"of advice":                      {0, 0, 4 * time.Second},
		"beside another number":          {0, 8, 4 * time.Second},
		"beside a process that comes":    {6, 8, 1100 * time.Millisecond},
		"beside one that asks":           {0, 0, 0},
		"beside another number that has": {6, 8, 0},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(w *world) {
				st := &forgetful{Store: w.store}
				w.store = st
				var questions atomic.Int32
				asks := func(c *Config) {
					c.Recommended = func(context.Context) (int, error) { questions.Add(1); return 6, nil }
				}
				a, b := w.start("a", asks, withShards(c.shards)), w.start("b", asks, withShards(c.shards))
				w.expect(3*time.Second, map[string]int{"a": 3, "b": 3})
				before := questions.Load()
				d := w.start("d", asks, withShards(c.beside))
				time.Sleep(c.age)
				st.lose()
				w.expect(5*time.Second, map[string]int{"a": 2, "b": 2, "d": 2})
				w.expectDivision(6, map[*running]bool{d: c.beside == 8})
				b.kill(w, "b")
				w.expect(4*time.Second, map[string]int{"a": 3, "d": 3})
				if n := questions.Load() - before; n > 0 {
					t.Errorf("Discord was asked %d times", n)
				}
				a.stop()
			})
		})
	}
}

// Discord says how many shards it recommends when another process plays a number of its own, and its leases are lost.
func TestAdviceThatComesLateChangesNoDivision(t *testing.T) {
	for _, outage := range []bool{false, true} {
		t.Run(fmt.Sprint(outage), func(t *testing.T) {
			bubble(t, func(w *world) {
				answer := make(chan int)
				b := w.start("b", func(c *Config) { c.Recommended = func(context.Context) (int, error) { return <-answer, nil } })
				synctest.Wait()
				w.start("a", withShards(4))
				w.expect(3*time.Second, map[string]int{"a": 4})
				b.way.cut(outage)
				answer <- 6
				if outage {
					time.Sleep(2 * announceEvery)
				}
				w.losesLeases()
				b.way.cut(false)
				w.expect(5*time.Second, map[string]int{"a": 2, "b": 2})
				w.expectDivision(4, nil)
			})
		})
	}
}

// A process that has just come to follow a division has no share yet.
func TestAShareIsWholeOnlyWithTheShards(t *testing.T) {
	bubble(t, func(w *world) {
		a := w.start("a")
		w.expect(2*time.Second, map[string]int{"a": 6})
		a.kill(w, "a")
		whole := false
		w.start("b", withShards(8), func(c *Config) {
			c.Seen = func(error) {
				w.mu.Lock()
				defer w.mu.Unlock()
				if whole = true; len(w.player) != 8 {
					t.Errorf("b says that it plays its whole share: %v", w.player)
				}
			}
		})
		w.expect(5*time.Second, map[string]int{"b": 8})
		if !whole {
			t.Error("b does not say that it plays its whole share")
		}
	})
}
