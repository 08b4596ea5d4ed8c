package storetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
)

var giving = map[string]func(*testing.T, Opener){
	"a day has so many gifts, whatever the clock":    testGifts,
	"a thousand gifts pass no limit":                 testGiftsAtOnce,
	"a gift that was lost on the way counts once":    testGiftAgain,
	"new chips are no gift":                          testGrantsAreNoGifts,
	"whoever is forgotten gives no more than others": testForgottenGivers,
}

// gift returns a payment from one person to another.
func gift(id string, from, to engine.ID, amount int64, at time.Time) store.Payment {
	return store.Payment{Guild: guild, ID: id, At: at, From: from, To: to, Amount: amount, Reason: store.ReasonGift}
}

// rich grants each player more than they can spend.
func rich(b *table, people ...engine.ID) {
	for _, p := range people {
		b.pays(store.Payment{Guild: guild, ID: fmt.Sprint("rich ", p), At: noon, To: p, Amount: 1_000_000, Reason: store.ReasonGrant})
	}
}

// midnight returns the beginning of a day of November 2026.
func midnight(day int) time.Time { return time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC) }

func testGifts(t *testing.T, open Opener) {
	b := at(t, open)
	rich(b, alice, bob, carol, robot)
	for i, step := range []struct {
		at       time.Time
		from, to engine.ID
		amount   int64
		left     int64 // where it is refused, with when it may be more; -1 where it is paid
		resets   time.Time
	}{
		{noon, alice, bob, 10_001, 10_000, midnight(22)},
		{noon, alice, bob, 9_999, -1, time.Time{}},
		{noon, alice, carol, 2, 1, midnight(22)},
		{midnight(22).Add(-1), alice, carol, 1, -1, time.Time{}},
		{noon, alice, robot, 1, 0, midnight(22)},
		{noon, bob, alice, 10_000, -1, time.Time{}}, // a receiver of gifts may give as many as others
		{noon, carol, bob, 10_000, -1, time.Time{}},
		{noon, robot, bob, 2, 1, midnight(22)}, // bob has 19,999
		{noon, robot, bob, 1, -1, time.Time{}},
		{noon, robot, bob, 1, 0, midnight(22)},
		{noon, robot, alice, 9_999, -1, time.Time{}},
		{midnight(22).In(time.FixedZone("", -3600)), alice, bob, 10_000, -1, time.Time{}}, // the 22nd in UTC
		{noon, alice, carol, 1, 0, midnight(23)},                                          // the clock is set back to the 21st
		{noon.AddDate(-1, 0, 0), robot, bob, 10_000, 0, midnight(22)},                     // robot has given nothing since the 21st
		{noon.AddDate(-1, 0, 0), bob, alice, 10_001, 10_000, midnight(23)},
		{noon.AddDate(-1, 0, 0), bob, alice, 10_000, -1, time.Time{}},
		{midnight(24), alice, bob, 10_000, -1, time.Time{}}, // nothing of another day is left over
		{midnight(24), alice, bob, 1, 0, midnight(25)},
	} {
		p, before := gift(fmt.Sprint("gift ", i), step.from, step.to, step.amount, step.at), b.trace()
		_, err := b.Pay(t.Context(), p)
		if step.left < 0 {
			if err != nil {
				t.Fatalf("gift %d: %v", i, err)
			}
			continue
		}
		if got := as[*store.GiftError](t, err); got.Left != step.left || !got.Resets.Equal(step.resets) || !store.Refused(err) {
			t.Errorf("gift %d: %d are left until %v, want %d until %v", i, got.Left, got.Resets, step.left, step.resets)
		}
		if after := b.trace(); after != before {
			t.Errorf("gift %d: refused, it left a trace:\nbefore %s\nafter  %s", i, before, after)
		}
	}
	w := must[store.Wallet](t)(b.Wallet(t.Context(), guild, bob))
	if want := (store.Gifts{Day: "2026-11-24", Taken: 10_000}); w.Gifts != want || w != must[[]store.Wallet](t)(b.TopWallets(t.Context(), guild, 1))[0] {
		t.Errorf("bob has %+v, want %+v", w, want)
	}
	if give, take := w.Gifts.MayGive(midnight(24)), w.Gifts.MayTake(noon); give != 10_000 || take != 10_000 {
		t.Errorf("bob may give %d and be given %d", give, take)
	}
	abroad := store.Payment{Guild: abroad, ID: "a", At: midnight(24), From: alice, To: bob, Amount: 10_000, Reason: store.ReasonGift}
	b.pays(abroad) // every guild has limits of its own
	balanced(t, b, guild)
}

func testGiftsAtOnce(t *testing.T, open Opener) {
	b := at(t, open)
	givers := []engine.ID{11, 12, 13, alice}
	rich(b, givers...)
	for _, err := range together(rush(), func(i int) error {
		from, to := givers[i%len(givers)], bob
		if from == alice {
			to = engine.ID(1000 + i)
		}
		_, err := b.Pay(t.Context(), gift(fmt.Sprint("press ", i), from, to, 500, noon))
		return err
	}) {
		var refused *store.GiftError
		if err != nil && (!errors.As(err, &refused) || refused.Left != 0) {
			t.Error(err)
		}
	}
	if got := b.wallet(bob); got != store.Opening+store.TakeLimit {
		t.Errorf("bob's wallet holds %d", got)
	}
	for _, who := range givers {
		gave := store.Opening + 1_000_000 - b.wallet(who)
		if gave > store.GiveLimit || who == alice && gave < store.GiveLimit {
			t.Errorf("%d gave %d", who, gave)
		}
	}
	balanced(t, b, guild)
}

func testGiftAgain(t *testing.T, open Opener) {
	b := at(t, open)
	rich(b, alice)
	first := gift("first", alice, bob, 6_000, noon)
	b.pays(first)
	for range 3 {
		if r := b.pays(first); !r.Duplicate {
			t.Errorf("paid again with %+v", r)
		}
	}
	rest := gift("rest", alice, bob, 4_000, noon)
	b.pays(rest)
	if r := b.pays(rest); !r.Duplicate { // beyond the limit it is still the payment that was made
		t.Errorf("paid again with %+v", r)
	}
	if got := b.wallet(bob); got != store.Opening+10_000 {
		t.Errorf("bob's wallet holds %d", got)
	}
}

func testGrantsAreNoGifts(t *testing.T, open Opener) {
	b := at(t, open)
	b.pays(gift("gift", alice, bob, 10_000, noon))
	b.pays(store.Payment{Guild: guild, ID: "grant", At: noon, To: bob, Amount: 5_000_000, Reason: store.ReasonGrant})
	b.pays(store.Payment{Guild: guild, ID: "daily", At: noon, To: bob, Amount: store.Daily, Reason: store.ReasonDaily})
	w := must[store.Wallet](t)(b.Wallet(t.Context(), guild, bob))
	if want := (store.Gifts{Day: "2026-11-21", Taken: 10_000}); w.Gifts != want || w.Claimed != "2026-11-21" {
		t.Errorf("bob has %+v", w)
	}
}

func testForgottenGivers(t *testing.T, open Opener) {
	b := at(t, open)
	rich(b, alice)
	b.pays(gift("a", alice, bob, 10_000, noon))
	b.forgets(wish(alice, "b", noon))
	_, err := b.Pay(t.Context(), gift("c", alice, bob, 1, noon))
	as[*store.GiftError](t, err)
}
