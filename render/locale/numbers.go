package locale

import (
	"strconv"
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

// Point is the mark before decimals: a comma, unless that stands between groups of digits.
func (l *Lang) Point() string {
	if l.Group == "," {
		return "."
	}
	return ","
}

// Chips is a number of chips as shown: every digit, in groups of three. Nothing is rounded.
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

// Range is a span of legal amounts as shown, "80–1,000" in every language; one number where there is but one.
func (l *Lang) Range(low, high int64) string {
	if low == high {
		return l.Chips(low)
	}
	return l.Chips(low) + "–" + l.Chips(high)
}

// Signed is chips with a sign, "+1,000".
func (l *Lang) Signed(n int64) string {
	if n > 0 {
		return "+" + l.Chips(n)
	}
	return l.Chips(n)
}
