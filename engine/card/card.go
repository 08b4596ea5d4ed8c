package card

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Card is one of the 52 cards, 1 to 52, or [None]. Cards go by rank from the deuces to the aces and within a rank by
// suit: clubs, diamonds, hearts, spades.
type Card uint8

// None is the absence of a card: an empty place on the board, a card its viewer may not see.
const None Card = 0

// Count is how many cards there are (R3).
const Count = 52

const (
	rankLetters = "23456789TJQKA"
	suitLetters = "cdhs"
)

var (
	rankNames = [13]string{"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"}
	suitNames = [4]string{"♣", "♦", "♥", "♠"}
)

// Of returns the card of a rank, 0 (deuce) to 12 (ace), and a suit, 0 (clubs) to 3 (spades).
func Of(rank, suit int) Card { return Card(1 + rank*4 + suit) }

// Rank returns 0 for a deuce to 12 for an ace. It means nothing for None.
func (c Card) Rank() int { return int(c-1) / 4 }

// Suit returns 0 clubs, 1 diamonds, 2 hearts, 3 spades. It means nothing for None.
func (c Card) Suit() int { return int(c-1) % 4 }

// Valid reports whether c is one of the 52 cards. None is not.
func (c Card) Valid() bool { return c >= 1 && c <= Count }

// String returns the card as people read it, A♠ or 10♦; "" for None.
func (c Card) String() string {
	switch {
	case c == None:
		return ""
	case !c.Valid():
		return "?"
	}
	return rankNames[c.Rank()] + suitNames[c.Suit()]
}

// MarshalText returns the text of String.
func (c Card) MarshalText() ([]byte, error) { return c.AppendText(make([]byte, 0, 4)) }

// AppendText appends the text of String.
func (c Card) AppendText(b []byte) ([]byte, error) {
	switch {
	case c == None:
		return b, nil
	case !c.Valid():
		return b, fmt.Errorf("card: %d is not a card", uint8(c))
	}
	return append(append(b, rankNames[c.Rank()]...), suitNames[c.Suit()]...), nil
}

// UnmarshalText reads what [Parse] reads, and "" as None.
func (c *Card) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*c = None
		return nil
	}
	read, err := Parse(string(text))
	if err != nil {
		return err
	}
	*c = read
	return nil
}

// Parse reads one card as people type it: a rank (2 to 9, 10 or T, J, Q, K, A) and a suit. A suit is a letter (c, d, h, s)
// or a symbol, with or without the selector that makes an emoji of it. Capital and small letters are the same.
func Parse(s string) (Card, error) {
	rest := strings.TrimSuffix(strings.TrimSpace(s), "\ufe0f")
	last, size := utf8.DecodeLastRuneInString(rest)
	suit := suitOf(last)
	rank := rankOf(rest[:len(rest)-size])
	if suit < 0 || rank < 0 {
		return None, fmt.Errorf("card: %q is not a card", s)
	}
	return Of(rank, suit), nil
}

func rankOf(s string) int {
	if s == "10" {
		return strings.IndexByte(rankLetters, 'T')
	}
	if len(s) != 1 {
		return -1
	}
	return strings.Index(rankLetters, strings.ToUpper(s))
}

func suitOf(r rune) int {
	for i, name := range suitNames {
		if symbol, _ := utf8.DecodeRuneInString(name); r == symbol {
			return i
		}
	}
	if r >= utf8.RuneSelf {
		return -1
	}
	return strings.Index(suitLetters, strings.ToLower(string(r)))
}

// Only returns the cards of a row that have a bit.
func Only(row [5]Card, bits uint8) [5]Card {
	for i := range row {
		if bits>>i&1 == 0 {
			row[i] = None
		}
	}
	return row
}

// Present returns the cards of a row that are there: a row may have empty places.
func Present(row [5]Card) (cards []Card) {
	for _, c := range row {
		if c != None {
			cards = append(cards, c)
		}
	}
	return cards
}
