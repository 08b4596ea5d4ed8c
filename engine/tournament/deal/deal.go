// Package deal divides the prizes that are left among the players of a final table, by one of two proposals: [ICM] and
// [ByChips] (T94, T95). It knows stacks and prizes, but no tournament.
package deal

import (
	"math/big"
	"math/bits"
	"slices"
)

// Most is the largest number of players who may make a deal (T93).
const Most = 10

// ICM divides prizes, those of the first place first, by each player's average winnings (T94). The chance to be first is
// the share of the chips, and so on among the rest. Places without a prize are left out at the end. Stacks are positive and are in
// the order of the numbers of their entries; amounts are whole chips by largest remainder and add up to the prizes.
func ICM(stacks, prizes []int64) []int64 {
	prizes = prizes[:min(len(prizes), len(stacks))]
	return round(expected(stacks, prizes), sum(prizes))
}

// expected returns the exact average prize of each player, by sums over the sets of players who may have the first places.
func expected(stacks, prizes []int64) []*big.Rat {
	averages := make([]*big.Rat, len(stacks))
	for i := range averages {
		averages[i] = new(big.Rat)
	}
	chips := sum(stacks)
	sets := make([]*big.Rat, 1<<len(stacks)) // chance that a set of players has the first places, in any order
	sets[0] = big.NewRat(1, 1)
	for set, chance := range sets {
		place := bits.OnesCount(uint(set))
		if chance == nil || place >= len(prizes) {
			continue
		}
		left := chips
		for i, stack := range stacks {
			if set>>i&1 == 1 {
				left -= stack
			}
		}
		prize := new(big.Rat).SetInt64(prizes[place])
		for i, stack := range stacks {
			if set>>i&1 == 1 {
				continue
			}
			next := new(big.Rat).Mul(chance, big.NewRat(stack, left))
			averages[i].Add(averages[i], new(big.Rat).Mul(next, prize))
			with := set | 1<<i
			if sets[with] == nil {
				sets[with] = new(big.Rat)
			}
			sets[with].Add(sets[with], next)
		}
		sets[set] = nil
	}
	return averages
}

// ByChips divides prizes by stacks: each player gets the lowest of the prizes, one for a place, and the rest goes by chips (T95). It
// returns false where a player would get more than the first prize.
func ByChips(stacks, prizes []int64) ([]int64, bool) {
	prizes = prizes[:min(len(prizes), len(stacks))]
	lowest := int64(0)
	if len(prizes) == len(stacks) {
		lowest = slices.Min(prizes)
	}
	all, chips := sum(prizes), sum(stacks)
	rest := big.NewInt(all - lowest*int64(len(stacks)))
	parts := make([]*big.Rat, len(stacks))
	for i, stack := range stacks {
		part := new(big.Int).Mul(rest, big.NewInt(stack))
		parts[i] = new(big.Rat).SetFrac(part, big.NewInt(chips))
		parts[i].Add(parts[i], new(big.Rat).SetInt64(lowest))
	}
	amounts := round(parts, all)
	return amounts, slices.Max(amounts) <= prizes[0]
}

// round returns parts of a sum in whole chips: rounded down, and a chip more for those with the largest remainders. Of equal
// remainders the first wins.
func round(parts []*big.Rat, all int64) []int64 {
	amounts := make([]int64, len(parts))
	rests := make([]*big.Rat, len(parts))
	order := make([]int, len(parts))
	for i, part := range parts {
		whole := new(big.Int).Quo(part.Num(), part.Denom())
		amounts[i], order[i] = whole.Int64(), i
		rests[i] = new(big.Rat).Sub(part, new(big.Rat).SetInt(whole))
	}
	slices.SortStableFunc(order, func(a, b int) int { return rests[b].Cmp(rests[a]) })
	for _, i := range order[:all-sum(amounts)] {
		amounts[i]++
	}
	return amounts
}

func sum(all []int64) (total int64) {
	for _, n := range all {
		total += n
	}
	return total
}
