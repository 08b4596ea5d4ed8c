package bot

import (
	"slices"
	"testing"
	"time"

	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/store"
)

// twoReady is an actor whose table could start a hand, at a bot that starts nothing beside its jobs any more.
func twoReady(t *testing.T) *table.Table {
	t.Helper()
	tbl, err := engine.New(engine.DefaultRules())
	if err != nil {
		t.Fatal(err)
	}
	at := engine.At(time.Now())
	for p := engine.ID(101); p <= 102; p++ {
		if tbl, _, err = tbl.Apply(engine.Sit{Player: p, Seat: engine.AnySeat, Chips: 1000, At: at}, nil); err != nil {
			t.Fatal(err)
		}
	}
	b := sleeper(t)
	b.Tasks.Close()
	a := b.Tables.Get(store.Key{Guild: 1, Channel: 7})
	a.State.Table, a.Version = tbl, 1
	return a
}

// Sixty-four seals are 40 ms of work. A press that comes meanwhile is answered at once.
func TestNoJobMakesTheSealsOfABatch(t *testing.T) {
	a := twoReady(t)
	if !a.NeedsCommitment() {
		t.Fatal("no seal is wanted")
	}
	a.Publish()
	if a.Dealer.Sealing.Batch.Commitments != nil || a.State.Record.Shuffle.First != 0 {
		t.Error("the job made the seals itself")
	}
}

// The way from the seal to the root is stored with the deal: the press that ends the hand need not make the seals again.
func TestTheEndOfAHandMakesNoSeals(t *testing.T) {
	e := newEvening(t, 4)
	for len(e.a.State.Record.Shuffle.Dealt) == 0 {
		e.step()
	}
	s := e.a.State.Record.Shuffle
	s.Path = slices.Clone(s.Path)
	s.Path[0] = fair.Hash{9}
	next, events, err := e.a.State.Table.Apply(engine.Void{At: e.now}, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = e.a.Env.Codec.Keys.Prove(e.a.Key, &s, shuffle.Batch{}, next.View(0), events)
	if s.Proof == nil || s.Proof.Batch.Path[0] != (fair.Hash{9}) {
		t.Errorf("the way is %v, %v", s.Proof, err)
	}
}
