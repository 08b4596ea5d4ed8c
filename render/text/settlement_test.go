package text

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cardroom/engine"
)

// nets makes lines of persons 1, 2, 3 and so on.
func nets(net ...int64) []Line {
	lines := make([]Line, len(net))
	for i, n := range net {
		lines[i] = Line{Person: engine.ID(i + 1), Net: n}
	}
	return lines
}

func TestSettlingTakesTheFewestPayments(t *testing.T) {
	for _, c := range []struct {
		nets []int64
		want int
	}{
		{nil, 0}, {[]int64{0, 0}, 0}, {[]int64{-60, 60}, 1}, {[]int64{-60, 40, 20}, 2}, {[]int64{-30, -30, 60}, 2},
		{[]int64{-50, 50, -20, 20}, 2},
		// Most-to-most would need five; as two groups of three it is four.
		{[]int64{6, 5, -4, -4, -2, -1}, 4}, {[]int64{-10, -7, 3, 3, 4, 7}, 4},
		{[]int64{-5, -5, -5, 5, 5, 5}, 3},
	} {
		if got := Settlement(nets(c.nets...)); len(got) != c.want {
			t.Errorf("%v takes %d: %v", c.nets, len(got), got)
		}
	}
}

// fewest tries every first debt against every creditor: slow, and right.
func fewest(nets []int64) int {
	i := slices.IndexFunc(nets, func(n int64) bool { return n != 0 })
	if i < 0 {
		return 0
	}
	best := len(nets)
	for j := i + 1; j < len(nets); j++ {
		if (nets[i] < 0) == (nets[j] < 0) || nets[j] == 0 {
			continue
		}
		next := slices.Clone(nets)
		next[i], next[j] = 0, nets[i]+nets[j]
		best = min(best, 1+fewest(next))
	}
	return best
}

func TestSettlingIsAsShortAsTryingEverything(t *testing.T) {
	for seed := range uint64(300) {
		lines := randomLines(seed, 2+int(seed%6), 6)
		var plain []int64
		for _, line := range lines {
			plain = append(plain, line.Net)
		}
		if got, want := len(Settlement(lines)), fewest(plain); got != want {
			t.Errorf("seed %d: %v takes %d, should take %d", seed, plain, got, want)
		}
	}
}

func TestSettlingMakesEverybodyEven(t *testing.T) {
	for seed := range uint64(300) {
		lines := randomLines(seed, 1+int(seed%30), 1_000_000)
		owed := map[engine.ID]int64{}
		uneven := 0
		for _, line := range lines {
			owed[line.Person] = line.Net
			if line.Net != 0 {
				uneven++
			}
		}
		payments := Settlement(lines)
		for _, p := range payments {
			if p.Amount <= 0 {
				t.Errorf("seed %d: %+v", seed, p)
			}
			owed[p.From] += p.Amount
			owed[p.To] -= p.Amount
		}
		for person, net := range owed {
			if net != 0 {
				t.Errorf("seed %d: %d is at %d", seed, person, net)
			}
		}
		if len(payments) > max(0, uneven-1) {
			t.Errorf("seed %d: %d payments for %d people", seed, len(payments), uneven)
		}
	}
}

// randomLines returns lines that add up to zero.
func randomLines(seed uint64, n int, span int64) []Line {
	d := rand.New(rand.NewPCG(seed, 9))
	lines := nets(make([]int64, n)...)
	for i := 1; i < n; i++ {
		net := d.Int64N(2*span+1) - span
		lines[i].Net = net
		lines[0].Net -= net
	}
	return lines
}

func TestWhatDoesNotAddUpStaysUnpaid(t *testing.T) {
	if got := Settlement(nets(-100, 60)); len(got) != 1 || got[0] != (Payment{From: 1, To: 2, Amount: 60}) {
		t.Errorf("%v", got)
	}
	if got := Settlement(nets(-10, 60, -50, 30)); len(got) != 2 {
		t.Errorf("%v", got)
	}
	if got := Settlement(nets(100)); got != nil {
		t.Errorf("%v", got)
	}
}
