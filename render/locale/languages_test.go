package locale_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

// Two hands that differ in a rank that counts are not called the same, in any language.
func TestHandsAreToldApartInEveryLanguage(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		seen := map[string]string{}
		for _, words := range l.Hands.Ranks {
			for kind, text := range map[string]locale.Text{
				"high": l.Hands.HighCard, "pair": l.Hands.Pair, "trips": l.Hands.Trips, "straight": l.Hands.Straight, "flush": l.Hands.Flush,
				"quads": l.Hands.Quads, "straight flush": l.Hands.StraightFlush,
			} {
				name, hand := text.Format("one", string(words.One), "many", string(words.Many)), kind+" of "+string(words.One)
				if other, taken := seen[name]; taken {
					t.Errorf("%s and %s are both %q", hand, other, name)
				}
				seen[name] = hand
			}
		}
	})
}

// Commands that stand beside each other, and options of one command, have names of their own in every language.
func TestCommandsHaveNamesOfTheirOwn(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		seen := map[string]string{}
		unique := func(where, name, path string) {
			if other, taken := seen[where+name]; taken {
				t.Errorf("%s and %s are both called %q", path, other, name)
			}
			seen[where+name] = path
		}
		for path, c := range l.Commands {
			words := strings.Fields(path)
			unique(strings.Join(words[:len(words)-1], " ")+"/", c.Name, path)
			for name, o := range c.Options {
				unique(path+":", o.Name, path+" "+name)
				if labels := slices.Sorted(maps.Values(o.Choices)); len(slices.Compact(labels)) != len(o.Choices) {
					t.Errorf("%s %s has the same choice twice", path, name)
				}
			}
		}
	})
}

func TestEveryLanguageExplainsTheSameOptions(t *testing.T) {
	names := func(l *locale.Lang) (list []string) {
		for name, about := range l.Settings.About {
			list = append(list, name)
			if locale.Length(string(about)) > 100 {
				t.Errorf("%s: %s has %d characters", l.Locale, name, locale.Length(string(about)))
			}
		}
		slices.Sort(list)
		return list
	}
	for _, l := range locale.Languages() {
		if got, want := names(l), names(locale.Lookup(locale.English)); !slices.Equal(got, want) {
			t.Errorf("%s explains %v, should be %v", l.Locale, got, want)
		}
	}
}

// TestAMarkKeepsToItsWord checks that no space before a percent sign breaks, nor one beside a mark in French.
func TestAMarkKeepsToItsWord(t *testing.T) {
	number := regexp.MustCompile(`[^"]*[0-9}] %[^"]*`)
	french := regexp.MustCompile(`[^"]*( [%:;?!»]|« )[^"]*`)
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		text, err := os.ReadFile("lang/" + l.Locale + ".json")
		if err != nil {
			t.Fatal(err)
		}
		loose := number
		if l.Locale == "fr" {
			loose = french
		}
		for _, found := range loose.FindAllString(string(text), -1) {
			t.Errorf("a space may break: %s", found)
		}
	})
}

// oldForms has wordings that a text used beside those of the other texts of its language, and ones that say less than the English text.
var oldForms = map[string][]string{
	"en":    {"again, in plain sight"},
	"de":    {"höchstens noch einmal", "Der Betreiber", "seinen Besitzer", "Tischs", "geht nur mit höchstens"},
	"es-ES": {"los all-in,", "publicar otra vez", "publicarlo otra vez"},
	"fr":    {"une autre fois", "all-ins", `"peut en échanger {n}"`, "La recave demande"},
	"pt-BR": {"mostra onde", "manter seu lugar", "não tem lugar", "seu lugar ficou", "Seu lugar fica em", "os lugares", "Os lugares", "publicá-la de novo", "O rebuy exige"},
	"ru":    {"отправить сообщение раздачи заново", "отправить его заново"},
	"tr":    {"gözü önünde yeniden gönder"},
	"ja":    {"前で投稿し直す", "1回投稿し直す"},
}

// TestATermHasOneFormInALanguage reads every text for a form that another one replaced.
func TestATermHasOneFormInALanguage(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		text, err := os.ReadFile("lang/" + l.Locale + ".json")
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range oldForms[l.Locale] {
			if n := strings.Count(strings.ReplaceAll(string(text), "again and again", ""), form); n > 0 {
				t.Errorf("%d texts have %q", n, form)
			}
		}
	})
}
