package render

import (
	"strconv"
	"strings"

	"cardroom/engine"
)

// AmountError is why a text is no amount that can be wagered or brought. Min and Max are the legal ends, in chips; both
// are 0 where none is known.
type AmountError struct {
	Why      AmountWhy
	Min, Max int64
}

// AmountWhy is what is wrong with an amount.
type AmountWhy uint8

// What can be wrong with an amount.
const (
	Garbage AmountWhy = iota + 1 // no amount at all
	Unclear                      // "1,250k": it can be read in two ways
	Over                         // more than is legal; never silently cut (R22)
	NoWager                      // no bet or raise is legal now
)

// Error is for logs; people are told by [Lang.BadAmount].
func (e *AmountError) Error() string { return "not a legal amount" }

// BadAmount is the sentence for an amount that was refused, with what would be right.
func (l *Lang) BadAmount(e *AmountError) string {
	span := l.Range(e.Min, e.Max)
	if e.Why == NoWager {
		return string(l.Amount.NoRaise)
	}
	if e.Why == Over && e.Max == MaxChips {
		return l.Amount.TooMany.Format("range", span)
	}
	if e.Why == Over {
		return l.Amount.TooMuch.Format("range", span)
	}
	text := string(l.Amount.NoChips)
	if e.Max > 0 {
		text = string(l.Amount.Garbage)
	}
	if e.Why == Unclear {
		text = string(l.Amount.Unclear)
	}
	if e.Max > 0 {
		text = Sentences(text, l.Amount.Legal.Format("range", span))
	}
	return text
}

// ParseAmount reads the street total of a bet or raise by the player to act: an amount as [ParseChips] reads it, "min",
// "half", "pot" or "max" in any language there is, or a share of the pot as "60%". Less than the minimum becomes the
// minimum (R22), and adjusted is true. More than the maximum is refused, a word too. In fixed limit it is the one legal size
// whatever was typed (R26). Every error is an *AmountError.
func ParseAmount(l *Lang, text string, v engine.View) (to int64, adjusted bool, err error) {
	legal := v.Legal
	if v.Phase != engine.Betting || v.ToAct < 0 || legal.Min == 0 {
		return 0, false, &AmountError{Why: NoWager}
	}
	if v.Rules.Limit == engine.FixedLimit {
		return legal.Min, false, nil
	}
	to, why := l.wish(text, legal, v.Rules.ChipUnit)
	if why == 0 && to > legal.Max {
		why = Over
	}
	if why != 0 {
		return 0, false, &AmountError{Why: why, Min: legal.Min, Max: legal.Max}
	}
	if to < legal.Min {
		return legal.Min, true, nil
	}
	return to, false, nil
}

// wish is the total that a text asks for, legal or not.
func (l *Lang) wish(text string, legal engine.Legal, unit int64) (int64, AmountWhy) {
	word := plainAmount(text)
	switch l.amountOf(fold(word)) {
	case "min":
		return legal.Min, 0
	case "half":
		return share(legal, 50, unit), 0
	case "pot":
		return rounded(legal.Pot, unit), 0
	case "max":
		return legal.Max, 0
	}
	if number, ok := strings.CutSuffix(word, "%"); ok {
		percent, ok := percentage(strings.TrimSpace(number))
		if !ok {
			return 0, Garbage
		}
		return share(legal, percent, unit), 0
	}
	return readChips(word)
}

// amountOf is what a word for an amount means, in English: a word of the language, of English, or of any other. "" is no
// such word.
func (l *Lang) amountOf(word string) string {
	for _, l := range append([]*Lang{l}, languages()...) {
		for _, a := range l.Amount.words() {
			if word == a.word {
				return a.means
			}
		}
	}
	return ""
}

type amountWord struct{ means, word string }

// words is the words for amounts as [fold] has them, by what they are in English.
func (t AmountText) words() [4]amountWord {
	return [...]amountWord{
		{"min", fold(t.Min)}, {"half", fold(t.Half)}, {"pot", fold(t.Pot)}, {"max", fold(t.Max)},
	}
}

// percentage is a whole number of percent, 1 to 9999.
func percentage(digits string) (int64, bool) {
	if len(digits) == 0 || len(digits) > 4 || !allDigits(digits) {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, err == nil && n > 0
}

// share is the street total for a share of the pot: highest bet, call, and that share of pot and call, rounded down to
// the chip unit. The pot with the call is what "pot" (R25) is above the highest bet.
func share(legal engine.Legal, percent, unit int64) int64 {
	pot := legal.Pot - legal.High
	return rounded(legal.High+legal.Call+pot/100*percent+pot%100*percent/100, unit)
}

// rounded is chips down to a multiple of the chip unit (R8); a unit of 0 is 1.
func rounded(chips, unit int64) int64 { return chips - chips%max(1, unit) }

// Choice is an entry of an autocompletion list: what is shown, and what is typed for it.
type Choice struct{ Label, Value string }

// Wagers are the amounts worth offering to the player to act, as "pot · 260", all legal; none where there is no raise.
func Wagers(s Scene) []Choice {
	l, legal := s.lang(), s.View.Legal
	var choices []Choice
	for _, word := range []string{l.Amount.Min, l.Amount.Half, l.Amount.Pot, l.Amount.Max} {
		to, adjusted, err := ParseAmount(l, word, s.View)
		if err != nil || adjusted || to == legal.Max && word != l.Amount.Max {
			continue
		}
		choices = append(choices, Choice{Label: word + dot + l.Chips(to), Value: word})
	}
	return choices
}
