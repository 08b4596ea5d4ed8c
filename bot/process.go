package bot

import (
	"context"
	"io"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"cardroom/bot/command"
	"cardroom/bot/emoji"
	"cardroom/bot/failpoint"
	"cardroom/bot/gateway"
	"cardroom/bot/metrics"
	"cardroom/bot/rest"
	"cardroom/bot/storage"
	"cardroom/store"
)

// Process holds the parts that all bots of one process share. A process that plays several shards has a bot for each.
type Process struct {
	Metrics  *metrics.Set
	shards   atomic.Int64
	slots    gateway.Slots
	sessions sessions
	links    command.Links
	share    rest.Share // nil: no other process uses the bot's rate
	emoji    emoji.Set
	outages  *storage.OutageLog
	rest     atomic.Pointer[rest.Client] // the first bot's; the others share its limits
	joining  sync.Mutex                  // held while a bot makes its client

	registering *command.Turns
	comparing   atomic.Bool // a comparison of the commands waits for the end of hand-overs
}

// NewProcess returns the shared parts of the bots of a process. The tiler draws the cards in texts; nil: they are letters.
func NewProcess(tiler emoji.Tiler, hook failpoint.Hook, log *slog.Logger) *Process {
	p := &Process{
		Metrics: metrics.New(), emoji: emoji.Set{Tiler: tiler, Hook: hook, Log: log}, outages: storage.NewOutageLog(log), registering: command.NewTurns(),
	}
	p.Metrics.AddGauges(map[string]func() float64{
		"cardroom_gateway_up": func() float64 { return 0 }, // while no bot runs
		"cardroom_shards":     func() float64 { return float64(p.shards.Load()) },

		"cardroom_budget_wanted_total": func() float64 { return float64(p.budget().Wanted) },
		"cardroom_budget_used_total":   func() float64 { return float64(p.budget().Used) },
		"cardroom_follow_ups_on":       p.pressBoardsOn,
	})
	return p
}

// client returns a new client for a bot. All clients of the process have the limits of its first one.
func (p *Process) client(c rest.Config) (*rest.Client, error) {
	p.joining.Lock() // or two bots could both be the first
	defer p.joining.Unlock()
	c.Beside, c.Share, c.Link = p.rest.Load(), p.share, p.links.In
	made, err := rest.New(c)
	if err == nil {
		p.rest.CompareAndSwap(nil, made)
	}
	return made, err
}

// budget returns how many requests of the bot itself the process has wanted and sent.
func (p *Process) budget() (b rest.Budget) {
	if c := p.rest.Load(); c != nil {
		b = c.Budget()
	}
	return b
}

// pressBoardsOn returns 1 while new boards go by the tokens of presses.
func (p *Process) pressBoardsOn() float64 {
	if c := p.rest.Load(); c != nil && c.PressBoardsOn() {
		return 1
	}
	return 0
}

// These are the names of the limits that processes share through the store.
const (
	requestLimit = "requests"
	identifySlot = "identify/" // with the number of a bucket
)

// longestTaken is longer than any of these limits is ever taken.
const longestTaken = 15 * time.Second

// ShareRates divides the bot's rate of requests, and its places for new sessions, among all processes that use a store. It must
// be called before a bot of the process runs.
func (p *Process) ShareRates(s store.RateSharer) {
	p.share = func(ctx context.Context, cost, most, ahead time.Duration) (time.Duration, bool, error) {
		return s.TakeRate(ctx, store.Rate{Limit: requestLimit, Cost: cost, Most: most, Ahead: ahead, Longest: longestTaken})
	}
	p.slots.Reserve = func(ctx context.Context, bucket int, try uint64, d time.Duration) (time.Duration, error) {
		return s.TakeSlot(ctx, store.Slot{Name: identifySlot + strconv.Itoa(bucket), Owner: try, For: d, Longest: longestTaken})
	}
}

// NewOutage returns an outage of the store in the log of all bots: the process itself may find one, as a spare does.
func (p *Process) NewOutage() *storage.Outage { return storage.NewOutage(p.outages) }

// SetShards notes for the metrics how many of the shards that processes share out this one plays, and how one came or left.
func (p *Process) SetShards(n int, how string) {
	p.shards.Store(int64(n))
	p.Metrics.HandOver(how)
}

// WriteMetrics writes all metrics in the text form of Prometheus.
func (p *Process) WriteMetrics(w io.Writer) { p.Metrics.Write(w) }
