package locale

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Numbered returns a text with the number of its rule, as "(R22)", or as it is for 0.
func (l *Lang) Numbered(text string, rule int) string {
	if rule > 0 {
		return Sentences(text, l.Why.Rule.Format("n", strconv.Itoa(rule)))
	}
	return text
}

// Held returns a sentence about a held seat (R63) with when the hold ends, unless when is "": the time of players behind the first
// on the waitlist has not begun.
func (l *Lang) Held(text, when string) string {
	if when != "" {
		text = Sentences(text, l.Board.HoldEnds.Format("when", when))
	}
	return l.Numbered(text, 63)
}

// Text is a sentence or label of a language. It may have placeholders: "{player} takes seat {seat}".
type Text string

// Either returns a if first is true, and b otherwise.
func Either(first bool, a, b Text) Text {
	if first {
		return a
	}
	return b
}

// Format fills the placeholders of a text from pairs of name and value. It does not fill placeholders inside values.
func (t Text) Format(pairs ...string) string {
	var filled strings.Builder
	rest := string(t)
	for {
		before, after, open := strings.Cut(rest, "{")
		filled.WriteString(before)
		if !open {
			return filled.String()
		}
		name, behind, _ := strings.Cut(after, "}")
		i := 0
		for i < len(pairs) && pairs[i] != name {
			i += 2
		}
		if i < len(pairs) {
			filled.WriteString(pairs[i+1])
			rest = behind
		} else { // no placeholder of ours
			filled.WriteByte('{')
			rest = after
		}
	}
}

// Sentences joins sentences with a space after each, except after a full stop of full width, which brings its own.
func Sentences(texts ...string) string {
	var all strings.Builder
	for i, text := range texts {
		if i > 0 && !strings.HasSuffix(texts[i-1], "。") {
			all.WriteByte(' ')
		}
		all.WriteString(text)
	}
	return all.String()
}

// SetApart returns a name as it stands in a line of facts with amounts. A name that begins or ends with a number has quotes
// around it, and no name has the dot that separates facts.
func (l *Lang) SetApart(name string) string {
	name = strings.ReplaceAll(name, strings.TrimSpace(Dot), ".")
	words := strings.Fields(name)
	if len(words) == 0 || !numeric(words[0]) && !numeric(words[len(words)-1]) {
		return name
	}
	marks := []rune(l.Quotes)
	return string(marks[:len(marks)/2]) + name + string(marks[len(marks)/2:])
}

// numeric reports whether a word has digits and no letters.
func numeric(word string) bool {
	return strings.ContainsFunc(word, unicode.IsDigit) && !strings.ContainsFunc(word, unicode.IsLetter)
}

// Fold returns a text in small letters without accents, which many leave out when they type, and without the difference of
// the Turkish ı: "Límite" is "limite".
func Fold(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == 'ı':
			return 'i'
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(text))
}
