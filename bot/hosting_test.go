package bot

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/prefs"
	"cardroom/engine"
	"cardroom/render/locale"
)

// A preset has all that a host can set: saved at a table and taken over at another of the same game, every option is as it was.
func TestAPresetTakesEveryOptionOver(t *testing.T) {
	l := locale.Lookup(locale.English)
	seed := uint64(time.Now().UnixNano())
	dice := rand.New(rand.NewPCG(seed, 0))
	changed := map[string]int{}
	for range 6000 { // blinds go off in one game, and after an ante
		r := engine.DefaultRules()
		r.Variant, r.Limit = engine.Variant(1+dice.IntN(3)), engine.Limit(1+dice.IntN(3))
		r.Seats = min(r.Seats, 5)
		own := options.Table{Rules: r}
		defaults := own
		for range 16 {
			s := options.All[dice.IntN(len(options.All))]
			if !s.Has(own.Rules) {
				continue
			}
			values := s.Show(own, l).Offer
			if next, err := s.Apply(own, values[dice.IntN(len(values))], l); err == nil && next.Rules.Check() == nil {
				own = next
			}
		}
		set := own.Diff()
		for name := range maps.Keys(set) {
			changed[name]++
		}
		got, err := defaults.With(set, locale.Lookup("de"))
		for _, s := range options.All {
			if s.Write(&got, l) != s.Write(&own, l) {
				t.Fatalf("seed %d, %v: %s is %s, was %s: %v", seed, set, s.Name, s.Write(&got, l), s.Write(&own, l), err)
			}
		}
	}
	for _, s := range options.All {
		if changed[s.Name] == 0 {
			t.Errorf("%s was never set", s.Name)
		}
	}
}

func TestAServerHasOnlySoManyPresets(t *testing.T) {
	var p prefs.Presets
	for i := range prefs.MaxPresets + 3 {
		changed, err := p.Save(engine.ID(1000+i), fmt.Sprint("number ", i), map[string]string{"clock": "2m"})
		if full := i >= prefs.MaxPresets; changed == full || errors.Is(err, prefs.ErrFull) != full {
			t.Errorf("number %d: changed %t, %v", i, changed, err)
		}
	}
	if changed, err := p.Save(2000, "number 0", nil); !changed || err != nil || p.Saved["number 0"] != nil {
		t.Errorf("a name that is taken is not given anew: %v", err)
	}
	if changed, err := p.Save(1999, "number 0", map[string]string{"clock": "off"}); changed || err != nil || len(p.Saved) != prefs.MaxPresets {
		t.Errorf("what came before came again: %v", err)
	}
}

// Hosts save at several tables at a time, and what one asked for first may come to the presets last. Nobody is told that a
// preset is saved which is not.
func TestPresetsOfTwoTablesDoNotHideEachOther(t *testing.T) {
	var p prefs.Presets
	for i, name := range []string{"deep", "friday"} {
		other := p
		if changed, err := p.Save(engine.ID(1001-i), name, map[string]string{"clock": "2m"}); !changed || err != nil {
			t.Errorf("%s: changed %t, %v", name, changed, err)
		}
		if len(other.Saved) == len(p.Saved) {
			t.Error("who reads the presets sees them change")
		}
	}
	if len(p.Saved) != 2 {
		t.Errorf("there are %v", p.Saved)
	}
}

// typedBy is a command of somebody.
func typedBy(id string, who engine.ID) *interaction.Interaction {
	return &interaction.Interaction{
		ID: id, Kind: interaction.Command, Asker: interaction.Asker{User: who, Lang: locale.Lookup(locale.English)},
		Typed: interaction.Typed{Options: map[string]string{}},
	}
}
