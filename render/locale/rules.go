package locale

import (
	"strconv"
	"strings"
)

// ruleSpans is the first and last number of each part of the rules. Numbers between the parts are unused.
var ruleSpans = [...][2]int{{1, 45}, {50, 53}, {60, 65}}

// RuleNumbers returns the number of every rule, in order: 22 is R22.
func RuleNumbers() (numbers []int) {
	for _, span := range ruleSpans {
		for n := span[0]; n <= span[1]; n++ {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// RuleText returns a rule by its number.
func (l *Lang) RuleText(n int) RuleText { return l.Rules.Page[RuleName(n)] }

// RuleName returns the name of a rule, "R22".
func RuleName(n int) string { return "R" + strconv.Itoa(n) }

// RuleList returns the list of all rules.
func (l *Lang) RuleList() string {
	lines := []string{string(l.Rules.List)}
	for _, n := range RuleNumbers() {
		lines = append(lines, "`"+RuleName(n)+"` "+string(l.RuleText(n).Title))
	}
	return strings.Join(lines, "\n")
}
