package memory

import (
	"context"
	"fmt"
	"sync"
	"time"

	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/store"
	"cardroom/store/internal/backend"
	"cardroom/store/internal/lease"
	"cardroom/store/internal/ledger"
)

func (m *Store) Forget(ctx context.Context, o store.ErasureRequest) (store.Receipt, error) {
	unlock, err := m.lock(ctx)
	if err != nil {
		return store.Receipt{}, err
	}
	defer unlock()
	return ledger.Forget((*tx)(m), &o)
}

// Store is a [store.Store] that is gone with its process.
type Store struct {
	history int

	mu        sync.RWMutex
	closed    bool
	tables    map[store.Key]*table
	lines     map[backend.SessionKey][]store.Line
	hands     map[store.Key][]store.Hand // by number, ascending
	accounts  map[engine.ID]map[store.Account]int64
	claimed   map[inGuild[engine.ID]]string
	given     map[inGuild[engine.ID]]store.Gifts
	stats     map[inGuild[engine.ID]]stats.Counts
	payments  map[inGuild[string]]struct{}
	forgotten map[inGuild[engine.ID]]int64
	notes     map[string]string
	leases    *lease.Local
}

type table struct {
	version int64
	open    bool
	data    []byte
	made    map[string]int64         // version by change id
	ids     [store.Remembered]string // change ids by version, the oldest overwritten
}

type inGuild[T comparable] struct {
	guild engine.ID
	name  T
}

// Open returns a new, empty store. Its STORE_URL is "memory:".
func Open(_ context.Context, storeURL string, o store.Options) (store.Store, error) {
	if storeURL != "memory:" {
		return nil, fmt.Errorf("memory:…: %w; nothing may follow the colon", store.ErrScheme)
	}
	return New(o), nil
}

// New returns a new, empty store.
func New(o store.Options) *Store {
	return &Store{
		history:   o.HistoryLimit(),
		tables:    map[store.Key]*table{},
		lines:     map[backend.SessionKey][]store.Line{},
		hands:     map[store.Key][]store.Hand{},
		accounts:  map[engine.ID]map[store.Account]int64{},
		claimed:   map[inGuild[engine.ID]]string{},
		given:     map[inGuild[engine.ID]]store.Gifts{},
		stats:     map[inGuild[engine.ID]]stats.Counts{},
		payments:  map[inGuild[string]]struct{}{},
		forgotten: map[inGuild[engine.ID]]int64{},
		notes:     map[string]string{},
		leases:    lease.NewLocal(),
	}
}

func (m *Store) Commit(ctx context.Context, c store.Change) (store.Receipt, error) {
	unlock, err := m.lock(ctx)
	if err != nil {
		return store.Receipt{}, err
	}
	defer unlock()
	return ledger.Apply((*tx)(m), &c)
}

func (m *Store) Pay(ctx context.Context, p store.Payment) (store.Receipt, error) {
	unlock, err := m.lock(ctx)
	if err != nil {
		return store.Receipt{}, err
	}
	defer unlock()
	return ledger.Pay((*tx)(m), &p)
}

func (m *Store) SetNote(ctx context.Context, name, value string) error {
	unlock, err := m.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	m.notes[name] = value
	if value == "" {
		delete(m.notes, name)
	}
	return nil
}

func (m *Store) Acquire(ctx context.Context, l store.Lease) (store.Lease, error) {
	unlock, err := m.lock(ctx)
	if err != nil {
		return store.Lease{}, err
	}
	defer unlock()
	return lease.Acquire(m.leases, l, time.Now())
}

func (m *Store) Renew(ctx context.Context, l store.Lease) error {
	unlock, err := m.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	return lease.Renew(m.leases, l)
}

func (m *Store) Release(ctx context.Context, l store.Lease) error {
	unlock, err := m.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	return lease.Release(m.leases, l)
}

func (m *Store) Announce(ctx context.Context, who store.Member) (store.Fleet, error) {
	unlock, err := m.lock(ctx)
	if err != nil {
		return store.Fleet{}, err
	}
	defer unlock()
	return lease.Announce(m.leases, who)
}

func (m *Store) Fleet(context.Context) (store.Fleet, error) {
	return store.Fleet{}, nil // of a process's memory
}

func (m *Store) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}

func (m *Store) lock(ctx context.Context) (unlock func(), err error) {
	m.mu.Lock()
	if err := m.usable(ctx); err != nil {
		m.mu.Unlock()
		return nil, err
	}
	return m.mu.Unlock, nil
}

func (m *Store) rlock(ctx context.Context) (unlock func(), err error) {
	m.mu.RLock()
	if err := m.usable(ctx); err != nil {
		m.mu.RUnlock()
		return nil, err
	}
	return m.mu.RUnlock, nil
}

func (m *Store) usable(ctx context.Context) error {
	if m.closed {
		return store.ErrClosed
	}
	return ctx.Err()
}
