package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
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

// play waits until no other process plays the tables, plays them, and says what the end of that means. A process that
// was overtaken, as one that was stopped for a while, drops all it holds and waits again: it is the spare one now.
func play(ctx context.Context, c config, st store.Store, health *health, log *slog.Logger, stderr io.Writer) int {
	painter, err := picture.New()
	if err != nil {
		return refuse(stderr, err)
	}
	owner, discord := ownName(), bot.Transport()
	for {
		t, err := store.AcquireLease(ctx, st, c.shard(), owner, func(why error) {
			log.Warn("waiting to take the tables over", "err", why)
		})
		switch {
		case ctx.Err() != nil: // asked to stop while it waited
			return exitStopped
		case err != nil:
			return refuseStore(stderr, err)
		}
		err = playTenure(ctx, c, t, discord, painter, health, log)
		var fenced *store.FencedError
		var fatal *gateway.FatalError
		switch {
		case ctx.Err() != nil, err == nil:
			return exitStopped
		case errors.As(err, &fenced):
			log.Warn("this process was overtaken; it drops what it holds of the tables", "err", err)
			continue
		case errors.As(err, &fatal) && fatal.Code != 0, errors.Is(err, rest.ErrUnauthorized):
			return refuse(stderr, err)
		}
		fmt.Fprintln(stderr, "cardroom:", err)
		return exitFailed
	}
}

// releaseTime is how long giving a lease back may take: the next process would rather wait for it to run out.
const releaseTime = 500 * time.Millisecond

// playTenure runs a bot as long as the tables are this process's. A *store.FencedError says that they no longer are.
func playTenure(ctx context.Context, c config, t *store.LeaseHolder, discord http.RoundTripper, painter *picture.Painter, health *health, log *slog.Logger) error {
	b, err := bot.New(bot.Config{
		Token: c.token, API: c.api, Guild: c.guild, Key: c.key, Seed: c.seed, Log: log,
		ShardID: c.shardID, ShardCount: c.shardCount, HTTP: &http.Client{Transport: outgoing{t, discord}}, Painter: painter, Tiler: painter,
	}, t)
	if err != nil {
		return err
	}
	health.of(b)
	defer health.of(nil)
	playing, end := context.WithCancel(ctx)
	defer end()
	go func() {
		select {
		case <-t.Lost():
			end()
		case <-playing.Done():
		}
	}()
	err = b.Run(playing)
	end()
	lost := t.Err()
	goodbye(t)
	if lost != nil {
		return lost
	}
	return err
}

// goodbye gives the lease back. One that cannot be given back runs out.
func goodbye(t *store.LeaseHolder) {
	ctx, cancel := context.WithTimeout(context.Background(), releaseTime)
	defer cancel()
	_ = t.End(ctx)
}

// outgoing lets requests to Discord out as long as the tables are this process's: one that was stopped in the middle of
// something must not say it when it wakes up.
type outgoing struct {
	tenure interface{ Err() error } // of the *store.Tenure
	next   http.RoundTripper
}

func (o outgoing) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := o.tenure.Err(); err != nil {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, err
	}
	return o.next.RoundTrip(r)
}

// ownName is how other processes speak of this one: its machine, its number there, and what tells it from one that had
// the same.
func ownName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return strings.Join(strings.Fields(fmt.Sprintf("%s pid-%d %s", host, os.Getpid(), rand.Text()[:6])), "/")
}

// shard is which tables the process plays.
func (c config) shard() store.Shard {
	if c.shardCount == 0 {
		return store.Shard{ID: 0, Count: 1}
	}
	return store.Shard{ID: c.shardID, Count: c.shardCount}
}
