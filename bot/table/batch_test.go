package table_test

import (
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/engine/poker"
	"cardroom/store"
	"testing"
	"time"
)

// twoReady returns a table that could start a hand, in a bot that starts no background task any more.
func twoReady(t *testing.T) *table.Table {
	t.Helper()
	tbl, err := engine.New(poker.DefaultRules())
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

// Discord may give two messages of one moment ids in another order. A hand with a cut that looks newer than the hand's message is
// void, and does not wait for another message for ever.
func TestAHandWhoseMessageDoesNotFitIsVoid(t *testing.T) {
	for cut, void := range map[engine.ID]bool{99: false, 101: true} {
		a := twoReady(t)
		keys, k := &a.Env.Codec.Keys, a.Key
		made := keys.NewBatch(k, fair.Secret{1}, 1, shuffle.BatchSize, nil)
		was := a.Game()
		game, _, err := was.Apply(engine.Start{At: engine.At(time.Now())}, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := shuffle.State{}.With(made)
		s.Message = 50
		s, err = s.WithCut(shuffle.Cut{By: 101, Message: cut, Text: "x"}).StartHand(k, game.View(0))
		if err != nil {
			t.Fatal(err)
		}
		a.Install(record.Table{Shuffle: s}, game, 1)
		if err := a.Dealer.PlaceBoard(record.BoardRef{Message: 100, Hand: 1}, time.Time{}); err != nil {
			t.Fatal(err)
		}
		if v := a.View(); v.Voided != void || v.Phase == engine.Shuffling {
			t.Errorf("with a cut by message %d and the hand's message 100 the hand is void: %t", cut, v.Voided)
		}
		if !void {
			continue
		}
		p := a.Record().Shuffle.Proof
		made1, err := keys.Receipt(k, p, a.View(), a.Record().Log)
		if err != nil {
			t.Fatal(err)
		}
		if report := fair.Verify(made1.Receipt); !report.OK() || report.Grade != fair.GradeD {
			t.Errorf("the void hand is proven as %s: %v", report.Grade, report.Faults)
		}
	}
}

// A cut counts only if its message is newer than the commitments: it must not be known when the bot chooses their secret.
func TestACutOlderThanTheSealsDoesNotCount(t *testing.T) {
	for message, valid := range map[engine.ID]bool{49: false, 50: false, 51: true} {
		a := twoReady(t)
		s := shuffle.State{}.With(a.Env.Codec.Keys.NewBatch(a.Key, fair.Secret{1}, 1, shuffle.BatchSize, nil))
		s.Message = 50
		a.Install(record.Table{Shuffle: s}, a.Game(), 1)
		a.StoreCut(shuffle.Cut{By: 101, Message: message, Text: "x"})
		if n := len(a.Record().Shuffle.Cuts); (n == 1) != valid {
			t.Errorf("of message %d, with seals in message 50, %d cuts count", message, n)
		}
	}
}

// The table may lose hands while it makes their commitments. It gives no number twice, so it stores no batch that begins with one of them.
func TestABatchForLostHandsIsNotStored(t *testing.T) {
	for used, stored := range map[int64]int64{0: 1, 3: 0} {
		a := twoReady(t)
		made := a.Env.Codec.Keys.NewBatch(a.Key, fair.Secret{1}, 1, shuffle.BatchSize, nil)
		a.Install(record.Table{Shuffle: shuffle.State{Used: used}}, a.Game(), 1)
		a.StoreBatch(made)
		if first := a.Record().Shuffle.First; first != stored {
			t.Errorf("after %d lost hands the stored batch begins with hand %d, want %d", used, first, stored)
		}
	}
}
