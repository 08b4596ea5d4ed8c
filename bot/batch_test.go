package bot

import (
	"cardroom/bot/shuffle"
	"cardroom/engine"
	"cardroom/engine/fair"
	"slices"
	"testing"
)

// The deal stores the path from the commitment to the root. So the press that ends the hand need not make the commitments
// again.
func TestTheEndOfAHandMakesNoSeals(t *testing.T) {
	e := newEvening(t, 4)
	for e.record.Shuffle.Setup == nil || e.record.Shuffle.Setup.Message == 0 {
		e.step()
	}
	s := e.record.Shuffle
	setup := *s.Setup
	s.Setup, setup.Batch.Path = &setup, slices.Clone(setup.Batch.Path)
	setup.Batch.Path[0] = fair.Hash{9}
	next, events, err := e.table.Apply(engine.Void{At: e.now}, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = e.env.Codec.Keys.Prove(e.key, &s, shuffle.Batch{}, next.View(0), events)
	if s.Proof == nil || s.Proof.Setup.Batch.Path[0] != (fair.Hash{9}) {
		t.Errorf("the way is %v, %v", s.Proof, err)
	}
}
