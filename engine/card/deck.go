package card

import (
	"fmt"
	"io"
	"log/slog"
)

// Deck is the fifty-two cards in the order in which they are dealt. It prints as [hidden].
type Deck [Count]Card

// Hidden is the text of a deck, and of all other values with cards that not every viewer may see.
const Hidden = "[hidden]"

// Ordered returns the deck as it comes out of the box, from the deuce of clubs to the ace of spades.
func Ordered() Deck {
	var d Deck
	for i := range d {
		d[i] = Card(i + 1)
	}
	return d
}

// Shuffled returns a deck in random order, every order as likely as any other when intn is uniform: intn gives a number from
// 0 to n-1 and is called with n from 52 down to 2 (Fisher and Yates).
func Shuffled(intn func(n int) int) Deck {
	d := Ordered()
	for i := len(d) - 1; i > 0; i-- {
		j := intn(i + 1)
		d[i], d[j] = d[j], d[i]
	}
	return d
}

// Valid reports whether the deck has every card once (R3).
func (d *Deck) Valid() bool {
	var seen uint64
	for _, c := range d {
		if !c.Valid() {
			return false
		}
		seen |= 1 << c
	}
	return seen == 1<<(Count+1)-2
}

// Format prints [hidden] for every verb.
func (Deck) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, Hidden) }

// LogValue returns [hidden].
func (Deck) LogValue() slog.Value { return slog.StringValue(Hidden) }

// MarshalJSON returns "[hidden]".
func (Deck) MarshalJSON() ([]byte, error) { return []byte(`"` + Hidden + `"`), nil }
