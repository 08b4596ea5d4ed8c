package bot

import (
	"context"
	"errors"
	"net/http"

	"cardroom/bot/audit"
	"cardroom/bot/metrics"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/store"
)

// addGauges adds the metrics whose values are read when the metrics are written, and returns a function that takes this bot
// out of them.
func (b *Bot) addGauges() (remove func()) {
	return b.Metrics.AddGauges(map[string]func() float64{
		"cardroom_gateway_up": func() float64 {
			if b.up.Load() {
				return 1
			}
			return 0
		},
		"cardroom_tables": b.openTables,
		"cardroom_tables_awake": func() float64 {
			return b.count(func(t *table.Table) bool { return t.Summary().Open && !t.Summary().Asleep })
		},
		"cardroom_mirrors": func() float64 {
			return b.count(func(t *table.Table) bool { return t.Summary().Mirror != 0 })
		},
		"cardroom_goroutines": func() float64 { return float64(b.Tasks.Active()) },
	})
}

// openTables returns how many tables are open. A channel in which a player only typed a command has none.
func (b *Bot) openTables() float64 {
	return b.count(func(t *table.Table) bool { return t.Summary().Open })
}

// count returns how many tables match.
func (b *Bot) count(matches func(*table.Table) bool) (n float64) {
	for _, t := range b.Tables.All(0) {
		if matches(t) {
			n++
		}
	}
	return n
}

// Ready returns nil while the bot is connected to Discord, the store answers, and no table waits for it: a store that can be
// read may still store nothing, as on a full disk. The error names the missing one.
func (b *Bot) Ready(ctx context.Context) error {
	if !b.up.Load() {
		return errors.New("not connected to Discord")
	}
	ctx, cancel := storage.Within(ctx)
	defer cancel()
	if _, err := b.Store.Note(ctx, aliveNote); err != nil {
		return storage.Explain(err)
	}
	return b.Outage.Err()
}

// Transport returns the default transport to Discord, for callers that wrap it.
func Transport() *http.Transport { return metrics.Transport() }

// Cancel ends a tournament; see [audit.Cancel].
func (b *Bot) Cancel(ctx context.Context, id engine.ID) (audit.Cancelled, error) {
	return audit.Cancel(ctx, b.Env, id)
}

// Void undoes the running hand at the table of a channel; see [audit.Void].
func (b *Bot) Void(ctx context.Context, channel engine.ID) (audit.Voided, error) {
	return audit.Void(ctx, b.Env, channel)
}

// Examine checks all stored data; see [audit.Examine].
func (b *Bot) Examine(ctx context.Context, in store.ReadOnly, differs func(string)) (audit.Examined, error) {
	return audit.Examine(ctx, b.Env, in, differs)
}
