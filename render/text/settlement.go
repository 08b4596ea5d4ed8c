package text

import (
	"cmp"
	"math/bits"
	"slices"

	"cardroom/engine"
)

// Line is a person's session at a table, in chips.
type Line struct {
	Person engine.ID // 0 is a forgotten user
	In     int64     // brought to the table
	Out    int64     // taken away
	Net    int64     // up or down; chips still on the table are theirs
}

// Payment is chips that one person owes another, more than 0.
type Payment struct {
	From, To engine.ID
	Amount   int64
}

// exactUpTo is how many people Settlement can treat exactly. The work doubles with each.
const exactUpTo = 14

// Settlement returns payments that make everyone even, and the fewest that can for up to 14 people who are not. Beyond that
// they are at most one fewer than people. The rest of lines that do not add up to zero stays unpaid. The same lines give the same payments.
func Settlement(lines []Line) []Payment {
	var uneven []Line
	for _, line := range lines {
		if line.Net != 0 {
			uneven = append(uneven, line)
		}
	}
	if len(uneven) > exactUpTo {
		return square(uneven)
	}
	var payments []Payment
	for _, group := range evenGroups(uneven) {
		payments = append(payments, square(group)...)
	}
	return payments
}

// evenGroups parts people into as many groups as can each settle among themselves. A group of n needs n less one payments,
// so every further group saves one. The last group is the rest, if it does not add up.
func evenGroups(lines []Line) [][]Line {
	all := 1 << len(lines)
	sums, most, last := make([]int64, all), make([]int, all), make([]int, all)
	for set := 1; set < all; set++ {
		low := bits.TrailingZeros(uint(set))
		sums[set] = sums[set&(set-1)] + lines[low].Net
		most[set], last[set] = -1, 0
		for i := range lines {
			if set&(1<<i) != 0 && most[set&^(1<<i)] > most[set] {
				most[set], last[set] = most[set&^(1<<i)], i
			}
		}
		if sums[set] == 0 {
			most[set]++
		}
	}
	return walk(lines, sums, last)
}

// walk takes people out of the whole in the order evenGroups put them in. Each time the rest is even, a group is full.
func walk(lines []Line, sums []int64, last []int) [][]Line {
	var groups [][]Line
	var group []Line
	for set := len(sums) - 1; set != 0; {
		if sums[set] == 0 && len(group) > 0 {
			groups, group = append(groups, group), nil
		}
		group = append(group, lines[last[set]])
		set &^= 1 << last[set]
	}
	if len(group) > 0 {
		groups = append(groups, group)
	}
	return groups
}

// square lets the person with the greatest loss pay the one with the greatest win, until one side is done.
func square(lines []Line) []Payment {
	down, up := split(lines)
	var payments []Payment
	for len(down) > 0 && len(up) > 0 {
		amount := min(down[0].Net, up[0].Net)
		payments = append(payments, Payment{From: down[0].Person, To: up[0].Person, Amount: amount})
		down, up = paid(down, amount), paid(up, amount)
	}
	return payments
}

// split returns the losers and the winners, both with positive numbers, most first.
func split(lines []Line) (down, up []Line) {
	for _, line := range lines {
		if line.Net < 0 {
			down = append(down, Line{Person: line.Person, Net: -line.Net})
		} else {
			up = append(up, line)
		}
	}
	byMost := func(a, b Line) int { return cmp.Or(cmp.Compare(b.Net, a.Net), cmp.Compare(a.Person, b.Person)) }
	slices.SortFunc(down, byMost)
	slices.SortFunc(up, byMost)
	return down, up
}

// paid takes an amount off the first line, and the line off the list once it is even.
func paid(lines []Line, amount int64) []Line {
	lines[0].Net -= amount
	if lines[0].Net == 0 {
		return lines[1:]
	}
	return lines
}
