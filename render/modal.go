package render

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render/locale"
)

// ModalForm is the content of a modal. [ParseAmount] reads the answer of "Bet…" and "Raise…", [ParseDiscards] that of
// "Draw…". "Other…" of a table option has one too.
type ModalForm struct {
	Title       string // at most 45 characters
	Label       string // at most 45; has the range as "80–1,000"
	Placeholder string // at most 100
	Value       string // already in the input; may be ""
	Min, Max    int64  // the legal street totals
}

// Input is one input of a modal with several.
type Input struct {
	Label       string // at most 45 characters
	Placeholder string // at most 100
	Value       string // already in the input; may be ""
	Required    bool
	Most        int // characters
}

// maxLabel is the longest title of a modal and label of an input, in characters.
const maxLabel = 45

// Modal returns the question for the size of a bet or raise. Ask it only where [Buttons] has VerbAsk.
func Modal(s Scene) ModalForm {
	l, legal := s.Language(), s.View.Legal
	title := l.Modal.Raise
	if legal.Bet {
		title = l.Modal.Bet
	}
	return ModalForm{
		Title: HandNumber(s.View.Hand) + locale.Dot + string(title), Label: rangeLabel(l, legal.Min, legal.Max), Placeholder: string(l.Modal.Placeholder),
		Min: legal.Min, Max: legal.Max,
	}
}

// BuyInModal returns the question for another buy-in, from the least to the most chips.
func BuyInModal(l *locale.Lang, least, most int64) ModalForm {
	return ModalForm{Title: string(l.Modal.BuyIn), Label: rangeLabel(l, least, most), Min: least, Max: most}
}

// DrawModal returns the question which cards to exchange. [ParseDiscards] reads the answer.
func DrawModal(s Scene) ModalForm {
	t := s.Language().Modal
	return ModalForm{
		Title: HandNumber(s.View.Hand) + locale.Dot + string(t.Draw), Label: t.Cards.Format("n", strconv.Itoa(s.View.Discards)),
		Placeholder: string(t.Which),
	}
}

// rangeLabel returns a range as long as there is room: very long ones lose the words, then the marks.
func rangeLabel(l *locale.Lang, low, high int64) string {
	span := l.Range(low, high)
	if label := l.Modal.Range.Format("range", span); locale.Length(label) <= maxLabel {
		return label
	}
	if locale.Length(span) <= maxLabel {
		return span
	}
	return strings.ReplaceAll(span, string(l.Group), "")
}

// The reasons why ParseDiscards refuses a text.
var (
	ErrDiscards = errors.New("the text does not say which cards to exchange")
	ErrNotHeld  = errors.New("the text names a card that the player does not hold")
)

// ParseDiscards reads which of the held cards to exchange, as engine.Draw has them: "none", positions of the sorted cards as
// "1 3 5", or cards as "7d 2c". The error is ErrDiscards or ErrNotHeld.
func ParseDiscards(text string, held []card.Card) (discard uint8, err error) {
	words := strings.FieldsFunc(locale.PlainAmount(text), func(r rune) bool { return r == ' ' || r == ',' || r == ';' })
	if slices.Contains([]string{"none", "0", "-", "pat", "stand pat"}, strings.Join(words, " ")) {
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
		return slices.Index(held, poker.FiveCardDraw.Sorted(held)[word[0]-'1']), nil
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
