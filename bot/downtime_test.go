package bot_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/engine"
	"cardroom/store"
)

// least is the least time that a player has when the program is back (R32), and late how much more they may have: the
// program records only every few seconds that it runs.
const (
	least  = 15 * time.Second
	lateBy = 7 * time.Second
)

// TestDowntimeIsNobodysTime ends the program in the middle of a decision, early or late in its time (P7). It stays away for
// a second, half a minute or ten minutes. The player to act has the time that was left, at least fifteen seconds, and a
// timeout acts once.
func TestDowntimeIsNobodysTime(t *testing.T) {
	alone(t)
	for _, down := range []time.Duration{time.Second, 30 * time.Second, 10 * time.Minute} {
		for _, waited := range []time.Duration{2 * time.Second, 70 * time.Second, 95 * time.Second} {
			t.Run(fmt.Sprint(down, " after ", waited), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { downtime(t, waited, down) })
			})
		}
	}
}

func downtime(t *testing.T, waited, down time.Duration) {
	var silent atomic.Int64
	c := openAs(t, func(c *club) {
		c.laws.Done = func(change store.Change, _ int64) {
			for _, e := range change.Events {
				if e.Kind == engine.Acted && e.Silent && e.Hand == 1 {
					silent.Add(1)
				}
			}
		}
	})
	c.seated("pause", "0", "clock", "45s")
	time.Sleep(7 * time.Second)
	time.Sleep(waited)
	had := time.Until(deadline(t, lineThatActs(c)))
	if had <= 0 {
		t.Fatalf("there is no time left:\n%s", board(c).String())
	}
	c.life.crash()
	c.stop()
	time.Sleep(down)
	c.start()
	began := time.Now()
	time.Sleep(2 * time.Second)
	left := time.Until(deadline(t, lineThatActs(c))) + time.Since(began) + time.Second // start takes one
	if want := max(had, least); left < want-time.Second || left > want+lateBy {
		t.Errorf("%v were left, and after %v there are %v", had, down, left)
	}
	time.Sleep(left + 30*time.Second)
	if n := silent.Load(); n != 1 {
		t.Errorf("silence acted %d times", n)
	}
}

// A start repeats its walk over the tables where the store breaks that off. Tables that the first walk opened, or asked for in
// vain, get the time of the downtime once.
func TestAWalkThatBreaksOffGivesTheDowntimeOnce(t *testing.T) {
	t.Parallel()
	for name, lost := range map[string]error{"with the table": nil, "without it": context.DeadlineExceeded} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				c.seated("pause", "0", "clock", "45s")
				time.Sleep(9 * time.Second)
				had := time.Until(deadline(t, lineThatActs(c)))
				c.stop()
				time.Sleep(2 * time.Hour)
				var walks atomic.Int64
				c.shaky.update(func() {
					c.shaky.list = func() error {
						if walks.Load() > 0 {
							return nil
						}
						return lost
					}
					c.shaky.ends = func() error {
						if walks.Add(1) > 2 {
							return nil
						}
						return context.DeadlineExceeded
					}
				})
				c.start()
				time.Sleep(5 * time.Second)
				if left := time.Until(deadline(t, lineThatActs(c))); left < had-10*time.Second || left > had+lateBy || walks.Load() != 3 {
					t.Errorf("%v were left, and after %d walks there are %v", had, walks.Load(), left)
				}
			})
		})
	}
}

// decidingAt returns a club in the middle of a decision, which has a deadline, on a machine whose clock is step off.
func decidingAt(t *testing.T, step *atomic.Int64) (c *club, alice *discordtest.Person, until time.Time) {
	c = openAs(t, func(c *club) { c.step = func() time.Duration { return time.Duration(step.Load()) } })
	alice, _ = c.seated("pause", "0", "clock", "45s")
	time.Sleep(9 * time.Second)
	return c, alice, deadline(t, lineThatActs(c))
}

// TestAClockThatIsSetFoldsNobody sets the machine's clock an hour forward and back in the middle of a decision, with much
// or little time left (P7). In a bubble the clock cannot be set: instead the deadline moves with it, once.
func TestAClockThatIsSetFoldsNobody(t *testing.T) {
	alone(t)
	for _, by := range []time.Duration{time.Hour, -time.Hour, time.Second} {
		t.Run(fmt.Sprint(by), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var step atomic.Int64
				c, alice, had := decidingAt(t, &step)
				step.Store(int64(by))
				for range 2 {
					alice.Command(c.channel, "/help")
					time.Sleep(3 * time.Second)
				}
				want := had.Add(by)
				if by < 0 {
					want = time.Now().Add(-6 * time.Second).Add(least) // of the hour back nothing is left here
				}
				if by == time.Second { // the machine corrects itself
					want = had
				}
				if got := deadline(t, lineThatActs(c)); got.Sub(want).Abs() > 2*time.Second {
					t.Errorf("the clock was set by %v: the deadline was %v, is %v, want %v", by, had, got, want)
				}
			})
		})
	}
}

// TestAClockThatIsSetDuringAnOutageMovesTheDeadline sets the machine's clock an hour forward while the store does not answer: the
// deadline moves once it does, by that hour and by the outage.
func TestAClockThatIsSetDuringAnOutageMovesTheDeadline(t *testing.T) {
	alone(t)
	synctest.Test(t, func(t *testing.T) {
		var step atomic.Int64
		c, alice, had := decidingAt(t, &step)
		c.shaky.fails(true)
		step.Store(int64(time.Hour))
		began := time.Now()
		alice.Command(c.channel, "/help")
		time.Sleep(20 * time.Second)
		c.shaky.works()
		outage := time.Since(began)
		time.Sleep(5 * time.Second)
		alice.Command(c.channel, "/help")
		time.Sleep(3 * time.Second)
		if got, want := deadline(t, lineThatActs(c)), had.Add(time.Hour+outage); got.Sub(want).Abs() > lateBy {
			t.Errorf("the deadline was %v, is %v, want %v", had, got, want)
		}
	})
}

// TestATableCountsTheClockSinceItsOwnStart opens a table when the machine has corrected its clock a little. A second correction, less
// than the table acts on, moves no deadline.
func TestATableCountsTheClockSinceItsOwnStart(t *testing.T) {
	alone(t)
	synctest.Test(t, func(t *testing.T) {
		var step atomic.Int64
		const little = 1500 * time.Millisecond
		step.Store(int64(little))
		c, alice, had := decidingAt(t, &step)
		step.Store(int64(2 * little))
		alice.Command(c.channel, "/help")
		time.Sleep(3 * time.Second)
		if got := deadline(t, lineThatActs(c)); got != had {
			t.Errorf("the deadline was %v, is %v", had, got)
		}
	})
}

// A refused press may be delivered again to the next life of the program. The program refuses it again, politely, even if
// it would be legal by then (P5).
func TestWhatWasRefusedStaysRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.twice = true })
		actor := shakyHandAt(t, c)
		other := c.other(actor)
		m := board(c)
		refused := other.Command(c.channel, "/fold")
		if a := actor.PressOn(&m, "Call"); a.Err != nil {
			t.Fatal(a.Err)
		}
		time.Sleep(time.Second)
		c.life.crash()
		c.stop()
		c.start()
		before := lineThatActs(c)
		refused.Interaction().Redeliver()
		time.Sleep(5 * time.Second)
		if now := lineThatActs(c); now != before {
			t.Errorf("a refused fold came again, and the board says %q, before %q", now, before)
		}
	})
}
