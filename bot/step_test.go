package bot

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/store"
)

// A jump of the clock is the difference between the wall clock and the monotonic clock (P7).
func TestAJumpOfTheClockIsMeasured(t *testing.T) {
	then := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	for _, step := range []time.Duration{0, time.Hour, -time.Hour, 40 * time.Millisecond} {
		const elapsed = 90 * time.Second
		if got := table.ClockStep(then, then.Add(elapsed+step), elapsed); got != step {
			t.Errorf("a clock that was set by %v was set by %v", step, got)
		}
	}
	if b := (&Bot{born: time.Now()}); b.clockJump().Abs() > time.Second {
		t.Errorf("a clock that nobody set was set by %v", b.clockJump())
	}
}

// When the clock was set, at most AtOnce tables work for that at a time. The end of the program ends it.
func TestTheTablesFollowTheClockAFewAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, err := New(Config{Key: make([]byte, KeySize)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Tasks.Close()
		busy := make(chan bool)
		for i := range 3 * table.AtOnce {
			b.Tables.Get(store.Key{Guild: 1, Channel: engine.ID(i + 1)}).Must(func() { <-busy })
		}
		queued := func() (n int) {
			synctest.Wait()
			for _, t := range b.Tables.All(0) {
				n += table.Queued(t)
			}
			return n
		}
		ctx, cancel := context.WithCancel(t.Context())
		go b.followClock(ctx)
		if n := queued(); n != table.AtOnce {
			t.Errorf("%d tables are to follow the clock, want %d at a time", n, table.AtOnce)
		}
		cancel()
		close(busy)
		if n := queued(); n != 0 {
			t.Errorf("at the end %d jobs wait", n)
		}
		go b.followClock(t.Context())
		if n := queued(); n != 0 {
			t.Errorf("with all tables free %d jobs wait", n)
		}
	})
}
