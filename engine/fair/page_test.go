package fair_test

import (
	"regexp"
	"strings"
	"testing"

	"cardroom/engine/fair"
)

// The second verifier is worth something only if it can be read in one sitting and sends its input nowhere.
func TestThePageIsShortAndUsesNoNetwork(t *testing.T) {
	page := fair.Page()
	if n := strings.Count(page, "\n"); n > 330 {
		t.Errorf("%d lines", n)
	}
	if !strings.Contains(page, `content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:;`) {
		t.Error("its policy is another one")
	}
	for _, word := range []string{`//[a-z]+\.`, `\bsrc=`, `\bfetch\b`, `XMLHttpRequest`, `WebSocket`, `\beval\b`, `innerHTML`, `connect-src`} {
		if found := regexp.MustCompile(word).FindString(page); found != "" {
			t.Errorf("it has %q", found)
		}
	}
}
