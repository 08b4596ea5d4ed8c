package locale

import (
	"errors"
	"strings"
	"testing"
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

func TestABadAmountIsToldWithWhatWouldBeRight(t *testing.T) {
	l := Lookup("")
	for want, e := range map[string]*AmountError{
		"The legal range is 80–1,000.": {Why: Garbage, Min: 80, Max: 1000}, "1,250,000": {Why: Unclear},
		"more than you can bet. The legal range is 80–1,000": {Why: Over, Min: 80, Max: 1000}, "`2.5k`": {Why: Garbage},
		"or `max`. The only size here is 80.": {Why: Garbage, Min: 80, Max: 80}, "The only size here is 80. (R22)": {Why: Over, Min: 80, Max: 80},
		"Your buttons show": {Why: NoWager}, "The possible range is 1–1,000,000,000,000. (R9)": {Why: Over, Min: 1, Max: MaxChips},
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

// A word for an amount means the same to everyone, whichever language it is of.
func TestWordsForAmountsMeanTheSameInEveryLanguage(t *testing.T) {
	for _, l := range Languages() {
		for _, a := range l.Amount.words() {
			for _, other := range Languages() {
				if means := other.AmountWord(a.word); means != a.means {
					t.Errorf("%q is %s, and %s to who speaks %s", a.word, a.means, means, other.Locale)
				}
			}
		}
	}
}

func TestPlaces(t *testing.T) {
	if got := Lookup("").Places([]int64{400, 300, 200, 100}); got != "1. 400 · 2. 300 · 3. 200 · …" {
		t.Error(got)
	}
	if got := Place(4, 2); got != "4.–5." {
		t.Error(got)
	}
	if one, two := PlaceWords(4, 1), PlaceWords(4, 2); one != "4" || two != "4–5" {
		t.Errorf("in sentences %q and %q", one, two)
	}
}

// Large amounts have the units of the language, so that no reader takes them for more than they are.
func TestLargeAmountsHaveTheUnitsOfTheLanguage(t *testing.T) {
	for locale, want := range map[string][4]string{ // of 123,456, 12,345,678, 1,234,567,890 and 1,234,567,890,123
		"en":    {"123.45K", "12.34M", "1.23B", "1.23T"},
		"pt-BR": {"123,45K", "12,34M", "1,23B", "1,23T"},
		"es-ES": {"123,45K", "12,34 M", "1.234,56 M", "1,23 B"},
		"de":    {"123,45K", "12,34 Mio.", "1,23 Mrd.", "1,23 Bio."},
		"fr":    {"123,45 k", "12,34 M", "1,23 Md", "1,23 Bn"},
		"ru":    {"123,45 К", "12,34 млн", "1,23 млрд", "1,23 трлн"},
		"tr":    {"123,45 bin", "12,34 Mn", "1,23 Mr", "1,23 Tn"},
		"ja":    {"12.34万", "1,234.56万", "12.34億", "1.23兆"},
	} {
		for i, n := range []int64{123_456, 12_345_678, 1_234_567_890, 1_234_567_890_123} {
			if got := strings.Join(strings.Fields(Lookup(locale).ShortChips(n, 2)), " "); got != want[i] {
				t.Errorf("%s: %d is %s, want %s", locale, n, got, want[i])
			}
		}
	}
}
