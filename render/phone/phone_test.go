package phone_test

import (
	"testing"
	"unicode/utf8"

	"cardroom/render/phone"
)

func TestRowsAreAsWideAsAMessage(t *testing.T) {
	for _, c := range []struct {
		fits   bool
		labels []string
	}{
		{true, nil},
		{true, []string{"Raise 888", "Pot 888", "All-in 8,888"}},
		{false, []string{"Raise 8,888", "Pot 8,888", "All-in 8,888"}},
		{true, []string{"ベット 8", "ポット 8", "オールイン 88"}},
		{false, []string{"レイズ 888", "ポット 888", "オールイン 8,888"}},
		{false, []string{"Рейз 888", "Банк 888", "Олл-ин 8 888"}},
		{true, []string{"Рейз 888", "Банк 888", "Олл-ин"}},
		{false, []string{"1", "2", "3", "4"}},
	} {
		if got := phone.FitRow(c.labels); got != c.fits {
			t.Errorf("%q fit: %t", c.labels, got)
		}
	}
	for text, fits := range map[string]bool{ // a message is 306 wide
		"pair of nines · Stack 1,000 · 10 to call":  true,  // 271
		"pair of nines · Stack 11,000 · 10 to call": false, // of 41 letters
		"пара тузов · Стек 1 000 · 10 для колла":    true,  // 289
		"пара девяток · Стек 1 000 · 10 для колла":  false, // 309
	} {
		if got := phone.FitLine(text, utf8.RuneCountInString(text)); got != fits {
			t.Errorf("%q fits: %t", text, got)
		}
	}
}

// The widths beside the lines are those that a browser measured with Noto Sans, in pixels.
func TestALineIsAsWideAsItsLetters(t *testing.T) {
	for text, fits := range map[string]bool{
		"▶ @Alice · to call 60 · in 44 seconds":      true,  // 268
		"▶ @Alice · to call 695 · in 44 seconds":     true,  // 277
		"▶ @Alice · check or bet · in 44 seconds":    false, // 293
		"▶ @Friederike · to call 60 · in 44 seconds": false, // 308
		"▶ @Alice: колл 60, через 44 секунды":        false, // 287
		"▶ @Friederike: 60, через 44 секунды":        false, // 287
		"▶ @Alice: чек или бет, через 44 секунды":    false, // 319
		"▶ @Alice · через 44 секунды":                true,  // 224
		"▶ @Alice · コール 60 · 44 秒後":                  true,  // 224
	} {
		if got := phone.FitText(text); got != fits {
			t.Errorf("%q fits: %t", text, got)
		}
	}
}
