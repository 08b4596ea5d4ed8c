package render

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// ruleSpans is the first and last number of each part of the rules. Numbers between the parts are unused.
var ruleSpans = [...][2]int{{1, 45}, {50, 53}, {60, 65}}

// RuleNumbers is the number of every rule there is, in order: 22 is R22.
func RuleNumbers() (numbers []int) {
	for _, span := range ruleSpans {
		for n := span[0]; n <= span[1]; n++ {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// mostAlso is how many other rules a word may lead to, beside the one that is told.
const mostAlso = 5

// Rule tells the rule that a topic means, by number ("R22", "22") or by words ("side pot"), in two sentences that end with
// its number; after words, also which other rules have them. Without a topic it lists all rules.
func (l *Lang) Rule(topic string) string {
	words := plainWords(topic)
	if words == "" {
		return l.allRules()
	}
	found := l.rulesAbout(words)
	n, numbered := ruleNumber(words)
	switch {
	case numbered && slices.Contains(RuleNumbers(), n):
		return l.told(n)
	case numbered || len(found) == 0:
		return string(l.Rules.Unknown)
	}
	text := l.told(found[0])
	var also []string
	for _, n := range found[1:min(len(found), 1+mostAlso)] {
		also = append(also, ruleName(n)+" "+string(l.ruleText(n).Title))
	}
	if len(also) > 0 {
		text += "\n-# " + l.Rules.Also.Format("list", strings.Join(also, dot))
	}
	return text
}

// Topics is the rules that what is typed so far may mean, best first: those whose number or title begins with it, then
// those that have it elsewhere. The value of a choice is the rule's number, "R22".
func (l *Lang) Topics(typed string) (choices []Choice) {
	for _, n := range l.rulesAbout(plainWords(typed)) {
		choices = append(choices, Choice{Label: string(l.ruleText(n).Title) + dot + ruleName(n), Value: ruleName(n)})
	}
	return choices
}

func (l *Lang) ruleText(n int) RuleText { return l.Rules.Page[ruleName(n)] }

func ruleName(n int) string { return "R" + strconv.Itoa(n) }

func (l *Lang) told(n int) string {
	r := l.ruleText(n)
	return "**" + ruleName(n) + dot + string(r.Title) + "**\n" + l.Numbered(string(r.Text), n)
}

func (l *Lang) allRules() string {
	lines := []string{string(l.Rules.List)}
	for _, n := range RuleNumbers() {
		lines = append(lines, "`"+ruleName(n)+"` "+string(l.ruleText(n).Title))
	}
	return strings.Join(lines, "\n")
}

// ruleNumber is the number that words ask for: a number alone, or "r22" among them.
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

// rulesAbout is the rules that words fit, best first. In every language many say the words of the game in English: an
// English title counts after those of the language, before its texts. Where nothing fits, the English texts may.
func (l *Lang) rulesAbout(words string) (found []int) {
	fits, english := map[int]int{}, Lookup(English)
	for _, n := range RuleNumbers() {
		own := l.ruleText(n).fits(words)
		switch {
		case strings.HasPrefix(strconv.Itoa(n), strings.TrimPrefix(words, "r")):
			fits[n] = 1
		case own > 0 && own <= inTitle:
			fits[n] = own
		default:
			if theirs := english.ruleText(n).titleFits(words); theirs > 0 {
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
	if len(found) == 0 && l.Locale != English {
		return english.rulesAbout(words)
	}
	return found
}

// fits says how well words fit a rule: 1 where its title begins with them, more where they fit less, 0 where they do not.
func (r RuleText) fits(words string) int {
	if fit := r.titleFits(words); fit > 0 {
		return fit
	}
	title, text := " "+plainWords(string(r.Title)), " "+plainWords(string(r.Text))
	switch {
	case strings.Contains(text+" ", " "+words+" "):
		return inTitle + 1
	case strings.Contains(text, " "+words):
		return inTitle + 2
	case hasWords(title+text, words):
		return inTitle + 3
	}
	return 0
}

// inTitle is the most that titleFits says.
const inTitle = 5

func (r RuleText) titleFits(words string) int {
	title := " " + plainWords(string(r.Title))
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

// hasWords says whether every one of the words begins a word of the text, whatever its ending.
func hasWords(text, words string) bool {
	for word := range strings.FieldsSeq(words) {
		if !strings.Contains(text, " "+stem(word)) {
			return false
		}
	}
	return true
}

// stem is a plain word without what its other forms change: the s of a plural, in Russian an ending of one or two letters.
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

// plainWords is a text in small letters with nothing but words and single spaces: "All-in: hold'em!" is "all in holdem".
func plainWords(text string) string {
	text = apostrophes.Replace(fold(text))
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

func closedUp(words string) string { return strings.ReplaceAll(words, " ", "") }

// checkRules wants every rule and no other, and a list of all that is one message.
func (l *Lang) checkRules() (errs []error) {
	for _, n := range RuleNumbers() {
		if _, there := l.Rules.Page[ruleName(n)]; !there {
			errs = append(errs, fmt.Errorf("rules.page.%s: missing", ruleName(n)))
		}
	}
	for name := range l.Rules.Page {
		if n, ok := ruleNumber(plainWords(name)); !ok || ruleName(n) != name || !slices.Contains(RuleNumbers(), n) {
			errs = append(errs, fmt.Errorf("rules.page.%s: no such rule", name))
		}
	}
	if length(l.allRules()) > maxText {
		errs = append(errs, errors.New("rules: the list of all is too long"))
	}
	return errs
}
