package ranks

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"cardroom/engine/card"
	"cardroom/engine/odds"
)

// rounds is how often everything is measured: one library after the other, and again, so that what else the machine does
// meets all of them.
const rounds = 9

// comparison is the same work done by several libraries.
type comparison struct {
	what  string
	least float64 // how many times as fast as the last ours should be; zero where that was never said
	times int     // how often the work is done in a run
	by    []entry // ours first
}

type entry struct {
	library string
	run     func() int
}

// cpu returns the processor time this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

var sum int // of the results, so that no run is left out

// measure returns the processor time of a run, of as many as it takes to be so long.
func measure(long time.Duration, run func() int) time.Duration {
	for n := 1; ; n *= 2 {
		start := cpu()
		for range n {
			sum += run()
		}
		if took := cpu() - start; took > long {
			return took / time.Duration(n)
		}
	}
}

func median(d []time.Duration) time.Duration {
	d = slices.Sorted(slices.Values(d))
	return d[len(d)/2]
}

// TestSpeed logs how long each library takes. It fails where ours reaches its goal in no round: what else the machine does
// spoils some rounds, and hardly all.
func TestSpeed(t *testing.T) {
	for _, c := range comparisons {
		took := make([][]time.Duration, len(c.by))
		for range rounds {
			for i, e := range c.by {
				took[i] = append(took[i], measure(20*time.Millisecond, e.run))
			}
		}
		for i, e := range c.by {
			line := fmt.Sprintf("%-36s %-17s %12.2f ns", c.what, e.library, float64(median(took[i]))/float64(c.times))
			if i > 0 {
				var ratios []float64
				for k := range rounds {
					ratios = append(ratios, float64(took[i][k])/float64(took[0][k]))
				}
				slices.Sort(ratios)
				line += fmt.Sprintf("  %6.1f×, from %.1f to %.1f", ratios[rounds/2], ratios[0], ratios[rounds-1])
				if i == len(c.by)-1 && c.least > 0 {
					line += fmt.Sprintf("; wanted %v", c.least)
					if ratios[rounds-1] < c.least {
						t.Errorf("%s: the goal of %v× was missed in every round", c.what, c.least)
					}
				}
			}
			t.Log(line)
		}
	}
}

// TestAllIns is how long the odds of random all-ins take: of a hundred in turn, round after round.
func TestAllIns(t *testing.T) {
	for _, g := range []game{{"hold'em", 2, odds.Holdem}, {"Omaha", 4, odds.Omaha}} {
		for _, board := range []int{0, 3, 4} {
			for _, n := range []int{2, 3, 6, 8, odds.Most} {
				typical, worst := g.allIns(t, board, n)
				t.Logf("%-8s board of %d, %2d hands: median %8v, worst %8v", g.name, board, n, typical, worst)
			}
		}
	}
}

type game struct {
	name string
	hole int
	odds func(hands [][]card.Card, board, dead []card.Card) (odds.Odds, error)
}

// allIns returns the median time of all-ins of so many hands, and that of the worst; each is the median of its rounds.
func (g game) allIns(t *testing.T, board, n int) (typical, worst time.Duration) {
	var took [100][]time.Duration
	for range rounds {
		dice := rand.New(rand.NewPCG(1, uint64(n)))
		for k := range took {
			d := card.Shuffled(dice.IntN)
			var hands [][]card.Card
			for i := range n {
				hands = append(hands, d[5+i*g.hole:][:g.hole])
			}
			took[k] = append(took[k], measure(500*time.Microsecond, func() int {
				o, err := g.odds(hands, d[:board], nil)
				if err != nil {
					t.Fatal(err)
				}
				return int(o.Ends)
			}))
		}
	}
	var each []time.Duration
	for _, rounds := range took {
		each = append(each, median(rounds))
	}
	return median(each), slices.Max(each)
}
