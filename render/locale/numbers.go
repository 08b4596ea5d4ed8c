package locale

import (
	"strconv"
	"strings"
)

// Percent formats tenths of a percent, "63.4%".
func (l *Lang) Percent(tenths int64) string { return l.Board.Percent.Format("n", l.Decimal(tenths)) }

// Decimal formats a number of tenths, "24.5" or "24".
func (l *Lang) Decimal(tenths int64) string {
	if tenths%10 == 0 {
		return l.Chips(tenths / 10)
	}
	return l.Chips(tenths/10) + l.Point() + strconv.FormatInt(tenths%10, 10)
}

// Point returns the decimal mark: a comma, unless that stands between groups of digits.
func (l *Lang) Point() string {
	if l.Group == "," {
		return "."
	}
	return ","
}

// Chips formats a number of chips with every digit, in groups of three. It rounds nothing.
func (l *Lang) Chips(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	out := make([]byte, 0, len(digits)+len(digits)/3*len(l.Group))
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out = append(out, l.Group...)
		}
		out = append(out, digits[i])
	}
	return sign + string(out)
}

// ShortChips formats an amount in the units of the language, thousands, millions and so on, with at most so many decimals, up to
// two. It cuts off the rest, so that it never shows more than there is.
func (l *Lang) ShortChips(n int64, decimals int) string {
	for _, unit := range l.units {
		if n < unit {
			continue
		}
		hundredths := n / (unit / 100) % 100
		for range 2 - decimals {
			hundredths /= 10
		}
		text := l.Chips(n / unit)
		if hundredths > 0 {
			text += l.Point() + fraction(hundredths, decimals)
		}
		return text + string(l.Units[unit])
	}
	return l.Chips(n)
}

// fraction returns decimals without zeros at the end.
func fraction(n int64, decimals int) string {
	digits := strconv.FormatInt(n, 10)
	for len(digits) < decimals {
		digits = "0" + digits
	}
	return strings.TrimRight(digits, "0")
}

// Range formats a span of legal amounts, "80–1,000" in every language, or one number where both ends are the same.
func (l *Lang) Range(low, high int64) string {
	if low == high {
		return l.Chips(low)
	}
	return l.Chips(low) + "–" + l.Chips(high)
}

// Signed formats chips with a sign, "+1,000".
func (l *Lang) Signed(n int64) string {
	if n > 0 {
		return "+" + l.Chips(n)
	}
	return l.Chips(n)
}

// Places returns prizes by place, "1. 450 · 2. 270", as many as the reader needs.
func (l *Lang) Places(prizes []int64) string {
	const most = 3
	var words []string
	for i, amount := range prizes[:min(most, len(prizes))] {
		words = append(words, Place(i+1, 1)+" "+l.Chips(amount))
	}
	if len(prizes) > most {
		words = append(words, "…")
	}
	return strings.Join(words, Dot)
}

// PlaceWords returns a place, or the places that several share, in a sentence: "3", "3–4".
func PlaceWords(first, tied int) string {
	return strings.ReplaceAll(Place(first, tied), ".", "")
}

// Place returns a place, or the places that several share, at the head of a line of a list in every language: "3.", "3.–4.".
func Place(first, tied int) string {
	place := strconv.Itoa(first) + "."
	if tied > 1 {
		place += "–" + strconv.Itoa(first+tied-1) + "."
	}
	return place
}
