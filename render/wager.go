package render

import (
	"errors"
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/render/locale"
)

// ParseAmount reads the street total of a bet or raise by the player to act: an amount as [locale.ParseChips] reads it,
// "min", "half", "pot" or "max" in any language, or a share of the pot as "60%". Less than the minimum becomes the minimum
// (R22), and adjusted is true. It refuses more than the maximum, a word too. In fixed limit it returns the one legal size,
// whatever the text (R26). Every error is a *locale.AmountError.
func ParseAmount(l *locale.Lang, text string, v engine.View) (to int64, adjusted bool, err error) {
	legal := v.Legal
	if v.Phase != engine.Betting || v.ToAct < 0 || legal.Min == 0 {
		return 0, false, &locale.AmountError{Why: locale.NoWager}
	}
	if v.Rules.Limit == poker.FixedLimit {
		return legal.Min, false, nil
	}
	to, why := wish(l, text, legal, v.Rules.ChipUnit)
	if why == 0 && to > legal.Max {
		why = locale.Over
	}
	if why != 0 {
		return 0, false, &locale.AmountError{Why: why, Min: legal.Min, Max: legal.Max}
	}
	if to < legal.Min {
		return legal.Min, true, nil
	}
	return to, false, nil
}

// wish returns the total that a text asks for, legal or not.
func wish(l *locale.Lang, text string, legal engine.Legal, unit int64) (int64, locale.AmountWhy) {
	switch l.AmountWord(text) {
	case "min":
		return legal.Min, 0
	case "half":
		return share(legal, 50, unit), 0
	case "pot":
		return rounded(legal.Pot, unit), 0
	case "max":
		return legal.Max, 0
	}
	if number, ok := strings.CutSuffix(locale.PlainAmount(text), "%"); ok {
		percent, ok := percentage(strings.TrimSpace(number))
		if !ok {
			return 0, locale.Garbage
		}
		return share(legal, percent, unit), 0
	}
	chips, err := locale.ParseChips(text)
	var refused *locale.AmountError
	if errors.As(err, &refused) {
		return 0, refused.Why
	}
	return chips, 0
}

// percentage reads a whole number of percent, 1 to 9999.
func percentage(digits string) (int64, bool) {
	n, err := strconv.ParseUint(digits, 10, 64) // it takes no sign
	return int64(n), err == nil && n > 0 && len(digits) <= 4
}

// share returns the street total for a share of the pot: the highest bet and that share of pot and call, rounded down to the
// chip unit. The pot with the call is the rise of "pot" (R25) above the highest bet, so that 100% is "pot".
func share(legal engine.Legal, percent, unit int64) int64 {
	pot := legal.Pot - legal.High
	return rounded(legal.High+pot/100*percent+pot%100*percent/100, unit)
}

// rounded returns chips rounded down to a multiple of the chip unit (R8). A unit of 0 is 1.
func rounded(chips, unit int64) int64 { return chips - chips%max(1, unit) }

// Choice is an entry of an autocompletion list: its label, and the text it enters.
type Choice struct{ Label, Value string }

// Wagers returns the amounts worth offering to the player to act, as "pot · 260", all legal, and none where no raise is
// possible.
func Wagers(s Scene) (choices []Choice) {
	l, legal := s.Language(), s.View.Legal
	for _, word := range []string{l.Amount.Min, l.Amount.Half, l.Amount.Pot, l.Amount.Max} {
		to, adjusted, err := ParseAmount(l, word, s.View)
		if err != nil || adjusted || to == legal.Max && word != l.Amount.Max {
			continue
		}
		choices = append(choices, Choice{Label: word + locale.Dot + l.Chips(to), Value: word})
	}
	return choices
}
