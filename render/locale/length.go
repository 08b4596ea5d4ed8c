package locale

import (
	"strings"
	"unicode/utf16"
)

// Length returns the length of a text in UTF-16 units.
func Length(text string) int { return len(utf16.Encode([]rune(text))) }

// Cut returns the whole lines of a text that fit.
func Cut(text string, limit int) string {
	for Length(text) > limit {
		text = text[:max(0, strings.LastIndexByte(text, '\n'))]
	}
	return text
}

// MaxText is the longest content of a message, in UTF-16 units. The platform counts characters, which are fewer.
const MaxText = 2000

// Dot separates facts in a line, in every language.
const Dot = " · "
