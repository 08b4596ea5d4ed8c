package backend

import (
	"context"

	"cardroom/engine"
	"cardroom/store"
)

// NewReadOnly returns a store for the inspection of a back end: it reads, and refuses to write.
func NewReadOnly(b Backend) store.ReadOnly { return readOnly{Store: b, source: b} }

// readOnly implements [store.ReadOnly].
type readOnly struct {
	store.Store
	source Backend
}

func (readOnly) Commit(context.Context, store.Change) (store.Receipt, error) {
	return store.Receipt{}, store.ErrReadOnly
}

func (readOnly) Pay(context.Context, store.Payment) (store.Receipt, error) {
	return store.Receipt{}, store.ErrReadOnly
}

func (readOnly) SetNote(context.Context, string, string) error { return store.ErrReadOnly }

func (readOnly) Acquire(context.Context, store.Lease) (store.Lease, error) {
	return store.Lease{}, store.ErrReadOnly
}

func (readOnly) Renew(context.Context, store.Lease) error { return store.ErrReadOnly }

func (readOnly) Release(context.Context, store.Lease) error { return store.ErrReadOnly }

func (readOnly) Announce(context.Context, store.Member) (store.Fleet, error) {
	return store.Fleet{}, store.ErrReadOnly
}

func (readOnly) Forget(context.Context, store.ErasureRequest) (store.Receipt, error) {
	return store.Receipt{}, store.ErrReadOnly
}

// checker is a [Backend] that can check its file or its keys, as Damage of [store.ReadOnly] does.
type checker interface {
	Damage(ctx context.Context) (string, error)
}

func (i readOnly) Damage(ctx context.Context) (string, error) {
	if f, ok := i.source.(checker); ok {
		return f.Damage(ctx)
	}
	return "", nil
}

func (i readOnly) Fleet(ctx context.Context) (store.Fleet, error) { return i.source.Fleet(ctx) }

func (i readOnly) Guilds(ctx context.Context) ([]engine.ID, error) { return i.source.Guilds(ctx) }

func (i readOnly) Channels(ctx context.Context, guild engine.ID) ([]engine.ID, error) {
	return i.source.Channels(ctx, guild)
}

func (i readOnly) AllStats(ctx context.Context, guild engine.ID) ([]store.Stats, error) {
	return i.source.AllStats(ctx, guild)
}
