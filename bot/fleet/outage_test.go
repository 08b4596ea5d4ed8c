package fleet

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/storage"
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
