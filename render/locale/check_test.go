package locale

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// readChecked reads one language strictly. It refuses a missing, empty, overlong or unknown text, a placeholder or plural form
// too many or too few, and a missing rule. The error names all that is wrong, not only the first.
func readChecked(data []byte) (*Lang, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(new(Lang)); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, errors.New("the file has more than one value")
	}
	l, err := readLang(data)
	if err != nil {
		return nil, err
	}
	errs := l.check(reflect.ValueOf(*l), "", textRule{most: mostSentence})
	errs = append(errs, l.checkRules()...)
	errs = append(errs, l.Hands.checkRanks()...)
	errs = append(errs, l.checkUnits()...)
	return l, errors.Join(append(errs, l.checkMarks()...)...)
}

// textRule holds the placeholders and the limit of a text. It comes from the tags of its field, or of the field that holds several texts.
type textRule struct {
	args string // the placeholders, all of them and no others
	most int    // characters, with the longest that its placeholders may stand for
}

// mostSentence is the longest text of a field without the tag most, in characters. A message holds several of them.
const mostSentence = 500

// check checks the texts of a value. The path is where it is in the file.
func (l *Lang) check(v reflect.Value, path string, rule textRule) []error {
	var errs []error
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[Mark]() {
			return nil // checkMarks
		}
		return checkText(Text(v.String()), path, rule)
	case reflect.Struct:
		return l.checkFields(v, path, rule)
	case reflect.Array:
		for i := range v.Len() {
			errs = append(errs, l.check(v.Index(i), fmt.Sprintf("%s[%d]", path, i), rule)...)
		}
		return errs
	case reflect.Map:
		if v.Type() == reflect.TypeFor[Plural]() {
			return l.checkPlural(v, path, rule)
		}
		for _, key := range v.MapKeys() {
			errs = append(errs, l.check(v.MapIndex(key), path+"."+key.String(), rule)...)
		}
		return errs
	}
	return []error{fmt.Errorf("%s: a text cannot be a %s", path, v.Kind())}
}

// checkFields checks the texts of a struct by their tags.
func (l *Lang) checkFields(v reflect.Value, path string, rule textRule) (errs []error) {
	for i := range v.NumField() {
		field, own := v.Type().Field(i), rule
		if !field.IsExported() {
			continue
		}
		if args, ok := field.Tag.Lookup("args"); ok {
			own.args = args
		}
		if most, ok := field.Tag.Lookup("most"); ok {
			n, err := strconv.Atoi(most)
			if err != nil {
				errs = append(errs, fmt.Errorf("%s: the tag most is not a number: %w", path, err))
			}
			own.most = n
		}
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if options == "omitempty" && v.Field(i).IsZero() {
			continue
		}
		errs = append(errs, l.check(v.Field(i), strings.TrimPrefix(path+"."+name, "."), own)...)
	}
	return errs
}

// checkText checks one text.
func checkText(text Text, path string, rule textRule) []error {
	if strings.TrimSpace(string(text)) == "" {
		return []error{fmt.Errorf("%s: missing or empty", path)}
	}
	if strings.TrimSpace(string(text)) != string(text) {
		return []error{fmt.Errorf("%s: space around it", path)}
	}
	want, have := strings.Fields(rule.args), text.placeholders()
	slices.Sort(want)
	slices.Sort(have)
	if have = slices.Compact(have); !slices.Equal(want, have) {
		return []error{fmt.Errorf("%s: placeholders %v, should be %v", path, have, want)}
	}
	if n := Length(text.widest()); n > rule.most {
		return []error{fmt.Errorf("%s: %d characters, should be %d at most", path, n, rule.most)}
	}
	return nil
}

// widest returns a text with its placeholders as long as they can be where room is short.
func (t Text) widest() string {
	return t.Format(
		"amount", strings.Repeat("9", 25), // the most that 64 bits hold, with marks
		"range", "1,000–100,000,000", "hand", "#1000000", "card", "10♦", "n", "9,999",
	)
}

// checkRanks checks that a language has a form for all ranks or for none.
func (t HandText) checkRanks() (errs []error) {
	for i, r := range t.Ranks {
		if (r.To == "") != (t.Ranks[0].To == "") || (r.Both == "") != (t.Ranks[0].Both == "") {
			errs = append(errs, fmt.Errorf("hands.ranks[%d]: needs the same forms as the first rank", i))
		}
	}
	return errs
}

// checkMarks checks the forms that programs and people who type rely on. The parser reads the group mark, and the wallet stands
// first. Lines of the ledger begin with a person, and a word for an amount means one thing.
func (l *Lang) checkMarks() (errs []error) {
	if len([]rune(l.Group)) != 1 || !strings.Contains(marks, string(l.Group)) {
		errs = append(errs, fmt.Errorf("group: %q is not a group mark; use one of %q", l.Group, marks))
	}
	if quotes := []rune(l.Quotes); len(quotes) == 0 || len(quotes)%2 != 0 {
		errs = append(errs, fmt.Errorf("quotes: %q has no halves", l.Quotes))
	}
	if strings.TrimSpace(string(l.Result.Separator)) == "" {
		errs = append(errs, errors.New("result.separator: missing or empty"))
	}
	if !strings.HasPrefix(strings.TrimLeft(string(l.Say.Balance), "*"), "{wallet}") {
		errs = append(errs, fmt.Errorf("say.balance: begins %q, not with {wallet}", l.Say.Balance))
	}
	if !strings.HasPrefix(string(l.Say.LedgerLine), "{player} ") {
		errs = append(errs, fmt.Errorf("say.ledger_line: begins %q, not with {player}", l.Say.LedgerLine))
	}
	means := map[string]string{"min": "min", "half": "half", "pot": "pot", "max": "max"}
	for _, a := range l.Amount.words() {
		if is, taken := means[a.word]; taken && is != a.means {
			errs = append(errs, fmt.Errorf("amount.%s: %q means %s already", a.means, a.word, is))
		}
		means[a.word] = a.means
	}
	return errs
}

// checkUnits checks that a unit is a power of ten from a thousand on, and that players who type one are understood or refused.
func (l *Lang) checkUnits() (errs []error) {
	if len(l.Units) == 0 {
		errs = append(errs, errors.New("units: missing or empty"))
	}
	for n, sign := range l.Units {
		if digits := strconv.FormatInt(n, 10); n < 1000 || strings.TrimRight(digits, "0") != "1" {
			errs = append(errs, fmt.Errorf("units.%d: no power of ten from a thousand on", n))
		}
		if strings.TrimSpace(string(sign)) == "" {
			errs = append(errs, fmt.Errorf("units.%d: missing or empty", n))
		}
		if typed, err := ParseChips("1" + string(sign)); err == nil && typed != n {
			errs = append(errs, fmt.Errorf("units.%d: %q is typed for %d", n, sign, typed))
		}
	}
	return errs
}

// checkPlural checks that a plural has the forms of the language and no others.
func (l *Lang) checkPlural(v reflect.Value, path string, rule textRule) (errs []error) {
	forms := l.plurals
	for _, name := range forms {
		form := v.MapIndex(reflect.ValueOf(name))
		if !form.IsValid() {
			form = reflect.ValueOf(Text(""))
		}
		errs = append(errs, l.check(form, path+"."+name, rule)...)
	}
	for _, key := range v.MapKeys() {
		if !slices.Contains(forms, key.String()) {
			errs = append(errs, fmt.Errorf("%s.%s: numbers in %q are %s", path, key, l.Locale, strings.Join(forms, ", ")))
		}
	}
	return errs
}

// checkRules checks that a language has every rule and no other, and that the list of all fits into one message.
func (l *Lang) checkRules() (errs []error) {
	for _, n := range RuleNumbers() {
		if _, there := l.Rules.Page[RuleName(n)]; !there {
			errs = append(errs, fmt.Errorf("rules.page.%s: missing", RuleName(n)))
		}
	}
	for name := range l.Rules.Page {
		if !slices.ContainsFunc(RuleNumbers(), func(n int) bool { return RuleName(n) == name }) {
			errs = append(errs, fmt.Errorf("rules.page.%s: no such rule", name))
		}
	}
	if Length(l.RuleList()) > MaxText {
		errs = append(errs, errors.New("rules: the list of all is too long"))
	}
	return errs
}

// placeholders returns the placeholders of a text, in order of appearance, doubles kept.
func (t Text) placeholders() []string {
	var names []string
	for _, part := range strings.Split(string(t), "{")[1:] {
		name, _, _ := strings.Cut(part, "}")
		names = append(names, name)
	}
	return names
}
