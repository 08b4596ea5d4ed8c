package main

import (
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
	"cardroom/bot/gateway"
	"cardroom/bot/rest"
	"cardroom/render/picture"
	"cardroom/store"
)

// player plays the tables of a store whenever it has the lease of them.
type player struct {
	config  config
	store   store.Store
	health  *health
	log     *slog.Logger
	painter *picture.Painter
	discord http.RoundTripper
}

// play waits until no other process plays the tables, plays them, and returns the exit code that the end of that means. A
// process that was overtaken, as one that was stopped for a while, drops all it holds and waits again: it is the spare one
// now.
func (p *player) play(ctx context.Context, term terminal) int {
	var err error
	if p.painter, err = picture.New(); err != nil {
		return term.exitUsageError(err)
	}
	p.discord = bot.Transport()
	for owner := ownName(); ; {
		lease, err := store.AcquireLease(ctx, p.store, p.config.shard(), owner, func(why error) {
			p.log.Warn("waiting to take the tables over", "err", why)
		})
		switch {
		case ctx.Err() != nil: // asked to stop while it waited
			return exitStopped
		case err != nil:
			return term.exitStoreError(err)
		}
		err = p.playUnder(ctx, lease)
		var fenced *store.FencedError
		var fatal *gateway.FatalError
		switch {
		case ctx.Err() != nil, err == nil:
			return exitStopped
		case errors.As(err, &fenced):
			p.log.Warn("this process was overtaken; it drops what it holds of the tables", "err", err)
			continue
		case errors.As(err, &fatal) && fatal.Code != 0, errors.Is(err, rest.ErrUnauthorized):
			return term.exitUsageError(err)
		}
		return term.exitFailure(err)
	}
}

// playUnder runs a bot for as long as the lease is this process's. A *store.FencedError says that it no longer is.
func (p *player) playUnder(ctx context.Context, lease *store.LeaseHolder) error {
	c := p.config
	b, err := bot.New(bot.Config{
		Token: c.token, API: c.api, Guild: c.guild, Key: c.key, Seed: c.seed, Log: p.log, ShardID: c.shardID, ShardCount: c.shardCount,
		HTTP: &http.Client{Transport: fencedTransport{lease, p.discord}}, Painter: p.painter, Tiler: p.painter,
	}, lease)
	if err != nil {
		return err
	}
	p.health.setBot(b)
	defer p.health.setBot(nil)
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
	lost := lease.Err()
	releaseLease(lease)
	if lost != nil {
		return lost
	}
	return err
}

// releaseTime is how long giving a lease back may take: the next process would rather wait for it to run out.
const releaseTime = 500 * time.Millisecond

// releaseLease gives a lease back, so that the next process need not wait. One that cannot be given back runs out.
func releaseLease(lease *store.LeaseHolder) {
	ctx, cancel := context.WithTimeout(context.Background(), releaseTime)
	defer cancel()
	_ = lease.End(ctx)
}

// fencedTransport sends requests to Discord for as long as the lease is this process's. A process that was stopped in the
// middle of a request must not send it when it wakes up.
// While another process may have taken the tables over, it changes nothing at Discord: it sends only answers to interactions,
// which are what package reply makes of them then, and questions.
type fencedTransport struct {
	lease interface { // a *store.LeaseHolder
		Err() error
		Doubtful() <-chan struct{}
	}
	next http.RoundTripper
}

var errDoubtful = errors.New("the lease was not renewed in time, and another process waits for it")

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

// ownName returns how other processes speak of this one: its machine, its number there, and what tells it from one that had
// the same.
func ownName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return strings.Join(strings.Fields(fmt.Sprintf("%s pid-%d %s", host, os.Getpid(), rand.Text()[:6])), "/")
}

// shard returns which tables the process plays.
func (c config) shard() store.Shard {
	if c.shardCount == 0 {
		return store.Shard{ID: 0, Count: 1}
	}
	return store.Shard{ID: c.shardID, Count: c.shardCount}
}
