package picture

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"cardroom/render"
	"cardroom/render/locale"
)

func TestNamesAreDrawnAsFarAsTheyCan(t *testing.T) {
	p := painter(t)
	p.mu.Lock()
	defer p.mu.Unlock()
	const user = "user.name_1"
	for name, want := range map[string]string{
		"MapleFox":                              "MapleFox",
		"  two   words\n":                       "two words",
		"Zoë Ångström":                          "Zoë Ångström",
		"Zoe\u0308":                             "Zoë",
		"Nguyễn Thị":                            "Nguyễn Thị",
		"Дмитрий":                               "Дмитрий",
		"Κωνσταντίνος":                          "Κωνσταντίνος",
		"𝕵𝖔𝖍𝖓":                                  "John",
		"Ｆｕｌｌ":                                  "Full",
		"🎰🔥 Lucky 7 🔥🎰":                         "Lucky 7",
		"\u202eevil\u202c":                      "evil",
		"a\u200bb\u2060c":                       "abc",
		"Z̸̡̢̛ä̷̛́":                             "Zä",
		"<@1001> **b**":                         "<@1001> **b**",
		"田中":                                    user,
		"محمد":                                  user,
		"mixed 田中":                              user,
		"สมชาย":                                 user,
		"🎰🔥":                                    user,
		"...":                                   user,
		"":                                      user,
		"\xff\xfe":                              user,
		"\u3164\u2800":                          user,
		strings.Repeat("x", 5000):               strings.Repeat("x", 32),
		strings.Repeat("\u0301", 5000) + "late": user,
	} {
		if got := drawable(p.cache.fonts, render.DisplayName{Name: name, User: user}); got != want {
			t.Errorf("%.60q is drawn as %q, should be %q", name, got, want)
		}
	}
	if got := drawable(p.cache.fonts, render.DisplayName{Name: "田中", User: "田中"}); got != "" {
		t.Errorf("what cannot be drawn is drawn as %q", got)
	}
}

func FuzzNames(f *testing.F) {
	for _, name := range []string{"MapleFox", "田中", "Z̸ä̷", "\u202eevil", "🏳️‍🌈"} {
		f.Add(name)
	}
	p := painter(f)
	f.Fuzz(func(t *testing.T, name string) {
		p.mu.Lock()
		defer p.mu.Unlock()
		drawn := drawable(p.cache.fonts, render.DisplayName{Name: name})
		for _, r := range drawn {
			if !p.cache.has(r) || r != ' ' && !unicode.IsGraphic(r) || unicode.Is(unicode.M, r) {
				t.Errorf("%q is drawn with %q", name, r)
			}
		}
		if strings.TrimSpace(drawn) != drawn || len([]rune(drawn)) > render.MostName {
			t.Errorf("%q is drawn as %q", name, drawn)
		}
		for _, room := range []int{0, 30, 200} {
			short := p.cache.fit(nameStyle, drawn, room)
			if w := p.cache.width(nameStyle, short); w > max(room, p.cache.width(nameStyle, "…")) {
				t.Errorf("%q takes %d of %d", short, w, room)
			}
		}
	})
}

func TestAmountsAreNeverMoreThanThereIs(t *testing.T) {
	english := locale.Lookup("")
	for n, want := range map[int64][3]string{ // with two decimals, one, none
		999:                 {"999", "999", "999"},
		1000:                {"1K", "1K", "1K"},
		154399:              {"154.39K", "154.3K", "154K"},
		999999:              {"999.99K", "999.9K", "999K"},
		1000000:             {"1M", "1M", "1M"},
		1005000:             {"1M", "1M", "1M"},
		1050000:             {"1.05M", "1M", "1M"},
		1239999:             {"1.23M", "1.2M", "1M"},
		1152921504606846975: {"1,152.92Q", "1,152.9Q", "1,152Q"},
	} {
		for i, want := range want {
			if got := english.ShortChips(n, 2-i); got != want {
				t.Errorf("%d is %s, should be %s", n, got, want)
			}
		}
	}
	d := dice{rand.New(rand.NewPCG(1, 1))}
	for range 20000 {
		l := locale.Languages()[d.IntN(len(locale.Languages()))]
		n, decimals := d.chips(), d.IntN(3)
		text := l.ShortChips(n, decimals)
		if least := read(t, l, text); least > n || n-least > n/10 && n > 9999 && decimals > 0 {
			t.Fatalf("%s: %d is said to be %s", l.Locale, n, text)
		}
	}
}

// read returns an amount as a player would understand it.
func read(t *testing.T, l *locale.Lang, text string) int64 {
	t.Helper()
	unit := int64(1)
	for n, sign := range l.Units {
		if short, ok := strings.CutSuffix(text, string(sign)); ok {
			text, unit = short, n
		}
	}
	units, part, _ := strings.Cut(strings.ReplaceAll(text, string(l.Group), ""), l.Point())
	var n int64
	for _, r := range units {
		n = n*10 + int64(r-'0')
	}
	n *= unit
	for _, r := range part {
		unit /= 10
		n += unit * int64(r-'0')
	}
	return n
}
