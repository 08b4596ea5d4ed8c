package bot

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/store"
)

// opening is how many tables a start opens at once. It is enough to have some ready whenever the store accepts the next,
// and few enough to need little memory.
const opening = 4 * table.AtOnce

// load reads every open table and continues it; no player loses the time in which the program was down. It logs a damaged
// table, or a damaged list of tables, and leaves it unchanged. It retries a table that the store did not return. Each table
// opens in its own goroutine, to use all processors, while the store reads the next ones; when load returns, all are open.
func (b *Bot) load(ctx context.Context, last time.Time) error {
	var all sync.WaitGroup
	defer all.Wait()
	slots := storage.NewThrottle(opening, b.Outage)
	for stored, err := range b.Store.Tables(ctx) {
		if stored.Channel == 0 && err != nil {
			if _, damaged := errors.AsType[*store.DamagedError](err); !damaged {
				return fmt.Errorf("reading the tables: %w", err)
			}
			b.Log.Error("not all tables can be found; the others play on", "guild", uint64(stored.Guild), "err", err)
			continue
		}
		t, release := b.Tables.Get(stored.Key), slots.Acquire()
		all.Add(1)
		t.Must(func() {
			defer all.Done()
			defer release()
			t.Start(stored, err, last)
		})
	}
	return nil
}
