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
		if room -= Length(line) + 1; room < 0 || room < 2 && i < len(list)-1 { // "…" and its newline take two
			list = append(list[:i:i], "…")
			break
		}
	}
	return Cut(strings.Join(slices.Concat(head, list, foot), "\n"), MaxText)
}

// mostTable is how long a table in a list of settings may be.
const mostTable = 120

// CutTables ends long tables of numbers with "…", such as "paid 30/20/10", in a list of settings with commas between them.
func CutTables(settings string) string {
	all := strings.Split(settings, ", ")
	for i, s := range all {
		if len(s) > mostTable {
			all[i] = s[:strings.LastIndexByte(s[:mostTable], '/')+1] + "…"
		}
	}
	return strings.Join(all, ", ")
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
