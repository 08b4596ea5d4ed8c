package tournament

import (
	"math/rand/v2"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/engine/tournament/setup"
)

func TestSnapshotsAreSmall(t *testing.T) {
	t.Parallel()
	small := setup.DefaultOptions("turbo")
	small.Price, small.Added = 1000, 500
	if n := largest(t, small, 9, 3000); n > 4<<10 {
		t.Errorf("a Sit & Go of nine takes %d bytes, want at most 4 KB", n)
	}
	large := setup.DefaultOptions("regular")
	made, _ := setup.Preset("regular", 10_000)
	large.Schedule, large.Price, large.Max = made.Schedule, 1000, 10_000
	large.Scheduled, large.Times.Start, large.Late, large.Reentry = true, morning.Add(time.Hour), made.Late, true
	if n := largest(t, large, 10_000, 3000); n > 2<<20 {
		t.Errorf("10,000 entries take %d bytes, want at most 2 MB", n)
	}
}

// largest plays hands of a tournament and returns the size of its largest snapshot.
func largest(t *testing.T, o setup.Options, entries, hands int) int {
	t.Helper()
	w := newWorld(t, o, enginetest.Lots(1))
	for i := range entries {
		w.do(Register{At: w.at(), Person: engine.ID(1_000_000_000_000_000_000 + i)})
	}
	w.do(StartNow{w.at()})
	w.do(Begin{w.at()})
	r := rand.New(rand.NewPCG(2, 2))
	size := 0
	for i := range hands {
		if w.t.s.Over() {
			break
		}
		if i%(hands/8) == 0 {
			size = max(size, len(snap(t, w.t)))
		}
		number := w.t.s.Open[r.IntN(len(w.t.s.Open))]
		if !w.t.s.Table(number).Runs() && w.try(StartHand{w.at(), number}) != nil {
			w.now = w.now.Add(time.Second)
			continue
		}
		if i%3 == 0 {
			_ = w.try(TimeOut{w.at(), w.t.s.Table(number).Seats[0]})
		}
		w.do(EndHand{At: w.at(), Table: number, Stacks: playRandom(r, 1, w.t.s.Table(number).Dealt, w.stacks(number))})
		w.log = w.log[:0]
	}
	return max(size, len(snap(t, w.t)))
}

// A press that changes nothing leaves the same tournament, and so does a snapshot that is read. The first press of an entry changes it.
func TestSame(t *testing.T) {
	w := newWorld(t, setup.DefaultOptions("turbo"), enginetest.Lots(1))
	for i := range 3 {
		w.do(Register{At: w.at(), Person: engine.ID(1 + i)})
	}
	w.now = w.now.Add(time.Hour) // all presses are old
	w.do(StartNow{w.at()})
	w.do(Begin{w.at()})
	before := w.t
	w.do(Press{w.at(), 2})
	first := w.t
	w.do(Press{w.at(), 2})
	again, err := Restore([]byte(snap(t, w.t)))
	if err != nil || before.Same(&first) || !first.Same(&w.t) || !w.t.Same(&again) {
		t.Errorf("the first press changes nothing: %v, the second one does: %v, reading does: %v, %v", before.Same(&first), !first.Same(&w.t), !w.t.Same(&again), err)
	}
}
