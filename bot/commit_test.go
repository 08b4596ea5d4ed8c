package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/store"
)

// After a start all tables extend their clocks, which is five seconds' work for this store. The tables send no more
// requests than it can answer: no table pauses, and waiting tables are not open in memory.
func TestAStartAsksNoMoreThanTheStoreCanAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const tables = 400
		c := openAs(t, func(c *club) { c.plain = true })
		for i := range tables {
			if a := c.manager(i/10).Command(c.guild.Channel(fmt.Sprint("poker-", i)), "/table open"); a.Err != nil {
				t.Fatal(a.Err)
			}
		}
		time.Sleep(time.Minute) // until all boards are posted
		c.stop()

		disk := make(chan struct{}, 1)
		waited, atOnce := 0, 0.0
		c.shaky.on(func(ctx context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
			select {
			case disk <- struct{}{}:
				defer func() { <-disk }()
			case <-ctx.Done():
				return store.Receipt{}, ctx.Err()
			}
			waited++
			atOnce = max(atOnce, c.counters()["cardroom_goroutines"])
			time.Sleep(12 * time.Millisecond) // 400 of them take far longer than one request may
			return do()
		})
		c.start()
		time.Sleep(10 * time.Second)
		synctest.Wait() // also for the race detector
		if waited < tables {
			t.Errorf("%d commits of %d tables", waited, tables)
		}
		if atOnce < 10 || atOnce > 270 {
			t.Errorf("%v tables were opened at once", atOnce)
		}
		if n := c.counters()["cardroom_commits_in_doubt_total"]; n > 0 {
			t.Errorf("%v commits were given up", n)
		}
	})
}

// inLine returns a club in the middle of a hand whose alarms queue until free is called.
func inLine(t *testing.T) (c *club, free func()) {
	t.Helper()
	c = open(t)
	c.seated()
	time.Sleep(10 * time.Second)
	return c, c.life.bot.FillLine()
}

// While tables queue, users get their answers as usual.
func TestNobodyWhoPressesStandsInTheLineOfTheTables(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, free := inLine(t)
		start := time.Now()
		if a := c.actor().Press(c.channel, "Call"); a.Err != nil || time.Since(start) > time.Second {
			t.Errorf("a press is answered after %v: %v", time.Since(start), a.Err)
		}
		time.Sleep(5 * time.Second) // the press may have been on the panel, and the board follows
		before := lineThatActs(c)
		time.Sleep(3 * time.Minute)
		if now := lineThatActs(c); now != before {
			t.Errorf("an alarm does not stand in line: %q became %q", before, now)
		}
		free()
		time.Sleep(5 * time.Second)
		if b := board(c).Text(); !strings.Contains(b, "Flop") {
			t.Errorf("what was due is not done:\n%s", b)
		}
	})
}

// A queued table notices a store outage: its board shows it.
func TestATableInTheLineNoticesAnOutage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, free := inLine(t)
		defer free()
		time.Sleep(3 * time.Minute)
		paused := func() bool { return strings.Contains(board(c).Text(), "Paused") }
		if paused() {
			t.Fatal("the table stands still for a line")
		}
		c.shaky.fails(true)
		c.shaky.update(func() { c.shaky.note = func() error { return context.DeadlineExceeded } })
		time.Sleep(15 * time.Second)
		if !paused() {
			t.Errorf("the board does not say that the store is away:\n%s", board(c).Text())
		}
	})
}
