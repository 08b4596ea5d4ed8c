package text

import (
	"strings"
	"testing"

	"cardroom/render/locale"
)

func TestRemindersMentionThePlayerAndTheHand(t *testing.T) {
	l := locale.Lookup("")
	if got := Nudge(l, "<@1>", 12); got != "<@1> it's your turn · #12" {
		t.Errorf("nudge %q", got)
	}
	if got := Warning(l, "<@1>", 12); !strings.HasPrefix(got, "<@1> ") || !strings.Contains(got, "#12") {
		t.Errorf("warning %q", got)
	}
}
