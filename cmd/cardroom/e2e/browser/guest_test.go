package browser_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/chromedp/chromedp/kb"

	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/chrome"
)

// guest is Alice, who plays: her page, the spectator, and by hand the cards that she saw.
type guest struct {
	*chrome.Tab
	demo  *demo
	rail  *rail
	cards map[string][]string
}

// sitDown follows the page's hint to a seat. The cards come by themselves, in a panel below the board.
func (g guest) sitDown() {
	g.T.Helper()
	g.Press("#hint .button", "Sit down", "a hand", func(s chrome.Page) bool { return s.Board().Has("My cards") })
	s := g.Until("two cards on a panel", func(s chrome.Page) bool { return len(s.Cards()) == 2 })
	number, _ := s.Board().Hand()
	g.cards[number] = s.Cards()
	g.Until("a hint that goes on", func(s chrome.Page) bool { return !strings.Contains(s.Hint, "To see your cards") })
}

// lookAt opens a new panel by My cards, and keeps its cards.
func (g guest) lookAt(selector string) []string {
	g.T.Helper()
	old := g.Look().Panel().ID
	anew := func(s chrome.Page) bool { return len(s.Cards()) == 2 && s.Panel().ID != old }
	s := g.Press(selector, "My cards", "two cards on a new panel", anew)
	number, _ := s.Board().Hand()
	g.cards[number] = s.Cards()
	return s.Cards()
}

// turn waits until Alice is to act. Where she is out of chips, she brings more: by her panel, or by the hint. Where a busy machine let
// her decisions run out, she sits in again.
func (g guest) turn() chrome.Page {
	g.T.Helper()
	for {
		s := g.Until("Alice's turn, or that she is out of chips or sits out", func(s chrome.Page) bool { return s.MyTurn() || isBroke(s) || sitsOut(s) })
		switch {
		case s.MyTurn():
			return s
		case sitsOut(s):
			g.Press("#hint .button, .message .button", "Sit in", "that she sits in", func(now chrome.Page) bool { return !sitsOut(now) })
		default:
			g.Press("#hint .button, .message.private .button", "Rebuy", "chips, or a panel that offers them", func(now chrome.Page) bool {
				return !isBroke(now) || len(now.Messages) > len(s.Messages)
			})
		}
	}
}

// sitsOut reports whether the page says that its visitor sits out.
func sitsOut(s chrome.Page) bool { return strings.Contains(s.Hint, "You are sitting out") }

// isBroke reports whether the page says that its visitor is out of chips.
func isBroke(s chrome.Page) bool { return strings.Contains(s.Hint, "You are out of chips") }

// act presses a button of the board.
func (g guest) act(s chrome.Page, begins string) {
	g.T.Helper()
	asked := func(s chrome.Page) bool {
		return slices.ContainsFunc(s.Messages, func(m chrome.Message) bool { return m.Private && m.Has("Confirm") })
	}
	now := g.Press(onBoard(s.Board()), begins, "another board, or to be asked once more", func(now chrome.Page) bool {
		return after(s)(now) || asked(now)
	})
	if !after(s)(now) { // nearly all her chips (R29)
		g.Press(".message .button", "Confirm", "another board", after(s))
	}
}

// after reports whether the board differs from the one before.
func after(was chrome.Page) func(chrome.Page) bool {
	return func(now chrome.Page) bool { return now.Board().Still() != was.Board().Still() }
}

func onBoard(b chrome.Message) string { return fmt.Sprintf(`[data-id="%s"] .button`, b.ID) }

// stayOf returns the button that stays in the hand.
func stayOf(b chrome.Message) string {
	if b.Has("Check") {
		return "Check"
	}
	return "Call"
}

// watchAsSam switches to the spectator and back.
func (g guest) watchAsSam() {
	g.T.Helper()
	g.becomeSam()
	g.Press(`[data-as="alice"]`, "", "Alice's page", func(s chrome.Page) bool { return s.Me == "Alice" && s.Panel().Text != "" })
}

// becomeSam switches to the spectator. Nothing of Alice's may be on his page, nor in its source.
func (g guest) becomeSam() {
	g.T.Helper()
	s := g.Press(`[data-as="sam"]`, "", "Sam's page", func(s chrome.Page) bool { return s.Me == "Sam" && s.Board().Text != "" })
	if slices.ContainsFunc(s.Messages, func(m chrome.Message) bool { return m.Private }) {
		g.Fail(s, "Sam sees a private message")
	}
	g.seesNoCard(s)
}

// seesNoCard looks through the spectator's page for cards of Alice's that are not public.
func (g guest) seesNoCard(s chrome.Page) {
	g.T.Helper()
	source, text := board.CardsAsLetters(chrome.Eval[string](g.Tab, "document.documentElement.outerHTML")), ""
	for _, m := range s.Messages {
		number, _ := m.Hand()
		if m.Private && number != "" {
			g.Fail(s, "Sam sees a private message of a hand")
		}
		all := m.Text + "\n" + m.Alt
		if why := leak(all, all, g.cards[number], "@Alice", " Alice "); why != "" {
			g.Fail(s, "Sam sees of hand #%s that %s", number, why)
		}
		text += all
	}
	for number, cards := range g.cards {
		for _, card := range cards {
			if strings.Count(source, card) > strings.Count(text, card) {
				g.Fail(s, "%s of hand #%s hides in Sam's page", card, number)
			}
		}
	}
}

// killAndGoOn ends the program like a power cut while Alice is to act, and starts it again. The page reconnects by itself,
// to the same hand, the same cards and the same player to act. The spectator does not see her cards, even while the server
// is down.
func (g guest) killAndGoOn() {
	g.T.Helper()
	before := g.freshTurn().Board()
	cards := g.lookAt(onBoard(before))
	g.ExpectOffline(true)
	g.demo.Kill()
	g.Until("that the connection is lost", func(s chrome.Page) bool { return s.Lost })
	g.becomeSam()
	g.Press(`[data-as="alice"]`, "", "that she is Alice", func(s chrome.Page) bool { return s.Me == "Alice" })
	g.demo.start()
	s := g.turn()
	g.ExpectOffline(false)
	if now := s.Board().Still(); now != before.Still() {
		g.Fail(s, "another board after a kill; it was\n%s", before.Still())
	}
	if now := g.lookAt(onBoard(s.Board())); !slices.Equal(now, cards) {
		g.Fail(s, "the cards were %v before a kill and are %v", cards, now)
	}
}

// freshTurn waits for a turn of Alice's with time for a start of the program. While other tests ran, her time may nearly have
// passed: then she stays in, and the next turn has all of it.
func (g guest) freshTurn() chrome.Page {
	g.T.Helper()
	s := g.turn()
	if strings.Contains(s.Board().Line("▶"), "second") { // of two minutes at first
		g.act(s, stayOf(s.Board()))
		s = g.turn()
	}
	return s
}

// wager waits for a turn in which Alice can bet or raise; in others she stays in cheaply. It returns the button that asks
// for the amount.
func (g guest) wager() (s chrome.Page, ask string) {
	g.T.Helper()
	for s = g.turn(); ; s = g.turn() {
		switch b := s.Board(); {
		case b.Has("Raise…"):
			return s, "Raise…"
		case b.Has("Bet…"):
			return s, "Bet…"
		case b.Has("Check"):
			g.act(s, "Check")
		default:
			g.act(s, "Fold")
		}
	}
}

// raiseByCommand types the start of a slash command, accepts the offered completion, and sends it.
func (g guest) raiseByCommand() {
	g.T.Helper()
	before, ask := g.wager()
	command := "/" + strings.ToLower(strings.TrimSuffix(ask, "…"))
	offered := func(begins string) func(chrome.Page) bool {
		return func(s chrome.Page) bool {
			return slices.ContainsFunc(s.Options, func(o string) bool { return strings.HasPrefix(o, begins) })
		}
	}
	if g.Screen.Touch {
		g.Press("#slash", "", "the commands", offered(command))
	} else {
		g.Keys("/")
	}
	g.Until("the commands", offered(command))
	g.Keys(command[1:] + " ")
	g.Until("amounts that are legal", offered("min · "))
	g.Keys("mi")
	s := g.Until("min alone", func(s chrome.Page) bool { return len(s.Options) == 1 && offered("min · ")(s) })
	amount := strings.TrimPrefix(s.Options[0], "min · ")
	g.Keys(kb.Enter)
	g.Until("min is taken", func(s chrome.Page) bool { return len(s.Options) == 0 })
	g.Keys(kb.Enter)
	said := regexp.MustCompile(`You (bet|raise to) ` + amount + `\.`)
	confirms := func(m chrome.Message) bool { return m.Private && said.MatchString(m.Text) }
	g.Until("the raise to "+amount, func(s chrome.Page) bool {
		return slices.ContainsFunc(s.Messages, confirms) && after(before)(s)
	})
}

// raiseByModal enters the amount in a modal. It returns the number of the hand.
func (g guest) raiseByModal() (hand string) {
	g.T.Helper()
	before, ask := g.wager()
	hand, _ = before.Board().Hand()
	g.lookAt(onBoard(before.Board()))
	asks := func(s chrome.Page) bool { return strings.Contains(s.Dialog, "–") }
	closed := func(s chrome.Page) bool { return s.Dialog == "" }
	s := g.Press(onBoard(before.Board()), ask, "a window that asks", asks)
	if !g.Screen.Touch {
		g.Keys(kb.Escape)
		g.Until("the window closed by Escape", closed)
		s = g.Press(onBoard(before.Board()), ask, "the window again", asks)
	}
	amount := regexp.MustCompile(`[\d,]+`).FindString(s.Dialog)
	g.Keys(amount)
	if g.Screen.Touch {
		g.Press("dialog .button", "Submit", "the board", closed)
	} else {
		g.KeyUntil(kb.Enter, "the board", closed)
	}
	g.Until("another board", after(before))
	if !g.rail.saw(hand, "Alice", "bet "+amount) {
		g.Fail(g.Look(), "a raise to %s never shows on the board", amount)
	}
	return hand
}

// playOn stays in the hand to its end.
func (g guest) playOn(hand string) {
	g.T.Helper()
	over := func(s chrome.Page) bool {
		return slices.ContainsFunc(s.Messages, func(m chrome.Message) bool {
			number, phase := m.Hand()
			return !m.Private && number == hand && phase == "Result" && strings.Contains(m.Text, "wins")
		})
	}
	for range 20 {
		s := g.Until("Alice's turn, or the result of #"+hand, func(s chrome.Page) bool { return s.MyTurn() || over(s) })
		if over(s) {
			return
		}
		g.act(s, stayOf(s.Board()))
	}
	g.Fail(g.Look(), "hand #%s has no end", hand)
}
