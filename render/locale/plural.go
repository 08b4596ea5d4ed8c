package locale

import (
	"slices"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Plural is a text about a number of things, by form: "one", "few", "many", "other". It has exactly the forms that whole
// numbers have in its language, and each has the placeholder {n}. "one" is 1 in English, 21 too in Russian, 0 too in
// French.
type Plural map[string]Text

// Count fills a plural for n things. {n} is the number, and pairs fill the other placeholders.
func (l *Lang) Count(p Plural, n int64, pairs ...string) string {
	return p[l.form(n)].Format(append([]string{"n", l.Chips(n)}, pairs...)...)
}

// form returns which form of a plural a number of things has.
func (l *Lang) form(n int64) string {
	n = max(n, -n)
	if n >= 1_000_000 { // the form depends on the last digits, and on the number being large
		n = 1_000_000 + n%1_000_000
	}
	return formNames[plural.Cardinal.MatchPlural(l.tag, int(n), 0, 0, 0, 0)]
}

// formNames is the names of the forms in the files.
var formNames = map[plural.Form]string{
	plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: "other",
}

// forms returns every form that whole numbers have in a language, sorted. No language needs more numbers than these to have
// one of each.
func (l *Lang) forms() (names []string) {
	for n := range int64(1000) {
		if name := l.form(n); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// readTag reads the locale, which decides the plurals.
func (l *Lang) readTag() (err error) {
	l.tag, err = language.Parse(l.Locale)
	l.plurals = l.forms()
	return err
}
