package options

import (
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"cardroom/engine/poker"
	"cardroom/render/locale"
)

// TestAPresetTakesEveryOptionOver checks that a preset saved at one table sets every option at another table of the same
// game.
func TestAPresetTakesEveryOptionOver(t *testing.T) {
	l := locale.Lookup(locale.English)
	seed := uint64(time.Now().UnixNano())
	dice := rand.New(rand.NewPCG(seed, 0))
	changed := map[string]int{}
	for range 6000 { // blinds go off in one game, and after an ante
		r := poker.DefaultRules()
		r.Variant, r.Limit = poker.Variant(1+dice.IntN(3)), poker.Limit(1+dice.IntN(3))
		r.Seats = min(r.Seats, 5)
		now := Table{Rules: r}
		defaults := now
		for range 16 {
			s := All[dice.IntN(len(All))]
			if !s.Has(now.Rules) {
				continue
			}
			choices := s.Show(now, l).Offer
			if next, err := s.Apply(now, choices[dice.IntN(len(choices))], l); err == nil && next.Rules.Check() == nil {
				now = next
			}
		}
		set := now.Diff()
		for name := range maps.Keys(set) {
			changed[name]++
		}
		got, err := defaults.With(set, locale.Lookup("de"))
		for _, s := range All {
			if s.Write(&got, l) != s.Write(&now, l) {
				t.Fatalf("seed %d, %v: %s is %s, was %s: %v", seed, set, s.Name, s.Write(&got, l), s.Write(&now, l), err)
			}
		}
	}
	for _, s := range All {
		if changed[s.Name] == 0 {
			t.Errorf("%s was never set", s.Name)
		}
	}
}

// TestWhatIsPlannedHoldsTogether checks that options set one by one during a hand all hold afterwards, in whatever order.
func TestWhatIsPlannedHoldsTogether(t *testing.T) {
	l := locale.Lookup(locale.English)
	seed := uint64(time.Now().UnixNano())
	dice := rand.New(rand.NewPCG(seed, 0))
	check := func(o Table) error { return o.Rules.Check() }
	change := func(next Table) Table {
		s := All[dice.IntN(len(All))]
		if !s.Has(next.Rules) {
			return next
		}
		choices := s.Show(next, l).Offer
		if o, err := s.Apply(next, choices[dice.IntN(len(choices))], l); err == nil && check(o) == nil {
			return o
		}
		return next
	}
	for range 300 {
		r := poker.DefaultRules()
		r.Variant, r.Limit, r.Seats = poker.Variant(1+dice.IntN(3)), poker.Limit(1+dice.IntN(3)), 5
		now, planned := Table{Rules: r}, map[string]string(nil)
		for range 40 {
			now = change(now)
		}
		for range 30 {
			want, _ := now.Planned(planned, check)
			want = change(want)
			now, planned = now.Postpone(want, planned)
			if got, left := now.Planned(planned, check); !maps.Equal(got.Diff(), want.Diff()) || len(left) > 0 {
				t.Fatalf("seed %d, %v planned at %v: %v, wanted %v", seed, planned, now.Diff(), got.Diff(), want.Diff())
			}
		}
	}
}
