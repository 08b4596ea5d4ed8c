package text

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

// maxOffered is how many choices Discord takes.
const maxOffered = 25

// offers reports whether a rule is among the choices for a typed text, as a client gets them.
func offers(l *locale.Lang, typed string, n int) bool {
	found := Topics(l, typed)
	return slices.ContainsFunc(found[:min(len(found), maxOffered)], func(c render.Choice) bool { return c.Value == locale.RuleName(n) })
}

// typedFor returns the texts that a player may type in search of a rule of that title: its beginnings, by letters and by words, and
// each word that is more than "of" or "and".
func typedFor(title string) []string {
	letters, words := []rune(title), strings.Fields(plainWords(title))
	typed := []string{title, string(letters[:min(len(letters), 6)])}
	for i, word := range words {
		typed = append(typed, strings.Join(words[:i+1], " "))
		if len(word) > 3 {
			typed = append(typed, word)
		}
	}
	return typed
}

// The beginning of a title, a word of it or its number offers the rule, in the player's language and in English.
func TestEveryRuleIsOfferedByWhatItIsCalled(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		for _, n := range locale.RuleNumbers() {
			own, english := string(l.RuleText(n).Title), string(locale.Lookup(locale.English).RuleText(n).Title)
			all := append(typedFor(own), typedFor(english)...)
			all = append(all, locale.RuleName(n), locale.RuleName(n)[1:], strings.ToLower(locale.RuleName(n)))
			slices.Sort(all)
			for _, typed := range slices.Compact(all) {
				if !offers(l, typed, n) {
					t.Errorf("%q does not offer R%d %s, in English %s", typed, n, own, english)
				}
			}
		}
	})
}

// A word that is English and of the language has its meaning in the language; only then that in English.
func TestTheTitlesOfALanguageComeBeforeTheEnglishOnes(t *testing.T) {
	for _, c := range []struct {
		locale, typed string
		want          []string
	}{
		{"de", "minimum", []string{"R20", "R21"}},
		{"de", "waitlist", []string{"R63"}},
		{"ru", "clock", []string{"R30", "R31"}},
	} {
		var got []string
		for _, choice := range Topics(locale.Lookup(c.locale), c.typed) {
			got = append(got, choice.Value)
		}
		if len(got) < len(c.want) || !slices.Equal(got[:len(c.want)], c.want) {
			t.Errorf("%s: %q offers %v, first should be %v", c.locale, c.typed, got, c.want)
		}
	}
}

var digits = regexp.MustCompile(`[0-9]+(?:[.,\x{202f}\x{a0}][0-9]{3})*`)

// numbersIn returns the numbers of a rule without their group marks.
func numbersIn(r locale.RuleText) []string {
	found := digits.FindAllString(string(r.Text), -1)
	for i, s := range found {
		found[i] = regexp.MustCompile(`[^0-9]`).ReplaceAllString(s, "")
	}
	return found
}

// The numbers of a rule are in every language; some write further ones in digits that English writes in letters.
func TestARuleHasItsNumbersInEveryLanguage(t *testing.T) {
	for _, l := range locale.Languages() {
		for _, n := range locale.RuleNumbers() {
			got := numbersIn(l.RuleText(n))
			for _, want := range numbersIn(locale.Lookup(locale.English).RuleText(n)) {
				i := slices.Index(got, want)
				if i < 0 {
					t.Errorf("%s: R%d does not say %s: %s", l.Locale, n, want, l.RuleText(n).Text)
					continue
				}
				got = slices.Delete(got, i, i+1)
			}
			for _, more := range got {
				if len(more) > 1 && more != "10" { // ten seconds
					t.Errorf("%s: R%d says %s, and not in English: %s", l.Locale, n, more, l.RuleText(n).Text)
				}
			}
		}
	}
}
