// Package race has the arithmetic of a chip race (T28): small chips become larger ones, and cards decide about the rest. It
// knows stacks and cards, but no tournament.
package race

import "slices"

// DeckSize is the number of cards of a deck.
const DeckSize = 52

// Off returns stacks, from seat 1 on, after a race from chips of old to chips of unit. Each player draws a card for every old
// chip that is left; the highest cards win the new chips, one for a player at most (T28). A card is its number in a sorted
// deck, the lowest two of clubs first; numbers from 52 on are of a second deck.
func Off(stacks []int64, old, unit int64, cards []int) []int64 {
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
	if card < DeckSize {
		return 2*card + 2
	}
	return 2*(card-DeckSize) + 1
}
