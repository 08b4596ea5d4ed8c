package render

import "strconv"

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
