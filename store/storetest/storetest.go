// Package storetest has the contract of [store.Store] as tests, and helpers for tests of stores.
//
// [Run] holds a back end to the contract: the comments of the interface are the promises, and each test names the one that it
// checks. [Walk] compares a store with a model, step by step. [StartRedis] and [StartCluster] start real servers. The changes,
// payments and checks that the back ends' own tests share are here too.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
)

// Opener opens a new, empty store for one test, and closes it when the test ends.
type Opener func(t testing.TB, o store.Options) store.Store

// Run holds a back end to the contract.
func Run(t *testing.T, open Opener) {
	for _, group := range []map[string]func(*testing.T, Opener){commits, money, paying, reading, racing, leases, counting, forgetting, giving, random} {
		for name, test := range group {
			t.Run(name, func(t *testing.T) { test(t, open) })
		}
	}
}

// The people and places of the tests.
const (
	guild  engine.ID = 700
	abroad engine.ID = 701
	alice  engine.ID = 1
	bob    engine.ID = 2
	carol  engine.ID = 3
	robot  engine.ID = 90
)

var (
	felt  = store.Key{Guild: guild, Channel: 10}
	other = store.Key{Guild: guild, Channel: 11}
	noon  = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
)

// table is a store with one table, which a test follows from version to version.
type table struct {
	t testing.TB
	store.Store
	key     store.Key
	version int64
	session int64
	chips   int64
}

func at(t testing.TB, open Opener) *table {
	return &table{t: t, Store: open(t, store.Options{}), key: felt, session: 1}
}

// change returns the next change of the table. Its chips are right for the events.
func (b *table) change(events ...engine.Event) store.Change {
	c := store.Change{
		Key: b.key, Version: b.version, ID: fmt.Sprintf("%d/%d/%d", b.key.Channel, b.session, b.version), Session: b.session,
		At: noon, Data: fmt.Appendf(nil, "after %d", b.version), Events: events, Chips: b.chips,
	}
	for _, e := range events {
		switch e.Kind {
		case engine.SatDown, engine.ToppedUp:
			c.Chips += e.Amount
		case engine.StoodUp, engine.Returned:
			c.Chips -= e.Amount
		}
	}
	return c
}

// do commits a change that must succeed.
func (b *table) do(c store.Change) store.Receipt {
	b.t.Helper()
	r, err := b.attempt(c)
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

// attempt works like do in goroutines other than the test's own.
func (b *table) attempt(c store.Change) (store.Receipt, error) {
	r, err := b.Commit(b.t.Context(), c)
	if err != nil {
		return r, fmt.Errorf("Commit(%s): %w", c.ID, err)
	}
	b.version, b.chips = r.Version, c.Chips
	return r, nil
}

// refused commits a change that must be refused, and leave no trace.
func (b *table) refused(c store.Change) error {
	b.t.Helper()
	before := b.trace()
	_, err := b.Commit(b.t.Context(), c)
	if err == nil {
		b.t.Fatalf("Commit(%s) was not refused", c.ID)
	}
	if after := b.trace(); after != before {
		b.t.Errorf("the refused change left a trace:\nbefore %s\nafter  %s", before, after)
	}
	return err
}

// trace returns all that can be read of the guild, as text.
func (b *table) trace() string {
	b.t.Helper()
	ctx := b.t.Context()
	r, err := b.Load(ctx, b.key)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		b.t.Fatal(err)
	}
	lines := must[[]store.Line](b.t)(b.Session(ctx, b.key, b.session))
	hands := must[[]store.Hand](b.t)(b.Hands(ctx, b.key, 0, 10))
	accounts := must[map[store.Account]int64](b.t)(b.Accounts(ctx, guild))
	top := must[[]store.Wallet](b.t)(b.TopWallets(ctx, guild, 10))
	played := must[store.Stats](b.t)(b.Stats(ctx, guild, alice)).Numbers()
	return fmt.Sprint(r, lines, hands, accounts, top, played)
}

// wallet returns the chips of a person in the guild.
func (b *table) wallet(person engine.ID) int64 {
	b.t.Helper()
	return must[store.Wallet](b.t)(b.Wallet(b.t.Context(), guild, person)).Balance
}

// pays makes a payment that must succeed.
func (b *table) pays(p store.Payment) store.Receipt {
	b.t.Helper()
	return must[store.Receipt](b.t)(b.Pay(b.t.Context(), p))
}

// balanced checks that the accounts of a guild add up to zero and no wallet, table or escrow is below it.
func balanced(t testing.TB, s store.Store, guild engine.ID) {
	t.Helper()
	sum := int64(0)
	for a, n := range must[map[store.Account]int64](t)(s.Accounts(context.Background(), guild)) {
		sum += n
		if n < 0 && a != store.Mint && a != store.Practice && a != store.Free && a != store.House {
			t.Errorf("%s holds %d", a, n)
		}
	}
	if sum != 0 {
		t.Errorf("the accounts add up to %d, want 0", sum)
	}
}

func must[T any](t testing.TB) func(T, error) T {
	t.Helper()
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// as returns the error of a type, which must be in err's chain.
func as[E error](t testing.TB, err error) E {
	t.Helper()
	var want E
	if !errors.As(err, &want) {
		t.Fatalf("error is %v, want a %T", err, want)
	}
	return want
}

func sat(p engine.ID, n int64) engine.Event {
	return engine.Event{Kind: engine.SatDown, Player: p, Amount: n}
}

func topped(p engine.ID, n int64) engine.Event {
	return engine.Event{Kind: engine.ToppedUp, Player: p, Amount: n}
}

func stood(p engine.ID, n int64) engine.Event {
	return engine.Event{Kind: engine.StoodUp, Player: p, Amount: n}
}

func returned(p engine.ID, n int64) engine.Event {
	return engine.Event{Kind: engine.Returned, Player: p, Amount: n}
}

func converted(p engine.ID, n int64) engine.Event {
	return engine.Event{Kind: engine.Converted, Player: p, Amount: n, Practice: true}
}

func practice(e engine.Event) engine.Event {
	e.Practice = true
	return e
}

func house(e engine.Event) engine.Event {
	e.House = engine.Easy
	return e
}
