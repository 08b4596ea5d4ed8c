package render

import "strings"

// Text is a sentence or label of a language. It may have placeholders: "{player} takes seat {seat}".
type Text string

// With fills the placeholders of a text from pairs of name and value. What a value holds is not looked into.
func (t Text) With(pairs ...string) string {
	if len(pairs) == 0 {
		return string(t)
	}
	braced := make([]string, len(pairs))
	for i, p := range pairs {
		if i%2 == 0 {
			p = "{" + p + "}"
		}
		braced[i] = p
	}
	return strings.NewReplacer(braced...).Replace(string(t))
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
