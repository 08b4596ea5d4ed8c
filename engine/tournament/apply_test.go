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

// TestDamagedSnapshotsAreRefused changes one place of a snapshot at a time (P8).
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

// Without draws a start that is due waits: entries are still taken. The draws that come with a Tick begin it.
func TestAStartWaitsForItsDraws(t *testing.T) {
	o := setup.DefaultOptions("turbo")
	o.Scheduled, o.Times.Start, o.Min = true, morning.Add(time.Hour), 2
	w := newWorld(t, o, nil)
	w.do(Register{At: w.at(), Person: 1})
	w.wait(59 * time.Minute)
	if w.t.Pending().Start {
		t.Error("the start is due before its time")
	}
	w.do(Register{At: w.at(), Person: 2})
	w.wait(2 * time.Minute)
	if p := w.t.Pending(); !p.Start || p.Due != o.Times.Start || w.t.s.Phase != Registering {
		t.Errorf("at the time of the start: %+v in phase %d", p, w.t.s.Phase)
	}
	w.do(Unregister{At: w.at(), Person: 1})
	if w.t.Pending().Start {
		t.Error("the start is due with too few entries")
	}
	w.do(Register{At: w.at(), Person: 3})
	w.lots = enginetest.Lots(1)
	w.wait(time.Second)
	if w.t.s.Phase != Seated || w.t.Pending().Start {
		t.Errorf("with draws it is in phase %d", w.t.s.Phase)
	}
}

// A start that moves asks all anew to check in.
func TestAStartThatMovesChecksInAnew(t *testing.T) {
	o := setup.DefaultOptions("turbo")
	o.Scheduled, o.Times.Start, o.Min, o.Times.CheckIn = true, morning.Add(time.Hour), 2, 10*time.Minute
	w := newWorld(t, o, enginetest.Lots(1))
	w.do(Register{At: w.at(), Person: 1})
	w.do(Register{At: w.at(), Person: 2})
	w.wait(55 * time.Minute)
	if v := w.t.View(); v.ReadyBy != o.Times.Start || len(v.Missing) != 2 {
		t.Errorf("the check-in is until %d, without %v", v.ReadyBy, v.Missing)
	}
	o.Times.Start = morning.Add(2 * time.Hour)
	w.do(Change{At: w.at(), Options: o})
	if v := w.t.View(); v.ReadyBy != 0 {
		t.Errorf("the check-in is until %d", v.ReadyBy)
	}
	w.wait(60 * time.Minute)
	w.do(CheckIn{At: w.at(), Person: 2})
	if v := w.t.View(); len(v.Missing) != 1 || v.ReadyBy != o.Times.Start {
		t.Errorf("the check-in is until %d, without %v", v.ReadyBy, v.Missing)
	}
	w.wait(5 * time.Minute)
	if w.t.s.Phase != Registering || w.t.s.Entries.Len() != 1 {
		t.Errorf("phase %d, %d entries", w.t.s.Phase, w.t.s.Entries.Len())
	}
}
