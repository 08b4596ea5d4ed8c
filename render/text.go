package render

import "strings"

// Text is a sentence or label of a language. It may have placeholders: "{player} takes seat {seat}".
type Text string

// With fills the placeholders of a text from pairs of name and value. What a value holds is not looked into.
func (t Text) With(pairs ...string) string {
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

// Plural is a text about a number of things, in the forms its language has. All forms have the placeholder {n}.
type Plural struct {
	One   Text `json:"one"`
	Other Text `json:"other"`
}

// Count fills a plural for n things: {n} is the number as shown, the other placeholders are filled from pairs.
func (l *Lang) Count(p Plural, n int64, pairs ...string) string {
	text := p.Other
	if n == 1 { // so in English; a language with more forms decides by l.Locale
		text = p.One
	}
	return text.With(append([]string{"n", l.Chips(n)}, pairs...)...)
}

// placeholders lists what a text wants filled, in order of appearance, doubles kept.
func (t Text) placeholders() []string {
	var names []string
	for _, part := range strings.Split(string(t), "{")[1:] {
		name, _, _ := strings.Cut(part, "}")
		names = append(names, name)
	}
	return names
}
