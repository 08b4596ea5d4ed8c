package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"cardroom/engine"
)

// redisLeases are the leases as of one reading of who they were given to, which the script then compares.
type redisLeases struct {
	*redisBooks
	index map[string]string // cardroom:{leases}
}

func leaseKey(s Shard) string { return leasesKey + ":" + s.String() }

func (l redisLeases) granted() (all []Shard, err error) {
	for field := range l.index {
		if field == leasesNewest {
			continue
		}
		s, ok := parseShard(field)
		if !ok {
			return nil, fmt.Errorf("store: redis: %s has a field that is no shard", leasesKey)
		}
		all = append(all, s)
	}
	return all, nil
}

// newest also stands for the index as a whole: whoever adds a shard to it writes a new one.
func (l redisLeases) newest() (int64, error) {
	epoch, _, err := l.lookNumber("HGET", leasesKey, leasesNewest, l.index[leasesNewest])
	return epoch, err
}

func (l redisLeases) grant(s Shard) (grant, error) {
	value := l.look("HGET", leasesKey, s.String(), l.index[s.String()])
	if value == "" {
		return grant{}, nil
	}
	digits, owner, _ := strings.Cut(value, " ")
	epoch, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return grant{}, fmt.Errorf("store: redis: %s of %s is no lease", s, leasesKey)
	}
	return grant{owner, epoch}, nil
}

func (l redisLeases) holder(s Shard) (string, error) {
	return l.look("HGET", leaseKey(s), leaseOwner, ""), nil
}

func (l redisLeases) writeGrant(to Lease) {
	l.write("HSET", leasesKey, leasesNewest, number(to.Epoch), to.Shard.String(), number(to.Epoch)+" "+to.Owner)
}

func (l redisLeases) writeHolder(to Lease) {
	l.write("HSET", leaseKey(to.Shard), leaseOwner, to.Owner)
	l.write("PEXPIRE", leaseKey(to.Shard), number(to.For.Milliseconds()))
}

func (l redisLeases) writeNoHolder(s Shard) { l.write("DEL", leaseKey(s)) }

// Acquire also puts the new epoch before every guild of the shard that is known. One that is not will have it with its
// first change.
func (r *redisStore) Acquire(ctx context.Context, l Lease) (Lease, error) {
	for {
		err := r.onLeases(ctx, func(b leases) error {
			if _, err := b.newest(); err != nil {
				return err
			}
			got, err := acquire(b, l, time.Now())
			l.Epoch = max(l.Epoch, got.Epoch)
			return err
		})
		if err == nil {
			err = r.claim(ctx, l)
		}
		if fenced, ok := errors.AsType[*FencedError](err); ok && ctx.Err() == nil { // who acquired it since, or was forgotten
			l.Epoch = fenced.Epoch
			continue
		}
		if err != nil {
			return Lease{}, err
		}
		return l, nil
	}
}

func (r *redisStore) Renew(ctx context.Context, l Lease) error {
	return r.onLeases(ctx, func(b leases) error {
		if _, err := b.newest(); err != nil {
			return err
		}
		return renew(b, l)
	})
}

func (r *redisStore) Release(ctx context.Context, l Lease) error {
	return r.onLeases(ctx, func(b leases) error { return release(b, l) })
}

// onLeases does work on the leases until all that it is built on was true at one moment.
func (r *redisStore) onLeases(ctx context.Context, work func(leases) error) error {
	ctx, leave, err := r.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	for told := map[fact]string(nil); ; {
		index, err := r.client.HGetAll(ctx, leasesKey).Result()
		if err != nil {
			return r.fault(ctx, named(leasesKey, err))
		}
		for f := range told {
			if f.key == leasesKey { // the index is newer
				delete(told, f)
			}
		}
		b := newRedisBooks(0, 0, standing{}, told)
		refusal := work(redisLeases{b, index})
		if refusal != nil {
			b.writes = nil
		}
		if told, err = r.run(ctx, b); err != nil {
			return err
		}
		if told == nil {
			return refusal
		}
	}
}

// isNewest sees whether a lease is the newest of a guild's. A guild that was registered before that is either claimed by
// whoever acquires the lease later, or they are seen here.
func (r *redisStore) isNewest(ctx context.Context, guild engine.ID, epoch int64) error {
	index, err := r.client.HGetAll(ctx, leasesKey).Result()
	if err != nil {
		return r.fault(ctx, named(leasesKey, err))
	}
	l := redisLeases{newRedisBooks(guild, 0, standing{}, nil), index}
	shards, err := l.granted()
	for _, s := range shards {
		g, bad := l.grant(s)
		if err = errors.Join(err, bad); err == nil && s.Has(guild) && g.epoch > epoch {
			return &FencedError{Epoch: g.epoch}
		}
	}
	return err
}

// claimers is how many guilds are claimed at once.
const claimers = 16

// claim puts the epoch of a lease before every guild of its shard.
func (r *redisStore) claim(ctx context.Context, l Lease) error {
	guilds, err := r.allGuilds(ctx)
	if fatal(err) {
		return err
	}
	queue, errs := make(chan engine.ID), make([]error, claimers)
	var all sync.WaitGroup
	for i := range claimers {
		all.Go(func() {
			for guild := range queue {
				if errs[i] == nil {
					errs[i] = r.claimGuild(ctx, guild, l.Epoch)
				}
			}
		})
	}
	for _, guild := range guilds {
		if l.Shard.Has(guild) {
			queue <- guild
		}
	}
	close(queue)
	all.Wait()
	return errors.Join(errs...)
}

func (r *redisStore) claimGuild(ctx context.Context, guild engine.ID, epoch int64) error {
	ctx, leave, err := r.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	_, err = r.settle(ctx, guild, standing{}, func(b books) (Receipt, error) { return Receipt{}, unfenced(b, guild, epoch) })
	return err
}
