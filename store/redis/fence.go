package redis

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/ledger"
)

// fence keeps processes whose leases are older than one from committing to the guilds of its shard.
type fence struct {
	store *Store
	lease store.Lease
}

// fencePage is how many guilds get the fence with one request.
const fencePage = 500

// writeWhileRenewing writes the fence, and keeps the lease from running out meanwhile. The error is a *FencedError if another process
// has acquired it.
func (f fence) writeWhileRenewing(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	var renewing sync.WaitGroup
	renewing.Go(func() {
		tick := time.NewTicker(f.lease.For / 4)
		defer tick.Stop()
		for ctx.Err() == nil {
			select {
			case <-tick.C:
				if fenced, ok := errors.AsType[*store.FencedError](f.store.Renew(ctx, f.lease)); ok {
					stop(fenced)
				}
			case <-ctx.Done():
			}
		}
	})
	err := f.write(ctx)
	stop(nil)
	renewing.Wait()
	if fenced, ok := errors.AsType[*store.FencedError](context.Cause(ctx)); ok {
		return fenced
	}
	return err
}

// write writes the epoch of the lease to every guild of its shard.
func (f fence) write(ctx context.Context) error {
	guilds, err := f.store.guildsOf(ctx, f.lease.Shard)
	if endsWalk(err) {
		return err
	}
	for page := range slices.Chunk(guilds, fencePage) {
		if err := f.writePage(ctx, page); err != nil {
			return err
		}
	}
	return nil
}

// guess returns the epoch to expect of a guild: nearly all have that of the shard's last lease.
func (f fence) guess() ledger.TableState { return ledger.TableState{Epoch: f.lease.Previous} }

// check returns the work that compares the epoch of a guild, and writes that of the lease where it is newer.
func (f fence) check(guild engine.ID) func(ledger.Tx) (store.Receipt, error) {
	return func(b ledger.Tx) (store.Receipt, error) {
		return store.Receipt{}, ledger.CheckEpoch(b, guild, f.lease.Epoch)
	}
}

// writePage writes the epoch to guilds with one request. Another one repeats what was guessed wrong.
func (f fence) writePage(ctx context.Context, guilds []engine.ID) error {
	ctx, leave, err := f.store.begin(ctx)
	if err != nil {
		return err
	}
	defer leave()
	observed := map[engine.ID]map[location]string{}
	for len(guilds) > 0 {
		var open []*tx
		var replies []*redis.Cmd
		p := f.store.client.Pipeline()
		for _, guild := range guilds {
			b, _, refusal := f.store.attempt(guild, f.guess(), observed[guild], f.check(guild))
			if refusal != nil {
				return refusal
			}
			if b.matters() {
				keys, args := b.script()
				open, replies = append(open, b), append(replies, f.store.script.EvalSha(ctx, p, keys, args...))
			}
		}
		_, _ = p.Exec(ctx) // each reply has its own error
		guilds = nil
		loads := true // a server that lacks the script gets it with one guild, and the others follow
		for i, b := range open {
			lacks := redis.HasErrorPrefix(replies[i].Err(), "NOSCRIPT")
			if lacks && !loads {
				guilds = append(guilds, b.guild)
				continue
			}
			loads = loads && !lacks
			seen, err := f.read(ctx, b, replies[i])
			if err != nil {
				return err
			}
			if seen != nil {
				guilds, observed[b.guild] = append(guilds, b.guild), seen
			}
		}
	}
	return nil
}

// read reads the reply for a guild. It returns nil if the guild has the epoch, otherwise what was observed.
func (f fence) read(ctx context.Context, b *tx, reply *redis.Cmd) (observed map[location]string, err error) {
	value, err := reply.Result()
	if redis.HasErrorPrefix(err, "NOSCRIPT") { // the first time on a server
		_, err = f.store.updateOptimistically(ctx, b.guild, f.guess(), f.check(b.guild))
		return nil, err
	}
	if err != nil {
		return nil, f.store.wrap(ctx, err)
	}
	observed = b.observations(value)
	return observed, f.store.mark.checkObserved(ctx, observed)
}
