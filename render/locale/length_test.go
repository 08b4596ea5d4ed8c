package locale_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"cardroom/render/locale"
)

func TestLengthCountsUTF16Units(t *testing.T) {
	for _, text := range []string{"", "Pot 30", "Überlänge", "トーナメント", "🂡🃁", "a\xffb\xf0\x9f", "é́"} {
		if got, want := locale.Length(text), len(utf16.Encode([]rune(text))); got != want {
			t.Errorf("Length(%q) = %d, want %d", text, got, want)
		}
	}
}

// A long table ends early, between two numbers. The settings behind it stay.
func TestALongTableEndsEarly(t *testing.T) {
	table := "paid 100" + strings.Repeat("/50", 50)
	got := locale.CutTables("min-cash 3, " + table + ", clock 15s")
	if want := "min-cash 3, paid 100" + strings.Repeat("/50", 37) + "/…, clock 15s"; got != want {
		t.Errorf("it is %q, want %q", got, want)
	}
	for _, short := range []string{"", "paid 30/20/10, clock 15s"} {
		if got := locale.CutTables(short); got != short {
			t.Errorf("%q becomes %q", short, got)
		}
	}
}

// TestAListEndsEarlyWhereTheMessageIsTooLong fills a message to its last character, and with one more.
func TestAListEndsEarlyWhereTheMessageIsTooLong(t *testing.T) {
	long := strings.Repeat("w", locale.MaxText-len("head\na\n\nfoot"))
	for _, tt := range []struct {
		list []string
		want string
	}{
		{[]string{"a", long}, "head\na\n" + long + "\nfoot"}, {[]string{"a", long + "w"}, "head\na\n…\nfoot"}, {nil, "head\nfoot"},
		{[]string{"a", "b", long}, "head\na\nb\n…\nfoot"},
	} {
		if got := locale.Fit([]string{"head"}, tt.list, []string{"foot"}); got != tt.want {
			t.Errorf("with %d lines it has %d characters: %.40q", len(tt.list), len(got), got)
		}
	}
	if got := locale.Fit([]string{"head", long + "wwwwwwwwww"}, []string{"a"}, nil); got != "head" {
		t.Errorf("a head that is too long leaves %d characters", len(got))
	}
}
