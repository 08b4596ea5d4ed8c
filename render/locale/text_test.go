package locale

import (
	"testing"
)

func TestPlaceholdersAreFilledOnce(t *testing.T) {
	text := Text("{player} pays {amount} to {player}")
	if got := text.Format("player", "{amount}", "amount", "5"); got != "{amount} pays 5 to {amount}" {
		t.Errorf("filled as %q", got)
	}
	if got := Text("as it is").Format(); got != "as it is" {
		t.Errorf("filled as %q", got)
	}
}

// A space follows a full stop, but not one of full width, which is as wide as both.
func TestSentencesFollowAsTheLanguageWritesThem(t *testing.T) {
	for _, c := range []struct{ first, second, want string }{
		{"It is your turn.", "(R28)", "It is your turn. (R28)"},
		{"あなたの番です。", "(R28)", "あなたの番です。(R28)"},
		{"", "(R28)", "(R28)"},
		{"It is your turn.", "", "It is your turn."},
	} {
		if got := Sentences(c.first, c.second); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if got := Lookup("ja").Numbered("あなたの番です。", 28); got != "あなたの番です。(R28)" {
		t.Errorf("a refusal reads %q", got)
	}
}
