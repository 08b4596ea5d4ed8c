package bot

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"cardroom/bot/metrics"
	"cardroom/bot/storage"
)

// addGauges adds what is read from the bot whenever its metrics are written.
func (b *Bot) addGauges() {
	b.metrics.Gauge("cardroom_gateway_up", func() float64 {
		if b.up.Load() {
			return 1
		}
		return 0
	})
	b.metrics.Gauge("cardroom_tables", func() float64 { return b.count((*actor).stands) })
	b.metrics.Gauge("cardroom_tables_awake", func() float64 {
		return b.count(func(a *actor) bool { return a.stands() && !a.dozing.Load() })
	})
	b.metrics.Gauge("cardroom_mirrors", func() float64 {
		return b.count(func(a *actor) bool {
			g := a.glance.Load()
			return g != nil && g.mirror != 0
		})
	})
	b.metrics.Gauge("cardroom_goroutines", func() float64 { return float64(b.tasks.Active()) })
}

// count is how many tables are of a kind.
func (b *Bot) count(is func(*actor) bool) (n float64) {
	for _, a := range b.tables(0) {
		if is(a) {
			n++
		}
	}
	return n
}

// WriteMetrics writes everything that is counted, in the text form of Prometheus.
func (b *Bot) WriteMetrics(w io.Writer) { b.metrics.Write(w) }

// Ready is nil while the bot is connected to Discord and the store answers; the error says what is missing.
func (b *Bot) Ready(ctx context.Context) error {
	if !b.up.Load() {
		return fmt.Errorf("not connected to Discord")
	}
	ctx, cancel := context.WithTimeout(ctx, storage.Timeout)
	defer cancel()
	if _, err := b.store.Note(ctx, aliveNote); err != nil {
		return fmt.Errorf("the store does not answer")
	}
	return nil
}

// Transport returns the transport that reaches Discord by default, for those who wrap it.
func Transport() *http.Transport { return metrics.Transport() }
