package locale

import (
	"strings"
	"unicode/utf16"
)

// Length is a text's UTF-16 units.
func Length(text string) int { return len(utf16.Encode([]rune(text))) }

// Cut keeps the whole lines of a text that fit.
func Cut(text string, limit int) string {
	for Length(text) > limit {
		text = text[:max(0, strings.LastIndexByte(text, '\n'))]
	}
	return text
}

// MaxText is how many UTF-16 units the content of a message may have; the platform counts characters, which are fewer.
const MaxText = 2000

// Dot separates facts in a line, in every language.
const Dot = " · "
