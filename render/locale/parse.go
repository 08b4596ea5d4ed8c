package locale

import (
	"strconv"
	"strings"

	"golang.org/x/text/width"
)

// MaxChips is the greatest amount that the parser accepts, in chips.
const MaxChips = 1_000_000_000_000

// marks are the signs that people put between groups of three digits, in English and elsewhere; "." and "," are also decimal
// marks, but only before k or m.
const marks = ",.'’ \u00a0\u2009\u202f"

// ParseChips reads an amount as people type it: digits, with marks between groups of three if they like ("1,250",
// "1.250", "1 250", "1'250"), or with a decimal and k or m for thousands and millions ("2.5k", "1,5k"). The amount is
// 1 to [MaxChips] and whole. Letters and digits of other keyboards are understood: "2,5к", "２万". "1,250k", which some
// read as a million and some as a thousand, is refused. Every error is an *AmountError.
func ParseChips(text string) (int64, error) {
	n, why := readChips(PlainAmount(text))
	switch why {
	case 0:
		return n, nil
	case Over:
		return 0, &AmountError{Why: Over, Min: 1, Max: MaxChips}
	}
	return 0, &AmountError{Why: why}
}

// PlainAmount returns a typed amount in small letters, and in digits of the usual width.
func PlainAmount(text string) string {
	return strings.ToLower(strings.TrimSpace(width.Fold.String(text)))
}

// readChips returns ParseChips for a plain text.
func readChips(text string) (int64, AmountWhy) {
	number, zeros := suffix(text)
	if len(number) > 64 {
		return 0, Garbage
	}
	whole, fraction, why := number, "", AmountWhy(0)
	if zeros > 0 {
		whole, fraction, why = decimal(number)
	}
	if why != 0 {
		return 0, why
	}
	digits, ok := ungroup(whole)
	fraction = strings.TrimRight(fraction, "0")
	if !ok || len(fraction) > zeros {
		return 0, Garbage
	}
	return bounded(digits + fraction + strings.Repeat("0", zeros-len(fraction)))
}

// suffixes is how many zeros a letter behind a number stands for: k and m, the same on a Cyrillic keyboard, and in Japanese a
// thousand and ten thousand.
var suffixes = [...]struct {
	letter string
	zeros  int
}{{"k", 3}, {"m", 6}, {"к", 3}, {"м", 6}, {"千", 3}, {"万", 4}}

// suffix removes the letter of a thousand, a million or the like from a text, and returns how many zeros it stands for.
func suffix(text string) (number string, zeros int) {
	for _, s := range suffixes {
		if rest, ok := strings.CutSuffix(text, s.letter); ok {
			return strings.TrimSpace(rest), s.zeros
		}
	}
	return text, 0
}

// decimal splits a number before k or m at its decimal mark: the last mark, where that cannot stand between groups. One
// mark before three digits could be either.
func decimal(number string) (whole, fraction string, why AmountWhy) {
	at := strings.LastIndexAny(number, ".,")
	if at < 0 {
		return number, "", 0
	}
	mark, before, after := number[at:at+1], number[:at], number[at+1:]
	switch {
	case after == "" || !allDigits(after):
		return number, "", 0 // groups with another mark, or garbage
	case strings.Contains(before, mark):
		return number, "", 0 // the same mark twice stands between groups
	case len(after) == 3 && len(before) <= 3 && allDigits(before) && before != "0":
		return "", "", Unclear
	}
	return before, after, 0
}

// ungroup removes the marks from a number. They must all be the same, with three digits after each.
func ungroup(number string) (digits string, ok bool) {
	at := strings.IndexAny(number, marks)
	if at < 0 {
		return number, allDigits(number)
	}
	mark := string([]rune(number[at:])[0])
	groups := strings.Split(number, mark)
	for i, group := range groups {
		if !allDigits(group) || len(group) > 3 || i > 0 && len(group) < 3 {
			return "", false
		}
	}
	return strings.Join(groups, ""), true
}

// bounded reads digits, however many.
func bounded(digits string) (int64, AmountWhy) {
	n, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case err != nil || n > MaxChips:
		return 0, Over
	case n == 0:
		return 0, Garbage
	}
	return n, 0
}

// allDigits reports whether a text is ASCII digits, at least one.
func allDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}
