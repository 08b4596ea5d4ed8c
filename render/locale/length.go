package locale

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Length returns the length of a text in UTF-16 units.
func Length(text string) (n int) {
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// Columns returns how wide a text is, in Latin letters. A letter of an East Asian script is as wide as two.
func Columns(text string) (n int) {
	for _, r := range text {
		if n++; r >= 0x1100 && unicode.In(r, unicode.Hangul, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.P, unicode.Lm) {
			n++
		}
	}
	return n
}

// Cut returns the whole lines of a text that fit.
func Cut(text string, limit int) string {
	for Length(text) > limit {
		text = text[:max(0, strings.LastIndexByte(text, '\n'))]
	}
	return text
}

// Fit returns a message of lines with a list in the middle. Where the message would be too long, the list ends early, with "…".
func Fit(head, list, foot []string) string {
	room := MaxText - Length(strings.Join(slices.Concat(head, foot), "\n"))
	for i, line := range list {
		if room -= Length(line) + 1; room < 2 {
			list = append(list[:i:i], "…")
			break
		}
	}
	return Cut(strings.Join(slices.Concat(head, list, foot), "\n"), MaxText)
}

// Shorten returns a text with at most so many UTF-16 units. It ends a longer one with "…".
func Shorten(text string, limit int) string {
	if Length(text) <= limit {
		return text
	}
	n := 0
	for i, r := range text {
		if n += utf16.RuneLen(r); n >= limit {
			return text[:i] + "…"
		}
	}
	return text
}

// CutRunes returns the whole lines of a text that fit, where the limit counts characters.
func CutRunes(text string, limit int) string {
	for utf8.RuneCountInString(text) > limit {
		text = text[:max(0, strings.LastIndexByte(text, '\n'))]
	}
	return text
}

// MaxText is the longest content of a message, in UTF-16 units. The platform counts characters, which are fewer.
const MaxText = 2000

// Dot separates facts in a line, in every language.
const Dot = " · "
