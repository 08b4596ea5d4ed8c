package record

import (
	"maps"
	"testing"

	"cardroom/engine"
	"cardroom/render"
)

// A press draws the table once for each open panel. Only house players make that a new map of names.
func TestNamesAreCopiedForHousePlayersAlone(t *testing.T) {
	alice, met := render.DisplayName{Name: "Alice"}, People{1: {Name: "Alice"}, 9: {Name: "gone"}}
	seats, departed := []engine.SeatView{{Player: 1}, {Player: 2}}, []engine.SeatView{{Player: 3, House: 1}}
	r := new(Table)
	if n := testing.AllocsPerRun(10, func() { r.DisplayNames(met, seats, departed) }); n > 0 {
		t.Errorf("without house players, names take %v allocations", n)
	}
	if all := r.DisplayNames(met, seats); all[1] != alice || all[2] != (render.DisplayName{}) {
		t.Errorf("the names are %v", all)
	}
	r.Names = map[engine.ID]string{3: "Bot", 4: "another"}
	if all, want := r.DisplayNames(met, seats, departed), (People{1: alice, 2: {}, 3: {Name: "Bot"}}); !maps.Equal(all, want) {
		t.Errorf("with a house player the names are %v, want %v", all, want)
	}
	if len(met) != 2 {
		t.Errorf("the names that the table has met have become %v", met)
	}
}
