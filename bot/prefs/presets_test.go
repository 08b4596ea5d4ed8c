package prefs

import (
	"errors"
	"fmt"
	"testing"

	"cardroom/engine"
)

func TestAServerHasOnlySoManyPresets(t *testing.T) {
	var p Presets
	for i := range MaxPresets + 3 {
		changed, err := p.Save(engine.ID(1000+i), fmt.Sprint("number ", i), map[string]string{"clock": "2m"})
		if full := i >= MaxPresets; changed == full || errors.Is(err, ErrFull) != full {
			t.Errorf("number %d: changed %t, %v", i, changed, err)
		}
	}
	if changed, err := p.Save(2000, "number 0", nil); !changed || err != nil || p.Saved["number 0"] != nil {
		t.Errorf("a name that is taken is not given anew: %v", err)
	}
	if changed, err := p.Save(1999, "number 0", map[string]string{"clock": "off"}); changed || err != nil || len(p.Saved) != MaxPresets {
		t.Errorf("what came before came again: %v", err)
	}
}

// TestPresetsOfTwoTablesDoNotHideEachOther checks that presets saved at two tables are both kept, even if the later one
// arrives first.
func TestPresetsOfTwoTablesDoNotHideEachOther(t *testing.T) {
	var p Presets
	for i, name := range []string{"deep", "friday"} {
		other := p
		if changed, err := p.Save(engine.ID(1001-i), name, map[string]string{"clock": "2m"}); !changed || err != nil {
			t.Errorf("%s: changed %t, %v", name, changed, err)
		}
		if len(other.Saved) == len(p.Saved) {
			t.Error("a reader of the presets sees them change")
		}
	}
	if len(p.Saved) != 2 {
		t.Errorf("there are %v", p.Saved)
	}
}
