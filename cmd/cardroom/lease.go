package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"cardroom/bot"
	"cardroom/bot/fleet"
	"cardroom/bot/gateway"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/render/picture"
	"cardroom/store"
)

// player runs the tables of a store whenever it has their lease.
type player struct {
	config  config
	store   store.Store
	health  *health
	log     *slog.Logger
	painter *picture.Painter
	process *bot.Process
	discord http.RoundTripper
	beacon  http.RoundTripper // to its relays; nil: the network
}

// play waits until no other process runs the tables, runs them, and returns an exit code at the end. A process that lost
// its lease, for example because it was suspended, drops its tables and waits again as a spare.
func (p *player) play(ctx context.Context, term terminal) int {
	var err error
	if p.painter, err = picture.New(); err != nil {
		return term.exitUsageError(err)
	}
	p.discord = bot.Transport()
	p.process = bot.NewProcess(p.painter, nil, p.log)
	if s, shared := p.store.(store.RateSharer); shared {
		p.process.ShareRates(s)
	}
	p.health.process.Store(p.process)
	if p.config.shards.live {
		return exitAfterPlay(ctx, p.playFleet(ctx), term)
	}
	for owner := ownName("pid"); ; {
		lease, err := p.acquire(ctx, owner)
		switch {
		case ctx.Err() != nil: // stopped while it waited
			return exitStopped
		case err != nil:
			return term.exitStoreError(err)
		}
		err = p.playAlone(ctx, lease)
		if _, fenced := errors.AsType[*store.FencedError](err); fenced && ctx.Err() == nil {
			p.log.Warn("this process was overtaken: another process has the lease; dropping the tables and waiting", "err", err)
			continue
		}
		return exitAfterPlay(ctx, err, term)
	}
}

// exitAfterPlay returns the exit code at the end of play.
func exitAfterPlay(ctx context.Context, err error, term terminal) int {
	var fatal *gateway.FatalError
	switch {
	case ctx.Err() != nil, err == nil:
		return exitStopped
	case errors.As(err, &fatal) && fatal.Code != 0, errors.Is(err, rest.ErrUnauthorized):
		return term.exitUsageError(err)
	}
	return term.exitFailure(err)
}

// acquire waits for the lease of the tables. It logs that it waits, and that it has taken them over from another process.
func (p *player) acquire(ctx context.Context, owner string) (*store.LeaseHolder, error) {
	var other *store.HeldError
	began := time.Now()
	lease, err := store.AcquireLease(ctx, p.store, p.config.shard(), owner, func(why error) {
		p.log.Warn("waiting to take the tables over", "err", why)
		if held, ok := errors.AsType[*store.HeldError](why); ok {
			other = held
		}
	})
	if err == nil && other != nil {
		p.log.Info("took the tables over", "from", other.Owner, "waited", time.Since(began).Round(time.Millisecond))
	}
	return lease, err
}

// playFleet plays this process's share of the shards.
func (p *player) playFleet(ctx context.Context) error {
	c := p.config
	return fleet.Run(ctx, fleet.Config{
		Store: p.store, Name: ownName("pid"), Shards: c.shards.wanted, Schema: record.Generation, Log: p.log, Outage: p.process.NewOutage(),
		Recommended: func(ctx context.Context) (int, error) {
			return gateway.Recommended(ctx, gateway.Config{Token: c.token, API: c.api, HTTP: p.process.Metrics.Client(&http.Client{Transport: p.discord}, func(error) {}), Log: p.log})
		},
		Play: func(ctx context.Context, l *store.LeaseHolder) error {
			return p.playUnder(ctx, l, l.Shard(), new(l.Lease()))
		},
		Seen: p.health.fleetSeen, Changed: func(shards int, h fleet.HandOver) { p.process.SetShards(shards, string(h)) },
	})
}

// playAlone plays the tables of a lease, and releases it.
func (p *player) playAlone(ctx context.Context, lease *store.LeaseHolder) error {
	defer releaseLease(lease)
	return p.playUnder(ctx, lease, store.Shard{ID: p.config.shards.id, Count: p.config.shards.count}, nil)
}

// playUnder runs a bot of a shard while this process has the lease. Under is that lease where the bot leaves its session to the next
// process, and otherwise nil. A *store.FencedError means that this process lost the lease.
func (p *player) playUnder(ctx context.Context, lease *store.LeaseHolder, s store.Shard, under *store.Lease) error {
	c := p.config
	b, err := bot.New(bot.Config{
		Token: c.token, API: c.api, Guild: c.guild, Rate: c.rate, PressBoards: c.pressBoards, Key: c.key, Seed: c.seed, AIDelay: c.aiDelay, Log: p.log, ShardID: s.ID, ShardCount: s.Count,
		HTTP: &http.Client{Transport: fencedTransport{lease, p.discord}}, Painter: p.painter,
		Beacon: c.beacon, BeaconHTTP: p.beacon, HandOver: under, Process: p.process,
	}, lease)
	if err != nil {
		return err
	}
	defer p.health.add(b)()
	playing, end := context.WithCancel(ctx)
	defer end()
	go func() {
		select {
		case <-lease.Lost():
			end()
		case <-playing.Done():
		}
	}()
	err = b.Run(playing)
	end()
	return cmp.Or(lease.Err(), err)
}

// releaseTime bounds releasing a lease: the next process would rather wait for it to expire.
const releaseTime = 500 * time.Millisecond

// releaseLease releases a lease, so that the next process need not wait. If that fails, the lease expires.
func releaseLease(lease *store.LeaseHolder) {
	ctx, cancel := context.WithTimeout(context.Background(), releaseTime)
	defer cancel()
	_ = lease.End(ctx)
}

// fencedTransport sends requests to Discord while this process has the lease. A process that was suspended in the middle of
// a request must not send it afterwards. While another process may have taken over the tables, it changes nothing at
// Discord: it sends only answers to interactions, which package reply makes, and reads.
type fencedTransport struct {
	lease interface { // a *store.LeaseHolder
		Err() error
		Doubtful() <-chan struct{}
	}
	next http.RoundTripper
}

var errDoubtful = errors.New("the lease was not renewed in time, and another process may hold it")

// RoundTrip sends a request, or returns the error of the lease.
func (f fencedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	err := f.lease.Err()
	if err == nil && r.Method != http.MethodGet && !strings.HasSuffix(r.URL.Path, "/callback") && f.lease.Doubtful() != nil {
		err = errDoubtful
	}
	if err != nil {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, err
	}
	return f.next.RoundTrip(r)
}

// ownName returns this process's name for other processes: its machine, its kind, its process id, and random letters.
func ownName(kind string) string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return strings.Join(strings.Fields(fmt.Sprintf("%s %s-%d %s", host, kind, os.Getpid(), rand.Text()[:6])), "/")
}

// shard returns the shard of tables that the process runs.
func (c config) shard() store.Shard {
	if c.shards.count == 0 {
		return store.Shard{ID: 0, Count: 1}
	}
	return store.Shard{ID: c.shards.id, Count: c.shards.count}
}
