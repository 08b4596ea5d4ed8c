package bot

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/render/text"
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
		is := terms{rules: r}
		usual := is
		for range 16 {
			s := settings[dice.IntN(len(settings))]
			if !s.belongs(is.rules) {
				continue
			}
			offer := s.shown(is, l).Offer
			if next, err := s.set(is, offer[dice.IntN(len(offer))], l); err == nil && next.rules.Check() == nil {
				is = next
			}
		}
		set := is.unusual()
		for name := range maps.Keys(set) {
			changed[name]++
		}
		got, err := usual.with(set, locale.Lookup("de"))
		for _, s := range settings {
			if s.write(&got, l) != s.write(&is, l) {
				t.Fatalf("seed %d, %v: %s is %s, was %s: %v", seed, set, s.name, s.write(&got, l), s.write(&is, l), err)
			}
		}
	}
	for _, s := range settings {
		if changed[s.name] == 0 {
			t.Errorf("%s was never set", s.name)
		}
	}
}

func TestAServerHasOnlySoManyPresets(t *testing.T) {
	var p presets
	for i := range mostPresets + 3 {
		changed, err := p.save(engine.ID(1000+i), fmt.Sprint("number ", i), map[string]string{"clock": "2m"})
		if full := i >= mostPresets; changed == full || errors.Is(err, errFull) != full {
			t.Errorf("number %d: changed %t, %v", i, changed, err)
		}
	}
	if changed, err := p.save(2000, "number 0", nil); !changed || err != nil || p.Saved["number 0"] != nil {
		t.Errorf("a name that is taken is not given anew: %v", err)
	}
	if changed, err := p.save(1999, "number 0", map[string]string{"clock": "off"}); changed || err != nil || len(p.Saved) != mostPresets {
		t.Errorf("what came before came again: %v", err)
	}
}

// Hosts save at several tables at a time, and what one asked for first may come to the presets last. Nobody is told that a
// preset is saved which is not.
func TestPresetsOfTwoTablesDoNotHideEachOther(t *testing.T) {
	var p presets
	for i, name := range []string{"deep", "friday"} {
		other := p
		if changed, err := p.save(engine.ID(1001-i), name, map[string]string{"clock": "2m"}); !changed || err != nil {
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

// The log is of the latest deeds, and no commit that is under way loses one of its own.
func TestATableRemembersTheLatestDeedsOfItsHosts(t *testing.T) {
	e := newEvening(t, 1)
	k := typedBy("1", 7)
	var before []text.AuditEntry
	for i := range 3 * mostDeeds {
		before = e.a.record.Deeds
		e.a.record.Deeds = e.a.noted(k, text.AuditEntry{What: text.DidSet, N: int64(i)})
		if again := e.a.noted(k, text.AuditEntry{What: text.DidKick}); len(again) > mostDeeds {
			t.Fatalf("%d deeds", len(again))
		}
		if len(before) > 0 && before[len(before)-1].N != int64(i-1) {
			t.Fatal("a deed was written over")
		}
	}
	first, last := e.a.record.Deeds[0], e.a.record.Deeds[mostDeeds-1]
	if len(e.a.record.Deeds) != mostDeeds || first.N != 2*mostDeeds || last.N != 3*mostDeeds-1 || last.By != 7 {
		t.Errorf("%d deeds, from %+v to %+v", len(e.a.record.Deeds), first, last)
	}
}

// typedBy is a command of somebody.
func typedBy(id string, who engine.ID) *ask {
	return &ask{id: id, user: who, lang: locale.Lookup(locale.English), kind: asksCommand, options: map[string]string{}}
}
