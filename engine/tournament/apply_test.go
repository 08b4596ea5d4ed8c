package tournament

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/engine/tournament/setup"
)

// badLots gives draws that cannot be.
type badLots struct{ order []int }

func (badLots) Number(_ string, n int) int      { return n }
func (b badLots) Shuffle(_ string, n int) []int { return b.order }

func TestDrawsThatCannotBeAreErrors(t *testing.T) {
	o := setup.DefaultOptions("turbo")
	o.Max = 3
	w := newWorld(t, o, enginetest.Lots(1))
	for person := range engine.ID(3) {
		w.do(Register{At: w.at(), Person: person + 1})
	}
	before := snap(t, w.t)
	for _, lots := range []Lots{nil, badLots{}, badLots{[]int{0, 0, 1}}, badLots{[]int{0, 1, 3}}} {
		if _, _, err := w.t.Apply(StartNow{w.at()}, lots, nil); !errors.Is(err, ErrLots) {
			t.Errorf("%v: %v, want %v", lots, err, ErrLots)
		}
	}
	if _, _, err := w.t.Apply(nil, w.lots, nil); !errors.Is(err, ErrCommand) {
		t.Errorf("nil: %v, want %v", err, ErrCommand)
	}
	if snap(t, w.t) != before {
		t.Error("an error changed the tournament")
	}
	w.do(StartNow{w.at()})
	w.do(Begin{w.at()})
	for _, lots := range []Lots{nil, badLots{}} {
		if _, _, err := w.t.Apply(StartHand{w.at(), 1}, lots, nil); !errors.Is(err, ErrLots) {
			t.Errorf("%v: %v, want %v", lots, err, ErrLots)
		}
	}
}

func TestCallersShareNothingWithATournament(t *testing.T) {
	o := setup.DefaultOptions("turbo")
	w := newWorld(t, o, enginetest.Lots(1))
	before := snap(t, w.t)
	o.Schedule.Levels[0].Big = 4
	w.t.Options().Schedule.Levels[0].Big = 6
	if snap(t, w.t) != before {
		t.Error("a caller changed the levels")
	}
	o = w.t.Options()
	w.do(Change{w.at(), o})
	before = snap(t, w.t)
	o.Schedule.Levels[0].Big = 4
	if snap(t, w.t) != before {
		t.Error("a caller changed the levels")
	}
}

func TestAStartInThePastIsRefused(t *testing.T) {
	o := setup.DefaultOptions("turbo")
	o.Scheduled, o.Times.Start = true, morning.Add(-time.Second)
	_, _, err := New(o, morning)
	if e := (*setup.OptionError)(nil); !errors.As(err, &e) || e.Option != "start" {
		t.Error(err)
	}
}

// TestDamagedSnapshotsAreRefused changes one place of a snapshot at a time.
func TestDamagedSnapshotsAreRefused(t *testing.T) {
	o := setup.DefaultOptions("turbo")
	o.Seats, o.Max, o.Price = 3, 6, 100
	w := newWorld(t, o, enginetest.Lots(4))
	for person := range engine.ID(6) {
		w.do(Register{At: w.at(), Person: person + 1})
	}
	w.do(StartNow{w.at()})
	w.do(Begin{w.at()})
	w.do(StartHand{w.at(), 1})
	w.do(StartHand{w.at(), 2})
	end := EndHand{At: w.at(), Table: 1, Stacks: w.stacks(1)}
	end.Stacks[0], end.Stacks[1] = 0, end.Stacks[0]+end.Stacks[1]
	w.do(end)
	text := snap(t, w.t)
	for _, change := range [][2]string{
		{`"phase":4`, `"phase":9`}, {`"alive":5`, `"alive":4`}, {`"seats":3`, `"seats":11`}, {`"open":[1,2]`, `"open":[1]`},
		{`"escrow":600`, `"escrow":-1`}, {`"pool":600`, `"pool":601`}, {`"size":3`, `"size":1`}, {`"g":1`, `"g":2`},
		{`"dealt":7`, `"dealt":15`}, {`"k":1,"s":1000`, `"k":1,"s":999`}, {`"unit":1`, `"unit":0`}, {`"b":20`, `"b":0`}, {`"d":`, `"d":1`},
		{`"running":1`, `"running":2`}, {`"t":1`, `"t":2`}, {`"left":`, `"end":5,"left":`}, {`"phase"`, `"phrase"`}, {`}}`, `}}}`},
	} {
		damaged := strings.Replace(text, change[0], change[1], 1)
		if damaged == text {
			t.Fatalf("the snapshot has no %s: %s", change[0], text)
		}
		_, err := Restore([]byte(damaged))
		if e := (*DamageError)(nil); !errors.As(err, &e) {
			t.Errorf("%s for %s: %v", change[1], change[0], err)
		}
	}
	_, err := Restore([]byte(strings.Replace(text, Schema, "cardroom/tournament/2", 1)))
	if e := (*SchemaError)(nil); !errors.As(err, &e) || e.Found != "cardroom/tournament/2" {
		t.Error(err)
	}
	if _, err := Restore([]byte(text)); err != nil {
		t.Error(err)
	}
	if !json.Valid([]byte(text)) {
		t.Error("a snapshot is no JSON")
	}
}
