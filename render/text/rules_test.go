package text

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"cardroom/render/locale"
)

// sentences counts the endings of sentences.
func sentences(text string) int {
	return len(regexp.MustCompile(`[.!?](\s|$)|[。！？]`).FindAllString(text, -1))
}

func TestEveryRuleIsToldInTwoSentencesWithItsNumber(t *testing.T) {
	for _, l := range locale.Languages() {
		for _, n := range locale.RuleNumbers() {
			r, number := l.RuleText(n), fmt.Sprintf("(R%d)", n)
			if got := sentences(string(r.Text)); got != 2 || !strings.HasSuffix(strings.ReplaceAll(string(r.Text), "。", "."), ".") {
				t.Errorf("%s: R%d has %d sentences: %s", l.Locale, n, got, r.Text)
			}
			if strings.ContainsAny(string(r.Title), ".!?·。！？") || strings.Contains(string(r.Title+r.Text), "(R") {
				t.Errorf("%s: R%d: %q is no title, or the number is said twice", l.Locale, n, r.Title)
			}
			for _, topic := range []string{fmt.Sprint(n), fmt.Sprintf("R%d", n), fmt.Sprintf(" r%d ", n), fmt.Sprintf("(R%d)", n), fmt.Sprintf("%s r%d", r.Title, n)} {
				if text := Rule(l, topic); !strings.HasSuffix(text, number) || !strings.Contains(text, string(r.Text)) || locale.Length(text) > locale.MaxText {
					t.Errorf("%s: %q gets %q", l.Locale, topic, text)
				}
			}
		}
	}
}

func TestWithoutATopicAllRulesAreListed(t *testing.T) {
	for _, l := range locale.Languages() {
		lines := strings.Split(Rule(l, " "), "\n")
		for i, n := range locale.RuleNumbers() {
			if want := fmt.Sprintf("`R%d` %s", n, l.RuleText(n).Title); i+1 >= len(lines) || lines[i+1] != want {
				t.Errorf("%s: line %d is not %q", l.Locale, i+1, want)
			}
		}
		if locale.Length(Rule(l, "")) > locale.MaxText {
			t.Errorf("%s: the list has %d characters", l.Locale, locale.Length(Rule(l, "")))
		}
	}
}

func TestAWordFindsTheRuleItIsAbout(t *testing.T) {
	for topic, want := range map[string]int{
		"straddle": 16, "Straddles": 16, "side pot": 33, "side pots": 33, "sidepot": 33, "short all-in": 23, "SHORT ALL IN": 23,
		"run it twice": 37, "pot-limit": 25, "pot limit": 25, "potlimit": 25, "fixed-limit": 26, "showdown": 39, "muck": 40,
		"missed blinds": 13, "missed blind": 13, "dead button": 10, "clock": 30, "calling the clock": 31, "time bank": 30,
		"buy-in": 4, "buyin": 4, "draw": 52, "waitlist": 63, "void": 65, "rebuy": 6, "ante": 14, "heads up": 11,
		"rake": 9, "kickers": 44, "flush": 44, "insurance": 38, "odd chips": 37, "confirm": 29, "pre-action": 28, "going south": 7,
		"all-in": 36, "allin": 36, "minimum raise": 21, "chip unit": 8, "restart": 32, "newcomer": 12, "hold'em": 1, "holdem": 1,
	} {
		if text := Rule(locale.Lookup(""), topic); !strings.HasPrefix(text, fmt.Sprintf("**R%d · ", want)) || locale.Length(text) > locale.MaxText {
			t.Errorf("%q, which should be R%d, gets\n%s", topic, want, text)
		}
	}
	if text := Rule(locale.Lookup(""), "draw"); !strings.Contains(text, "\n-# See also R53 Draw when all-in · R50 Five-card draw") {
		t.Errorf("the other rules about the draw are not named:\n%s", text)
	}
}

func TestAWordFindsItsRuleWithoutItsAccents(t *testing.T) {
	for _, c := range []struct {
		locale, topic string
		want          int
	}{
		{"es-ES", "límite fijo", 26}, {"es-ES", "LIMITE FIJO", 26}, {"es-ES", "l\u0069\u0301mite", 25}, {"es-ES", "boton muerto", 10},
		{"pt-BR", "relógio", 30}, {"pt-BR", "relogio", 30}, {"pt-BR", "botao morto", 10},
	} {
		if text := Rule(locale.Lookup(c.locale), c.topic); !strings.HasPrefix(text, fmt.Sprintf("**R%d · ", c.want)) {
			t.Errorf("%s: %q, which should be R%d, gets\n%s", c.locale, c.topic, c.want, text)
		}
	}
}

func TestAWordFindsItsRuleInAnyOfItsForms(t *testing.T) {
	for _, c := range []struct {
		locale, topic string
		want          int
	}{
		{"ru", "страддл", 16}, {"ru", "побочный банк", 33}, {"ru", "побочных банков", 33}, {"ru", "олл-ин", 36}, {"ru", "ОЛЛИН", 36},
		{"ru", "вскрытие", 39}, {"ru", "таймер", 30}, {"ru", "страховка", 38}, {"ru", "пропущенный блайнд", 13},
		{"ru", "мертвый баттон", 10}, {"ru", "очередь", 63}, {"ru", "ребай", 6}, {"ru", "пот-лимит", 25}, {"ru", "анте", 14},
		{"pt-BR", "recompra", 6}, {"pt-BR", "rebuy", 6}, {"ru", "фулл-хаус", 44}, {"ru", "рейк", 9}, {"ru", "мак", 40}, {"ru", "обмен", 52},
		{"tr", "straddle", 16}, {"tr", "yan pot", 33}, {"tr", "all-in", 36}, {"tr", "süre", 30}, {"tr", "SIGORTA", 38},
		{"tr", "kaçırılan", 13}, {"tr", "kacirilan blind", 13}, {"tr", "muck", 40}, {"tr", "ful", 44}, {"tr", "yeniden alım", 6}, {"tr", "rebuy", 6},
	} {
		if text := Rule(locale.Lookup(c.locale), c.topic); !strings.HasPrefix(text, fmt.Sprintf("**R%d · ", c.want)) {
			t.Errorf("%s: %q, which should be R%d, gets\n%s", c.locale, c.topic, c.want, text)
		}
	}
}

// TestAPreActionHasOneName checks that the panel's word for it finds its rule.
func TestAPreActionHasOneName(t *testing.T) {
	for name, topic := range map[string]string{
		"en": "Pre-action", "de": "Vormerkung", "fr": "Action prévue", "es-ES": "Acción anticipada", "pt-BR": "Ação antecipada",
		"ru": "Заготовка", "tr": "Önceden seçim", "ja": "予約",
	} {
		l := locale.Lookup(name)
		if !strings.HasPrefix(string(l.Panel.Planned), topic) {
			t.Errorf("%s: a panel has %q, without %q", name, l.Panel.Planned, topic)
		}
		if text := Rule(l, topic); !strings.HasPrefix(text, "**R28 ") {
			t.Errorf("%s: %q, which should be R28, gets\n%s", name, topic, text)
		}
	}
}

func TestEnglishWordsFindARuleInEveryLanguage(t *testing.T) {
	for _, l := range locale.Languages() {
		for _, topic := range []string{"straddle", "side pots", "dead button", "calling the clock", "going south"} {
			if text := Rule(l, topic); text == string(l.Rules.Unknown) {
				t.Errorf("%s: no rule is about %q", l.Locale, topic)
			}
		}
		if text := Rule(l, "the weather"); text != string(l.Rules.Unknown) {
			t.Errorf("%s: the weather has a rule: %s", l.Locale, text)
		}
	}
}

func TestWhoAsksForWhatIsNoRuleIsToldWhatCanBeAsked(t *testing.T) {
	for _, topic := range []string{"R0", "46", "R66", "r99999999999999999999", "the weather", "R-5x", "-22 rakes and hoes"} {
		if text := Rule(locale.Lookup(""), topic); text != string(locale.Lookup("").Rules.Unknown) {
			t.Errorf("%q gets %q", topic, text)
		}
	}
	for _, topic := range []string{"…", "!", "\n"} { // no word at all
		if text := Rule(locale.Lookup(""), topic); text != Rule(locale.Lookup(""), "") {
			t.Errorf("%q gets %q", topic, text)
		}
	}
}

func TestTopicsBeginWithTheTitlesThatBeginSo(t *testing.T) {
	l := locale.Lookup("")
	first := func(typed string, n int) string {
		var values []string
		for _, c := range Topics(l, typed)[:n] {
			values = append(values, c.Value)
		}
		return strings.Join(values, " ")
	}
	for typed, want := range map[string]string{
		"": "R1 R2 R3", "dra": "R52 R53 R50", "Side": "R33 R35", "short": "R15 R23", "2": "R2 R20 R21", "r6": "R6 R60 R61", "R22": "R22",
		"min": "R20 R21", "clock": "R30 R31 R32", "blinds": "R4 R10 R13 R15", "pot": "R25",
	} {
		if got := first(typed, strings.Count(want, " ")+1); got != want {
			t.Errorf("%q offers %s first, want %s", typed, got, want)
		}
	}
	for _, c := range Topics(l, "") {
		if locale.Length(c.Label) > 100 || !strings.HasSuffix(c.Label, " · "+c.Value) || !strings.HasSuffix(Rule(l, c.Label), "("+c.Value+")") {
			t.Errorf("%q leads to %q", c.Label, Rule(l, c.Label))
		}
	}
	if got := Topics(l, "the weather"); len(got) > 0 {
		t.Errorf("no rule is about the weather: %v", got)
	}
}
