package bot_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/store"
)

// An hour after Discord's last answer the bot asks for the time. A long wait for that must not look like a time without a program.
func TestTheSignOfLifeDoesNotWaitForDiscord(t *testing.T) {
	t.Parallel()
	tooMany := discordtest.TooMany(14*time.Second, "user")
	tooMany.Times = 3
	for name, fault := range map[string]discordtest.Fault{"no answer": {Silent: true, Times: -1}, "too many requests": tooMany} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				time.Sleep(59 * time.Minute)
				c.srv.Fail("GET /gateway/bot", fault)
				requests := c.srv.RequestCount()
				c.shaky.update(func() { // nearly too slow
					c.shaky.setNote = func(context.Context) error { time.Sleep(1900 * time.Millisecond); return nil }
				})
				for range 150 {
					time.Sleep(time.Second)
					note, err := c.shaky.Note(t.Context(), "alive")
					ms, bad := strconv.ParseInt(note, 10, 64)
					if age := time.Since(time.UnixMilli(ms)); err != nil || bad != nil || age > 8*time.Second {
						t.Fatalf("the sign of life is %v old (%v, %v), want one every 5 s", age, err, bad)
					}
				}
				if c.srv.RequestCount() == requests {
					t.Error("Discord was not asked for the time")
				}
			})
		})
	}
}

// A request that hangs, as on a disk that does not work, is an outage too, although reads are answered.
func TestAStoreThatHangsIsAnOutage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.shaky.update(func() {
			c.shaky.setNote = func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
		})
		time.Sleep(10 * time.Second)
		if err := c.life.bot.Ready(t.Context()); err == nil {
			t.Error("the bot is ready while the store hangs")
		}
		c.shaky.update(func() { c.shaky.setNote = nil })
		time.Sleep(10 * time.Second)
		if err := c.life.bot.Ready(t.Context()); err != nil {
			t.Errorf("after the outage: %v", err)
		}
	})
}

func TestTheOperatorReadsWhatTheStoreSaid(t *testing.T) {
	t.Parallel()
	const cause = "it has no memory left; free some"
	full := func() error { return store.Unable(errors.New(cause)) }
	for name, fails := range map[string]func(s *shaky){
		"reads too":   func(s *shaky) { s.note = full },
		"writes only": func(s *shaky) { s.setNote = func(context.Context) error { return full() } },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				c.shaky.update(func() { fails(c.shaky) })
				time.Sleep(10 * time.Second)
				const words = "the store answers with an error; tables wait for it"
				if err := c.life.bot.Ready(t.Context()); err == nil || !strings.HasPrefix(err.Error(), words) || !strings.Contains(err.Error(), cause) {
					t.Errorf("the bot says %v", err)
				}
				c.shaky.update(func() { c.shaky.note, c.shaky.setNote = nil, nil })
				time.Sleep(1500 * time.Millisecond) // less than until the next sign of life
				if err := c.life.bot.Ready(t.Context()); err != nil {
					t.Errorf("after the outage: %v", err)
				}
				c.stop()
				if log := c.log.String(); !strings.Contains(log, words) || !strings.Contains(log, cause) {
					t.Errorf("the log says\n%s", log)
				}
				c.start()
			})
		})
	}
}

func TestAStoreThatFailsIsLoggedOnceEachWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		away := errors.New("away")
		for _, err := range []error{away, store.ErrReplaced, nil, away, store.ErrMoved, nil} {
			c.shaky.update(func() { c.shaky.note = func() error { return err } })
			time.Sleep(time.Minute)
		}
		c.stop()
		for words, want := range map[string]int{"does not answer": 2, "the store lost its data": 1, "; tables wait until it is back": 1, "answers again": 2} {
			if n := strings.Count(c.log.String(), words); n != want {
				t.Errorf("%q is logged %d times, want %d", words, n, want)
			}
		}
		c.start()
	})
}

func TestADamagedListDoesNotStopTheOtherTables(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, actor := shakyHand(t)
		before := lineThatActs(c)
		c.stop()
		s.update(func() { s.damaged = []store.Key{{}, {Guild: 77}} })
		c.start()
		time.Sleep(5 * time.Second)
		if got := lineThatActs(c); got != before {
			t.Errorf("the board says %q, before it said %q", got, before)
		}
		a := actor.Press(c.channel, "Call")
		time.Sleep(2 * time.Second)
		if lineThatActs(c) == before {
			t.Errorf("a press is answered %q", a.Text())
		}
		c.stop()
		if n := strings.Count(c.log.String(), "not all tables can be found"); n != 2 {
			t.Errorf("logged %d times, want twice", n)
		}
		c.start()
	})
}
