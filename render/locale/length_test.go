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

func TestALongTextIsShortened(t *testing.T) {
	for _, tt := range []struct {
		text  string
		limit int
		want  string
	}{{"points 10/6/4", 13, "points 10/6/4"}, {"points 10/6/4", 12, "points 10/6…"}, {"ab🂡cd", 5, "ab🂡…"}, {"ab🂡cd", 4, "ab…"}, {"ab", 1, "…"}, {"ab", -3, "…"}} {
		if got := locale.Shorten(tt.text, tt.limit); got != tt.want {
			t.Errorf("Shorten(%q, %d) = %q, want %q", tt.text, tt.limit, got, tt.want)
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
		{[]string{"a", long[:len(long)-2]}, "head\na\n" + long[:len(long)-2] + "\nfoot"}, {[]string{"a", long + "w"}, "head\na\n…\nfoot"}, {nil, "head\nfoot"},
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
