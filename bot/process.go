package bot

import (
	"io"
	"log/slog"
	"sync/atomic"

	"cardroom/bot/command"
	"cardroom/bot/emoji"
	"cardroom/bot/failpoint"
	"cardroom/bot/gateway"
	"cardroom/bot/metrics"
	"cardroom/bot/rest"
)

// Process holds the parts that all bots of one process share. A process that plays several shards has a bot for each.
type Process struct {
	Metrics *metrics.Set
	shards  atomic.Int64
	slots   gateway.Slots
	links   command.Links
	emoji   emoji.Set
	rest    atomic.Pointer[rest.Client] // the first bot's; the others share its limits
}

// NewProcess returns the shared parts of the bots of a process. The tiler draws the cards in texts; nil: they are letters.
func NewProcess(tiler emoji.Tiler, hook failpoint.Hook, log *slog.Logger) *Process {
	p := &Process{Metrics: metrics.New(), emoji: emoji.Set{Tiler: tiler, Hook: hook, Log: log}}
	p.Metrics.AddGauges(map[string]func() float64{
		"cardroom_gateway_up": func() float64 { return 0 }, // while no bot runs
		"cardroom_shards":     func() float64 { return float64(p.shards.Load()) },
	})
	return p
}

// SetShards notes for the metrics how many of the shards that processes share out this one plays.
func (p *Process) SetShards(n int) { p.shards.Store(int64(n)) }

// WriteMetrics writes all metrics in the text form of Prometheus.
func (p *Process) WriteMetrics(w io.Writer) { p.Metrics.Write(w) }
