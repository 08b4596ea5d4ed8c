package rank

import "cardroom/engine/card"

// Omaha returns the best hand of exactly two of up to four cards and three of up to five on the board (R43). Where there are
// fewer of either, all of them play. All cards are different.
func Omaha(hole, board []card.Card) Hand {
	var roomForPairs, roomForThrees [10]Set
	threes := choices(Set{}, board, min(3, len(board)), roomForThrees[:0])
	var best Rank
	var from Set
	for _, two := range choices(Set{}, hole, min(2, len(hole)), roomForPairs[:0]) {
		for _, three := range threes {
			s := two.And(three)
			if r := s.Rank(); r > best {
				best, from = r, s
			}
		}
	}
	return from.hand()
}

// choices adds to a list a set for every choice of n of the cards.
func choices(have Set, cards []card.Card, n int, to []Set) []Set {
	if n == 0 {
		return append(to, have)
	}
	for i := range len(cards) - n + 1 {
		to = choices(have.With(cards[i]), cards[i+1:], n-1, to)
	}
	return to
}
