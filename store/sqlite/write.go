package sqlite

import (
	"context"
	"time"

	"cardroom/store"
	"cardroom/store/internal/lease"
	"cardroom/store/internal/ledger"
)

func (f *Store) Commit(ctx context.Context, c store.Change) (store.Receipt, error) {
	return f.write.do(ctx, func(b *tx) (store.Receipt, error) { return ledger.Apply(b, &c) })
}

func (f *Store) Pay(ctx context.Context, p store.Payment) (store.Receipt, error) {
	return f.write.do(ctx, func(b *tx) (store.Receipt, error) { return ledger.Pay(b, &p) })
}

func (f *Store) Forget(ctx context.Context, o store.ErasureRequest) (store.Receipt, error) {
	return f.write.do(ctx, func(b *tx) (store.Receipt, error) {
		b.erased = true
		return ledger.Forget(b, &o)
	})
}

func (f *Store) SetNote(ctx context.Context, name, value string) error {
	_, err := f.write.do(ctx, func(b *tx) (store.Receipt, error) { return store.Receipt{}, b.writeNote(name, value) })
	return err
}

// Acquire, Renew, Release and Announce use the leases of the writer: the lock keeps other processes out, so they are in memory.

func (f *Store) Acquire(ctx context.Context, l store.Lease) (store.Lease, error) {
	var got store.Lease
	_, err := f.write.do(ctx, func(b *tx) (_ store.Receipt, err error) {
		got, err = lease.Acquire(b.leases, l, time.Now())
		return store.Receipt{}, err
	})
	if err != nil {
		return store.Lease{}, err // and not got, which the writer may still be setting
	}
	return got, nil
}

func (f *Store) Renew(ctx context.Context, l store.Lease) error {
	_, err := f.write.do(ctx, func(b *tx) (store.Receipt, error) { return store.Receipt{}, lease.Renew(b.leases, l) })
	return err
}

func (f *Store) Release(ctx context.Context, l store.Lease) error {
	_, err := f.write.do(ctx, func(b *tx) (store.Receipt, error) { return store.Receipt{}, lease.Release(b.leases, l) })
	return err
}

func (f *Store) Announce(ctx context.Context, m store.Member) (store.Fleet, error) {
	var fleet store.Fleet
	_, err := f.write.do(ctx, func(b *tx) (_ store.Receipt, err error) {
		fleet, err = lease.Announce(b.leases, m)
		return store.Receipt{}, err
	})
	if err != nil {
		return store.Fleet{}, err // and not fleet, which the writer may still be setting
	}
	return fleet, nil
}
