package store

import (
	"bytes"
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"cardroom/engine"
	"cardroom/engine/stats"
)

// memory is a store that is gone with the process. It keeps balances, not the ledger's entries: nobody reads them.
type memory struct {
	history int

	mu       sync.RWMutex
	closed   bool
	tables   map[Key]*memoryTable
	lines    map[sessionKey][]Line
	hands    map[Key][]Hand // by number, ascending
	accounts map[engine.ID]map[Account]int64
	claims   map[inGuild[engine.ID]]string
	gave     map[inGuild[engine.ID]]Gifts
	stats    map[inGuild[engine.ID]]stats.Counts
	payments map[inGuild[string]]struct{}
	gone     map[inGuild[engine.ID]]int64
	notes    map[string]string
	leases   *localLeases
}

type memoryTable struct {
	version int64
	open    bool
	data    []byte
	made    map[string]int64   // version by change id
	ids     [Remembered]string // change ids by version, the oldest overwritten
}

type sessionKey struct {
	Key
	session int64
}

type inGuild[T comparable] struct {
	guild engine.ID
	name  T
}

func openMemory(o Options) *memory {
	return &memory{
		history:  o.History,
		tables:   map[Key]*memoryTable{},
		lines:    map[sessionKey][]Line{},
		hands:    map[Key][]Hand{},
		accounts: map[engine.ID]map[Account]int64{},
		claims:   map[inGuild[engine.ID]]string{},
		gave:     map[inGuild[engine.ID]]Gifts{},
		stats:    map[inGuild[engine.ID]]stats.Counts{},
		payments: map[inGuild[string]]struct{}{},
		gone:     map[inGuild[engine.ID]]int64{},
		notes:    map[string]string{},
		leases:   newLocalLeases(),
	}
}

func (m *memory) Commit(ctx context.Context, c Change) (Receipt, error) {
	unlock, err := m.lock(ctx)
	if err != nil {
		return Receipt{}, err
	}
	defer unlock()
	return carry((*memoryBooks)(m), &c)
}

func (m *memory) Pay(ctx context.Context, p Payment) (Receipt, error) {
	unlock, err := m.lock(ctx)
	if err != nil {
		return Receipt{}, err
	}
	defer unlock()
	return pay((*memoryBooks)(m), &p)
}

func (m *memory) SetNote(ctx context.Context, name, value string) error {
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

func (m *memory) Acquire(ctx context.Context, l Lease) (Lease, error) {
	unlock, err := m.lock(ctx)
	if err != nil {
		return Lease{}, err
	}
	defer unlock()
	return acquire(m.leases, l, time.Now())
}

func (m *memory) Renew(ctx context.Context, l Lease) error {
	unlock, err := m.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	return renew(m.leases, l)
}

func (m *memory) Release(ctx context.Context, l Lease) error {
	unlock, err := m.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	return release(m.leases, l)
}

func (m *memory) Load(ctx context.Context, k Key) (Record, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return Record{}, err
	}
	defer unlock()
	t, ok := m.tables[k]
	if !ok || !t.open {
		return Record{}, ErrNotFound
	}
	return Record{Key: k, Version: t.version, Data: bytes.Clone(t.data)}, nil
}

func (m *memory) Tables(ctx context.Context) iter.Seq2[Record, error] {
	return walk(func() ([]Key, error) { return m.openKeys(ctx) }, func(k Key) (Record, error) { return m.Load(ctx, k) })
}

func (m *memory) openKeys(ctx context.Context) ([]Key, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var keys []Key
	for k, t := range m.tables {
		if t.open {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b Key) int {
		return cmp.Or(cmp.Compare(a.Guild, b.Guild), cmp.Compare(a.Channel, b.Channel))
	})
	return keys, nil
}

func (m *memory) Wallet(ctx context.Context, guild, person engine.ID) (Wallet, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return Wallet{}, err
	}
	defer unlock()
	balance, ok := m.accounts[guild][WalletAccount(person)]
	if !ok {
		balance = Opening
	}
	return m.wallet(guild, person, balance), nil
}

func (m *memory) TopWallets(ctx context.Context, guild engine.ID, n int) ([]Wallet, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var ws []Wallet
	for a, balance := range m.accounts[guild] {
		if person, ok := a.Person(); ok {
			ws = append(ws, m.wallet(guild, person, balance))
		}
	}
	slices.SortFunc(ws, func(a, b Wallet) int {
		return cmp.Or(cmp.Compare(b.Balance, a.Balance), cmp.Compare(a.Person, b.Person))
	})
	return ws[:min(len(ws), max(n, 0))], nil
}

func (m *memory) Rank(ctx context.Context, guild, person engine.ID) (int64, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return 0, err
	}
	defer unlock()
	own, known := m.accounts[guild][WalletAccount(person)]
	if !known {
		return 0, nil
	}
	place := int64(1)
	for a, balance := range m.accounts[guild] {
		if other, ok := a.Person(); ok && (balance > own || balance == own && other < person) {
			place++
		}
	}
	return place, nil
}

func (m *memory) Session(ctx context.Context, k Key, session int64) ([]Line, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	return slices.Clone(m.lines[sessionKey{k, session}]), nil
}

func (m *memory) Stats(ctx context.Context, guild, person engine.ID) (Stats, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return Stats{}, err
	}
	defer unlock()
	return Stats{person, m.stats[inGuild[engine.ID]{guild, person}]}, nil
}

func (m *memory) Hands(ctx context.Context, k Key, before int64, n int) ([]Hand, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var hs []Hand
	for _, h := range slices.Backward(m.hands[k]) {
		if len(hs) >= n {
			break
		}
		if before == 0 || h.Number < before {
			hs = append(hs, Hand{Number: h.Number, At: h.At, Data: bytes.Clone(h.Data)})
		}
	}
	return hs, nil
}

func (m *memory) Accounts(ctx context.Context, guild engine.ID) (map[Account]int64, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	all := maps.Clone(m.accounts[guild])
	if all == nil {
		all = map[Account]int64{}
	}
	return all, nil
}

func (m *memory) Note(ctx context.Context, name string) (string, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return "", err
	}
	defer unlock()
	return m.notes[name], nil
}

func (m *memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}

func (m *memory) lock(ctx context.Context) (unlock func(), err error) {
	m.mu.Lock()
	if err := m.usable(ctx); err != nil {
		m.mu.Unlock()
		return nil, err
	}
	return m.mu.Unlock, nil
}

func (m *memory) rlock(ctx context.Context) (unlock func(), err error) {
	m.mu.RLock()
	if err := m.usable(ctx); err != nil {
		m.mu.RUnlock()
		return nil, err
	}
	return m.mu.RUnlock, nil
}

func (m *memory) usable(ctx context.Context) error {
	if m.closed {
		return ErrClosed
	}
	return ctx.Err()
}

// memoryBooks is a memory whose lock is held. Its writes cannot fail.
type memoryBooks memory

func (m *memoryBooks) standing(k Key, id string) (standing, error) {
	s := standing{chips: m.accounts[k.Guild][TableAccount(k.Channel)]}
	if t, ok := m.tables[k]; ok {
		s.version, s.open, s.made = t.version, t.open, t.made[id]
	}
	return s, nil
}

func (m *memoryBooks) balance(guild engine.ID, a Account) (int64, bool, error) {
	chips, ok := m.accounts[guild][a]
	return chips, ok, nil
}

func (m *memoryBooks) claimed(guild, person engine.ID) (string, error) {
	return m.claims[inGuild[engine.ID]{guild, person}], nil
}

func (m *memoryBooks) paid(guild engine.ID, id string) (bool, error) {
	_, ok := m.payments[inGuild[string]{guild, id}]
	return ok, nil
}

func (m *memoryBooks) fence(guild engine.ID) (int64, error) { return m.leases.fence(guild), nil }

func (m *memoryBooks) writeFence(engine.ID, int64) error { return nil } // leases are known here

func (m *memoryBooks) writeTable(c *Change, version int64) error {
	t, ok := m.tables[c.Key]
	if !ok {
		t = &memoryTable{made: map[string]int64{}}
		m.tables[c.Key] = t
	}
	t.version, t.open, t.data = version, !c.Closed, bytes.Clone(c.Data)
	slot := &t.ids[version%Remembered]
	delete(t.made, *slot)
	*slot, t.made[c.ID] = c.ID, version
	return nil
}

func (m *memoryBooks) writeHand(k Key, h Hand) error {
	hs := m.hands[k]
	i, found := slices.BinarySearchFunc(hs, h.Number, func(h Hand, n int64) int { return cmp.Compare(h.Number, n) })
	h = Hand{Number: h.Number, At: stored(h.At), Data: bytes.Clone(h.Data)}
	if found {
		hs[i] = h
		return nil
	}
	hs = slices.Insert(hs, i, h)
	m.hands[k] = hs[max(0, len(hs)-m.history):]
	return nil
}

func (m *memoryBooks) writeLine(k Key, session int64, l Line) error {
	key := sessionKey{k, session}
	ls := m.lines[key]
	i := slices.IndexFunc(ls, func(have Line) bool { return have.Person == l.Person })
	if i < 0 {
		m.lines[key] = append(ls, l)
		return nil
	}
	ls[i].In += l.In
	ls[i].Out += l.Out
	return nil
}

func (m *memoryBooks) addStats(guild engine.ID, s Stats) error {
	key := inGuild[engine.ID]{guild, s.Person}
	m.stats[key] = m.stats[key].Plus(s.Counts)
	return nil
}

func (m *memoryBooks) writeBalance(guild engine.ID, a Account, chips int64) error {
	if m.accounts[guild] == nil {
		m.accounts[guild] = map[Account]int64{}
	}
	m.accounts[guild][a] = chips
	return nil
}

func (m *memoryBooks) writeEntry(origin, entry) error { return nil }

func (m *memoryBooks) writeClaimed(guild, person engine.ID, day string) error {
	m.claims[inGuild[engine.ID]{guild, person}] = day
	return nil
}

func (m *memoryBooks) writePaid(p *Payment) error {
	m.payments[inGuild[string]{p.Guild, p.ID}] = struct{}{}
	return nil
}

// stored is a time as every store gives it back: to the millisecond, UTC.
func stored(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }
