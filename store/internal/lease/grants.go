package lease

import (
	"time"

	"cardroom/store"
)

// Grant is the last lease of a shard, held or not.
type Grant struct {
	Owner string
	Epoch int64
}

// Tx has the leases of a store inside one transaction.
type Tx interface {
	Shards() ([]store.Shard, error) // every shard that was ever acquired
	NewestEpoch() (epoch int64, err error)
	Grant(s store.Shard) (Grant, error)
	Holder(s store.Shard) (owner string, err error) // "" if the lease has expired or was released

	WriteGrant(l store.Lease) // also makes it the newest
	WriteHolder(l store.Lease)
	DeleteHolder(s store.Shard)
}

// Acquire grants a lease with a greater epoch than l brings. The epoch is not less than now in milliseconds either: a store
// that lost its newest lease, as by a failover, does not grant an epoch twice.
func Acquire(b Tx, l store.Lease, now time.Time) (store.Lease, error) {
	shards, err := b.Shards()
	if err != nil {
		return store.Lease{}, err
	}
	for _, s := range shards {
		if !s.Overlaps(l.Shard) {
			continue
		}
		holder, err := b.Holder(s)
		if err != nil {
			return store.Lease{}, err
		}
		if holder != "" && holder != l.Owner {
			return store.Lease{}, &store.HeldError{Shard: s, Owner: holder}
		}
	}
	newest, err := b.NewestEpoch()
	if err != nil {
		return store.Lease{}, err
	}
	last, err := b.Grant(l.Shard)
	if err != nil {
		return store.Lease{}, err
	}
	l.Previous = last.Epoch
	l.Epoch = max(newest, l.Epoch, now.UnixMilli()-1) + 1
	b.WriteGrant(l)
	b.WriteHolder(l)
	return l, nil
}

// Renew extends a lease. It extends even an expired one, unless another process has acquired it since: a store that was
// away takes tables from no process.
func Renew(b Tx, l store.Lease) error {
	shards, err := b.Shards()
	if err != nil {
		return err
	}
	ours := false
	for _, s := range shards {
		if !s.Overlaps(l.Shard) {
			continue
		}
		g, err := b.Grant(s)
		if err != nil {
			return err
		}
		if g.Epoch > l.Epoch {
			return &store.FencedError{Epoch: g.Epoch}
		}
		ours = ours || s == l.Shard && g.Epoch == l.Epoch
	}
	if !ours { // the store has lost it
		b.WriteGrant(l)
	}
	b.WriteHolder(l)
	return nil
}

// Release ends a lease that is still held. A release that arrives late does not end a later lease, not even one of the same
// process.
func Release(b Tx, l store.Lease) error {
	holder, err := b.Holder(l.Shard)
	if err != nil || holder != l.Owner {
		return err
	}
	g, err := b.Grant(l.Shard)
	if err != nil || g.Epoch > l.Epoch {
		return err
	}
	b.DeleteHolder(l.Shard)
	return nil
}
