package lease

import (
	"time"

	"cardroom/store"
)

// grantedLease is a lease as it was given last.
type Grant struct {
	Owner string
	Epoch int64
}

// LeaseTx are the leases of a store inside one transaction.
type Tx interface {
	Shards() ([]store.Shard, error) // every shard that was ever acquired
	NewestEpoch() (epoch int64, err error)
	Grant(s store.Shard) (Grant, error)
	Holder(s store.Shard) (owner string, err error) // "" where the lease has run out, or was given back

	WriteGrant(l store.Lease) // also makes it the newest
	WriteHolder(l store.Lease)
	DeleteHolder(s store.Shard)
}

// AcquireIn gives a lease, with a greater epoch than l brings. It is not less than now in milliseconds either: a store that
// has lost its newest lease, as by a failover, does not give an epoch out twice.
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
	l.Epoch = max(newest, l.Epoch, now.UnixMilli()-1) + 1
	b.WriteGrant(l)
	b.WriteHolder(l)
	return l, nil
}

// RenewIn makes a lease last. One that has run out is renewed, too, unless somebody has acquired it since: a store that was
// away does not take tables from anybody.
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

// ReleaseIn gives a lease back, where it is still held.
func Release(b Tx, l store.Lease) error {
	holder, err := b.Holder(l.Shard)
	if err == nil && holder == l.Owner {
		b.DeleteHolder(l.Shard)
	}
	return err
}
