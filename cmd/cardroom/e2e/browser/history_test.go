package browser_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"cardroom/cmd/cardroom/e2e/chrome"
)

// TestAHandIsSteppedThroughInABrowser plays a hand of the demo to its end and steps through it in the history.
func TestAHandIsSteppedThroughInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test plays whole hands: not in a short run")
	}
	browser := chrome.Browse(t)
	for name, s := range screens {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := guest{demo: openDemo(t), cards: map[string][]string{}}
			g.Tab = chrome.Open(t, browser, "Alice", g.demo.url(), s)
			g.sitDown()
			g.goBack(g.giveUp())
		})
	}
}

// giveUp folds as soon as it can, and waits until the hand is over. It returns its number.
func (g guest) giveUp() (hand string) {
	g.T.Helper()
	over := func(s chrome.Page) bool {
		return slices.ContainsFunc(s.Messages, func(m chrome.Message) bool {
			number, phase := m.Hand()
			return !m.Private && number == hand && strings.HasPrefix(phase, "Result")
		})
	}
	hand, _ = g.Look().Board().Hand()
	for {
		s := g.Until("Alice's turn, or the end of the hand", func(s chrome.Page) bool { return s.MyTurn() || over(s) })
		if over(s) {
			return hand
		}
		if s.Board().Has("Fold") {
			g.act(s, "Fold")
		} else {
			g.act(s, "Check")
		}
	}
}

var stepLine = regexp.MustCompile(`\n(\d+) of (\d+)`)

// stepOf returns the current step of the page's replay.
func stepOf(s chrome.Page, hand string) (n, of, text string) {
	for _, m := range slices.Backward(s.Messages) {
		number, _ := m.Hand()
		if f := stepLine.FindStringSubmatch(m.Text); m.Private && number == hand && f != nil {
			return f[1], f[2], m.Text
		}
	}
	return "", "", ""
}

// goBack requests a hand from the history and steps through it.
func (g guest) goBack(hand string) {
	g.T.Helper()
	if g.Screen.Touch {
		g.Press("#slash", "", "the commands", func(s chrome.Page) bool { return slices.Contains(s.Options, "/history") })
		g.Keys("history hand:" + hand)
	} else {
		g.Keys("/history hand:" + hand)
	}
	at := func(want string) func(chrome.Page) bool {
		return func(s chrome.Page) bool { n, _, _ := stepOf(s, hand); return n == want }
	}
	g.Keys(kb.Enter) // accepts the offered value
	if _, done := g.Await(chrome.Again, at("1")); !done {
		g.Keys(kb.Enter)
	}
	s := g.Until("the first step", at("1"))
	_, of, text := stepOf(s, hand)
	if cards := g.cards[hand]; !strings.Contains(text, strings.Join(cards, " ")) {
		g.Fail(s, "the first step has not the cards %v", cards)
	}
	const buttons = ".message.private .button"
	g.Press(buttons, "Next", "the second step", at("2"))
	s = g.Press(buttons, "Last", "the last step", at(of))
	if _, _, text := stepOf(s, hand); !strings.Contains(text, "Result") {
		g.Fail(s, "the last step is no result")
	}
	g.Press(buttons, "First", "the first step", at("1"))
}
