package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"cardroom/store"
)

var commits = map[string]func(*testing.T, Opener){
	"a commit can be loaded":                    testLoad,
	"a table never seen is not found":           testNotFound,
	"versions count from one":                   testVersions,
	"another version is stale":                  testStale,
	"creating a table that is there is stale":   testCreateTwice,
	"the same id twice is once":                 testSameID,
	"a refused change may be sent again":        testRefusedAgain,
	"the last 256 ids are remembered":           testRemembered,
	"ids belong to one table":                   testIDsPerTable,
	"a change without an id is refused":         testNoID,
	"a closed table is gone but its hands stay": testClosed,
	"a closed channel can be opened anew":       testReopen,
	"a reopened table's old versions are stale": testReopenStale,
	"a lost reply is asked for again":           testLostReply,
	"an ended context changes nothing":          testEndedContext,
	"a closed store says so":                    testClosedStore,
	"data belongs to the caller":                testDataIsCopied,
}

func testLoad(t *testing.T, open Opener) {
	b := at(t, open)
	c := b.change(sat(alice, 500))
	c.Data = []byte("cards\x00and\xffbytes")
	b.do(c)
	r := must[store.Record](t)(b.Load(t.Context(), felt))
	if r.Key != felt || r.Version != 1 || string(r.Data) != string(c.Data) {
		t.Errorf("Load = %v %d %q", r.Key, r.Version, r.Data)
	}
}

func testNotFound(t *testing.T, open Opener) {
	b := at(t, open)
	if _, err := b.Load(t.Context(), felt); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("Load = %v, want ErrNotFound", err)
	}
}

func testVersions(t *testing.T, open Opener) {
	b := at(t, open)
	for want := int64(1); want <= 5; want++ {
		if r := b.do(b.change()); r.Version != want || r.Duplicate {
			t.Fatalf("commit %d gave %+v", want, r)
		}
	}
}

func testStale(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 500)))
	b.do(b.change())
	for _, version := range []int64{-1, 0, 1, 3, 1 << 40} {
		c := b.change(stood(alice, 500))
		c.Version, c.ID = version, fmt.Sprint("from ", version)
		if err := as[*store.StaleError](t, b.refused(c)); err.Have != 2 {
			t.Errorf("from version %d: Have = %d, want 2", version, err.Have)
		}
	}
}

func testCreateTwice(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change())
	c := b.change()
	c.Version, c.ID = 0, "another opening"
	if err := as[*store.StaleError](t, b.refused(c)); err.Have != 1 {
		t.Errorf("Have = %d, want 1", err.Have)
	}
	c.Key, c.Version = other, 7
	if err := as[*store.StaleError](t, b.refused(c)); err.Have != 0 {
		t.Errorf("Have = %d for a table that is not there, want 0", err.Have)
	}
}

func testSameID(t *testing.T, open Opener) {
	b := at(t, open)
	first := b.change(sat(alice, 500))
	b.do(first)
	b.do(b.change(sat(bob, 300)))
	before := b.trace()
	r := must[store.Receipt](t)(b.Commit(t.Context(), first))
	if r.Version != 1 || !r.Duplicate {
		t.Errorf("the same change gave %+v, want version 1 again", r)
	}
	if after := b.trace(); after != before {
		t.Errorf("the same change left a trace:\nbefore %s\nafter  %s", before, after)
	}
}

func testRefusedAgain(t *testing.T, open Opener) {
	b := at(t, open)
	c := b.change(sat(alice, 500))
	c.Chips = 499
	b.refused(c)
	c.Chips = 500
	if r := b.do(c); r.Duplicate {
		t.Error("a refused change was remembered as done")
	}
}

func testRemembered(t *testing.T, open Opener) {
	b := at(t, open)
	var all []store.Change
	for range store.Remembered + 50 {
		c := b.change()
		b.do(c)
		all = append(all, c)
	}
	for _, c := range all[len(all)-store.Remembered:] {
		r := must[store.Receipt](t)(b.Commit(t.Context(), c))
		if !r.Duplicate || r.Version != c.Version+1 {
			t.Fatalf("%s again gave %+v", c.ID, r)
		}
	}
}

func testIDsPerTable(t *testing.T, open Opener) {
	b := at(t, open)
	c := b.change()
	b.do(c)
	for _, k := range []store.Key{other, {Guild: abroad, Channel: felt.Channel}} {
		c.Key = k
		if r := must[store.Receipt](t)(b.Commit(t.Context(), c)); r.Duplicate || r.Version != 1 {
			t.Errorf("the id in %v gave %+v", k, r)
		}
	}
}

func testNoID(t *testing.T, open Opener) {
	b := at(t, open)
	c := b.change()
	c.ID = ""
	as[*store.LedgerError](t, b.refused(c))
}

func testClosed(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 500)))
	c := b.change(stood(alice, 500))
	c.Closed, c.Hands = true, []store.Hand{{Number: 1, At: noon, Data: []byte("one")}}
	b.do(c)
	if _, err := b.Load(t.Context(), felt); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("Load = %v, want ErrNotFound", err)
	}
	for r, err := range b.Tables(t.Context()) {
		t.Errorf("Tables gave %v, %v", r.Key, err)
	}
	if hs := must[[]store.Hand](t)(b.Hands(t.Context(), felt, 0, 9)); len(hs) != 1 {
		t.Errorf("%d hands, want 1", len(hs))
	}
	if ls := must[[]store.Line](t)(b.Session(t.Context(), felt, 1)); len(ls) != 1 {
		t.Errorf("%d lines, want 1", len(ls))
	}
	if r := must[store.Receipt](t)(b.Commit(t.Context(), c)); !r.Duplicate || r.Version != 2 {
		t.Errorf("closing again gave %+v, want version 2 again", r)
	}
}

func testReopen(t *testing.T, open Opener) {
	b := at(t, open)
	c := b.change()
	c.Closed = true
	b.do(c)
	b.version, b.session = 0, 2
	r := b.do(b.change(sat(bob, 300)))
	if r.Version != 2 {
		t.Errorf("reopened at version %d, want 2: a version is never used twice", r.Version)
	}
	got := must[store.Record](t)(b.Load(t.Context(), felt))
	if got.Version != r.Version {
		t.Errorf("loaded version %d, want %d", got.Version, r.Version)
	}
	if ls := must[[]store.Line](t)(b.Session(t.Context(), felt, 1)); len(ls) != 0 {
		t.Errorf("the first session has %v", ls)
	}
}

func testReopenStale(t *testing.T, open Opener) {
	b := at(t, open)
	c := b.change()
	c.Closed = true
	b.do(c)
	late := b.change()
	late.ID = "late"
	if err := as[*store.StaleError](t, b.refused(late)); err.Have != 0 {
		t.Errorf("Have = %d for a closed table, want 0", err.Have)
	}
	b.version, b.session = 0, 2
	b.do(b.change())
	as[*store.StaleError](t, b.refused(late))
}

func testLostReply(t *testing.T, open Opener) {
	b := at(t, open)
	for range 20 {
		c := b.change(sat(alice, 10))
		must[store.Receipt](t)(b.Commit(t.Context(), c)) // the reply is lost
		if r := b.do(c); !r.Duplicate || r.Version != c.Version+1 {
			t.Fatalf("%s again gave %+v", c.ID, r)
		}
	}
	if got := b.wallet(alice); got != store.Opening-200 {
		t.Errorf("wallet = %d, want %d", got, store.Opening-200)
	}
}

func testEndedContext(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 500)))
	before := b.trace()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 20 {
		if _, err := b.Commit(ctx, b.change(stood(alice, 500))); !errors.Is(err, context.Canceled) {
			t.Fatalf("Commit = %v, want context.Canceled", err)
		}
		_, err := b.Pay(ctx, store.Payment{Guild: guild, ID: "p", At: noon, To: bob, Amount: 1})
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("Pay = %v, want context.Canceled", err)
		}
		if err := b.SetNote(ctx, "n", "v"); !errors.Is(err, context.Canceled) {
			t.Fatalf("SetNote = %v, want context.Canceled", err)
		}
	}
	if _, err := b.Load(ctx, felt); !errors.Is(err, context.Canceled) {
		t.Errorf("Load = %v, want context.Canceled", err)
	}
	if err := b.SetNote(t.Context(), "n", "w"); err != nil { // all earlier work is done by now
		t.Fatal(err)
	}
	if after := b.trace(); after != before {
		t.Errorf("an ended context left a trace:\nbefore %s\nafter  %s", before, after)
	}
}

func testClosedStore(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 500)))
	for range 2 {
		if err := b.Close(); err != nil {
			t.Fatalf("Close: %v", err)
		}
	}
	ctx := t.Context()
	_, commit := b.Commit(ctx, b.change())
	_, pay := b.Pay(ctx, store.Payment{Guild: guild, ID: "p", At: noon, To: bob, Amount: 1})
	_, load := b.Load(ctx, felt)
	_, wallet := b.Wallet(ctx, guild, alice)
	_, top := b.TopWallets(ctx, guild, 3)
	_, session := b.Session(ctx, felt, 1)
	_, hands := b.Hands(ctx, felt, 0, 3)
	_, accounts := b.Accounts(ctx, guild)
	_, note := b.Note(ctx, "n")
	_, forget := b.Forget(ctx, wish(alice, "a", noon))
	_, forgotten := b.Forgotten(ctx, guild)
	_, rank := b.Rank(ctx, guild, alice)
	_, counts := b.Stats(ctx, guild, alice)
	_, acquire := b.Acquire(ctx, lease("late", all))
	_, announce := b.Announce(ctx, store.Member{Name: "late"})
	var tables error
	for _, tables = range b.Tables(ctx) {
	}
	for name, err := range map[string]error{
		"Commit": commit, "Pay": pay, "Load": load, "Wallet": wallet, "TopWallets": top, "Session": session, "Hands": hands, "Rank": rank,
		"Accounts": accounts, "Note": note, "Tables": tables, "SetNote": b.SetNote(ctx, "n", "v"), "Forget": forget, "Forgotten": forgotten,
		"Stats": counts, "Announce": announce, "Acquire": acquire, "Renew": b.Renew(ctx, lease("late", all)), "Release": b.Release(ctx, lease("late", all)),
	} {
		if !errors.Is(err, store.ErrClosed) {
			t.Errorf("%s = %v, want ErrClosed", name, err)
		}
	}
}

func testDataIsCopied(t *testing.T, open Opener) {
	b := at(t, open)
	c := b.change()
	c.Data = []byte("mine")
	c.Hands = []store.Hand{{Number: 1, At: noon, Data: []byte("mine")}}
	b.do(c)
	c.Data[0], c.Hands[0].Data[0] = 'f', 'f'
	r := must[store.Record](t)(b.Load(t.Context(), felt))
	h := must[[]store.Hand](t)(b.Hands(t.Context(), felt, 0, 1))[0]
	if string(r.Data) != "mine" || string(h.Data) != "mine" {
		t.Fatalf("stored %q and %q", r.Data, h.Data)
	}
	r.Data[0], h.Data[0] = 'f', 'f'
	r = must[store.Record](t)(b.Load(t.Context(), felt))
	h = must[[]store.Hand](t)(b.Hands(t.Context(), felt, 0, 1))[0]
	if string(r.Data) != "mine" || string(h.Data) != "mine" {
		t.Errorf("stored %q and %q", r.Data, h.Data)
	}
}
