package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"cardroom/cmd/cardroom/e2e/chrome"
)

// TestASitAndGoIsEntered registers for the demo's Sit & Go, starts it, and sees its cards at the table in its thread.
func TestASitAndGoIsEntered(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test: not in a short run")
	}
	d := openDemo(t)
	b := chrome.Open(t, chrome.Browse(t), "Alice", d.url(), screens["on a large screen"])
	b.Until("a table", func(s chrome.Page) bool { return strings.Contains(s.Hint, "Sit down") })
	enter(b, "sit-and-go")
	b.Until("a lobby", func(s chrome.Page) bool { return s.Has(false, "3 of 4") })
	b.Press(".message .button", "Register", "a full lobby", func(s chrome.Page) bool { return s.Has(false, "4 of 4") })
	commands(b, "/tournament start ")
	b.Keys(kb.Enter)
	b.Until("play", func(s chrome.Page) bool { return s.Has(false, "Level 1: 5/10") })
	enter(b, "Sit & Go of four")
	b.Until("a hand", func(s chrome.Page) bool { return s.Board().Has("My cards") })
	b.Press(".message .button", "My cards", "two cards", func(s chrome.Page) bool { return len(s.Cards()) == 2 })
}
