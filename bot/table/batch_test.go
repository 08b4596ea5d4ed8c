package table_test

import (
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/store"
	"testing"
	"time"
)

// twoReady returns a table that could start a hand, in a bot that starts no background task any more.
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
	a.Install(record.Table{}, tbl, 1)
	return a
}

// Sixty-four commitments take 40 ms to make. A press in the meantime gets its answer at once.
func TestNoJobMakesTheSealsOfABatch(t *testing.T) {
	a := twoReady(t)
	if !a.NeedsCommitment() {
		t.Fatal("no seal is wanted")
	}
	a.Publish()
	if a.Batch().Commitments != nil || a.Record().Shuffle.First != 0 {
		t.Error("the job made the seals itself")
	}
}
