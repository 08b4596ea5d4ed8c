package storetest

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"cardroom/store"
)

var paying = map[string]func(*testing.T, Opener){
	"a payment happens once":                      testPayOnce,
	"a payment needs funds":                       testPayFunds,
	"a payment that makes no sense is refused":    testPayNonsense,
	"a payment stops at the limit":                testPayLimit,
	"the day is claimed once, whatever the clock": testDaily,
}

func testPayOnce(t *testing.T, open Opener) {
	b := at(t, open)
	gift := store.Payment{Guild: guild, ID: "gift", At: noon, From: alice, To: bob, Amount: 300, Reason: store.ReasonGift}
	if r := b.pays(gift); r != (store.Receipt{}) {
		t.Errorf("paid with %+v", r)
	}
	if r := b.pays(gift); r != (store.Receipt{Duplicate: true}) {
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
	b.pays(gift("first", alice, carol, 6_000, noon))
	before := b.trace()
	much := gift("much", alice, bob, 4_001, noon.AddDate(0, 0, 1))
	_, err := b.Pay(t.Context(), much)
	if got := *as[*store.FundsError](t, err); got != (store.FundsError{Have: 4_000, Need: 4_001, Person: alice}) {
		t.Errorf("refused with %+v", got)
	}
	much.Amount = store.GiveLimit + 1 // more chips would not lift the limit of a day
	_, err = b.Pay(t.Context(), much)
	as[*store.GiftError](t, err)
	if after := b.trace(); after != before {
		t.Errorf("the refused payments left a trace:\nbefore %s\nafter  %s", before, after)
	}
	if r := b.pays(gift("much", alice, bob, 4_000, much.At)); r.Duplicate {
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
		if r := b.pays(p); !r.Duplicate {
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
