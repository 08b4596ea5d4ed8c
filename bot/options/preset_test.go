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
