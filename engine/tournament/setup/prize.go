package setup

import (
	"math"
	"math/bits"
)

// Payout says which places are paid (T74). Of Share, Count and Table at most one is set; none is the table of the rules.
type Payout struct {
	Share   int   `json:"share,omitempty"` // percent of the entries, 5 to 30
	Count   int   `json:"count,omitempty"` // of places
	Table   []int `json:"table,omitempty"` // shares by place, scaled up to the pool
	MinCash int   `json:"min,omitempty"`   // the least that the last place gets, in percent of the price (T75)
}

// defaultMinCash is the MinCash of a tournament that does not set one (T75).
const defaultMinCash = 150

// Places returns how many places are paid for a number of entries (T74). MinCash may make them fewer.
func (p *Payout) Places(entries int) int {
	n := 0
	switch {
	case p.Share != 0:
		n = percentUp(entries, p.Share)
	case p.Count != 0:
		n = p.Count
	case p.Table != nil:
		n = len(p.Table)
	case entries <= 4:
		n = 1
	case entries <= 7:
		n = 2
	case entries <= 10:
		n = 3
	default:
		n = max(4, percentUp(entries, 15))
	}
	return max(1, min(n, mostPlaces(entries)))
}

// mostPlaces returns how many places at most are paid for a number of entries (T74).
func mostPlaces(entries int) int { return max(1, entries/2) }

// Capped reports whether a chosen number or table of places is larger than so many entries allow (T74).
func (p *Payout) Capped(entries int) bool { return max(p.Count, len(p.Table)) > mostPlaces(entries) }

// percentUp returns a share of n, rounded up.
func percentUp(n, percent int) int { return (n*percent + 99) / 100 }

// Amounts divides the pool: the first is that of the first place (T75). The amounts do not rise with the place, add up to
// the pool, and all but the first are multiples of the prize unit. The unit depends on the price, and the least amount on the
// part of it that goes to the pool. Floating-point numbers decide them, so they are computed once and stored.
func (p *Payout) Amounts(entries int, pool, price, part int64) []int64 {
	unit := prizeUnit(price)
	a := 1.0
	for n := p.Places(entries); ; n-- {
		var all []int64
		if p.Table != nil {
			all = byTable(p.Table[:n], pool, unit)
		} else {
			a = exponent(n, a)
			all = byPower(n, a, pool, unit)
		}
		if n == 1 || all[n-1]*100 >= part*int64(p.MinCash) {
			return all
		}
	}
}

// prizeUnit returns the largest power of ten that is at most a tenth of the price, at least 1 (T75).
func prizeUnit(price int64) int64 {
	unit := int64(1)
	for unit <= price/100 {
		unit *= 10
	}
	return unit
}

// byTable returns amounts by an organiser's table of shares.
func byTable(shares []int, pool, unit int64) []int64 {
	sum := int64(0)
	for _, s := range shares {
		sum += int64(s)
	}
	all := make([]int64, len(shares))
	for i := range all {
		all[i] = mulDiv(pool, int64(shares[i]), sum)
	}
	return roundAmounts(all, pool, unit)
}

// byPower returns amounts by the weights i^-a.
func byPower(n int, a float64, pool, unit int64) []int64 {
	all := make([]int64, n)
	if n == 2 { // 65 to 35, which whole numbers say exactly
		all[1] = mulDiv(pool, 35, 100)
		return roundAmounts(all, pool, unit)
	}
	sum := 0.0
	for i := range all {
		sum += math.Pow(float64(i+1), -a)
	}
	for i := range all {
		all[i] = int64(float64(pool)*math.Pow(float64(i+1), -a)/sum + 1e-6)
	}
	return roundAmounts(all, pool, unit)
}

// roundAmounts rounds amounts down to the unit. The first place gets what is left.
func roundAmounts(all []int64, pool, unit int64) []int64 {
	all[0] = pool
	for i := 1; i < len(all); i++ {
		all[i] -= all[i] % unit
		all[0] -= all[i]
	}
	return all
}

// firstShare returns the share of the first of n places (T75).
func firstShare(n int) float64 {
	switch {
	case n == 1:
		return 1
	case n == 2:
		return 0.65
	case n == 3:
		return 0.5
	case n <= 5:
		return 0.4
	case n <= 9:
		return 0.3
	case n <= 27:
		return 0.25
	}
	return 0.25 * math.Pow(27/float64(n), 0.25)
}

// exponent returns the a for which the weights i^-a of n places give the first the share of T75, by Newton's method from a guess.
func exponent(n int, guess float64) float64 {
	if n <= 2 {
		return 1
	}
	want := 1 / firstShare(n)
	for range 100 {
		sum, slope := 0.0, 0.0
		for i := 1; i <= n; i++ {
			w := math.Pow(float64(i), -guess)
			sum += w
			slope -= w * math.Log(float64(i))
		}
		next := guess - (sum-want)/slope
		if math.Abs(next-guess) < 1e-9 {
			return next // as near as floating-point numbers come: each round doubles the digits
		}
		guess = next
	}
	return guess
}

// Share divides the sum that tied places get, among as many entries in the order of their numbers: equal parts, and the chips that
// are left go one each to the first (T76).
func Share(sum int64, entries int) []int64 {
	all := make([]int64, entries)
	for i := range all {
		all[i] = sum / int64(entries)
		if int64(i) < sum%int64(entries) {
			all[i]++
		}
	}
	return all
}

// SumOf returns the sum that the places from first on, tied of them, get together. Places that are not paid get 0 (T76).
func SumOf(amounts []int64, first, tied int) (sum int64) {
	for place := first; place < first+tied && place <= len(amounts); place++ {
		sum += amounts[place-1]
	}
	return sum
}

// Points says how many points each place brings for a season (T78): none, those of T78, or those of a table for the first places.
type Points struct {
	On    bool  `json:"on,omitempty"`
	Table []int `json:"table,omitempty"` // by place; nil is 10·√(N/place)
}

// Of returns the points of each of the entries that share the places from first on, tied of them. Each place has whole points, and so
// has the average, where a half counts up.
func (p *Points) Of(entries, first, tied int) int64 {
	sum := 0.0
	for place := first; place < first+tied; place++ {
		switch {
		case !p.On:
		case p.Table == nil:
			sum += math.Round(10 * math.Sqrt(float64(entries)/float64(place)))
		case place <= len(p.Table):
			sum += float64(p.Table[place-1])
		}
	}
	return int64(math.Round(sum / float64(tied)))
}

// mulDiv returns a·b/c, rounded down, where a·b may be larger than 64 bits.
func mulDiv(a, b, c int64) int64 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	q, _ := bits.Div64(high, low, uint64(c))
	return int64(q)
}

// Halves divides a sum by stacks, half in equal parts and half by chips (T103b). Parts are rounded down once; the chips that
// are left go one each to the first. Where all are broke, because their rebuys are open, the parts are equal.
func Halves(sum int64, stacks []int64) []int64 {
	chips, n := total(stacks), int64(len(stacks))
	if chips == 0 {
		return Share(sum, len(stacks))
	}
	parts := make([]int64, n)
	for i, stack := range stacks {
		parts[i] = mulDiv(sum, chips+n*stack, 2*n*chips)
	}
	return giveRest(parts, sum)
}

// ByChips divides a sum by stacks: each gets an amount, and the rest goes by chips (T103c), rounded as in Halves.
func ByChips(sum, each int64, stacks []int64) []int64 {
	chips, rest := total(stacks), sum-each*int64(len(stacks))
	if chips == 0 {
		return Share(sum, len(stacks))
	}
	parts := make([]int64, len(stacks))
	for i, stack := range stacks {
		parts[i] = each + mulDiv(rest, stack, chips)
	}
	return giveRest(parts, sum)
}

// giveRest gives what parts lack of a sum one chip each to the first (T76).
func giveRest(parts []int64, sum int64) []int64 {
	rest := sum - total(parts)
	for i := range rest {
		parts[i]++
	}
	return parts
}

func total(all []int64) (sum int64) {
	for _, n := range all {
		sum += n
	}
	return sum
}
