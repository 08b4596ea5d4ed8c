package tournament

import (
	"fmt"
	"slices"
)

const deckSize = 52

// raceOff changes the chips of all idle tables that have smaller ones than the level in force (T28).
func raceOff(s *transition) {
	sched := &s.Options.Schedule
	if !sched.ColourUp {
		return
	}
	for _, number := range s.Open {
		for level := 0; level <= s.Clock.Level && !s.table(number).runs(); level++ {
			if unit := sched.Unit(level); unit > s.table(number).Unit {
				s.race(number, unit)
			}
		}
	}
}

// race changes the chips of a table for larger ones. An event for each player says how many came from the house or went there.
func (s *transition) race(number int, unit int64) {
	t := s.ownTable(number)
	old := t.Unit
	t.Unit = unit
	var players []int
	var stacks []int64
	cards := 0
	for _, n := range t.Seats {
		if n != 0 && s.entry(n).Stack > 0 {
			players = append(players, n)
			stacks = append(stacks, s.entry(n).Stack)
			cards += int(s.entry(n).Stack % unit / old)
		}
	}
	if cards == 0 {
		return
	}
	decks := (cards + deckSize - 1) / deckSize
	for i, stack := range raced(stacks, old, unit, s.shuffle(fmt.Sprintf("race/%d", number), decks*deckSize)) {
		if change := stack - stacks[i]; change != 0 {
			s.ownEntry(players[i]).Stack = stack
			s.Count.Gone -= change
			s.tellOf(players[i], Event{Kind: Raced, Table: number, Amount: change})
		}
	}
}

// raced returns stacks, from seat 1 on, after a race from chips of old to chips of unit. Each player draws a card for every old
// chip that is left; the highest cards win the new chips, one for a player at most (T28). A card is its number in a sorted
// deck, the lowest two of clubs first; numbers from 52 on are of a second deck.
func raced(stacks []int64, old, unit int64, cards []int) []int64 {
	after := make([]int64, len(stacks))
	best := make([]int, len(stacks))
	var order []int
	rest := int64(0)
	for i, stack := range stacks {
		r := stack % unit
		after[i] = stack - r
		rest += r
		for range r / old {
			best[i] = max(best[i], height(cards[0]))
			cards = cards[1:]
		}
		if r > 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return best[b] - best[a] })
	chips := rest / unit
	if 2*(rest%unit) >= unit {
		chips++
	}
	for _, i := range order[:chips] {
		after[i] += unit
	}
	for i := range after {
		if after[i] == 0 {
			after[i] = unit
		}
	}
	return after
}

// height returns a number that is larger for a higher card: by rank, then by suit, and of two equal cards that of the first
// deck.
func height(card int) int {
	if card < deckSize {
		return 2*card + 2
	}
	return 2*(card-deckSize) + 1
}
