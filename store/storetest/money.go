package storetest

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

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
	"a payment happens once":                         testPayOnce,
	"a payment needs funds":                          testPayFunds,
	"a payment that makes no sense is refused":       testPayNonsense,
	"a payment stops at the limit":                   testPayLimit,
	"winnings come home above the limit":             testHomeAboveLimit,
	"the day is claimed once, whatever the clock":    testDaily,
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
	richest := must[[]store.Wallet](t)(b.Richest(t.Context(), guild, 10))
	if len(richest) != 2 || richest[0].Person != alice || richest[1].Person != bob {
		t.Errorf("the fullest wallets are %v: the house has none", richest)
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

func testPayOnce(t *testing.T, open Opener) {
	b := at(t, open)
	gift := store.Payment{Guild: guild, ID: "gift", At: noon, From: alice, To: bob, Amount: 300, Reason: store.ReasonGift}
	if r := b.pays(gift); r != (store.Receipt{}) {
		t.Errorf("paid with %+v", r)
	}
	if r := b.pays(gift); r != (store.Receipt{Again: true}) {
		t.Errorf("paid again with %+v", r)
	}
	if a, b := b.wallet(alice), b.wallet(bob); a != store.Opening-300 || b != store.Opening+300 {
		t.Errorf("wallets = %d and %d", a, b)
	}
	b.pays(store.Payment{Guild: guild, ID: "grant", At: noon, To: bob, Amount: 7, Reason: store.ReasonGrant})
	if got := b.wallet(bob); got != store.Opening+307 {
		t.Errorf("wallet = %d", got)
	}
	balanced(t, b, guild)
}

func testPayFunds(t *testing.T, open Opener) {
	b := at(t, open)
	before := b.trace()
	gift := store.Payment{
		Guild: guild, ID: "gift", At: noon, From: alice, To: bob, Amount: store.Opening + 1, Reason: store.ReasonGift,
	}
	_, err := b.Pay(t.Context(), gift)
	got := *as[*store.FundsError](t, err)
	if got != (store.FundsError{Have: store.Opening, Need: store.Opening + 1, Person: alice}) {
		t.Errorf("refused with %+v", got)
	}
	if after := b.trace(); after != before {
		t.Errorf("the refused payment left a trace:\nbefore %s\nafter  %s", before, after)
	}
	gift.Amount = store.Opening
	if r := b.pays(gift); r.Again {
		t.Error("a refused payment was remembered as done")
	}
}

func testPayNonsense(t *testing.T, open Opener) {
	b := at(t, open)
	good := store.Payment{Guild: guild, ID: "p", At: noon, From: alice, To: bob, Amount: 1, Reason: store.ReasonGift}
	for name, spoil := range map[string]func(*store.Payment){
		"no id":         func(p *store.Payment) { p.ID = "" },
		"no receiver":   func(p *store.Payment) { p.To = 0 },
		"nobody at all": func(p *store.Payment) { p.From, p.To = 0, 0 },
		"to oneself":    func(p *store.Payment) { p.To = alice },
		"nothing":       func(p *store.Payment) { p.Amount = 0 },
		"negative":      func(p *store.Payment) { p.Amount = -5 },
		"least":         func(p *store.Payment) { p.Amount = math.MinInt64 },
		"most":          func(p *store.Payment) { p.Amount = math.MaxInt64 },
	} {
		bad := good
		spoil(&bad)
		if _, err := b.Pay(t.Context(), bad); err == nil {
			t.Errorf("%s: paid", name)
		} else {
			as[*store.LedgerError](t, err)
		}
	}
	if got := must[map[store.Account]int64](t)(b.Accounts(t.Context(), guild)); len(got) != 0 {
		t.Errorf("refused payments made the accounts %v", got)
	}
}

func testPayLimit(t *testing.T, open Opener) {
	b := at(t, open)
	grant := store.Payment{
		Guild: guild, ID: "much", At: noon, To: bob, Amount: store.Limit - store.Opening + 1, Reason: store.ReasonGrant,
	}
	_, err := b.Pay(t.Context(), grant)
	got := *as[*store.LimitError](t, err)
	if got != (store.LimitError{Account: store.WalletAccount(bob), Max: store.Limit}) {
		t.Errorf("refused with %+v", got)
	}
	grant.Amount--
	b.pays(grant)
	if got := b.wallet(bob); got != store.Limit {
		t.Errorf("wallet = %d, want %d", got, int64(store.Limit))
	}
	gift := store.Payment{
		Guild: guild, ID: "one more", At: noon, From: alice, To: bob, Amount: 1, Reason: store.ReasonGift,
	}
	_, err = b.Pay(t.Context(), gift)
	as[*store.LimitError](t, err)
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

func testDaily(t *testing.T, open Opener) {
	b := at(t, open)
	claims := 0
	for i, step := range []struct {
		at   string
		paid bool
	}{
		{"2026-03-28T23:59:59.999Z", true},
		{"2026-03-28T00:00:00Z", false},      // the same day, clock set back
		{"2026-03-29T01:59:00+02:00", false}, // still the 28th in UTC
		{"2026-03-28T23:00:00-01:00", true},  // the 29th in UTC
		{"2026-03-29T03:00:00+02:00", false}, // the hour the clocks change
		{"2026-03-27T12:00:00Z", false},      // a day before the last
		{"2025-03-30T12:00:00Z", false},
		{"2026-03-30T00:00:00Z", true},
		{"2026-12-31T23:59:59Z", true},
		{"2027-01-01T00:00:00Z", true},
	} {
		when := must[time.Time](t)(time.Parse(time.RFC3339Nano, step.at))
		p := store.Payment{
			Guild: guild, ID: fmt.Sprint("claim ", i), At: when, To: alice, Amount: store.Daily, Reason: store.ReasonDaily,
		}
		_, err := b.Pay(t.Context(), p)
		if paid := err == nil; paid != step.paid || !paid && !errors.Is(err, store.ErrClaimed) {
			t.Fatalf("claim at %s: %v, want paid %t", step.at, err, step.paid)
		}
		if !step.paid {
			continue
		}
		claims++
		if r := b.pays(p); !r.Again {
			t.Errorf("the same claim gave %+v, want it again", r)
		}
	}
	want := store.Wallet{Person: alice, Balance: store.Opening + int64(claims)*store.Daily, Claimed: "2027-01-01"}
	if got := must[store.Wallet](t)(b.Wallet(t.Context(), guild, alice)); got != want {
		t.Errorf("wallet = %+v, want %+v", got, want)
	}
	b.pays(store.Payment{Guild: guild, ID: "bob", At: noon, To: bob, Amount: store.Daily, Reason: store.ReasonDaily})
	balanced(t, b, guild)
}

func testGuilds(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 500)))
	p := store.Payment{Guild: guild, ID: "p", At: noon, To: alice, Amount: store.Daily, Reason: store.ReasonDaily}
	b.pays(p)
	p.Guild = abroad
	if r := b.pays(p); r.Again {
		t.Error("the payment of one guild was known in another")
	}
	w := must[store.Wallet](t)(b.Wallet(t.Context(), abroad, alice))
	if w.Balance != store.Opening+store.Daily {
		t.Errorf("wallet abroad = %+v", w)
	}
	balanced(t, b, guild)
	balanced(t, b, abroad)
}
