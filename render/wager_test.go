package render

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

// facing returns the spot of the amount tests: 5/10, on the flop 120 in the pot, a bet of 60, 940 behind.
func facing() engine.View { return rendertest.Flop() }

// Below the minimum a bet becomes the minimum; above the maximum it is refused, and never cut (R22).
func TestBetsAreReadAsTotalsWithinTheLegalRange(t *testing.T) {
	opening := rendertest.Flop()
	opening.Legal = engine.Legal{Bet: true, Min: 10, Max: 1740, Pot: 125}
	for _, c := range []struct {
		name     string
		view     engine.View
		text     string
		to       int64
		adjusted bool
		why      locale.AmountWhy
	}{
		{"a number", facing(), "250", 250, false, 0},
		{"grouped, in thousands", opening, "1,250", 1250, false, 0},
		{"thousands", opening, "1.5k", 1500, false, 0},
		{"the minimum", facing(), "120", 120, false, 0},
		{"one less becomes the minimum", facing(), "119", 120, true, 0},
		{"much less becomes the minimum", facing(), "1", 120, true, 0},
		{"the maximum", facing(), "940", 940, false, 0},
		{"one more is refused", facing(), "941", 0, false, locale.Over},
		{"very much more is refused", facing(), "99999999999999", 0, false, locale.Over},
		{"min", facing(), "min", 120, false, 0},
		{"max, in capitals", facing(), " MAX ", 940, false, 0},
		{"pot: highest bet, pot and call", facing(), "pot", 300, false, 0},
		{"half of pot and call, above the bet", facing(), "half", 60 + 120, false, 0},
		{"60% of them", facing(), "60%", 60 + 144, false, 0},
		{"all of them is the pot", facing(), "100%", 300, false, 0},
		{"with a space", facing(), "60 %", 204, false, 0},
		{"half a pot, rounded down", opening, "half", 62, false, 0},
		{"a third of a pot, rounded down", opening, "33%", 41, false, 0},
		{"a share below the minimum", opening, "5%", 10, true, 0},
		{"two pots are too many here", facing(), "400%", 0, false, locale.Over},
		{"no share", facing(), "0%", 0, false, locale.Garbage},
		{"a broken share", facing(), "2.5%", 0, false, locale.Garbage},
		{"a negative share", facing(), "-50%", 0, false, locale.Garbage},
		{"a huge share", facing(), "99999999999999999999%", 0, false, locale.Garbage},
		{"garbage", facing(), "all of it", 0, false, locale.Garbage},
		{"two readings", facing(), "1.250k", 0, false, locale.Unclear},
		{"out of a decision", rendertest.Over(rendertest.Flop()), "250", 0, false, locale.NoWager},
	} {
		t.Run(c.name, func(t *testing.T) {
			to, adjusted, err := ParseAmount(locale.Lookup(""), c.text, c.view)
			var wrong *locale.AmountError
			if c.why != 0 {
				if !errors.As(err, &wrong) || wrong.Why != c.why {
					t.Fatalf("%d, %v; should be refused with %d", to, err, c.why)
				}
				if c.why != locale.NoWager && (wrong.Min != c.view.Legal.Min || wrong.Max != c.view.Legal.Max) {
					t.Errorf("the range is %d to %d", wrong.Min, wrong.Max)
				}
				return
			}
			if err != nil || to != c.to || adjusted != c.adjusted {
				t.Errorf("%d, %t, %v; should be %d, %t", to, adjusted, err, c.to, c.adjusted)
			}
		})
	}
}

// TestSharesOfThePot reads shares at a new table 5/10, first to act: 15 in the pot, and 10 to call.
func TestSharesOfThePot(t *testing.T) {
	for _, c := range []struct {
		limit poker.Limit
		unit  int64
		want  map[string]int64
	}{
		{poker.PotLimit, 0, map[string]int64{"half": 22, "50%": 22, "80%": 30, "99%": 34, "100%": 35, "pot": 35, "20%": 20}},
		{poker.PotLimit, 5, map[string]int64{"half": 20, "50%": 20, "80%": 30, "99%": 30, "100%": 35, "pot": 35}},
		{poker.NoLimit, 0, map[string]int64{"half": 22, "50%": 22, "80%": 30, "100%": 35, "pot": 35, "200%": 60, "1000%": 260}},
		{poker.FixedLimit, 0, map[string]int64{"half": 20, "80%": 20, "100%": 20, "pot": 20, "200%": 20}},
	} {
		v := firstToAct(t, c.limit, c.unit)
		for text, want := range c.want {
			to, _, err := ParseAmount(locale.Lookup(""), text, v)
			if err != nil || to != want {
				t.Errorf("limit %d, unit %d: %s is %d, %v; want %d", c.limit, c.unit, text, to, err, want)
			}
		}
		for _, offer := range Wagers(Scene{View: v}) {
			to, adjusted, err := ParseAmount(locale.Lookup(""), offer.Value, v)
			if want := locale.Dot + locale.Lookup("").Chips(to); err != nil || adjusted || !strings.HasSuffix(offer.Label, want) {
				t.Errorf("limit %d: %q enters %q, which is %d, %t, %v", c.limit, offer.Label, offer.Value, to, adjusted, err)
			}
		}
	}
}

// firstToAct returns a table 5/10 of three whose first player is to act.
func firstToAct(t *testing.T, limit poker.Limit, unit int64) engine.View {
	t.Helper()
	r := poker.DefaultRules()
	r.Limit, r.ChipUnit = limit, unit
	table, err := engine.New(r)
	for _, c := range []engine.Command{
		engine.Sit{Player: 1, Chips: 1000, At: 1}, engine.Sit{Player: 2, Seat: 1, Chips: 1000, At: 1},
		engine.Sit{Player: 3, Seat: 2, Chips: 1000, At: 1}, engine.Start{At: 60_000}, engine.Deal{Deck: card.Ordered(), At: 60_000},
	} {
		if err == nil {
			table, _, err = table.Apply(c, nil)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return table.View(0)
}

func TestAWordOverTheLimitIsRefusedWithTheRange(t *testing.T) {
	v := rendertest.Flop()
	v.Legal.Max = 200
	_, _, err := ParseAmount(locale.Lookup(""), "pot", v)
	var wrong *locale.AmountError
	if !errors.As(err, &wrong) || wrong.Why != locale.Over {
		t.Fatalf("%v", err)
	}
	if text := locale.Lookup("").BadAmount(wrong); !strings.Contains(text, "120–200") {
		t.Errorf("says %q", text)
	}
}

func TestNoRaiseMeansNoAmount(t *testing.T) {
	v := rendertest.Flop()
	v.Legal.Min, v.Legal.Max = 0, 0
	for _, text := range []string{"250", "min", "pot", "rubbish"} {
		_, _, err := ParseAmount(locale.Lookup(""), text, v)
		var wrong *locale.AmountError
		if !errors.As(err, &wrong) || wrong.Why != locale.NoWager {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzParseAmount(f *testing.F) {
	f.Add("250", uint64(1))
	f.Add("pot", uint64(2))
	f.Add("60%", uint64(3))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		v := rendertest.Roll(seed).View()
		to, adjusted, err := ParseAmount(locale.Lookup(""), text, v)
		var wrong *locale.AmountError
		switch {
		case err != nil:
			if !errors.As(err, &wrong) || to != 0 || adjusted {
				t.Fatalf("%q: %d, %t, %v", text, to, adjusted, err)
			}
		case to < v.Legal.Min || to > v.Legal.Max || adjusted && to != v.Legal.Min:
			t.Fatalf("%q is %d, %t where %+v is legal", text, to, adjusted, v.Legal)
		}
	})
}

func TestWordsForAmountsAreReadHoweverTheyAreTyped(t *testing.T) {
	for code, words := range map[string][]string{
		"":   {"half", "HALF", " Half "},
		"ru": {"полбанка", "Полбанка", "half"},
		"tr": {"yarım", "YARIM", "yarim", "Half"},
	} {
		for _, word := range words {
			if to, _, err := ParseAmount(locale.Lookup(code), word, facing()); err != nil || to != 180 {
				t.Errorf("%s: %q is %d, %v; should be 180", code, word, to, err)
			}
		}
	}
}

func TestWagersOnOfferAreLegal(t *testing.T) {
	offer := func(v engine.View) string { return fmt.Sprint(Wagers(Scene{View: v})) }
	if got := offer(rendertest.Flop()); got != "[{min · 120 min} {half · 180 half} {pot · 300 pot} {max · 940 max}]" {
		t.Errorf("offers %s", got)
	}
	small := rendertest.Flop()
	small.Legal.Max = 120
	if got := offer(small); got != "[{max · 120 max}]" {
		t.Errorf("offers %s", got)
	}
	if got := offer(rendertest.Table()); got != "[]" {
		t.Errorf("offers %s", got)
	}
}

// The parser understands every word that a text offers to be typed.
func TestAmountsThatTextsNameAreUnderstood(t *testing.T) {
	quoted := regexp.MustCompile("`([^`]+)`")
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		var said []string
		for _, text := range []locale.Text{l.Amount.Garbage, l.Amount.NoChips, l.Help.Amounts} {
			for _, m := range quoted.FindAllStringSubmatch(string(text), -1) {
				said = append(said, m[1])
			}
		}
		if len(said) < 8 {
			t.Errorf("only %q are named", said)
		}
		for _, word := range said {
			if _, why := wish(l, word, rendertest.Flop().Legal, 1); why != 0 {
				t.Errorf("%q is not understood", word)
			}
		}
	})
}
