package memory

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/backend"
	"cardroom/store/internal/ledger"
)

func (m *tx) Forgotten(guild, person engine.ID) (int64, error) {
	return m.forgotten[inGuild[engine.ID]{guild, person}], nil
}

func (m *tx) DropStats(guild, person engine.ID) error {
	delete(m.stats, inGuild[engine.ID]{guild, person})
	return nil
}

func (m *tx) WriteForgotten(guild, person engine.ID, ms int64) error {
	m.forgotten[inGuild[engine.ID]{guild, person}] = ms
	return nil
}

func (m *tx) Gifts(guild, person engine.ID) (store.Gifts, error) {
	return m.given[inGuild[engine.ID]{guild, person}], nil
}

func (m *tx) WriteGifts(guild, person engine.ID, g store.Gifts) error {
	m.given[inGuild[engine.ID]{guild, person}] = g
	return nil
}

// tx is a memory whose lock is held. Its writes cannot fail.
type tx Store

func (m *tx) TableState(k store.Key, id string) (ledger.TableState, error) {
	s := ledger.TableState{Chips: m.accounts[k.Guild][store.TableAccount(k.Channel)]}
	if t, ok := m.tables[k]; ok {
		s.Version, s.Open, s.CommittedAs = t.version, t.open, t.made[id]
	}
	return s, nil
}

func (m *tx) Balance(guild engine.ID, a store.Account) (int64, bool, error) {
	chips, ok := m.accounts[guild][a]
	return chips, ok, nil
}

func (m *tx) Claimed(guild, person engine.ID) (string, error) {
	return m.claimed[inGuild[engine.ID]{guild, person}], nil
}

func (m *tx) Paid(guild engine.ID, id string) (bool, error) {
	_, ok := m.payments[inGuild[string]{guild, id}]
	return ok, nil
}

func (m *tx) Epoch(guild engine.ID) (int64, error) { return m.leases.Epoch(guild), nil }

func (m *tx) WriteEpoch(engine.ID, int64) error { return nil } // leases are known here

func (m *tx) WriteTable(c *store.Change, version int64) error {
	t, ok := m.tables[c.Key]
	if !ok {
		t = &table{made: map[string]int64{}}
		m.tables[c.Key] = t
	}
	t.version, t.open, t.data = version, !c.Closed, c.Data
	if c.Sealed == nil { // the caller's
		t.data = bytes.Clone(c.Data)
	}
	slot := &t.ids[version%store.Remembered]
	delete(t.made, *slot)
	*slot, t.made[c.ID] = c.ID, version
	return nil
}

func (m *tx) WriteHand(k store.Key, h store.Hand) error {
	hs := m.hands[k]
	i, found := slices.BinarySearchFunc(hs, h.Number, func(h store.Hand, n int64) int { return cmp.Compare(h.Number, n) })
	h = store.Hand{Number: h.Number, At: rounded(h.At), Data: bytes.Clone(h.Data)}
	if found {
		hs[i] = h
		return nil
	}
	hs = slices.Insert(hs, i, h)
	m.hands[k] = hs[max(0, len(hs)-m.history):]
	return nil
}

func (m *tx) AddLine(k store.Key, session int64, l store.Line) error {
	key := backend.SessionKey{Key: k, Session: session}
	ls := m.lines[key]
	i := slices.IndexFunc(ls, func(have store.Line) bool { return have.Person == l.Person })
	if i < 0 {
		m.lines[key] = append(ls, l)
		return nil
	}
	ls[i].In += l.In
	ls[i].Out += l.Out
	return nil
}

func (m *tx) AddStats(guild engine.ID, s store.Stats) error {
	key := inGuild[engine.ID]{guild, s.Person}
	m.stats[key] = m.stats[key].Plus(s.Counts)
	return nil
}

func (m *tx) WriteBalance(guild engine.ID, a store.Account, chips int64) error {
	if m.accounts[guild] == nil {
		m.accounts[guild] = map[store.Account]int64{}
	}
	m.accounts[guild][a] = chips
	return nil
}

func (m *tx) WriteEntry(ledger.Entry) error { return nil }

func (m *tx) WriteClaimed(guild, person engine.ID, day string) error {
	m.claimed[inGuild[engine.ID]{guild, person}] = day
	return nil
}

func (m *tx) WritePaid(p *store.Payment) error {
	m.payments[inGuild[string]{p.Guild, p.ID}] = struct{}{}
	return nil
}

// rounded returns a time as every store gives it back: to the millisecond, UTC.
func rounded(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }
