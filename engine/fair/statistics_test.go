package fair_test

import (
	"flag"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cardroom/engine/card"
	"cardroom/engine/fair"
)

// For a million deals: go test ./engine/fair -run Statistics -v -deals 1000000 -seed 7 -timeout 1h
var (
	dealsFlag = flag.Int("deals", 8000, "how many deals the statistics are made of")
	seedFlag  = flag.Uint64("seed", 1, "from which the secrets of these deals are made")
)

const n = card.Count

// counts holds the counts of deals, one after the other.
type counts struct {
	deals       int
	at          [n][n]int // by card and position
	next        [n][n]int // by card and the one dealt after it
	since       [n][n]int // by card and the one that the deal before had at its position
	hands       [n][n]int // by the two hole cards of the first of six players, the lower first
	fixed       [n + 1]int
	runs        int // ascending ones
	last        card.Deck
	hasPrevious bool
}

func (c *counts) add(d card.Deck) {
	fixed, runs := 0, 1
	for k := range d {
		this := d[k] - 1
		c.at[this][k]++
		if int(this) == k {
			fixed++
		}
		if c.hasPrevious {
			c.since[this][c.last[k]-1]++
		}
		if k == 0 {
			continue
		}
		c.next[d[k-1]-1][this]++
		if d[k] < d[k-1] {
			runs++
		}
	}
	c.hands[min(d[0], d[6])-1][max(d[0], d[6])-1]++
	c.fixed[fixed]++
	c.runs += runs
	c.last, c.hasPrevious = d, true
	c.deals++
}

// join adds counts from elsewhere.
func (c *counts) join(o *counts) {
	for i := range n {
		for j := range n {
			c.at[i][j] += o.at[i][j]
			c.next[i][j] += o.next[i][j]
			c.since[i][j] += o.since[i][j]
			c.hands[i][j] += o.hands[i][j]
		}
	}
	for i, k := range o.fixed {
		c.fixed[i] += k
	}
	c.deals, c.runs = c.deals+o.deals, c.runs+o.runs
}

// result is the outcome of one test: how likely it is that a fair shuffle looks as uneven.
type result struct {
	name, value string
	p           float64
}

// test returns the six tests.
func (c *counts) test() []result {
	return []result{
		grid("card × position", &c.at, false),
		grid("neighbours", &c.next, true), // its mean is 51² exactly, its deviation one in a hundred more than a χ²'s
		c.startHands(),
		grid("serial", &c.since, false),
		c.fixedPoints(),
		c.runsMean(),
	}
}

// grid tests counts of which every row and column has the same sum. They bind each other, so that χ² is a 52nd too large.
func grid(name string, counts *[n][n]int, apart bool) result {
	total, cells := 0, n*n
	for i := range n {
		for j := range n {
			total += counts[i][j]
		}
	}
	scale := float64(n-1) / n
	if apart { // a card does not follow itself
		cells, scale = n*(n-1), 1
	}
	each, chi2 := float64(total)/float64(cells), 0.0
	for i := range n {
		for j := range n {
			if d := float64(counts[i][j]) - each; !apart || i != j {
				chi2 += d * d / each
			}
		}
	}
	return chi(name, chi2*scale, (n-1)*(n-1))
}

func chi(name string, chi2, df float64) result {
	return result{name, fmt.Sprintf("χ² %.0f of %.0f", chi2, df), upper(chi2, df)}
}

// startHands tests that each of the 1,326 starting hands is as likely.
func (c *counts) startHands() result {
	const hands = n * (n - 1) / 2
	each, chi2 := float64(c.deals)/hands, 0.0
	for i := range n {
		for j := i + 1; j < n; j++ {
			d := float64(c.hands[i][j]) - each
			chi2 += d * d / each
		}
	}
	return chi("start hands", chi2, hands-1)
}

// fixedPoints tests how many cards of a deal are where they were in the box: 1/(e·k!) of the deals have k of them.
func (c *counts) fixedPoints() result {
	const most = 6 // and more
	chi2, p, rest, seen := 0.0, math.Exp(-1), 1.0, 0
	cell := func(k int, p float64) {
		d := float64(k) - p*float64(c.deals)
		chi2 += d * d / (p * float64(c.deals))
	}
	for k := range most {
		cell(c.fixed[k], p)
		rest, seen = rest-p, seen+c.fixed[k]
		p /= float64(k + 1)
	}
	cell(c.deals-seen, rest)
	return chi("fixed points", chi2, most)
}

// runsMean tests how many ascending runs a deal has: 53/2 in the mean, with the variance 53/12.
func (c *counts) runsMean() result {
	mean := float64(c.runs) / float64(c.deals)
	z := (mean - (n+1)/2.0) / math.Sqrt((n+1)/12.0/float64(c.deals))
	return result{"runs mean", fmt.Sprintf("%.4f, z = %.2f", mean, z), twoSided(z)}
}

// gather counts deals, on all processors, in pieces that are the same on every machine.
func gather(deals int, deal func(i uint64) card.Deck) *counts {
	const piece = 1000
	var all counts
	var mu sync.Mutex
	var workers sync.WaitGroup
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			var mine counts
			for {
				first := int(next.Add(piece)) - piece
				if first >= deals {
					break
				}
				mine.hasPrevious = false
				for i := first; i < min(first+piece, deals); i++ {
					mine.add(deal(uint64(i)))
				}
			}
			mu.Lock()
			defer mu.Unlock()
			all.join(&mine)
		})
	}
	workers.Wait()
	return &all
}

// A good shuffle fails one of these by chance once in a million seeds; this seed is good.
const threshold = 1e-6

func TestStatisticsOfDealsAreThoseOfChance(t *testing.T) {
	began := time.Now()
	c := gather(*dealsFlag, func(i uint64) card.Deck {
		secret := fair.Secret(fair.Mac(fair.U64(*seedFlag), "statistics", fair.U64(i)))
		deal, err := fair.NewSeal(secret, fair.Hand{Table: 1, Number: i + 1}).Deal1(
			fair.Entropy1{Messages: []fair.Message1{{Channel: 1, ID: fair.ID(1500000000000000000 + i<<22)}}})
		if err != nil {
			panic(err) // a message with an id is entropy
		}
		return deal.Deck()
	})
	t.Logf("%d deals, seed %d, in %v", c.deals, *seedFlag, time.Since(began).Round(time.Second))
	for _, r := range c.test() {
		t.Logf("%-16s %-22s p = %.3g", r.name, r.value, r.p)
		if r.p < threshold || r.p > 1-threshold {
			t.Errorf("%s: %s, p = %g", r.name, r.value, r.p)
		}
	}
}

// Two shuffles that are often seen and wrong: the tests must tell.
func TestStatisticsTellABrokenShuffle(t *testing.T) {
	for name, shuffle := range map[string]func(s *fair.Stream, d *card.Deck){
		"every card swapped with any other": func(s *fair.Stream, d *card.Deck) {
			for i := range d {
				j := s.Uniform(n)
				d[i], d[j] = d[j], d[i]
			}
		},
		"bytes modulo, none rejected": func(s *fair.Stream, d *card.Deck) {
			for i := n - 1; i > 0; i-- {
				j := int(s.Byte()) % (i + 1)
				d[i], d[j] = d[j], d[i]
			}
		},
	} {
		c := gather(*dealsFlag, func(i uint64) card.Deck {
			secret := fair.Mac(fair.U64(*seedFlag), "statistics", fair.U64(i))
			d := card.Ordered()
			shuffle(fair.NewStream(secret[:], "broken"), &d)
			return d
		})
		failed := 0
		for _, r := range c.test() {
			t.Logf("%s: %-16s %-22s p = %.3g", name, r.name, r.value, r.p)
			if r.p < threshold {
				failed++
			}
		}
		if failed == 0 {
			t.Errorf("%s: no test fails", name)
		}
	}
}

// upper returns the probability that a χ² of so many degrees of freedom is x or more: the upper regularized incomplete gamma
// function, by its series below the middle and by its continued fraction above.
func upper(x, df float64) float64 {
	if x <= 0 {
		return 1
	}
	a, x := df/2, x/2
	lg, _ := math.Lgamma(a)
	front := math.Exp(a*math.Log(x) - x - lg)
	if x < a+1 {
		return 1 - front*lowerSeries(a, x)
	}
	return front * upperFraction(a, x)
}

func lowerSeries(a, x float64) float64 {
	sum, term := 1/a, 1/a
	for n := a + 1; term > sum*1e-15; n++ {
		term *= x / n
		sum += term
	}
	return sum
}

func upperFraction(a, x float64) float64 {
	const tiny = 1e-300
	b := x + 1 - a
	c, d := 1/tiny, 1/b
	h := d
	for i := 1.0; i < 1e6; i++ {
		k := i * (a - i)
		b += 2
		d = 1 / (k*d + b)
		c = b + k/c
		h *= c * d
		if math.Abs(c*d-1) < 1e-15 {
			break
		}
	}
	return h
}

// twoSided returns the probability that a normal variable is as far from 0 as z.
func twoSided(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

func TestProbabilitiesAreThoseOfTheTables(t *testing.T) {
	for _, tt := range []struct{ x, df, want float64 }{
		{3.841459, 1, 0.05}, {6.634897, 1, 0.01}, {18.307038, 10, 0.05}, {23.209251, 10, 0.01}, {3.940299, 10, 0.95},
		{124.342113, 100, 0.05}, {77.929465, 100, 0.95}, {1074.679449, 1000, 0.05}, {927.594363, 1000, 0.95},
		{2 * math.Ln10, 2, 0.1}, {60, 2, math.Exp(-30)},
	} {
		if got := upper(tt.x, tt.df); math.Abs(got/tt.want-1) > 1e-5 {
			t.Errorf("χ² %g of %g degrees: %g, want %g", tt.x, tt.df, got, tt.want)
		}
	}
	if got := upper(661172, 2601); got != 0 {
		t.Errorf("what cannot be has the probability %g", got)
	}
	if got := twoSided(1.959964); math.Abs(got-0.05) > 1e-6 {
		t.Errorf("1.96 deviations: %g", got)
	}
}
