// Package rank reads poker hands: cards speak (R45).
//
// [Best] finds the best five of up to seven cards. A [Hand] carries its strength as one number, so that comparing two
// hands is comparing two numbers (R44), and the cards that make it, so that it can be shown.
package rank

import (
	"cmp"

	"cardroom/engine/card"
)

// Category is the kind of a five-card hand, low to high (R44). Zero is no hand.
type Category uint8

// The categories (R44).
const (
	HighCard Category = iota + 1
	Pair
	TwoPairs
	Trips
	Straight
	Flush
	FullHouse
	Quads
	StraightFlush
	RoyalFlush
)

// Hand is what cards are worth. A greater Value beats a smaller one, equal Values split the pot (R42, R44).
type Hand struct {
	Value uint32       `json:"value,omitempty"`
	Best  [5]card.Card `json:"best,omitzero"` // the cards that play, those of the rank first, then the kickers
}

// categoryShift is where the category begins in a Value; below it are the ranks of the five cards, four bits each.
const categoryShift = 20

// Category is the kind of the hand; zero for no hand.
func (h Hand) Category() Category { return Category(h.Value >> categoryShift) }

// Compare is negative when o beats h, positive when h beats o, zero when they split (R42).
func (h Hand) Compare(o Hand) int { return cmp.Compare(h.Value, o.Value) }
