package main_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestAHandIsSteppedThroughInABrowser plays a hand of the demo to its end and goes through it again.
func TestAHandIsSteppedThroughInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser test plays whole hands: not in a short run")
	}
	browser := chrome(t)
	for name, s := range map[string]screen{
		"on a large screen": {width: 1280, height: 800},
		"on a phone":        {width: 390, height: 844, touch: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := guest{demo: openDemo(t), cards: map[string][]string{}}
			g.tab = open(t, browser, "Alice", g.demo.url(), s)
			g.sitDown()
			g.goBack(g.giveUp())
		})
	}
}

// giveUp folds as soon as that is a choice, and waits until the hand is over. It gives its number.
func (g guest) giveUp() (hand string) {
	g.t.Helper()
	over := func(s sight) bool {
		return slices.ContainsFunc(s.Messages, func(m shown) bool {
			number, phase := m.hand()
			return !m.Private && number == hand && strings.HasPrefix(phase, "Result")
		})
	}
	hand, _ = g.look().board().hand()
	for {
		s := g.until("Alice's turn, or the end of the hand", func(s sight) bool { return s.myTurn() || over(s) })
		if over(s) {
			return hand
		}
		if s.board().has("Fold") {
			g.act(s, "Fold")
		} else {
			g.act(s, "Check")
		}
	}
}

var stepLine = regexp.MustCompile(`\n(\d+) of (\d+)`)

// step is where the page is in the hand that is shown again.
func (s sight) step(hand string) (n, of, text string) {
	for _, m := range slices.Backward(s.Messages) {
		number, _ := m.hand()
		if f := stepLine.FindStringSubmatch(m.Text); m.Private && number == hand && f != nil {
			return f[1], f[2], m.Text
		}
	}
	return "", "", ""
}

// goBack asks for a hand again and goes through it.
func (g guest) goBack(hand string) {
	g.t.Helper()
	if g.screen.touch {
		g.press("#slash", "", "the commands", func(s sight) bool { return slices.Contains(s.Options, "/history") })
		g.keys("history hand:" + hand)
	} else {
		g.keys("/history hand:" + hand)
	}
	at := func(want string) func(sight) bool {
		return func(s sight) bool { n, _, _ := s.step(hand); return n == want }
	}
	g.keys(kb.Enter) // takes what is offered for the value
	if _, done := g.await(again, at("1")); !done {
		g.keys(kb.Enter)
	}
	s := g.until("the first step", at("1"))
	_, of, text := s.step(hand)
	if cards := g.cards[hand]; !strings.Contains(text, strings.Join(cards, " ")) {
		g.fail(s, "the first step has not the cards %v", cards)
	}
	const buttons = ".message.private .button"
	g.press(buttons, "Next", "the second step", at("2"))
	s = g.press(buttons, "Last", "the last step", at(of))
	if _, _, text := s.step(hand); !strings.Contains(text, "Result") {
		g.fail(s, "the last step is no result")
	}
	g.press(buttons, "First", "the first step", at("1"))
}
