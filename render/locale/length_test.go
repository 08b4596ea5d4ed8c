package locale_test

import (
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
