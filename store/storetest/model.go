package storetest

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
)

var random = map[string]func(*testing.T, Opener){
	"random changes agree with a simple model": testModel,
}

func testModel(t *testing.T, open Opener) {
	seed := uint64(time.Now().UnixNano())
	if err := Walk(t, open(t, store.Options{}), rand.New(rand.NewPCG(seed, 0)), 400); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
}

// Walk makes n random changes and payments, right and wrong ones, to an empty store. It checks every answer and balance
// against a model that keeps whole copies of itself. The error says at which step they disagree.
func Walk(t testing.TB, s store.Store, r *rand.Rand, n int) error {
	m := model{
		tables: map[store.Key]modelTable{}, accounts: map[store.Account]int64{}, done: map[string]int64{},
		claimed: map[engine.ID]string{}, gifts: map[engine.ID]modelGifts{},
	}
	for i := range n {
		var got, want string
		if r.IntN(4) == 0 {
			p := m.randomPayment(r, i)
			receipt, err := s.Pay(t.Context(), p)
			got, want = said(receipt, err), m.pay(p)
		} else {
			c := m.randomChange(r, i)
			receipt, err := s.Commit(t.Context(), c)
			got, want = said(receipt, err), m.commit(c)
		}
		if got != want {
			return fmt.Errorf("step %d: the store says %s, the model %s", i, got, want)
		}
		accounts, err := s.Accounts(t.Context(), guild)
		if err != nil || !maps.Equal(accounts, m.accounts) {
			return fmt.Errorf("step %d (%s): the accounts are %v (%v)\nin the model     %v", i, got, accounts, err, m.accounts)
		}
	}
	return nil
}

// said returns an answer as text, without details that the model does not know.
func said(r store.Receipt, err error) string {
	switch e := err.(type) {
	case nil:
		return fmt.Sprint("done ", r.Version, r.Duplicate)
	case *store.StaleError:
		return fmt.Sprint("stale, have ", e.Have)
	case *store.FundsError:
		return fmt.Sprint("funds of ", e.Person)
	case *store.LedgerError:
		return "ledger"
	case *store.GiftError:
		return fmt.Sprint("gift, left ", e.Left)
	}
	if errors.Is(err, store.ErrClaimed) {
		return "claimed"
	}
	return err.Error()
}

// model is the simplest store: it changes a copy of the accounts and keeps it if nothing is wrong.
type model struct {
	tables   map[store.Key]modelTable
	accounts map[store.Account]int64
	done     map[string]int64
	claimed  map[engine.ID]string
	gifts    map[engine.ID]modelGifts
}

// modelGifts are a person's gifts of a day.
type modelGifts struct {
	day          string
	given, taken int64
}

func (g modelGifts) on(day string) modelGifts {
	if g.day >= day {
		return g
	}
	return modelGifts{day: day}
}

type modelTable struct {
	version int64
	open    bool
}

func (t modelTable) current() int64 {
	if t.open {
		return t.version
	}
	return 0
}

// take moves chips from one account to another in a copy of the accounts.
func take(accounts map[store.Account]int64, from, to store.Account, n int64) {
	for _, a := range []store.Account{from, to} {
		_, seen := accounts[a]
		if _, wallet := a.Person(); wallet && !seen {
			accounts[a] = store.Opening
			accounts[store.Mint] -= store.Opening
		}
	}
	accounts[from] -= n
	accounts[to] += n
}

func short(accounts map[store.Account]int64, touched []store.Account) string {
	for _, a := range touched {
		if p, wallet := a.Person(); wallet && accounts[a] < 0 {
			return fmt.Sprint("funds of ", p)
		}
	}
	return ""
}

func (m *model) commit(c store.Change) string {
	name := fmt.Sprint(c.Key, c.ID)
	if version, ok := m.done[name]; ok {
		return fmt.Sprint("done ", version, true)
	}
	was := m.tables[c.Key]
	if c.Version != was.current() {
		return fmt.Sprint("stale, have ", was.current())
	}
	next, felt := maps.Clone(m.accounts), store.TableAccount(c.Channel)
	touched := []store.Account{}
	move := func(from, to store.Account, n int64) { take(next, from, to, n); touched = append(touched, from, to) }
	for _, e := range c.Events {
		if e.Amount == 0 {
			continue
		}
		wallet := store.WalletAccount(e.Player)
		if e.House != engine.Person {
			wallet = store.House
		}
		if c.Free {
			wallet = store.Free
		}
		home := wallet
		if e.Practice {
			home = store.Practice
		}
		switch e.Kind {
		case engine.SatDown, engine.ToppedUp:
			move(home, felt, e.Amount)
		case engine.StoodUp, engine.Returned:
			move(felt, home, e.Amount)
		case engine.Converted:
			move(felt, wallet, e.Amount)
			move(store.Practice, felt, e.Amount)
		}
	}
	escrow := store.EscrowAccount(c.Escrow.Tournament)
	for _, m := range c.Escrow.Moves {
		wallet := store.Mint
		if m.Person != 0 {
			wallet = store.WalletAccount(m.Person)
		}
		move(wallet, escrow, m.Amount)
	}
	if s := short(next, touched); s != "" {
		return s
	}
	if next[escrow] != c.Escrow.Chips || c.Escrow.Chips < 0 || next[felt] != c.Chips || c.Chips < 0 || c.Closed && c.Chips != 0 {
		return "ledger"
	}
	m.accounts = next
	m.tables[c.Key] = modelTable{version: was.version + 1, open: !c.Closed}
	m.done[name] = was.version + 1
	return fmt.Sprint("done ", was.version+1, false)
}

func (m *model) pay(p store.Payment) string {
	if _, ok := m.done[p.ID]; ok {
		return fmt.Sprint("done ", 0, true)
	}
	day := p.At.UTC().Format("2006-01-02")
	if p.Reason == store.ReasonDaily && day <= m.claimed[p.To] {
		return "claimed"
	}
	next, from := maps.Clone(m.accounts), store.Mint
	giver, taker := m.gifts[p.From].on(day), m.gifts[p.To].on(day)
	if p.From != 0 {
		from = store.WalletAccount(p.From)
		if left := min(store.GiveLimit-giver.given, store.TakeLimit-taker.taken); p.Amount > left {
			return fmt.Sprint("gift, left ", left)
		}
	}
	take(next, from, store.WalletAccount(p.To), p.Amount)
	if s := short(next, []store.Account{from, store.WalletAccount(p.To)}); s != "" {
		return s
	}
	if p.From != 0 {
		giver.given += p.Amount
		taker.taken += p.Amount
		m.gifts[p.From], m.gifts[p.To] = giver, taker
	}
	if p.Reason == store.ReasonDaily {
		m.claimed[p.To] = day
	}
	m.accounts, m.done[p.ID] = next, 0
	return fmt.Sprint("done ", 0, false)
}

// randomChange returns a change that is right most of the time; some have a wrong version, wrong chips, an old id or no funds.
func (m *model) randomChange(r *rand.Rand, i int) store.Change {
	key := []store.Key{felt, other}[r.IntN(2)]
	c := store.Change{
		Key: key, ID: fmt.Sprint("change ", i), Version: m.tables[key].current(), Session: 1, At: noon, Data: []byte("x"),
	}
	chips := m.accounts[store.TableAccount(key.Channel)]
	c.Free = r.IntN(3) == 0
	for range r.IntN(4) {
		e := engine.Event{Player: engine.ID(1 + r.IntN(4)), Amount: 1 + r.Int64N(4000), Practice: r.IntN(3) == 0}
		e.Kind = []engine.Kind{
			engine.SatDown, engine.ToppedUp, engine.StoodUp, engine.Returned, engine.Converted, engine.Acted,
		}[r.IntN(6)]
		if e.Player == 4 {
			e.House = engine.Hard
		}
		switch e.Kind {
		case engine.SatDown, engine.ToppedUp:
			chips += e.Amount
		case engine.StoodUp, engine.Returned:
			e.Amount = min(e.Amount, chips)
			chips -= e.Amount
		}
		c.Events = append(c.Events, e)
	}
	c.Escrow.Tournament = engine.ID(r.IntN(2)) * (key.Channel + 70)
	for c.Escrow.Chips = m.accounts[store.EscrowAccount(c.Escrow.Tournament)]; c.Escrow.Tournament != 0 && r.IntN(2) == 0; {
		move := store.Move{Person: engine.ID(r.IntN(4)), Amount: (1 + r.Int64N(4000)) * int64(1-2*r.IntN(2)), Reason: store.ReasonEntry}
		c.Escrow.Moves, c.Escrow.Chips = append(c.Escrow.Moves, move), c.Escrow.Chips+move.Amount
	}
	c.Chips = chips
	c.Closed = chips == 0 && r.IntN(2) == 0
	switch r.IntN(20) {
	case 0:
		c.Version += int64(r.IntN(3)) - 1
	case 1:
		c.Chips++
	case 2:
		c.ID = fmt.Sprint("change ", max(0, i-1-r.IntN(100))) // within what is remembered
	case 3:
		c.Closed = true
	case 4:
		c.Escrow.Chips--
	}
	return c
}

func (m *model) randomPayment(r *rand.Rand, i int) store.Payment {
	p := store.Payment{
		Guild: guild, ID: fmt.Sprint("payment ", i-r.IntN(2)), To: engine.ID(1 + r.IntN(3)), Amount: 1 + r.Int64N(6000),
		Reason: store.ReasonGift,
	}
	p.At = noon.Add(time.Duration(i) * 20 * time.Minute).Add(-time.Duration(r.IntN(30)) * time.Hour)
	switch r.IntN(3) {
	case 0:
		p.Reason, p.Amount = store.ReasonDaily, store.Daily
	case 1:
		p.Reason = store.ReasonGrant
	default:
		p.From = 1 + (p.To+engine.ID(r.IntN(2)))%3
	}
	return p
}
