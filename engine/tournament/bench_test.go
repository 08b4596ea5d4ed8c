package tournament

import (
	"container/heap"
	"math/rand/v2"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/engine/tournament/setup"
)

// tables is a heap of tables by the moment at which something happens there.
type tables []due

type due struct {
	at    engine.Moment
	table int
}

func (h tables) Len() int { return len(h) }
func (h tables) Less(i, j int) bool {
	return h[i].at < h[j].at || h[i].at == h[j].at && h[i].table < h[j].table
}
func (h tables) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *tables) Push(x any)   { *h = append(*h, x.(due)) }

// Pop removes the last one.
func (h *tables) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// run plays a tournament to its end with hands of about a minute. It returns the number of hands, and the moves by entry.
func run(b testing.TB, o setup.Options, entries int, seed uint64) (hands int, moves []int) {
	w := newWorld(b, o, enginetest.Lots(seed))
	for i := 1; i <= entries; i++ {
		w.do(Register{At: w.at(), Person: engine.ID(i)})
	}
	w.do(StartNow{w.at()})
	w.do(Begin{w.at()})
	r := rand.New(rand.NewPCG(seed, 132))
	moves = make([]int, entries+1)
	var queue tables
	for _, number := range w.t.s.Open {
		heap.Push(&queue, due{w.now, number})
	}
	for !w.t.s.Over() {
		next := heap.Pop(&queue).(due)
		w.now = max(w.now, next.at)
		t := w.t.s.Table(next.table)
		if !t.Open {
			continue
		}
		if t.Runs() {
			w.do(EndHand{At: w.at(), Table: next.table, Stacks: playRandom(r, 1, t.Dealt, w.stacks(next.table))})
			next.at = w.now.Add(o.Times.Pause)
			hands++
		} else if err := w.try(StartHand{w.at(), next.table}); err == nil {
			next.at = w.now.Add(time.Duration(30+r.IntN(60)) * time.Second)
		} else {
			next.at = w.now.Add(5 * time.Second)
		}
		heap.Push(&queue, next)
		for _, e := range w.log {
			if e.Kind == Moved {
				moves[e.Entry]++
			}
		}
		w.log, w.done = w.log[:0], w.done[:0]
	}
	if err := w.t.Check(); err != nil {
		b.Fatal(err)
	}
	return hands, moves
}

// BenchmarkSitAndGo plays the director of Sit & Gos without tables. It reports hands for each second of processor time.
func BenchmarkSitAndGo(b *testing.B) {
	hands, begin := 0, enginetest.CPUTime(b)
	for i := range b.N {
		n, _ := run(b, setup.DefaultOptions("turbo"), 9, uint64(i))
		hands += n
	}
	b.ReportMetric(float64(hands)/(enginetest.CPUTime(b)-begin).Seconds(), "hands/cpu-s")
}

// BenchmarkTenThousand plays 10,000 entries to the end: players move twice on average at most, and none more than 25 times
// (T132).
func BenchmarkTenThousand(b *testing.B) {
	o := setup.DefaultOptions("regular")
	made, _ := setup.Preset("regular", 10_000)
	o.Schedule, o.Max = made.Schedule, 10_000
	o.Scheduled, o.Times.Start = true, morning.Add(time.Hour)
	for i := range b.N {
		hands, moves := run(b, o, 10_000, uint64(i))
		sum, most := 0, 0
		for _, m := range moves {
			sum, most = sum+m, max(most, m)
		}
		if sum > 20_000 || most > 25 {
			b.Errorf("%d moves, at most %d of one player", sum, most)
		}
		b.ReportMetric(float64(hands), "hands")
		b.ReportMetric(float64(sum)/10_000, "moves/player")
		b.ReportMetric(float64(most), "most-moves")
	}
}
