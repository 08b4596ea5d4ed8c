package picture

import (
	"strconv"

	"cardroom/render/locale"
)

// units is what large amounts are counted in.
var units = []struct {
	of   int64
	sign string
}{{1e15, "Q"}, {1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e3, "K"}}

// amount returns a number of chips: every digit where there is room, else as many as fit. It never shows more than there
// are.
func (p *layout) amount(n int64, s style, room int) string {
	exact := p.lang.Chips(n)
	if p.width(s, exact) <= room {
		return exact
	}
	for decimals := 2; decimals > 0; decimals-- {
		if short := compact(p.lang, n, decimals); p.width(s, short) <= room {
			return short
		}
	}
	return compact(p.lang, n, 0)
}

// compact returns an amount in thousands, millions and so on, with at most so many decimals. It cuts off the rest.
func compact(l *locale.Lang, n int64, decimals int) string {
	for _, u := range units {
		if n < u.of {
			continue
		}
		part := u.of / 100
		hundredths := n / part % 100
		for range 2 - decimals {
			hundredths /= 10
		}
		text := l.Chips(n / u.of)
		if hundredths > 0 {
			text += l.Point() + fraction(hundredths, decimals)
		}
		return text + u.sign
	}
	return l.Chips(n)
}

// fraction returns decimals without zeros at the end.
func fraction(n int64, decimals int) string {
	digits := strconv.FormatInt(n, 10)
	for len(digits) < decimals {
		digits = "0" + digits
	}
	for digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	return digits
}
