package rank

import (
	"cmp"
	"encoding/json"
	"errors"
	"math/bits"

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

// Rank is the value of cards: a greater rank beats a smaller one, equal ranks split the pot (R42, R44). Zero is no hand.
// Fewer than five cards have a rank too, as if the missing ones were lower than a deuce. The numbers may differ from one
// version of the program to the next: store cards.
type Rank uint16

// Count is the number of ranks, with no hand and hands of fewer than five cards among them. All ranks are below it.
const Count = 9842

// Category returns the kind of the hand; zero for no hand. The rank is below Count.
func (r Rank) Category() Category { return tables.worth[r].category() }

// Ranks returns the ranks of the cards that play, as card.Card has them: those that make the category first, then the kickers.
// Where fewer than five cards play, the rest are -1. The rank is below Count.
func (r Rank) Ranks() [5]int { return tables.worth[r].ranks() }

// Hand is the rank of cards with the cards that play.
type Hand struct {
	Rank Rank         `json:"-"`             // follows from Best
	Best [5]card.Card `json:"best,omitzero"` // the cards that play, those that make the category first, then the kickers
}

// Category returns the kind of the hand; zero for no hand.
func (h Hand) Category() Category { return h.Rank.Category() }

// Compare returns negative when o beats h, positive when h beats o, zero when they split (R42).
func (h Hand) Compare(o Hand) int { return cmp.Compare(h.Rank, o.Rank) }

// UnmarshalJSON reads the cards and ranks them.
func (h *Hand) UnmarshalJSON(text []byte) error {
	var read struct{ Best [5]card.Card }
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	set, n := SetOf(read.Best[:]), 0
	for _, c := range read.Best {
		if c != card.None {
			n++
		}
	}
	if bits.OnesCount64(set.bits) != n {
		return errors.New("rank: a hand has a card twice")
	}
	*h = set.hand()
	return nil
}

// Best returns the best hand of five among up to seven different cards (R43, R44); [card.None] is not counted. Fewer than five
// cards make what they can: a pair, or a high card. No cards make no hand.
func Best(cards []card.Card) Hand { return SetOf(cards).hand() }
