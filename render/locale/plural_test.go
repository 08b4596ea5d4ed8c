package locale

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/language"
)

func TestNumbersOfThingsHaveTheirForm(t *testing.T) {
	l := Lookup(English)
	for n, want := range map[int64]string{0: "0 seats free", 1: "1 seat free", 2: "2 seats free", 1000: "1,000 seats free"} {
		if got := l.Count(l.Board.Free, n); got != want {
			t.Errorf("%d is %q", n, got)
		}
	}
}

func TestPluralsAreThoseOfTheLanguage(t *testing.T) {
	for locale, want := range map[string]map[string][]int64{
		"en":    {"one": {1}, "other": {0, 2, 5, 11, 21, 100, 101, 1_000_001}},
		"de":    {"one": {1}, "other": {0, 2, 21, 101}},
		"es-ES": {"one": {1}, "other": {0, 2, 21, 101}},
		"tr":    {"one": {1}, "other": {0, 2, 21, 101}},
		"fr":    {"one": {0, 1}, "other": {2, 11, 21, 101, 1_000_000, 10_000_000}},
		"pt-BR": {"one": {0, 1}, "other": {2, 11, 21, 101, 10_000_001}},
		"ja":    {"other": {0, 1, 2, 5, 101}},
		"ru": {
			"one":  {1, 21, 31, 101, 121, 1001, 1_000_021, 10_000_001},
			"few":  {2, 3, 4, 22, 23, 24, 102, 1002, 1 << 62},
			"many": {0, 5, 6, 9, 10, 11, 12, 13, 14, 19, 20, 25, 100, 111, 112, 1000, 1011, 1_000_000, 1_000_012},
		},
	} {
		l := &Lang{Locale: locale, tag: language.MustParse(locale)}
		var forms []string
		for form, numbers := range want {
			forms = append(forms, form)
			for _, n := range numbers {
				if got := l.form(n); got != form {
					t.Errorf("%s: %d is %q, should be %q", locale, n, got, form)
				}
				if l.form(-n) != l.form(n) {
					t.Errorf("%s: %d and its negative differ", locale, n)
				}
			}
		}
		if slices.Sort(forms); !slices.Equal(l.forms(), forms) {
			t.Errorf("%s has the forms %v, should have %v", locale, l.forms(), forms)
		}
	}
}

func TestAPluralHasTheFormsOfItsLanguageAndNoOther(t *testing.T) {
	_, err := readChecked([]byte(`{"locale": "ru", "board": {"free": {"one": "{n} место", "few": "{n} места", "other": "{n} мест"}}}`))
	for _, want := range []string{"board.free.many: missing", `board.free.other: numbers in "ru" are few, many, one`, "board.line.one: missing"} {
		if err == nil || !strings.Contains(err.Error()+"\n", want) {
			t.Errorf("the error does not name %q", want)
		}
	}
	if err != nil && strings.Contains(err.Error(), "board.free.one") {
		t.Error("a form that is there is missed")
	}
}
