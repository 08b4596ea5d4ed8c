package setup

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// all makes the comparisons with the slow readings as long as the law asks for.
var all = flag.Bool("all", false, "compare the fast and the slow readings of the rules in 100,000 random cases")

// cases returns how many random cases a comparison has.
func cases() int {
	if *all {
		return 100_000
	}
	return 1_000
}

func TestPlacesPaid(t *testing.T) {
	for _, tt := range []struct {
		p    Payout
		want string // for 2, 4, 5, 7, 8, 10, 11, 27, 30, 100 and 1,000 entries
	}{
		{Payout{}, "1 1 2 2 3 3 4 5 5 15 150"},
		{Payout{Share: 5}, "1 1 1 1 1 1 1 2 2 5 50"},
		{Payout{Share: 30}, "1 2 2 3 3 3 4 9 9 30 300"},
		{Payout{Count: 4}, "1 2 2 3 4 4 4 4 4 4 4"},
		{Payout{Table: []int{50, 30, 20}}, "1 2 2 3 3 3 3 3 3 3 3"},
	} {
		var got []string
		for _, n := range []int{2, 4, 5, 7, 8, 10, 11, 27, 30, 100, 1000} {
			got = append(got, fmt.Sprint(tt.p.Places(n)))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%+v: %v, want %s", tt.p, got, tt.want)
		}
	}
}

func TestAmountsOfTheWorkedCases(t *testing.T) {
	p := Payout{MinCash: defaultMinCash}
	for _, tt := range []struct {
		p           Payout
		n           int
		pool, price int64
		places      int
		want        string // the first ones, and the last
	}{
		{p, 10, 1_000, 100, 3, "510 280 210"},
		{p, 100, 10_000, 100, 15, "2570 250"},
		{p, 1_000, 100_000, 100, 134, "17380 150"},
		{p, 6, 900, 150, 2, "590 310"}, // the unit is 10
		{p, 2, 200, 100, 1, "200"},
		{p, 6, 0, 0, 2, "0 0"},
		{p, 5, 1_000_000_000_000, 100_000_000_000, 2, "650000000000 350000000000"},
		{Payout{Table: []int{5, 3, 2}}, 9, 900, 100, 3, "450 270 180"},
		{Payout{Table: []int{5, 3, 2}}, 4, 400, 100, 2, "250 150"},
		{Payout{Count: 4, MinCash: 300}, 9, 900, 100, 2, "590 310"}, // 4 and 3 places pay the last too little
	} {
		got := tt.p.Amounts(tt.n, tt.pool, tt.price, tt.price)
		shown := fmt.Sprint(got)
		if len(got) > 3 {
			shown = fmt.Sprint([]int64{got[0], got[len(got)-1]})
		}
		if len(got) != tt.places || strings.Trim(shown, "[]") != tt.want {
			t.Errorf("%d entries, pool %d: %d places, %s; want %d, %s", tt.n, tt.pool, len(got), shown, tt.places, tt.want)
		}
	}
}

// slowAmounts reads T74 and T75 once more, from the rules alone.
func slowAmounts(n int, pool, price, part int64, minCash int) []int64 {
	p := int(math.Ceil(float64(n*15) / 100))
	switch {
	case n <= 4:
		p = 1
	case n <= 7:
		p = 2
	case n <= 10:
		p = 3
	case p < 4:
		p = 4
	}
	unit := int64(1)
	for unit*10 <= price/10 {
		unit *= 10
	}
	for p = min(p, n/2); ; p-- {
		a, low, high := 0.0, 0.0, 20.0
		for range 80 { // the first place's share falls with a
			a = (low + high) / 2
			sum := 0.0
			for i := p; i >= 1; i-- {
				sum += 1 / math.Pow(float64(i), a)
			}
			if 1/sum < shareOfFirst(p) {
				low = a
			} else {
				high = a
			}
		}
		amounts, sum, left := make([]int64, p), 0.0, pool
		for i := p; i >= 1; i-- {
			sum += 1 / math.Pow(float64(i), a)
		}
		for i := p; i >= 2; i-- {
			amounts[i-1] = int64((float64(pool)/math.Pow(float64(i), a)/sum + 1e-6) / float64(unit))
			amounts[i-1] *= unit
			left -= amounts[i-1]
		}
		amounts[0] = left
		if p == 1 || float64(amounts[p-1]) >= float64(minCash)/100*float64(part) {
			return amounts
		}
	}
}

// shareOfFirst returns the share of the first of p places, from the list of T75.
func shareOfFirst(p int) float64 {
	if p >= 28 {
		return 0.25 * math.Sqrt(math.Sqrt(27/float64(p)))
	}
	return [28]float64{0, 1, .65, .5, .4, .4, .3, .3, .3, .3, .25, .25, .25, .25, .25, .25, .25, .25, .25, .25, .25, .25, .25, .25, .25, .25, .25, .25}[p]
}

func TestAmountsAgreeWithASlowReading(t *testing.T) {
	r := rand.New(rand.NewPCG(75, 1))
	for range cases() {
		n := 2 + r.IntN(12)
		switch r.IntN(50) {
		case 0:
			n = 2 + r.IntN(2000)
		case 1, 2, 3:
			n = 2 + r.IntN(200)
		}
		price := r.Int64N(int64(math.Pow(10, float64(1+r.IntN(6)))))
		pool := price*int64(n) + r.Int64N(2)*r.Int64N(100*price+1)
		p, part := Payout{MinCash: 50 * r.IntN(5)}, price
		if r.IntN(2) == 0 {
			part -= r.Int64N(price + 1)
		}
		got, want := p.Amounts(n, pool, price, part), slowAmounts(n, pool, price, part, p.MinCash)
		if !slices.Equal(got, want) {
			t.Fatalf("%d entries, pool %d, price %d, of it %d, least %d %%:\n%d, slowly\n%d", n, pool, price, part, p.MinCash, got, want)
		}
		checkAmounts(t, got, pool)
	}
}

// checkAmounts fails unless amounts add up to the pool and none is larger than the one before.
func checkAmounts(t *testing.T, amounts []int64, pool int64) {
	t.Helper()
	for i, a := range amounts {
		if pool -= a; a < 0 || i > 0 && a > amounts[i-1] {
			t.Fatalf("place %d of %d", i+1, amounts)
		}
	}
	if pool != 0 {
		t.Fatalf("%d is not paid of %d", pool, amounts)
	}
}

func TestTiesShare(t *testing.T) {
	for _, tt := range []struct {
		amounts     string
		first, tied int
		want        string
	}{
		{"510 280 210", 1, 2, "[395 395]"},
		{"510 280 210", 3, 2, "[105 105]"},
		{"510 280 211", 2, 3, "[164 164 163]"}, // the chips that are left go to the lowest numbers
		{"510 280 210", 4, 2, "[0 0]"},
		{"510 280 210", 1, 1, "[510]"},
	} {
		var amounts []int64
		for f := range strings.FieldsSeq(tt.amounts) {
			n := int64(0)
			_, _ = fmt.Sscan(f, &n)
			amounts = append(amounts, n)
		}
		if got := fmt.Sprint(Share(SumOf(amounts, tt.first, tt.tied), tt.tied)); got != tt.want {
			t.Errorf("%d tied from place %d of %s: %s, want %s", tt.tied, tt.first, tt.amounts, got, tt.want)
		}
	}
}

func TestPoints(t *testing.T) {
	table := []int{10, 6, 4}
	for _, tt := range []struct {
		table                      []int
		entries, first, tied, want int
	}{
		{nil, 100, 1, 1, 100}, {nil, 100, 4, 1, 50}, {nil, 10, 10, 1, 10}, {nil, 10, 3, 1, 18}, {nil, 100, 1, 2, 86},
		{nil, 5, 2, 4, 13}, {nil, 5, 1, 5, 14}, // each place has whole points before ties are averaged: 22, 16, 13, 11 and 10
		{table, 9, 1, 1, 10}, {table, 9, 3, 1, 4}, {table, 9, 4, 1, 0}, {table, 9, 2, 2, 5}, {table, 9, 3, 3, 1},
	} {
		p := Points{On: true, Table: tt.table}
		if got := p.Of(tt.entries, tt.first, tt.tied); got != int64(tt.want) {
			t.Errorf("place %d of %d, %d tied: %d points, want %d", tt.first, tt.entries, tt.tied, got, tt.want)
		}
	}
	if p := (Points{}); p.Of(100, 1, 1) != 0 {
		t.Error("a tournament without points gives some")
	}
}

func TestWhatIsLeftIsDivided(t *testing.T) {
	for _, tt := range []struct {
		got  []int64
		want string
	}{
		{Halves(900, []int64{500, 300, 200}), "[375 285 240]"},
		{Halves(900, []int64{5000, 3000, 2000}), "[375 285 240]"},
		{Halves(100, []int64{1, 1, 1}), "[34 33 33]"},
		{Halves(10, []int64{7}), "[10]"},
		{Halves(1_000_000_000_000, []int64{1_000_000_000_000, 1}), "[750000000000 250000000000]"},
		{ByChips(1000, 210, []int64{3, 1}), "[645 355]"},
		{ByChips(790, 280, []int64{10, 20}), "[357 433]"},
		{ByChips(101, 0, []int64{1, 1}), "[51 50]"},
	} {
		if fmt.Sprint(tt.got) != tt.want {
			t.Errorf("%d, want %s", tt.got, tt.want)
		}
	}
}
