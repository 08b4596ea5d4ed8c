package text

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"cardroom/render"
	"cardroom/render/locale"
)

// mostAlso is how many other rules an answer lists.
const mostAlso = 5

// Rule returns the rule that a topic means, by number ("R22", "22") or by words ("side pot"), in two sentences that end
// with its number. After words it also lists which other rules have them. Without a topic it lists all rules.
func Rule(l *locale.Lang, topic string) string {
	words := plainWords(topic)
	if words == "" {
		return l.RuleList()
	}
	found := rulesAbout(l, words)
	n, numbered := ruleNumber(words)
	switch {
	case numbered && slices.Contains(locale.RuleNumbers(), n):
		return toldRule(l, n)
	case numbered || len(found) == 0:
		return string(l.Rules.Unknown)
	}
	text := toldRule(l, found[0])
	var also []string
	for _, n := range found[1:min(len(found), 1+mostAlso)] {
		also = append(also, locale.RuleName(n)+" "+string(l.RuleText(n).Title))
	}
	if len(also) > 0 {
		text += "\n-# " + l.Rules.Also.Format("list", strings.Join(also, locale.Dot))
	}
	return text
}

// Topics returns the rules that a partly typed topic may mean, best first: those whose number or title begins with it, then
// those that have it elsewhere. The value of a choice is the rule's number, "R22".
func Topics(l *locale.Lang, typed string) (choices []render.Choice) {
	for _, n := range rulesAbout(l, plainWords(typed)) {
		choices = append(choices, render.Choice{Label: string(l.RuleText(n).Title) + locale.Dot + locale.RuleName(n), Value: locale.RuleName(n)})
	}
	return choices
}

// toldRule returns a rule with its title.
func toldRule(l *locale.Lang, n int) string {
	r := l.RuleText(n)
	return "**" + locale.RuleName(n) + locale.Dot + string(r.Title) + "**\n" + l.Numbered(string(r.Text), n)
}

// ruleNumber returns the number that words ask for: a number alone, or "r22" among them.
func ruleNumber(words string) (int, bool) {
	if n, err := strconv.Atoi(words); err == nil {
		return n, true
	}
	for word := range strings.FieldsSeq(words) {
		if n, err := strconv.Atoi(strings.TrimPrefix(word, "r")); err == nil && word[0] == 'r' {
			return n, true
		}
	}
	return 0, false
}

// rulesAbout returns the rules that words fit, best first. Many players of any language know the words of the game
// in English. So an English title counts after those of the language and before its texts. Where nothing fits, it tries the
// English texts.
func rulesAbout(l *locale.Lang, words string) (found []int) {
	fits, english := map[int]int{}, locale.Lookup(locale.English)
	for _, n := range locale.RuleNumbers() {
		own := ruleFits(l.RuleText(n), words)
		switch {
		case strings.HasPrefix(strconv.Itoa(n), strings.TrimPrefix(words, "r")):
			fits[n] = 1
		case own > 0 && own <= inTitle:
			fits[n] = own
		default:
			if theirs := titleFits(english.RuleText(n), words); theirs > 0 {
				fits[n] = inTitle + theirs
			} else if own > 0 {
				fits[n] = inTitle + own
			}
		}
		if fits[n] > 0 {
			found = append(found, n)
		}
	}
	slices.SortStableFunc(found, func(a, b int) int { return fits[a] - fits[b] })
	if len(found) == 0 && l.Locale != locale.English {
		return rulesAbout(english, words)
	}
	return found
}

// plainRule is a rule's title and text in plain words, each with a space before the first.
type plainRule struct{ title, text string }

// plainRules returns the rules of all languages in plain words, which every letter of a topic is compared with.
var plainRules = sync.OnceValue(func() map[locale.RuleText]plainRule {
	all := map[locale.RuleText]plainRule{}
	for _, l := range locale.Languages() {
		for _, n := range locale.RuleNumbers() {
			r := l.RuleText(n)
			all[r] = plainRule{" " + plainWords(string(r.Title)), " " + plainWords(string(r.Text))}
		}
	}
	return all
})

// ruleFits returns how well words fit a rule: 1 where its title begins with them, more where they fit less, 0 where they do
// not.
func ruleFits(r locale.RuleText, words string) int {
	if fit := titleFits(r, words); fit > 0 {
		return fit
	}
	plain := plainRules()[r]
	switch {
	case strings.Contains(plain.text+" ", " "+words+" "):
		return inTitle + 1
	case strings.Contains(plain.text, " "+words):
		return inTitle + 2
	case hasWords(plain.title+plain.text, words):
		return inTitle + 3
	}
	return 0
}

// inTitle is the most that titleFits returns.
const inTitle = 5

// titleFits returns how well words fit the title of a rule, as ruleFits does.
func titleFits(r locale.RuleText, words string) int {
	title := plainRules()[r].title
	long := len(words) > 3 // "allin" may be all-in; "so" is not also
	switch {
	case strings.HasPrefix(title+" ", " "+words+" "):
		return 1
	case strings.HasPrefix(title, " "+words), long && strings.HasPrefix(closedUp(title), closedUp(words)):
		return 2
	case strings.Contains(title, " "+words):
		return 3
	case hasWords(title, words):
		return 4
	case long && strings.Contains(closedUp(title), closedUp(words)):
		return inTitle
	}
	return 0
}

// hasWords reports whether every one of the words begins a word of the text, whatever its ending.
func hasWords(text, words string) bool {
	for word := range strings.FieldsSeq(words) {
		if !strings.Contains(text, " "+stem(word)) {
			return false
		}
	}
	return true
}

// stem returns a plain word without its ending: the s of a plural, in Russian one or two letters.
func stem(word string) string {
	letters := []rune(word)
	switch n := len(letters); {
	case unicode.Is(unicode.Cyrillic, letters[0]):
		return string(letters[:n-min(max(0, n-4), 2)])
	case n > 3:
		return strings.TrimSuffix(word, "s")
	}
	return word
}

var apostrophes = strings.NewReplacer("'", "", "’", "")

// plainWords returns a text in small letters with nothing but words and single spaces: "All-in: hold'em!" is "all in
// holdem".
func plainWords(text string) string {
	text = apostrophes.Replace(locale.Fold(text))
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// closedUp returns words without the spaces between them.
func closedUp(words string) string { return strings.ReplaceAll(words, " ", "") }
