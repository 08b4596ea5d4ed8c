package memory

import (
	"bytes"
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/backend"
)

func (m *Store) Forgotten(ctx context.Context, guild engine.ID) (map[engine.ID]time.Time, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	all := map[engine.ID]time.Time{}
	for who, ms := range m.forgotten {
		if who.guild == guild {
			all[who.name] = time.UnixMilli(ms).UTC()
		}
	}
	return all, nil
}

// wallet returns the wallet of a person with a balance.
func (m *Store) wallet(guild, person engine.ID, balance int64) store.Wallet {
	who := inGuild[engine.ID]{guild, person}
	return store.Wallet{Person: person, Balance: balance, Claimed: m.claimed[who], Gifts: m.given[who]}
}

func (m *Store) Load(ctx context.Context, k store.Key) (store.Record, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return store.Record{}, err
	}
	defer unlock()
	t, ok := m.tables[k]
	if !ok || !t.open {
		return store.Record{}, store.ErrNotFound
	}
	return store.Record{Key: k, Version: t.version, Data: bytes.Clone(t.data)}, nil
}

func (m *Store) Tables(ctx context.Context) iter.Seq2[store.Record, error] {
	return backend.Walk(func() ([]store.Key, error) { return m.openKeys(ctx) }, func(k store.Key) (store.Record, error) { return m.Load(ctx, k) })
}

func (m *Store) openKeys(ctx context.Context) ([]store.Key, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var keys []store.Key
	for k, t := range m.tables {
		if t.open {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b store.Key) int {
		return cmp.Or(cmp.Compare(a.Guild, b.Guild), cmp.Compare(a.Channel, b.Channel))
	})
	return keys, nil
}

func (m *Store) Wallet(ctx context.Context, guild, person engine.ID) (store.Wallet, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return store.Wallet{}, err
	}
	defer unlock()
	balance, ok := m.accounts[guild][store.WalletAccount(person)]
	if !ok {
		balance = store.Opening
	}
	return m.wallet(guild, person, balance), nil
}

func (m *Store) TopWallets(ctx context.Context, guild engine.ID, n int) ([]store.Wallet, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var ws []store.Wallet
	for a, balance := range m.accounts[guild] {
		if person, ok := a.Person(); ok {
			ws = append(ws, m.wallet(guild, person, balance))
		}
	}
	slices.SortFunc(ws, store.Fuller)
	return ws[:min(len(ws), max(n, 0))], nil
}

func (m *Store) Rank(ctx context.Context, guild, person engine.ID) (int64, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return 0, err
	}
	defer unlock()
	own, known := m.accounts[guild][store.WalletAccount(person)]
	if !known {
		return 0, nil
	}
	rank := int64(1)
	for a, balance := range m.accounts[guild] {
		if _, ok := a.Person(); ok && balance > own {
			rank++
		}
	}
	return rank, nil
}

func (m *Store) Session(ctx context.Context, k store.Key, session int64) ([]store.Line, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	return slices.Clone(m.lines[backend.SessionKey{Key: k, Session: session}]), nil
}

func (m *Store) Stats(ctx context.Context, guild, person engine.ID) (store.Stats, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return store.Stats{}, err
	}
	defer unlock()
	return store.Stats{Person: person, Counts: m.stats[inGuild[engine.ID]{guild, person}]}, nil
}

func (m *Store) Hands(ctx context.Context, k store.Key, before int64, n int) ([]store.Hand, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var hs []store.Hand
	for _, h := range slices.Backward(m.hands[k]) {
		if len(hs) >= n {
			break
		}
		if before == 0 || h.Number < before {
			hs = append(hs, store.Hand{Number: h.Number, At: h.At, Data: bytes.Clone(h.Data)})
		}
	}
	return hs, nil
}

func (m *Store) Accounts(ctx context.Context, guild engine.ID) (map[store.Account]int64, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	all := maps.Clone(m.accounts[guild])
	if all == nil {
		all = map[store.Account]int64{}
	}
	return all, nil
}

func (m *Store) Note(ctx context.Context, name string) (string, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return "", err
	}
	defer unlock()
	return m.notes[name], nil
}
