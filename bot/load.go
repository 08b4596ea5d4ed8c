package bot

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"cardroom/bot/table"
	"cardroom/store"
)

// opening is how many tables a start opens at once: enough to have some ready whenever the store takes the next, and few
// enough to need no memory worth mentioning beside the tables'.
const opening = 4 * table.AtOnce

// load reads every open table and lets it continue where it was; no player loses the time in which the program was down. A
// table that is damaged is logged and left as it is, as is a list of tables. A table that the store did not give is asked for
// again. Each table opens in its own goroutine, so that all processors take part; when load returns, all are open.
func (b *Bot) load(ctx context.Context, last time.Time) error {
	var list []listed
	for stored, err := range b.Store.Tables(ctx) {
		if stored.Channel != 0 || err == nil {
			list = append(list, listed{stored, err})
			continue
		}
		if _, damaged := errors.AsType[*store.DamagedError](err); !damaged {
			return fmt.Errorf("reading the tables: %w", err)
		}
		b.Log.Error("not all tables can be found; the others play", "guild", uint64(stored.Guild), "err", err)
	}
	var all sync.WaitGroup
	slots := table.NewThrottle(opening, b.Outage)
	for i, l := range list {
		list[i] = listed{} // its record need not stay in memory until the last is open
		t, release := b.Tables.Get(l.stored.Key), slots.Acquire()
		all.Add(1)
		t.Must(func() {
			defer all.Done()
			defer release()
			t.Start(l.stored, l.err, last)
		})
	}
	all.Wait()
	return nil
}

// listed is a table as the store lists it.
type listed struct {
	stored store.Record
	err    error
}
