package engine

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"
)

// A void hand gives every chip back, whatever has happened in it: antes, straddles, dead blinds, side pots, half a draw,
// boards dealt twice (R65, P13).
func TestAVoidHandGivesEveryChipBack(t *testing.T) { everyWorld(t, voidGivesBack) }
func FuzzAVoidHandGivesEveryChipBack(f *testing.F) { everySeed(f, voidGivesBack) }

// refund follows the chips that each player must have when the hand that runs is void: those from when it began, and those
// brought since.
type refund struct {
	before Table
	due    map[ID]int64
}

func voidGivesBack(t *testing.T, w *world, steps int) {
	r := &refund{before: w.table, due: map[ID]int64{}}
	w.live(t, steps, func(Command) error {
		r.follow(w)
		if w.table.g.running() {
			return r.check(w)
		}
		return nil
	})
}

func (r *refund) follow(w *world) {
	if w.table == r.before { // refused: the events are those of another step
		return
	}
	started := slices.ContainsFunc(w.out, func(e Event) bool { return e.Kind == HandStarted })
	if started {
		r.due = map[ID]int64{}
		for i := range r.before.g.Seats {
			if s := &r.before.g.Seats[i]; s.taken() {
				r.due[s.Player] = s.chips()
			}
		}
	}
	for _, e := range w.out {
		switch e.Kind {
		case SatDown, ToppedUp:
			r.due[e.Player] += e.Amount
		case StoodUp, Returned:
			r.due[e.Player] -= e.Amount
		}
	}
	r.before = w.table
}

// check undoes the hand both ways: with its cards, and from the parts that a snapshot has in clear.
func (r *refund) check(w *world) error {
	open, events, err := w.table.Apply(Void{At: w.now}, nil)
	if err != nil {
		return err
	}
	if err := r.paid(&open, events); err != nil {
		return err
	}
	b, err := w.table.Snapshot(mask{})
	if err != nil {
		return err
	}
	blind, told, err := Undo(b, w.now, nil)
	if err != nil {
		return err
	}
	open.g.loseCards()
	if blind != open || len(told) != len(events) {
		return errors.New("without its cards the hand is undone in another way")
	}
	return r.paid(&blind, told)
}

// paid checks that each player has the chips due to them, on the table or in their wallet.
func (r *refund) paid(t *Table, events []Event) error {
	has := map[ID]int64{}
	for i := range t.g.Seats {
		if s := &t.g.Seats[i]; s.taken() {
			has[s.Player] += s.chips() + s.Total + s.Dead
		}
	}
	for _, e := range events {
		if e.Kind == StoodUp || e.Kind == Returned {
			has[e.Player] += e.Amount
		}
	}
	for who, due := range r.due {
		if has[who] != due {
			return fmt.Errorf("%d has %d and not the %d of when the hand began: %+v", who, has[who], due, events)
		}
	}
	return nil
}

func TestWhatCannotBeUndoneSaysWhy(t *testing.T) {
	table := betweenBets(t)
	good, err := table.Snapshot(mask{})
	if err != nil {
		t.Fatal(err)
	}
	if undone, events, err := Undo(good, 1, nil); err != nil || !undone.View(0).Voided || len(events) != 2 || undone.Chips()+events[1].Amount != table.Chips() {
		t.Errorf("a whole one: %v, %v", events, err)
	}
	for name, b := range map[string][]byte{
		"no JSON":           good[:len(good)/2],
		"an unknown field":  bytes.Replace(good, []byte(`"hand":`), []byte(`"odds":1,"hand":`), 1),
		"a stack below 0":   bytes.Replace(good, []byte(`"stack":`), []byte(`"stack":-`), 1),
		"a seat too many":   bytes.Replace(good, []byte(`"toAct":`), []byte(`"toAct":1`), 1),
		"bad rules":         bytes.Replace(good, []byte(`"smallBlind":`), []byte(`"smallBlind":-`), 1),
		"another's phase":   bytes.Replace(good, []byte(`"phase":2`), []byte(`"phase":9`), 1),
		"no table whatever": []byte(`{"schema":"` + Schema + `"}`),
	} {
		var damage *DamageError
		if undone, _, err := Undo(b, 1, nil); !errors.As(err, &damage) || undone != (Table{}) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var schema *SchemaError
	if _, _, err := Undo([]byte(`{"schema":"later"}`), 1, nil); !errors.As(err, &schema) || schema.Found != "later" {
		t.Errorf("a later one: %v", err)
	}
}

// A table that stands between hands comes without cards, and without an event.
func TestATableBetweenHandsOnlyLosesItsCards(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABC", 500)
	s.start()
	s.foldOut()
	b, err := s.table.Snapshot(mask{})
	if err != nil {
		t.Fatal(err)
	}
	undone, events, err := Undo(b, s.now, nil)
	if err != nil || len(events) > 0 || undone.Chips() != s.table.Chips() || undone.View(0).Voided || undone.View(0).Hand != 1 {
		t.Errorf("%+v, %v, %v", undone.View(0), events, err)
	}
	for i := range undone.g.Seats {
		if p := &undone.g.Seats[i]; p.Showed != 0 || p.AllShown {
			t.Errorf("seat %d still shows its cards", i)
		}
	}
	if g := &undone.g; g.hidden != (hidden{}) || g.Dealt != 0 || g.Board != (board{}) || g.Again != [2]board{} || g.Runs != 0 || g.Run != 0 || g.Common != 0 {
		t.Errorf("a trace of the cards is left: %d dealt, boards %d, run %d from street %d", g.Dealt, g.Runs, g.Run, g.Common)
	}
}
