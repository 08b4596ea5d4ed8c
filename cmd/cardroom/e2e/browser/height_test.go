package browser_test

import (
	"testing"

	"cardroom/cmd/cardroom/e2e/chrome"
	"cardroom/render/phone"
)

// TestABoardIsLowOnAPhone: a board with all its buttons leaves room for a panel on the screen, which comes by itself with the
// buttons of the turn. The picture has one size for any number of seats, so that a table of four is as high as one of nine.
func TestABoardIsLowOnAPhone(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test plays a hand: not in a short run")
	}
	browser := chrome.Browse(t)
	for name, accepts := range map[string]string{"in English": "en-US", "in Russian": "ru", "in Japanese": "ja"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := openIn(t, browser, accepts, openDemo(t).url(), chrome.Screen{Width: 390, Height: 844, Touch: true})
			b.Until("a table", func(s chrome.Page) bool { return s.Hint != "" && len(s.Messages) > 0 })
			b.Press("#hint .button", "", "a hand", func(s chrome.Page) bool { return s.Board().Text != "" })
			s := b.Until("Alice's turn, her panel with its buttons, and no hint in their way", func(s chrome.Page) bool {
				return s.MyTurn() && len(s.Panel().Buttons) > 4 && !chrome.Eval[bool](b, "document.getElementById('hint').checkVisibility()")
			})
			if s.Focus == "" {
				b.Fail(s, "the keyboard is nowhere after the hint, whose button was pressed, gave its room away")
			}
			panel := `document.querySelector('[data-id="` + s.Panel().ID + `"]')`
			at := `document.querySelector('[data-id="` + s.Board().ID + `"]`
			for what, c := range map[string]struct {
				script      string
				most, least float64
			}{
				"the board": {at + `').getBoundingClientRect().height`, phone.Board, 0},
				"the panel": {panel + `.getBoundingClientRect().height`, phone.Panel, 100},
				"board and panel together, beside what the page shows": {
					panel + `.getBoundingClientRect().bottom - ` + at + `').getBoundingClientRect().top - document.querySelector('#log').clientHeight`, 0, -844,
				},
				"a message": {at + ` .body').getBoundingClientRect().width`, phone.Message, phone.Message},
				"a button":  {at + ` .button').getBoundingClientRect().height`, phone.Button, phone.Button},
				"its text":  {`parseFloat(getComputedStyle(` + at + ` .text')).fontSize)`, phone.Text, phone.Text},
				"a row":     {at + ` .row').children.length`, phone.MostInRow, 1},
				"the line of a hand, which continues the message before": {`document.querySelector('.joined:not(.my-turn)').getBoundingClientRect().height`, 80, 20},
				"the name above such a message":                          {`document.querySelector('.joined .head').getBoundingClientRect().height`, 1, 0},
			} {
				if is := chrome.Eval[float64](b, c.script); is > c.most || is < c.least {
					b.Fail(s, "%s measures %v, at most %v and at least %v", what, is, c.most, c.least)
				}
			}
		})
	}
}
