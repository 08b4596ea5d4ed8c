package pokerstars_test

import (
	"regexp"
	"slices"
	"testing"

	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/engine/pokerstars"
)

// namesOf returns the names of the players of a hand, by their numbers, where each number has a name.
func namesOf(t *testing.T, h enginetest.Ended, by map[engine.ID]string) map[engine.ID]string {
	t.Helper()
	l := labels()
	l.Name = func(s engine.SeatView) string { return by[s.Player] }
	text, err := pokerstars.Of(h.Table.View(0), h.Log, l)
	if err != nil {
		t.Fatal(err)
	}
	found := map[engine.ID]string{}
	for _, s := range h.Table.View(0).Seats {
		line := regexp.MustCompile(`(?m)^Seat ` + regexp.QuoteMeta(string(rune('1'+s.Seat))) + `: (\S+) \(\d+ in chips\)$`).FindStringSubmatch(text)
		if line != nil {
			found[s.Player] = line[1]
		}
	}
	return found
}

// Players with one name keep theirs apart, wherever they sit: a tracker adds up the hands of a name.
func TestPlayersOfOneNameAreToldApartByTheirIDs(t *testing.T) {
	hands := enginetest.Play(t, "../testdata/hands/side_pots.txt")
	h := hands[len(hands)-1]
	for _, tt := range []struct{ by, want map[engine.ID]string }{
		{map[engine.ID]string{1: "Ann", 2: "ann", 3: "Cleo"}, map[engine.ID]string{1: "Ann_0001", 2: "ann_0002", 3: "Cleo"}},
		{map[engine.ID]string{1: "Cleo", 2: "ann", 3: "Ann"}, map[engine.ID]string{1: "Cleo", 2: "ann_0002", 3: "Ann_0003"}},
		{map[engine.ID]string{1: "Ann", 2: "Ann_0001", 3: "Ann"}, map[engine.ID]string{1: "Ann_1", 2: "Ann_0001", 3: "Ann_0003"}},
		{map[engine.ID]string{1: "Þór", 2: "Guðrún", 3: "Œdipe"}, map[engine.ID]string{1: "Thor", 2: "Gudrun", 3: "OEdipe"}},
	} {
		got := namesOf(t, h, tt.by)
		for who, want := range tt.want {
			if got[who] != want {
				t.Errorf("of %v player %d is %s, want %s", tt.by, who, got[who], want)
			}
		}
	}
}

// Players who all have one name keep theirs from hand to hand, however many of them play.
func TestNamesDoNotGoBySeat(t *testing.T) {
	l := enginetest.New(t, 3)
	seen := map[engine.ID][]string{}
	for n := 0; n < 6 && l.Hand(); n++ {
		by := map[engine.ID]string{}
		for _, s := range l.Table.View(0).Seats {
			by[s.Player] = "Ann"
		}
		for who, name := range namesOf(t, enginetest.Ended{Table: l.Table, Log: l.Log}, by) {
			if !slices.Contains(seen[who], name) {
				seen[who] = append(seen[who], name)
			}
		}
	}
	for who, names := range seen {
		if len(names) > 1 {
			t.Errorf("player %d has the names %q", who, names)
		}
	}
}
