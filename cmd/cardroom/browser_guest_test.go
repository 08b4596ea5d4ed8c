package main_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/chromedp/chromedp/kb"
)

// guest is Alice, who plays: her page, the spectator beside her, and by hand the cards she was shown.
type guest struct {
	*tab
	demo  *demo
	rail  *rail
	cards map[string][]string
}

// sitDown goes the way the page proposes: a seat, then the cards.
func (g guest) sitDown() {
	g.t.Helper()
	g.press("#hint .button", "Sit down", "a hand", func(s sight) bool { return s.board().has("My cards") })
	g.lookAt("#hint .button")
	g.until("a hint that goes on", func(s sight) bool { return !strings.Contains(s.Hint, "To see your cards") })
}

// lookAt opens a new panel by My cards, and keeps what it shows.
func (g guest) lookAt(selector string) []string {
	g.t.Helper()
	old := g.look().panel().ID
	anew := func(s sight) bool { return len(s.cards()) == 2 && s.panel().ID != old }
	s := g.press(selector, "My cards", "two cards on a new panel", anew)
	number, _ := s.board().hand()
	g.cards[number] = s.cards()
	return s.cards()
}

// turn waits until Alice is to act.
func (g guest) turn() sight {
	g.t.Helper()
	return g.until("Alice's turn", sight.myTurn)
}

// act presses a button of the board.
func (g guest) act(s sight, begins string) {
	g.t.Helper()
	asked := func(s sight) bool {
		return slices.ContainsFunc(s.Messages, func(m shown) bool { return m.Private && m.has("Confirm") })
	}
	now := g.press(onBoard(s.board()), begins, "another board, or to be asked once more", func(now sight) bool {
		return after(s)(now) || asked(now)
	})
	if !after(s)(now) { // nearly all her chips (R29)
		g.press(".message .button", "Confirm", "another board", after(s))
	}
}

// after is when the board is another one than it was.
func after(was sight) func(sight) bool {
	return func(now sight) bool { return now.board().still() != was.board().still() }
}

func onBoard(b shown) string { return fmt.Sprintf(`[data-id="%s"] .button`, b.ID) }

// stayOf is the button that stays in the hand.
func stayOf(b shown) string {
	if b.has("Check") {
		return "Check"
	}
	return "Call"
}

// watchAsSam changes over to the spectator and back.
func (g guest) watchAsSam() {
	g.t.Helper()
	g.becomeSam()
	g.press(`[data-as="alice"]`, "", "Alice's page", func(s sight) bool { return s.Me == "Alice" && s.panel().Text != "" })
}

// becomeSam changes over to the spectator. Nothing of Alice's may be on his page, nor in what it is made of.
func (g guest) becomeSam() {
	g.t.Helper()
	s := g.press(`[data-as="sam"]`, "", "Sam's page", func(s sight) bool { return s.Me == "Sam" && s.board().Text != "" })
	if slices.ContainsFunc(s.Messages, func(m shown) bool { return m.Private }) {
		g.fail(s, "Sam sees a private message")
	}
	g.seesNoCard(s)
}

// seesNoCard looks through the spectator's page for cards of Alice's that are not shown to all.
func (g guest) seesNoCard(s sight) {
	g.t.Helper()
	source, text := eval[string](g.tab, "document.documentElement.outerHTML"), ""
	for _, m := range s.Messages {
		number, _ := m.hand()
		if m.Private && number != "" {
			g.fail(s, "Sam sees a private message of a hand")
		}
		if why := leak(m.Text, m.Text, "@Alice", g.cards[number]); why != "" {
			g.fail(s, "Sam sees of hand #%s that %s", number, why)
		}
		text += m.Text
	}
	for number, cards := range g.cards {
		for _, card := range cards {
			if strings.Count(source, card) > strings.Count(text, card) {
				g.fail(s, "%s of hand #%s hides in Sam's page", card, number)
			}
		}
	}
}

// killAndGoOn ends the program as a power cut does while Alice is to act, and starts it again: the page finds back by
// itself, to the same hand, the same cards and the same player to act. Also while no server can say what the spectator
// sees, he does not see hers.
func (g guest) killAndGoOn() {
	g.t.Helper()
	before := g.turn().board()
	cards := g.lookAt(onBoard(before))
	g.expectOffline(true)
	g.demo.kill()
	g.until("that the connection is lost", func(s sight) bool { return s.Lost })
	g.becomeSam()
	g.press(`[data-as="alice"]`, "", "that she is Alice", func(s sight) bool { return s.Me == "Alice" })
	g.demo.start()
	s := g.turn()
	g.expectOffline(false)
	if now := s.board().still(); now != before.still() {
		g.fail(s, "another board after a kill; it was\n%s", before.still())
	}
	if now := g.lookAt(onBoard(s.board())); !slices.Equal(now, cards) {
		g.fail(s, "the cards were %v before a kill and are %v", cards, now)
	}
}

// wager waits for a turn in which Alice can bet or raise; in others she stays out of trouble. It gives the button that
// asks for the amount.
func (g guest) wager() (s sight, ask string) {
	g.t.Helper()
	for s = g.turn(); ; s = g.turn() {
		switch b := s.board(); {
		case b.has("Raise…"):
			return s, "Raise…"
		case b.has("Bet…"):
			return s, "Bet…"
		case b.has("Check"):
			g.act(s, "Check")
		default:
			g.act(s, "Fold")
		}
	}
}

// raiseByCommand types the beginning of a slash command, takes what is offered, and sends it.
func (g guest) raiseByCommand() {
	g.t.Helper()
	before, ask := g.wager()
	command := "/" + strings.ToLower(strings.TrimSuffix(ask, "…"))
	offered := func(begins string) func(sight) bool {
		return func(s sight) bool {
			return slices.ContainsFunc(s.Options, func(o string) bool { return strings.HasPrefix(o, begins) })
		}
	}
	if g.screen.touch {
		g.press("#slash", "", "the commands", offered(command))
	} else {
		g.keys("/")
	}
	g.until("the commands", offered(command))
	g.keys(command[1:] + " ")
	g.until("amounts that are legal", offered("min · "))
	g.keys("mi")
	s := g.until("min alone", func(s sight) bool { return len(s.Options) == 1 && offered("min · ")(s) })
	amount := strings.TrimPrefix(s.Options[0], "min · ")
	g.keys(kb.Enter)
	g.until("min is taken", func(s sight) bool { return len(s.Options) == 0 })
	g.keys(kb.Enter)
	said := regexp.MustCompile(`You (bet|raise to) ` + amount + `\.`)
	confirms := func(m shown) bool { return m.Private && said.MatchString(m.Text) }
	g.until("the raise to "+amount, func(s sight) bool {
		return slices.ContainsFunc(s.Messages, confirms) && after(before)(s)
	})
}

// raiseByModal asks for the amount in a window. It gives the number of the hand.
func (g guest) raiseByModal() (hand string) {
	g.t.Helper()
	before, ask := g.wager()
	hand, _ = before.board().hand()
	g.lookAt(onBoard(before.board()))
	asks := func(s sight) bool { return strings.Contains(s.Dialog, "–") }
	closed := func(s sight) bool { return s.Dialog == "" }
	s := g.press(onBoard(before.board()), ask, "a window that asks", asks)
	if !g.screen.touch {
		g.keys(kb.Escape)
		g.until("the window closed by Escape", closed)
		s = g.press(onBoard(before.board()), ask, "the window again", asks)
	}
	amount := regexp.MustCompile(`[\d,]+`).FindString(s.Dialog)
	g.keys(amount)
	if g.screen.touch {
		g.press("dialog .button", "Submit", "the board", closed)
	} else {
		g.keys(kb.Enter)
		g.until("the board", closed)
	}
	g.until("another board", after(before))
	if !g.rail.saw(hand, "Alice", "bet "+amount) {
		g.fail(g.look(), "a raise to %s never shows on the board", amount)
	}
	return hand
}

// playOn stays in the hand to its end.
func (g guest) playOn(hand string) {
	g.t.Helper()
	over := func(s sight) bool {
		return slices.ContainsFunc(s.Messages, func(m shown) bool {
			number, phase := m.hand()
			return !m.Private && number == hand && phase == "Result" && strings.Contains(m.Text, "wins")
		})
	}
	for range 20 {
		s := g.until("Alice's turn, or the result of #"+hand, func(s sight) bool { return s.myTurn() || over(s) })
		if over(s) {
			return
		}
		g.act(s, stayOf(s.board()))
	}
	g.fail(g.look(), "hand #%s has no end", hand)
}
