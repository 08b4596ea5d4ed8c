package locale

import (
	"slices"
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
// It skips empty ones.
func Sentences(texts ...string) string {
	var all strings.Builder
	for _, text := range texts {
		if text != "" && all.Len() > 0 && !strings.HasSuffix(all.String(), "。") {
			all.WriteByte(' ')
		}
		all.WriteString(text)
	}
	return all.String()
}

// SetApart returns a name as it stands in a line of facts with amounts. A name with a number has quotes around it and none within,
// and no name has the dot that separates facts, or one like it.
func (l *Lang) SetApart(name string) string {
	name = strings.NewReplacer("·", ".", "•", ".", "∙", ".", "‧", ".").Replace(name)
	if !slices.ContainsFunc(strings.Fields(name), numeric) {
		return name
	}
	marks := []rune(l.Quotes)
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if slices.Contains(marks, r) {
			return -1
		}
		return r
	}, name))
	return string(marks[:len(marks)/2]) + name + string(marks[len(marks)/2:])
}

// numeric reports whether a word begins as a number does: "900", "+500k".
func numeric(word string) bool {
	first := strings.IndexFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	return first >= 0 && strings.IndexFunc(word[first:], unicode.IsDigit) == 0
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
