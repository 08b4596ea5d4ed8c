package redis

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/lease"
	"cardroom/store/internal/ledger"
)

// leaseTx is a tx with the leases, as one reading of their index shows them. The script compares that reading.
type leaseTx struct {
	*tx
	index map[string]string // cardroom:{leases}
	fleet map[string]string // cardroom:{leases}:fleet; only of an announcement
}

func leaseKey(s store.Shard) string { return leasesKey + ":" + s.String() }

func (l leaseTx) Shards() (all []store.Shard, err error) {
	for field := range l.index {
		if field == leasesNewest {
			continue
		}
		s, ok := store.ParseShard(field)
		if !ok {
			return nil, unreadable("store: redis: %s: field %q is not a shard ID/COUNT", leasesKey, field)
		}
		all = append(all, s)
	}
	return all, nil
}

// NewestEpoch also stands for the index as a whole: adding a shard to it writes a new epoch.
func (l leaseTx) NewestEpoch() (int64, error) {
	epoch, _, err := l.readNumber("HGET", leasesKey, leasesNewest, l.index[leasesNewest])
	return epoch, err
}

func (l leaseTx) Grant(s store.Shard) (lease.Grant, error) {
	value := l.read("HGET", leasesKey, s.String(), l.index[s.String()])
	if value == "" {
		return lease.Grant{}, nil
	}
	digits, owner, _ := strings.Cut(value, " ")
	epoch, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return lease.Grant{}, unreadable("store: redis: %s: field %s holds %q, not \"epoch owner\"", leasesKey, s, value)
	}
	return lease.Grant{Owner: owner, Epoch: epoch}, nil
}

func (l leaseTx) Holder(s store.Shard) (string, error) {
	return l.read("HGET", leaseKey(s), leaseOwner, ""), nil
}

func (l leaseTx) WriteGrant(to store.Lease) {
	l.write("HSET", leasesKey, leasesNewest, formatInt(to.Epoch), to.Shard.String(), formatInt(to.Epoch)+" "+to.Owner)
}

func (l leaseTx) WriteHolder(to store.Lease) {
	l.write("HSET", leaseKey(to.Shard), leaseOwner, to.Owner)
	l.write("PEXPIRE", leaseKey(to.Shard), formatInt(to.For.Milliseconds()))
}

func (l leaseTx) DeleteHolder(s store.Shard) { l.write("DEL", leaseKey(s)) }

// Acquire also writes the new epoch to every known guild of the shard. An unknown guild gets it with its first change. That may take
// longer than a lease lasts, so Acquire renews the lease meanwhile. After an error it releases what it knows to be
// granted; the rest runs out.
func (r *Store) Acquire(ctx context.Context, l store.Lease) (store.Lease, error) {
	for granted := int64(0); ; { // granted is the epoch that this call wrote before
		got, err := r.grant(ctx, l)
		l.Epoch = max(l.Epoch, got.Epoch)
		if got.Previous != granted {
			l.Previous = got.Previous
		}
		if err == nil {
			granted, err = l.Epoch, fence{r, l}.writeWhileRenewing(ctx)
		}
		if fenced, ok := errors.AsType[*store.FencedError](err); ok && ctx.Err() == nil { // by a process that acquired it since, or whose grant was lost
			l.Epoch = fenced.Epoch
			continue
		}
		if err == nil {
			return l, nil
		}
		if granted != 0 {
			releasing, cancel := context.WithTimeout(context.WithoutCancel(ctx), grantTime)
			defer cancel()
			_ = r.Release(releasing, store.Lease{Shard: l.Shard, Owner: l.Owner, Epoch: granted}) // otherwise it runs out
		}
		return store.Lease{}, err
	}
}

// grantTime is how long the store may take to grant a lease. After an outage, a call from before it must not take the lease of
// a process that has had no time to renew it.
const grantTime = time.Second

// grant makes a process the holder of a lease, before any guild is fenced.
func (r *Store) grant(ctx context.Context, l store.Lease) (got store.Lease, err error) {
	ctx, cancel := context.WithTimeout(ctx, grantTime)
	defer cancel()
	err = r.updateLeases(ctx, func(b leaseTx) (err error) {
		if _, err = b.NewestEpoch(); err == nil {
			got, err = lease.Acquire(b, l, time.Now())
		}
		return err
	})
	return got, err
}

func (r *Store) Renew(ctx context.Context, l store.Lease) error {
	return r.updateLeases(ctx, func(b leaseTx) error {
		if _, err := b.NewestEpoch(); err != nil {
			return err
		}
		return lease.Renew(b, l)
	})
}

func (r *Store) Release(ctx context.Context, l store.Lease) error {
	return r.updateLeases(ctx, func(b leaseTx) error { return lease.Release(b, l) })
}

// updateLeases runs work on the leases until everything that it assumed was true at one moment.
func (r *Store) updateLeases(ctx context.Context, work func(leaseTx) error) error {
	ctx, leave, err := r.begin(ctx)
	if err != nil {
		return err
	}
	defer leave()
	for observed := map[location]string(nil); ; {
		index, err := r.client.HGetAll(ctx, leasesKey).Result()
		if err != nil {
			return r.wrap(ctx, withKey(leasesKey, err))
		}
		for f := range observed {
			if f.key == leasesKey { // the index is newer
				delete(observed, f)
			}
		}
		b := newTx(0, 0, ledger.TableState{}, observed)
		r.mark.expect(b)
		refusal := work(leaseTx{tx: b, index: index})
		if refusal != nil {
			b.writes = nil
		}
		if observed, err = r.runScript(ctx, b); err != nil {
			return err
		}
		if observed == nil {
			return refusal
		}
		if err := r.mark.checkObserved(ctx, observed); err != nil {
			return err
		}
	}
}

// checkNewest checks that an epoch is the newest of a guild's leases. The guild must be registered before: then a process that
// acquires the lease later fences the guild, or an earlier one is seen here.
func (r *Store) checkNewest(ctx context.Context, guild engine.ID, epoch int64) error {
	index, err := r.client.HGetAll(ctx, leasesKey).Result()
	if err != nil {
		return r.wrap(ctx, withKey(leasesKey, err))
	}
	l := leaseTx{tx: newTx(guild, 0, ledger.TableState{}, nil), index: index}
	shards, err := l.Shards()
	for _, s := range shards {
		g, bad := l.Grant(s)
		if err = errors.Join(err, bad); err == nil && s.Has(guild) && g.Epoch > epoch {
			return &store.FencedError{Epoch: g.Epoch}
		}
	}
	return err
}
