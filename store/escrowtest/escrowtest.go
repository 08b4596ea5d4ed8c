// Package escrowtest holds the back ends to the contract of [store.Store] for the prize chips of tournaments.
package escrowtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/storetest"
)

// Run holds a back end to the contract of a change's escrow.
func Run(t *testing.T, open storetest.Opener) {
	for name, test := range map[string]func(*event){
		"prices and prizes go through the escrow":     testPrices,
		"what a server adds comes from the mint":      testAdded,
		"a price above the wallet is refused":         testShort,
		"all moves of a change are taken together":    testTogether,
		"an escrow that differs refuses the change":   testDiffers,
		"moves that nobody can make are refused":      testBadMoves,
		"a prize may lift a wallet above the limit":   testAboveLimit,
		"a change that comes again moves no chips":    testAgain,
		"a lost reply is asked for again":             testLostReply,
		"an ended context moves no chips":             testEndedContext,
		"an old version or an old lease moves none":   testOld,
		"two tournaments have an escrow each":         testTwo,
		"stacks of a tournament are in no account":    testStacks,
		"a table closes while the escrow holds chips": testCloses,
	} {
		t.Run(name, func(t *testing.T) {
			test(&event{t: t, Store: open(t, store.Options{})})
		})
	}
}

// The tournaments and people of the tests.
const (
	sitngo engine.ID = 7001
	second engine.ID = 7002
	mint   engine.ID = 0
	alice  engine.ID = 1
	bob    engine.ID = 2
)

// event is a store with the table of a tournament, which a test follows from version to version.
type event struct {
	t *testing.T
	store.Store
	version int64
	chips   int64 // in the escrow
}

func pays(person engine.ID, n int64) store.Move {
	return store.Move{Person: person, Amount: n, Reason: store.ReasonEntry}
}

func wins(person engine.ID, n int64) store.Move {
	return store.Move{Person: person, Amount: -n, Reason: store.ReasonPrize}
}

// change returns the next change of the table. Its escrow is right for the moves.
func (e *event) change(moves ...store.Move) store.Change {
	c := store.Change{
		Key: storetest.Felt, ID: fmt.Sprint("change ", e.version), Version: e.version, Session: 1, At: storetest.Noon, Data: []byte("x"),
		Escrow: store.Escrow{Tournament: sitngo, Chips: e.chips, Moves: moves},
	}
	for _, m := range moves {
		c.Escrow.Chips += m.Amount
	}
	return c
}

// do commits a change that must succeed.
func (e *event) do(c store.Change) {
	e.t.Helper()
	e.version, e.chips = storetest.Commit(e.t, e, c).Version, c.Escrow.Chips
}

// refused commits a change that must be refused with an error of a type and change no account and no version.
func refused[E error](e *event, c store.Change) E {
	e.t.Helper()
	before := e.accounts()
	_, err := e.Commit(e.t.Context(), c)
	want, ok := errors.AsType[E](err)
	if !ok {
		e.t.Fatalf("the change was answered with %v, want a %T", err, want)
	}
	if after := e.accounts(); !maps.Equal(before, after) {
		e.t.Errorf("the refused change left a trace:\nbefore %v\nafter  %v", before, after)
	}
	if r, err := e.Load(e.t.Context(), storetest.Felt); err == nil && r.Version != e.version {
		e.t.Errorf("the table is at version %d after a refusal, want %d", r.Version, e.version)
	}
	return want
}

func (e *event) accounts() map[store.Account]int64 {
	e.t.Helper()
	all, err := e.Accounts(context.Background(), storetest.Felt.Guild)
	if err != nil {
		e.t.Fatal(err)
	}
	return all
}

// holds checks all accounts. Those that are not named hold nothing.
func (e *event) holds(want map[store.Account]int64) {
	e.t.Helper()
	got, sum := e.accounts(), int64(0)
	for a, chips := range got {
		sum += chips
		if chips != want[a] {
			e.t.Errorf("%s holds %d, want %d", a, chips, want[a])
		}
	}
	for a, chips := range want {
		if got[a] != chips {
			e.t.Errorf("%s holds %d, want %d", a, got[a], chips)
		}
	}
	if sum != 0 {
		e.t.Errorf("the accounts add up to %d, want 0", sum)
	}
}

func testPrices(e *event) {
	e.do(e.change())
	e.do(e.change(pays(alice, 500)))
	e.do(e.change(pays(bob, 500)))
	e.holds(map[store.Account]int64{
		store.Mint: -2 * store.Opening, store.WalletAccount(alice): store.Opening - 500, store.WalletAccount(bob): store.Opening - 500,
		store.EscrowAccount(sitngo): 1000,
	})
	e.do(e.change(store.Move{Person: bob, Amount: -500, Reason: store.ReasonRefund}))
	e.do(e.change(pays(bob, 500)))
	e.do(e.change(wins(alice, 650), wins(bob, 350)))
	e.holds(map[store.Account]int64{
		store.Mint: -2 * store.Opening, store.WalletAccount(alice): store.Opening + 150, store.WalletAccount(bob): store.Opening - 150,
	})
	lines, err := e.Session(e.t.Context(), storetest.Felt, 1)
	if want := []store.Line{{Person: alice, In: 500, Out: 650}, {Person: bob, In: 1000, Out: 850}}; err != nil || !slices.Equal(lines, want) {
		e.t.Errorf("the session of the table has %v, %v; want %v", lines, err, want)
	}
}

func testAdded(e *event) {
	e.do(e.change(store.Move{Person: mint, Amount: 300, Reason: store.ReasonAdded}))
	e.do(e.change(pays(alice, 100)))
	e.holds(map[store.Account]int64{
		store.Mint: -store.Opening - 300, store.WalletAccount(alice): store.Opening - 100, store.EscrowAccount(sitngo): 400,
	})
	e.do(e.change(wins(alice, 100), store.Move{Person: mint, Amount: -300, Reason: store.ReasonGivenBack}))
	e.holds(map[store.Account]int64{store.Mint: -store.Opening, store.WalletAccount(alice): store.Opening})
	if lines, err := e.Session(e.t.Context(), storetest.Felt, 1); err != nil || len(lines) != 1 {
		e.t.Errorf("the session of the table has %v, %v; want alice alone", lines, err)
	}
}

func testShort(e *event) {
	err := refused[*store.FundsError](e, e.change(pays(alice, store.Opening+1)))
	if *err != (store.FundsError{Have: store.Opening, Need: store.Opening + 1, Person: alice}) {
		e.t.Errorf("refused with %+v", *err)
	}
	e.do(e.change(pays(alice, store.Opening)))
	refused[*store.FundsError](e, e.change(pays(alice, 1)))
}

func testTogether(e *event) {
	e.do(e.change(pays(alice, store.Opening)))
	e.do(e.change(pays(alice, 50), wins(alice, 100))) // the wallet held nothing
	e.holds(map[store.Account]int64{
		store.Mint: -store.Opening, store.WalletAccount(alice): 50, store.EscrowAccount(sitngo): store.Opening - 50,
	})
}

func testDiffers(e *event) {
	e.do(e.change(pays(alice, 500)))
	for _, chips := range []int64{0, 499, 501, -500, math.MaxInt64, math.MinInt64} {
		c := e.change()
		c.Escrow.Chips = chips
		if err := refused[*store.LedgerError](e, c); err.Have != 500 || err.Want != chips || err.Account != store.EscrowAccount(sitngo) {
			e.t.Errorf("chips %d: refused with %+v", chips, *err)
		}
	}
	refused[*store.LedgerError](e, e.change(wins(alice, 501))) // −1 by the ledger and by the change
}

func testBadMoves(e *event) {
	e.do(e.change(pays(alice, 500)))
	for _, m := range []store.Move{
		pays(bob, 0), pays(bob, math.MaxInt64), pays(bob, math.MinInt64), {Person: bob, Amount: 1},
	} {
		c := e.change()
		c.Escrow.Moves = []store.Move{m}
		c.Escrow.Chips += m.Amount
		refused[*store.LedgerError](e, c)
	}
	for _, none := range []store.Escrow{{Chips: 1}, {Moves: []store.Move{pays(bob, 1), wins(bob, 1)}}} {
		c := e.change()
		c.Escrow = none
		refused[*store.LedgerError](e, c)
	}
}

func testAboveLimit(e *event) {
	storetest.Pay(e.t, e, store.Payment{
		Guild: storetest.Felt.Guild, ID: "1", At: storetest.Noon, To: bob, Amount: store.Limit - store.Opening, Reason: store.ReasonGrant,
	})
	e.do(e.change(pays(alice, 500)))
	e.do(e.change(wins(bob, 500)))
	e.holds(map[store.Account]int64{
		store.Mint: -store.Limit - store.Opening, store.WalletAccount(bob): store.Limit + 500, store.WalletAccount(alice): store.Opening - 500,
	})
}

func testAgain(e *event) {
	enter := e.change(pays(alice, 500))
	e.do(enter)
	e.do(e.change(pays(bob, 500)))
	before := e.accounts()
	r, err := e.Commit(e.t.Context(), enter)
	if err != nil || r != (store.Receipt{Version: 1, Duplicate: true}) {
		e.t.Errorf("the change again gave %+v, %v", r, err)
	}
	if after := e.accounts(); !maps.Equal(before, after) {
		e.t.Errorf("the change again moved chips:\nbefore %v\nafter  %v", before, after)
	}
}

// testLostReply loses the reply to each kind of move, also long before the caller asks again.
func testLostReply(e *event) {
	for version := int64(1); version <= 16; version++ {
		storetest.Commit(e.t, e, Step(storetest.Felt, version))
		for earlier := max(1, version-3); earlier <= version; earlier++ {
			want := store.Receipt{Version: earlier, Duplicate: true}
			if r := storetest.Commit(e.t, e, Step(storetest.Felt, earlier)); r != want {
				e.t.Errorf("step %d after step %d gave %+v, want %+v", earlier, version, r, want)
			}
		}
		CheckEscrows(e.t, e, storetest.Felt.Guild)
	}
}

// testEndedContext commits each kind of move under a context that has ended. It moves no chips, and leaves the caller
// free to commit the same change.
func testEndedContext(e *event) {
	ended, end := context.WithCancel(e.t.Context())
	end()
	for version := int64(1); version <= 8; version++ {
		if _, err := e.Commit(ended, Step(storetest.Felt, version)); !errors.Is(err, context.Canceled) {
			e.t.Fatalf("step %d: %v, want context.Canceled", version, err)
		}
		if r := storetest.Commit(e.t, e, Step(storetest.Felt, version)); r.Duplicate {
			e.t.Errorf("step %d was carried out under the ended context", version)
		}
		CheckEscrows(e.t, e, storetest.Felt.Guild)
	}
}

func testOld(e *event) {
	e.do(e.change(pays(alice, 500)))
	stale := e.change(pays(bob, 500))
	stale.Version, stale.ID = 0, "stale"
	if err := refused[*store.StaleError](e, stale); err.Have != 1 {
		e.t.Errorf("refused with %+v", *err)
	}
	was := e.acquires("was")
	if err := e.Release(e.t.Context(), was); err != nil {
		e.t.Fatal(err)
	}
	e.acquires("is")
	fenced := e.change(wins(bob, 500))
	fenced.Epoch = was.Epoch
	refused[*store.FencedError](e, fenced)
}

func (e *event) acquires(owner string) store.Lease {
	e.t.Helper()
	l, err := e.Acquire(e.t.Context(), store.Lease{Shard: store.Shard{Count: 1}, Owner: owner, For: time.Minute})
	if err != nil {
		e.t.Fatal(err)
	}
	return l
}

func testTwo(e *event) {
	e.do(e.change(pays(alice, 500)))
	c := e.change(pays(alice, 200))
	c.Key.Channel, c.Version, c.Escrow.Tournament, c.Escrow.Chips = c.Key.Channel+1, 0, second, 200
	storetest.Commit(e.t, e, c)
	e.do(e.change(wins(bob, 500)))
	e.holds(map[store.Account]int64{
		store.Mint: -2 * store.Opening, store.WalletAccount(alice): store.Opening - 700, store.WalletAccount(bob): store.Opening + 500,
		store.EscrowAccount(second): 200,
	})
}

func testStacks(e *event) {
	e.do(e.change(pays(alice, 500), pays(bob, 500)))
	c := e.change()
	c.Events = []engine.Event{{Kind: engine.SatDown, Player: alice, Amount: 1500}, {Kind: engine.StoodUp, Player: alice, Amount: 1500}}
	c.Free = true
	e.do(c)
	if lines, err := e.Session(e.t.Context(), storetest.Felt, 1); err != nil || !slices.Equal(lines, []store.Line{{Person: alice, In: 500}, {Person: bob, In: 500}}) {
		e.t.Errorf("the session of the table has %v, %v", lines, err)
	}
	e.holds(map[store.Account]int64{
		store.Mint: -2 * store.Opening, store.WalletAccount(alice): store.Opening - 500, store.WalletAccount(bob): store.Opening - 500,
		store.EscrowAccount(sitngo): 1000,
	})
}

func testCloses(e *event) {
	e.do(e.change(pays(alice, 500)))
	c := e.change()
	c.Closed = true
	e.do(c)
	if got := e.accounts()[store.EscrowAccount(sitngo)]; got != 500 {
		e.t.Errorf("the escrow holds %d after its table closed, want 500: a tournament has many tables", got)
	}
}
