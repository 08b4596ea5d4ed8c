package render

import (
	"errors"
	"strings"
	"testing"

	"cardroom/engine"
)

func TestChipsAreGroupedAndNeverRounded(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345", 123456: "123,456", 1234567: "1,234,567",
		-60: "-60", -1000: "-1,000", 1 << 62: "4,611,686,018,427,387,904", -1 << 63: "-9,223,372,036,854,775,808",
	} {
		if got := Lookup("").Chips(n); got != want {
			t.Errorf("%d is %s, should be %s", n, got, want)
		}
	}
}

func TestAmountsAreReadAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]int64{
		"250": 250, "1250": 1250, "1,250": 1250, "1.250": 1250, "1 250": 1250, "1'250": 1250, "1’250": 1250,
		"1\u00a0250": 1250, "1\u202f250": 1250, "1,234,567": 1234567, "1.234.567": 1234567, " 250 ": 250,
		"2,5к": 2500, "1 К": 1000, "2м": 2_000_000, // Cyrillic
		"2.5k": 2500, "2,5k": 2500, "1.5K": 1500, "1,5 k": 1500, "3k": 3000, "2.25m": 2_250_000, "1m": 1_000_000,
		"2.50k": 2500, "2.5000k": 2500, "0.5k": 500, "0.500k": 500, "1250.500k": 1_250_500, "1,250.5k": 1_250_500,
		"1.250,5k": 1_250_500, "1,250,000k": 1_250_000_000, "1 250k": 1_250_000, "1.2345m": 1_234_500, "007": 7,
		"1000000000000": MaxChips, "1000000m": MaxChips, "1,5М": 1_500_000, "２５０": 250, "１，２５０": 1250,
		"3千": 3000, "2.5万": 25_000, "１２万": 120_000,
	} {
		if got, err := ParseChips(text); err != nil || got != want {
			t.Errorf("%q is %d, %v; should be %d", text, got, err, want)
		}
	}
}

func TestWhatIsNoAmountIsRefused(t *testing.T) {
	for text, want := range map[string]AmountWhy{
		"": Garbage, " ": Garbage, "0": Garbage, "0k": Garbage, "-5": Garbage, "+5": Garbage, "1e9": Garbage, "NaN": Garbage,
		"Inf": Garbage, "٣": Garbage, "٢٥٠": Garbage, "2.5": Garbage, "2,5": Garbage, "1,00": Garbage,
		"1,0000": Garbage, "12,34,567": Garbage, "1,234.567": Garbage, ",250": Garbage, "250,": Garbage, "1,,250": Garbage,
		"1250,000": Garbage, "2.5kk": Garbage, "2.5кk": Garbage, "k": Garbage, "2.k": Garbage, ".5k": Garbage, "2.5555k": Garbage,
		"1.2.5k": Garbage, "0x10": Garbage, "5 chips": Garbage, "$5": Garbage, "1.0000001m": Garbage, "²": Garbage,
		"1,250k": Unclear, "1.250k": Unclear, "12.000m": Unclear,
		"1000000000001": Over, "99999999999999999999": Over, "1000001m": Over, strings.Repeat("9", 60) + "m": Over,
		strings.Repeat("9", 100): Garbage,
	} {
		got, err := ParseChips(text)
		var wrong *AmountError
		if !errors.As(err, &wrong) || wrong.Why != want || got != 0 {
			t.Errorf("%q is %d, %v; should be refused with %d", text, got, err, want)
		}
	}
}

// facing is the spot of the amount tests: 5/10, on the flop 120 in the pot, a bet of 60, 940 behind.
func facing() engine.View { return flop() }

// Below the minimum a bet becomes the minimum; above the maximum it is refused, and never cut (R22).
func TestBetsAreReadAsTotalsWithinTheLegalRange(t *testing.T) {
	opening := flop()
	opening.Legal = engine.Legal{Bet: true, Min: 10, Max: 1740, Pot: 125}
	for _, c := range []struct {
		name     string
		view     engine.View
		text     string
		to       int64
		adjusted bool
		why      AmountWhy
	}{
		{"a number", facing(), "250", 250, false, 0},
		{"grouped, in thousands", opening, "1,250", 1250, false, 0},
		{"thousands", opening, "1.5k", 1500, false, 0},
		{"the minimum", facing(), "120", 120, false, 0},
		{"one less becomes the minimum", facing(), "119", 120, true, 0},
		{"much less becomes the minimum", facing(), "1", 120, true, 0},
		{"the maximum", facing(), "940", 940, false, 0},
		{"one more is refused", facing(), "941", 0, false, Over},
		{"very much more is refused", facing(), "99999999999999", 0, false, Over},
		{"min", facing(), "min", 120, false, 0},
		{"max, in capitals", facing(), " MAX ", 940, false, 0},
		{"pot: highest bet, pot and call", facing(), "pot", 300, false, 0},
		{"half of pot and call, above bet and call", facing(), "half", 60 + 60 + 120, false, 0},
		{"60% of them", facing(), "60%", 60 + 60 + 144, false, 0},
		{"with a space", facing(), "60 %", 264, false, 0},
		{"half a pot, rounded down", opening, "half", 62, false, 0},
		{"a third of a pot, rounded down", opening, "33%", 41, false, 0},
		{"a share below the minimum", opening, "5%", 10, true, 0},
		{"two pots are too many here", facing(), "400%", 0, false, Over},
		{"no share", facing(), "0%", 0, false, Garbage},
		{"a broken share", facing(), "2.5%", 0, false, Garbage},
		{"a negative share", facing(), "-50%", 0, false, Garbage},
		{"a huge share", facing(), "99999999999999999999%", 0, false, Garbage},
		{"garbage", facing(), "all of it", 0, false, Garbage},
		{"two readings", facing(), "1.250k", 0, false, Unclear},
		{"out of a decision", over(flop()), "250", 0, false, NoWager},
	} {
		t.Run(c.name, func(t *testing.T) {
			to, adjusted, err := ParseAmount(Lookup(""), c.text, c.view)
			var wrong *AmountError
			if c.why != 0 {
				if !errors.As(err, &wrong) || wrong.Why != c.why {
					t.Fatalf("%d, %v; should be refused with %d", to, err, c.why)
				}
				if c.why != NoWager && (wrong.Min != c.view.Legal.Min || wrong.Max != c.view.Legal.Max) {
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

func TestAWordOverTheLimitIsRefusedWithTheRange(t *testing.T) {
	v := flop()
	v.Legal.Max = 200
	_, _, err := ParseAmount(Lookup(""), "pot", v)
	var wrong *AmountError
	if !errors.As(err, &wrong) || wrong.Why != Over {
		t.Fatalf("%v", err)
	}
	if text := Lookup("").BadAmount(wrong); !strings.Contains(text, "120–200") {
		t.Errorf("says %q", text)
	}
}

func TestNoRaiseMeansNoAmount(t *testing.T) {
	v := flop()
	v.Legal.Min, v.Legal.Max = 0, 0
	for _, text := range []string{"250", "min", "pot", "rubbish"} {
		_, _, err := ParseAmount(Lookup(""), text, v)
		var wrong *AmountError
		if !errors.As(err, &wrong) || wrong.Why != NoWager {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestABadAmountIsToldWithWhatWouldBeRight(t *testing.T) {
	l := Lookup("")
	for want, e := range map[string]*AmountError{
		"From here 80–1,000 is legal.": {Why: Garbage, Min: 80, Max: 1000}, "1,250,000": {Why: Unclear},
		"more than can be bet here. 80–1,000": {Why: Over, Min: 80, Max: 1000}, "`2.5k`": {Why: Garbage},
		"Your buttons show": {Why: NoWager}, "1–1,000,000,000,000 is possible. (R9)": {Why: Over, Min: 1, Max: MaxChips},
	} {
		if text := l.BadAmount(e); !strings.Contains(text, want) || strings.Contains(text, "{") {
			t.Errorf("%q, should have %q", text, want)
		}
	}
}

func FuzzParseChips(f *testing.F) {
	for _, text := range []string{"250", "1,250", "2.5k", "1 250 000", "1.5m", "-1", "1e9", "٣", "1,250k", ",", "’"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ParseChips(text)
		var wrong *AmountError
		switch {
		case err != nil && (!errors.As(err, &wrong) || n != 0):
			t.Fatalf("%q: %d, %v", text, n, err)
		case err == nil && (n < 1 || n > MaxChips):
			t.Fatalf("%q is %d", text, n)
		case err == nil:
			if again, err := ParseChips(Lookup("").Chips(n)); err != nil || again != n {
				t.Fatalf("%q is %d, and as shown %d, %v", text, n, again, err)
			}
		}
	})
}

func FuzzParseAmount(f *testing.F) {
	f.Add("250", uint64(1))
	f.Add("pot", uint64(2))
	f.Add("60%", uint64(3))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		v := roll(seed).view()
		to, adjusted, err := ParseAmount(Lookup(""), text, v)
		var wrong *AmountError
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

func TestDiscardsAreReadAsPeopleTypeThem(t *testing.T) {
	held := cards(t, "As Kd 7c 10h 2s")
	for text, want := range map[string]uint8{
		"none": 0, " NONE ": 0, "0": 0, "pat": 0, "1": 1, "1 3 5": 0b10101, "5,3, 1": 0b10101, "7c": 0b100, "7♣ 2s": 0b10100,
		"Td as": 0, "10h": 0b1000, "T♥ 1": 0b1001,
	} {
		got, err := ParseDiscards(text, held)
		if text == "Td as" {
			if err != ErrNotHeld {
				t.Errorf("%q: %v, want that it is not held", text, err)
			}
			continue
		}
		if err != nil || got != want {
			t.Errorf("%q is %05b, %v, want %05b", text, got, err, want)
		}
	}
	for _, text := range []string{"", " ", "6", "1 1", "1 as", "x", "none 1", "7", "1-3", "all", "135", "1\x00"} {
		if got, err := ParseDiscards(text, held); err != ErrDiscards || got != 0 {
			t.Errorf("%q is %05b, %v", text, got, err)
		}
	}
}

func TestWordsForAmountsAreReadHoweverTheyAreTyped(t *testing.T) {
	for locale, words := range map[string][]string{
		"":   {"half", "HALF", " Half "},
		"ru": {"полбанка", "Полбанка", "half"},
		"tr": {"yarım", "YARIM", "yarim", "Half"},
	} {
		for _, word := range words {
			if to, _, err := ParseAmount(Lookup(locale), word, facing()); err != nil || to != 240 {
				t.Errorf("%s: %q is %d, %v; should be 240", locale, word, to, err)
			}
		}
	}
}
