package fleet

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/storage"
	"cardroom/store"
)

// expectOutages expects how many outages of the store a log has, and how many ends of one.
func expectOutages(t *testing.T, log string, started, ended int) {
	t.Helper()
	b, e := strings.Count(log, "the store does not answer"), strings.Count(log, "the store answers again")
	if b != started || e != ended || strings.Count(log, "level=WARN") != started {
		t.Errorf("%d lines of outages and %d of ends, want %d and %d:\n%s", b, e, started, ended, log)
	}
}

// TestAStoreThatAnswersNowAndThenIsWarnedOfOnce lets the store answer for half a second of each.
func TestAStoreThatAnswersNowAndThenIsWarnedOfOnce(t *testing.T) {
	bubble(t, func(w *world) {
		a := w.start("a")
		w.expect(2*time.Second, map[string]int{"a": 6})
		for range 4 {
			a.way.cut(true)
			time.Sleep(500 * time.Millisecond)
			a.way.cut(false)
			time.Sleep(500 * time.Millisecond)
		}
		w.expect(2*time.Second, map[string]int{"a": 6})
		expectOutages(t, a.log.String(), 1, 1)
		a.way.cut(true)
		w.expect(time.Second, nil)
		a.stop()
		synctest.Wait()
		expectOutages(t, a.log.String(), 2, 1)
	})
}

// TestASpareLogsTheEndOfAnOutage cuts a process off that plays no shard.
func TestASpareLogsTheEndOfAnOutage(t *testing.T) {
	bubble(t, func(w *world) {
		one := func(c *Config) { c.Shards = 1 }
		w.start("a", one)
		w.expect(3*time.Second, map[string]int{"a": 1})
		b := w.start("b", one)
		w.expect(3*time.Second, map[string]int{"a": 1})
		b.way.cut(true)
		time.Sleep(time.Hour)
		expectOutages(t, b.log.String(), 1, 0)
		b.way.cut(false)
		w.expect(3*time.Second, map[string]int{"a": 1})
		expectOutages(t, b.log.String(), 1, 1)
	})
}

// TestAStopWhileDiscordIsAskedIsNoError stops a process that does not know a number of shards yet.
func TestAStopWhileDiscordIsAskedIsNoError(t *testing.T) {
	bubble(t, func(w *world) {
		asked := make(chan struct{})
		a := w.start("a", func(c *Config) {
			c.Recommended = func(ctx context.Context) (int, error) {
				close(asked)
				<-ctx.Done()
				return 0, ctx.Err()
			}
		})
		<-asked
		a.stop()
		if err := <-a.done; err != nil {
			t.Errorf("Run returned %v", err)
		}
	})
}

// TestTablesThatOnlyThisProcessCannotReadEndIt lets a process read no tables of one shard, on a store that answers otherwise: another
// process may be able to.
func TestTablesThatOnlyThisProcessCannotReadEndIt(t *testing.T) {
	bubble(t, func(w *world) {
		a := w.start("a", func(c *Config) {
			play := c.Play
			c.Play = func(ctx context.Context, l *store.LeaseHolder) error {
				if l.Shard().ID == 1 {
					time.Sleep(5 * time.Second)
					return fmt.Errorf("shard 1: %w", store.ErrUnreachable)
				}
				return play(ctx, l)
			}
		})
		if err := <-a.done; !errors.Is(err, store.ErrUnreachable) {
			t.Errorf("Run returned %v", err)
		}
		w.expect(0, nil)
	})
}

// TestAProcessAndItsTablesLogOneOutage lets the tables of a process lose the store too, and find it before and after the process does.
func TestAProcessAndItsTablesLogOneOutage(t *testing.T) {
	for name, found := range map[string]time.Duration{"before": 0, "after": 5 * time.Second} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(w *world) {
				text := new(lines)
				log := storage.NewOutageLog(slog.New(slog.NewTextHandler(text, nil)))
				tables := storage.NewOutage(log)
				a := w.start("a", func(c *Config) { c.Outage = storage.NewOutage(log) })
				w.expect(2*time.Second, map[string]int{"a": 6})
				a.way.cut(true)
				w.expect(time.Second, nil)
				tables.Begin(1, errors.New("away"))
				expectOutages(t, text.String(), 1, 0)
				a.way.cut(false)
				time.Sleep(found)
				tables.End(1)
				expectOutages(t, text.String(), 1, int(found/(5*time.Second)))
				time.Sleep(5 * time.Second)
				expectOutages(t, text.String(), 1, 1)
			})
		})
	}
}
