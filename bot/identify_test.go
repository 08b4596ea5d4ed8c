package bot_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot"
	"cardroom/bot/gateway"
	"cardroom/bot/shuffle"
)

// TestACrashLoopDoesNotUseUpTheDaysSessions ends the program as soon as it is connected, again and again (P10, P15).
func TestACrashLoopDoesNotUseUpTheDaysSessions(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.stop()
		ready := func() int { return strings.Count(c.log.String(), "gateway ready") }
		c.noteIdentify(t, 246)
		before, began := ready(), time.Now()
		var took []time.Duration // of each life until it is connected
		for n := 1; n <= 12; n++ {
			c.start()
			for life := time.Now(); ready() < before+n; time.Sleep(time.Second) {
				if time.Since(life) > 5*time.Minute {
					t.Fatalf("life %d is not connected", n)
				}
			}
			took = append(took, time.Since(began).Round(time.Second))
			began = time.Now()
			c.stop()
		}
		if took[3] > 5*time.Second || took[7] < 8*time.Second || took[11] < 50*time.Second || took[11] > 2*time.Minute {
			t.Errorf("until they were connected lives took %v", took)
		}
		if note, err := c.store.Note(t.Context(), "identify"); err != nil || !strings.HasPrefix(note, "2026-01-01 258 ") {
			t.Errorf("the store has counted %q, %v", note, err)
		}
		time.Sleep(12 * time.Hour) // it is the next day
		c.start()
		if note, err := c.store.Note(t.Context(), "identify"); err != nil || !strings.HasPrefix(note, "2026-01-02 1 ") {
			t.Errorf("the next day the store has counted %q, %v", note, err)
		}
	})
}

// P15: Discord resets the token at the thousandth.
func TestTheFiveHundredthSessionOfADayIsTheLast(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.stop()
		c.endsAfter(t, 500)
		c.noteIdentify(t, 3)
		c.start()
	})
}

// TestALargeBotHasMoreSessionsADay begins sessions of a bot that Discord allows four thousand a day: beyond the thousandth each
// waits, and the two thousandth is the last (P15).
func TestALargeBotHasMoreSessionsADay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.daily = 4000 })
		c.stop()
		ready := func() int { return strings.Count(c.log.String(), "gateway ready") }
		for _, started := range []int{500, 999, 1006} {
			c.noteIdentify(t, started)
			before := ready()
			c.start()
			time.Sleep(10 * time.Second)
			if soon := ready() > before; soon != (started < 1000) {
				t.Errorf("after %d sessions another began within ten seconds: %t", started, soon)
			}
			if time.Sleep(2 * time.Minute); ready() == before {
				t.Errorf("after %d sessions none began within two minutes", started)
			}
			c.stop()
		}
		c.endsAfter(t, 2000)
		c.noteIdentify(t, 3)
		c.start()
	})
}

// endsAfter checks that a bot which has begun some sessions today begins no other, and ends.
func (c *club) endsAfter(t *testing.T, started int) {
	t.Helper()
	c.noteIdentify(t, started)
	before := strings.Count(c.log.String(), "gateway ready")
	b, err := bot.New(bot.Config{
		Token: c.srv.Token(), API: c.srv.URL(), Key: make([]byte, shuffle.KeySize), Log: slog.New(slog.NewTextHandler(c.log, nil)),
		HTTP: c.srv.Client(), Dial: c.srv.Dialer().NetDialContext,
	}, c.store)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	var fatal *gateway.FatalError
	if err := b.Run(ctx); !errors.As(err, &fatal) || !strings.Contains(err.Error(), fmt.Sprintf("%d sessions with Discord today", started)) {
		t.Errorf("Run = %v", err)
	}
	if n := strings.Count(c.log.String(), "gateway ready"); n > before {
		t.Errorf("it was connected %d times", n-before)
	}
}

// noteIdentify stores the count of today's sessions, the last one just now.
func (c *club) noteIdentify(t *testing.T, n int) {
	t.Helper()
	note := fmt.Sprintf("%s %d %d", time.Now().UTC().Format(time.DateOnly), n, time.Now().UnixMilli())
	if err := c.store.SetNote(t.Context(), "identify", note); err != nil {
		t.Fatal(err)
	}
}
