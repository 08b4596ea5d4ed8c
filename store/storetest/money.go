package storetest

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"cardroom/engine"
	"cardroom/store"
)

var money = map[string]func(*testing.T, Opener){
	"chips go from wallets to the table and back":    testRoundTrip,
	"practice chips leave wallets alone":             testPractice,
	"free chips leave wallets alone":                 testFree,
	"house players may play on practice":             testHouse,
	"house players may play for what wallets feel":   testHouseFelt,
	"house players may play for free chips":          testHouseFree,
	"a conversion goes both ways":                    testConverted,
	"other events move no chips":                     testOtherEvents,
	"the first touch of a wallet grants the opening": testOpening,
	"a wallet never goes below zero":                 testFunds,
	"entries are merged before the wallet is asked":  testMerged,
	"chips that do not add up are refused":           testLedger,
	"a table is not closed with chips on it":         testClosedWithChips,
	"an event nobody can pay is refused":             testBadEvents,
	"winnings come home above the limit":             testHomeAboveLimit,
	"wallets belong to one guild":                    testGuilds,
}

func testRoundTrip(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 500), sat(bob, 300)))
	b.do(b.change(topped(bob, 200), returned(bob, 50)))
	b.do(b.change()) // a hand: bob loses 400 to alice
	b.do(b.change(stood(alice, 900)))
	want := map[store.Account]int64{
		store.Mint: -2 * store.Opening, store.WalletAccount(alice): store.Opening + 400,
		store.WalletAccount(bob): store.Opening - 450, store.TableAccount(felt.Channel): 50,
	}
	got := must[map[store.Account]int64](t)(b.Accounts(t.Context(), guild))
	if !maps.Equal(got, want) {
		t.Errorf("accounts = %v\nwant       %v", got, want)
	}
	lines := must[[]store.Line](t)(b.Session(t.Context(), felt, 1))
	brought := []store.Line{{Person: alice, In: 500, Out: 900}, {Person: bob, In: 500, Out: 50}}
	if !slices.Equal(lines, brought) {
		t.Errorf("lines = %v, want %v", lines, brought)
	}
	balanced(t, b, guild)
}

func testPractice(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(practice(sat(alice, 500)), practice(topped(alice, 100)), practice(returned(alice, 30))))
	b.do(b.change(practice(stood(alice, 470))))
	want := map[store.Account]int64{store.Practice: -100, store.TableAccount(felt.Channel): 100}
	if got := must[map[store.Account]int64](t)(b.Accounts(t.Context(), guild)); !maps.Equal(got, want) {
		t.Errorf("accounts = %v, want %v", got, want)
	}
	lines := must[[]store.Line](t)(b.Session(t.Context(), felt, 1))
	if want := []store.Line{{Person: alice, In: 600, Out: 500}}; !slices.Equal(lines, want) {
		t.Errorf("lines = %v, want %v", lines, want)
	}
}

func testFree(t *testing.T, open Opener) {
	b := at(t, open)
	free := func(events ...engine.Event) {
		t.Helper()
		c := b.change(events...)
		c.Free = true
		b.do(c)
	}
	free(sat(alice, 50_000), sat(bob, 300)) // more than any wallet has
	free(topped(bob, 100), returned(alice, 30), practice(house(sat(robot, 70))))
	free(stood(alice, 50_200), practice(stood(bob, 20)))
	free(converted(bob, 5))
	want := map[store.Account]int64{
		store.Free: -(50_000 + 300 + 100 - 30 - 50_200 - 5), store.Practice: -70 + 20 - 5, store.TableAccount(felt.Channel): 220,
	}
	got := must[map[store.Account]int64](t)(b.Accounts(t.Context(), guild))
	if !maps.Equal(got, want) {
		t.Errorf("accounts = %v, want %v", got, want)
	}
	lines := must[[]store.Line](t)(b.Session(t.Context(), felt, 1))
	if want := []store.Line{{Person: alice, In: 50_000, Out: 50_230}, {Person: bob, In: 400, Out: 20}}; !slices.Equal(lines, want) {
		t.Errorf("lines = %v, want %v: who is up and down is what free chips are for", lines, want)
	}
	balanced(t, b, guild)
}

func testHouse(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(practice(house(sat(robot, 500))), practice(house(topped(robot, 100))), practice(house(returned(robot, 20)))))
	b.do(b.change(practice(house(stood(robot, 80)))))
	want := map[store.Account]int64{store.Practice: -500, store.TableAccount(felt.Channel): 500}
	if got := must[map[store.Account]int64](t)(b.Accounts(t.Context(), guild)); !maps.Equal(got, want) {
		t.Errorf("accounts = %v, want %v", got, want)
	}
	if lines := must[[]store.Line](t)(b.Session(t.Context(), felt, 1)); len(lines) != 0 {
		t.Errorf("a house player has a line: %v", lines)
	}
}

func testHouseFelt(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 500), house(sat(robot, 500))))
	b.do(b.change(house(topped(robot, 100)), house(returned(robot, 20))))
	b.do(b.change(stood(alice, 700), house(stood(robot, 380)))) // alice has won 200
	b.do(b.change(sat(bob, 300), house(sat(robot, 300))))
	b.do(b.change(house(stood(robot, 380)))) // bob has lost 80 so far
	want := map[store.Account]int64{
		store.Mint: -2 * store.Opening, store.House: -200 + 80, store.TableAccount(felt.Channel): 220,
		store.WalletAccount(alice): store.Opening + 200, store.WalletAccount(bob): store.Opening - 300,
	}
	if got := must[map[store.Account]int64](t)(b.Accounts(t.Context(), guild)); !maps.Equal(got, want) {
		t.Errorf("accounts = %v\nwant       %v", got, want)
	}
	lines := must[[]store.Line](t)(b.Session(t.Context(), felt, 1))
	if want := []store.Line{{Person: alice, In: 500, Out: 700}, {Person: bob, In: 300}}; !slices.Equal(lines, want) {
		t.Errorf("lines = %v, want %v", lines, want)
	}
	top := must[[]store.Wallet](t)(b.TopWallets(t.Context(), guild, 10))
	if len(top) != 2 || top[0].Person != alice || top[1].Person != bob {
		t.Errorf("the fullest wallets are %v: the house has none", top)
	}
	balanced(t, b, guild)
}

func testHouseFree(t *testing.T, open Opener) {
	b := at(t, open)
	for _, e := range []engine.Event{house(sat(robot, 500)), house(stood(robot, 480))} {
		c := b.change(e)
		c.Free = true
		b.do(c)
	}
	want := map[store.Account]int64{store.Free: -20, store.TableAccount(felt.Channel): 20}
	if got := must[map[store.Account]int64](t)(b.Accounts(t.Context(), guild)); !maps.Equal(got, want) {
		t.Errorf("accounts = %v, want %v", got, want)
	}
}

func testConverted(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 500), sat(bob, 300)))
	b.do(b.change(converted(alice, 600), converted(bob, 200), practice(house(sat(robot, 1000)))))
	want := map[store.Account]int64{
		store.Mint: -2 * store.Opening, store.Practice: -1800, store.TableAccount(felt.Channel): 1800,
		store.WalletAccount(alice): store.Opening + 100, store.WalletAccount(bob): store.Opening - 100,
	}
	if got := must[map[store.Account]int64](t)(b.Accounts(t.Context(), guild)); !maps.Equal(got, want) {
		t.Errorf("accounts = %v\nwant       %v", got, want)
	}
	lines := must[[]store.Line](t)(b.Session(t.Context(), felt, 1))
	if want := []store.Line{{Person: alice, In: 500}, {Person: bob, In: 300}}; !slices.Equal(lines, want) {
		t.Errorf("lines = %v, want %v: a conversion is neither brought nor taken", lines, want)
	}
}

func testOtherEvents(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 500)))
	before := b.trace()
	var all []engine.Event
	for k := engine.Moved; k <= engine.TableClosed; k++ {
		all = append(all, engine.Event{Kind: k, Player: alice, Amount: 77})
	}
	c := b.change(all...)
	c.Data, b.version = []byte("after 0"), 0
	b.do(c)
	b.version = 1
	balanced(t, b, guild)
	if got := b.wallet(alice); got != store.Opening-500 {
		t.Errorf("wallet = %d; before %s", got, before)
	}
	if lines := must[[]store.Line](t)(b.Session(t.Context(), felt, 1)); lines[0] != (store.Line{Person: alice, In: 500}) {
		t.Errorf("line = %v", lines[0])
	}
}

func testOpening(t *testing.T, open Opener) {
	b := at(t, open)
	w := must[store.Wallet](t)(b.Wallet(t.Context(), guild, alice))
	if w != (store.Wallet{Person: alice, Balance: store.Opening}) {
		t.Errorf("a wallet never touched is %+v", w)
	}
	if got := must[map[store.Account]int64](t)(b.Accounts(t.Context(), guild)); got == nil || len(got) != 0 {
		t.Errorf("looking at a wallet made the accounts %v", got)
	}
	b.do(b.change(sat(alice, store.Opening)))
	if got := b.wallet(alice); got != 0 {
		t.Errorf("wallet = %d, want 0", got)
	}
	b.do(b.change(stood(alice, 1)))
	if got := b.wallet(alice); got != 1 {
		t.Errorf("wallet = %d, want 1: the opening is granted once", got)
	}
	balanced(t, b, guild)
}

func testFunds(t *testing.T, open Opener) {
	b := at(t, open)
	err := as[*store.FundsError](t, b.refused(b.change(sat(alice, store.Opening+1))))
	if *err != (store.FundsError{Have: store.Opening, Need: store.Opening + 1, Person: alice}) {
		t.Errorf("refused with %+v", *err)
	}
	b.do(b.change(sat(alice, 4000)))
	err = as[*store.FundsError](t, b.refused(b.change(sat(bob, 10), topped(alice, 6001))))
	if *err != (store.FundsError{Have: 6000, Need: 6001, Person: alice}) {
		t.Errorf("refused with %+v", *err)
	}
	b.do(b.change(topped(alice, 6000)))
}

func testMerged(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 9000)))
	b.do(b.change(stood(alice, 9000), sat(alice, 10_000))) // the wallet held 1000
	if got := b.wallet(alice); got != 0 {
		t.Errorf("wallet = %d, want 0", got)
	}
	b.do(b.change(topped(alice, 800), stood(alice, 10_800)))
	err := as[*store.FundsError](t, b.refused(b.change(sat(alice, 6000), topped(alice, 4801))))
	if err.Need != 10_801 {
		t.Errorf("Need = %d, want 10801: all entries together", err.Need)
	}
	balanced(t, b, guild)
}

func testLedger(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 500)))
	for _, chips := range []int64{0, 499, 501, -500, math.MaxInt64, math.MinInt64} {
		c := b.change()
		c.Chips = chips
		err := as[*store.LedgerError](t, b.refused(c))
		if err.Have != 500 || err.Want != chips {
			t.Errorf("chips %d: refused with %+v", chips, *err)
		}
	}
	as[*store.LedgerError](t, b.refused(b.change(stood(alice, 501)))) // −1 by the ledger and by the change
}

func testClosedWithChips(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 500)))
	c := b.change(stood(alice, 499))
	c.Closed = true
	as[*store.LedgerError](t, b.refused(c))
}

func testBadEvents(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 500)))
	for i, e := range []engine.Event{
		sat(bob, -1), stood(alice, -500), sat(0, 10), sat(bob, math.MaxInt64), stood(bob, math.MinInt64),
	} {
		c := b.change(e)
		c.ID = fmt.Sprint("bad ", i)
		as[*store.LedgerError](t, b.refused(c))
	}
	const much = 1 << 53
	c := b.change(practice(sat(alice, much)), practice(sat(bob, 1)))
	as[*store.LimitError](t, b.refused(c))
}

func testHomeAboveLimit(t *testing.T, open Opener) {
	b := at(t, open)
	b.pays(store.Payment{
		Guild: guild, ID: "1", At: noon, To: bob, Amount: store.Limit - store.Opening, Reason: store.ReasonGrant,
	})
	b.do(b.change(sat(alice, 500)))
	b.do(b.change(stood(bob, 500))) // he won them
	if got := b.wallet(bob); got != store.Limit+500 {
		t.Errorf("wallet = %d: no table may be stuck with chips", got)
	}
	b.pays(store.Payment{Guild: guild, ID: "2", At: noon, From: bob, To: alice, Amount: 100, Reason: store.ReasonGift})
	balanced(t, b, guild)
}

func testGuilds(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 500)))
	p := store.Payment{Guild: guild, ID: "p", At: noon, To: alice, Amount: store.Daily, Reason: store.ReasonDaily}
	b.pays(p)
	p.Guild = abroad
	if r := b.pays(p); r.Duplicate {
		t.Error("the payment of one guild was known in another")
	}
	w := must[store.Wallet](t)(b.Wallet(t.Context(), abroad, alice))
	if w.Balance != store.Opening+store.Daily {
		t.Errorf("wallet abroad = %+v", w)
	}
	balanced(t, b, guild)
	balanced(t, b, abroad)
}
