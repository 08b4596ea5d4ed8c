package render

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

func TestNamesCannotSpeakMarkup(t *testing.T) {
	for name, want := range map[string]string{
		"Alice": "Alice", "Zoë Ångström": "Zoë Ångström", "Nguyễn Thị": "Nguyễn Thị", "": "",
		"**bold**": `\*\*bold\*\*`, "_a_ ~b~ |c|": `\_a\_ \~b\~ \|c\|`, "> quote": `\> quote`, "# head": `\# head`,
		"-# small": `\-\# small`, "[a](b)": `\[a\]\(b\)`, "<@123>": `\<\@123\>`, "@everyone": `\@everyone`,
		"`code`": "\\`code\\`", `back\slash`: `back\\slash`, "https://x.y": `https\:\/\/x.y`, "a /leave": `a \/leave`, "<t:1:R>": `\<t\:1\:R\>`,
		"new\nline": "newline", "tab\there": "tabhere", "\x00\x1b[31m": `\[31m`, "a\u202eb\u2066c": "abc",
		"z\u200be\u200dr\ufeffo": "zero", "\u2028line": "line", "  edges  ": "edges", "\xffbad\xfe": "bad",
		"\u3164\u3164": "", "▶ 3": "▶ 3", "\ufe0f": "", "\U000e0100 \U000e0101": "", "\u180b\u0301": "", "e\u0301": "e\u0301", "❤\ufe0f": "❤\ufe0f",
	} {
		if got := Escape(name); got != want {
			t.Errorf("%q is %q, should be %q", name, got, want)
		}
	}
	if got := Bold("\u200b"); got != "**?**" {
		t.Errorf("no name is %q", got)
	}
}

func TestNamesAreCut(t *testing.T) {
	if got := Escape(strings.Repeat("é", 50)); utf8.RuneCountInString(got) != MostName {
		t.Errorf("%d runes", utf8.RuneCountInString(got))
	}
	if got := Escape(strings.Repeat("*", 50)); got != strings.Repeat(`\*`, MostName) {
		t.Errorf("cut as %q", got)
	}
	if got := Escape(strings.Repeat("\u200b", 40) + "late"); got != "late" {
		t.Errorf("what cannot be seen counts: %q", got)
	}
}

func FuzzEscape(f *testing.F) {
	f.Add("**Alice** <@1> `x`")
	f.Add("\u202e\u200b\n#")
	f.Fuzz(func(t *testing.T, name string) { checkEscaped(t, name) })
}

func TestRandomNamesAreSafe(t *testing.T) {
	d := rand.New(rand.NewPCG(3, 4))
	alphabet := []rune(specials + "ab \n\t\u200b\u202e\u2066\u00e9\u4e16\U0001f600▶·")
	for range 10_000 {
		name := make([]rune, d.IntN(60))
		for i := range name {
			name[i] = alphabet[d.IntN(len(alphabet))]
		}
		checkEscaped(t, string(name))
	}
}

// checkEscaped wants a name without line breaks and invisible characters, every special after a backslash.
func checkEscaped(t *testing.T, name string) {
	t.Helper()
	escaped := Escape(name)
	runes, shown := []rune(escaped), 0
	for i := 0; i < len(runes); i, shown = i+1, shown+1 {
		if runes[i] == '\\' {
			if i++; i == len(runes) || !strings.ContainsRune(specials, runes[i]) {
				t.Fatalf("%q is %q: a backslash before nothing", name, escaped)
			}
			continue
		}
		if strings.ContainsRune(specials, runes[i]) || unseen(runes[i]) || runes[i] < ' ' {
			t.Fatalf("%q is %q: %q stands bare", name, escaped, runes[i])
		}
	}
	if shown > MostName {
		t.Fatalf("%q is %q: %d characters", name, escaped, shown)
	}
}

// The line of the player to act has no fewer words for a name with a number than for a wider one. Only the alternative text sets it
// apart.
func TestANameWithANumberCostsTheCaptionNoWords(t *testing.T) {
	for _, l := range locale.Languages() {
		for call := int64(40); call < locale.MaxChips; call *= 10 {
			turn := func(name string) string {
				v := rendertest.Flop()
				v.Legal.Call = call
				names := map[engine.ID]DisplayName{rendertest.Bob: {Name: name}}
				for text := range strings.Lines(Caption(Scene{View: v, Lang: l, DisplayNames: names})) {
					if strings.HasPrefix(text, turnMark) {
						return text
					}
				}
				return ""
			}
			if wide, number := turn("aa m"), turn("aa 9"); wide == "" || len(number) < len(wide) {
				t.Errorf("%s, %d: %q, and for a name with a number %q", l.Locale, call, wide, number)
			}
		}
	}
}
