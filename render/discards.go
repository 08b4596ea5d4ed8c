package render

import (
	"errors"
	"slices"
	"strings"

	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// The reasons why ParseDiscards refuses a text.
var (
	ErrDiscards = errors.New("the text does not say which cards to exchange")
	ErrNotHeld  = errors.New("the text names a card that the player does not hold")
)

// ParseDiscards reads which of the held cards to exchange, as engine.Draw has them: "none", positions of the sorted cards as
// "1 3 5", or cards as "7d 2c". The error is ErrDiscards or ErrNotHeld.
func ParseDiscards(text string, held []card.Card) (discard uint8, err error) {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == ',' || r == ';' })
	if len(words) == 1 && slices.Contains([]string{"none", "0", "-", "pat"}, words[0]) {
		return 0, nil
	}
	for _, word := range words {
		at, err := place(word, held)
		if err != nil {
			return 0, err
		}
		if discard>>at&1 == 1 {
			return 0, ErrDiscards // the same card twice: something else is meant
		}
		discard |= 1 << at
	}
	if discard == 0 {
		return 0, ErrDiscards
	}
	return discard, nil
}

// place returns the index of a card in held.
func place(word string, held []card.Card) (int, error) {
	if len(word) == 1 && word[0] >= '1' && int(word[0]-'0') <= len(held) {
		return slices.Index(held, Sorted(poker.FiveCardDraw, held)[word[0]-'1']), nil
	}
	c, err := card.Parse(word)
	if err != nil {
		return 0, ErrDiscards
	}
	at := slices.Index(held, c)
	if at < 0 {
		return 0, ErrNotHeld
	}
	return at, nil
}
