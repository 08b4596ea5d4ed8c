package render

import (
	"strconv"
	"strings"

	"cardroom/engine"
)

// Panel is the private text and buttons of the view's reader: the hand's number, their cards and what they make, the
// board, the pots, their stack, what it costs to call, and in their turn the buttons of the decision. It says no cards
// but theirs and the board's, whatever was tabled.
func Panel(s Scene) (text string, rows [][]Button) {
	seat, ok := s.own()
	p := panel{s, s.lang(), seat}
	switch {
	case !ok:
		return p.lines(string(p.noSeat())), appendRow(nil, s.sitDown())
	case s.View.Phase == engine.Shuffling && seat.InHand:
		return p.lines(string(p.lang.Panel.Shuffling), p.stack()), nil
	case !seat.InHand:
		return p.lines(p.notDealt(), p.stack()), appendRow(nil, p.seated())
	case s.View.Phase == engine.Idle:
		return p.lines(p.own(), p.boardCards(), p.stack(), p.over()), appendRow(nil, p.seated())
	}
	text = p.lines(p.own(), p.boardCards(), board{s, p.lang, plainCards}.pots(), p.stack(), p.state())
	switch {
	case s.View.ToAct != seat.Seat:
	case s.View.Phase == engine.Drawing:
		rows = p.discards()
	default:
		rows = s.actions()
	}
	return text, rows
}

// discards is the menu of the player's own cards, and to stand pat.
func (p panel) discards() [][]Button {
	t := p.lang.Button
	menu := Button{Label: string(t.Menu), Verb: VerbDraw, To: int64(p.View.Discards)}
	for i, c := range p.seat.Cards {
		menu.Menu[i] = c.String()
	}
	return [][]Button{{menu}, {{Label: string(t.Pat), Verb: VerbPat}}}
}

// OwnCards is the cards of the view's reader and what they make, as the panel says it; empty where they have none.
func OwnCards(s Scene) string {
	seat, _ := s.own()
	return panel{s, s.lang(), seat}.own()
}

// panel writes one panel.
type panel struct {
	Scene
	lang *Lang
	seat engine.SeatView
}

// lines are a heading and the lines that are not empty.
func (p panel) lines(lines ...string) string {
	heading := board{p.Scene, p.lang, everything}.heading()
	text := []string{heading}
	for _, line := range lines {
		if line != "" {
			text = append(text, line)
		}
	}
	return strings.Join(text, "\n")
}

// own is the player's own cards and the name of the hand they make.
func (p panel) own() string {
	cards, t := p.cards(p.seat.Cards), p.lang.Panel
	if cards == "" {
		return ""
	}
	if hand := p.lang.Hand(p.seat.Made); hand != "" {
		return t.CardsMade.With("cards", cards, "hand", hand)
	}
	return t.Cards.With("cards", cards)
}

func (p panel) boardCards() string {
	if cards := p.cards(p.View.Board); cards != "" {
		return p.lang.Panel.Board.With("cards", cards)
	}
	return ""
}

// stack is the chips behind, and in a decision of the player the price of a call.
func (p panel) stack() string {
	text := p.lang.Panel.Stack.With("amount", p.lang.Chips(p.seat.Stack))
	if p.seat.Bet > 0 && p.View.Phase != engine.Idle {
		text += dot + p.lang.Board.Bet.With("amount", p.lang.Chips(p.seat.Bet))
	}
	if p.View.Phase == engine.Betting && p.View.ToAct == p.seat.Seat {
		text += dot + p.lang.cost(p.View)
	}
	if p.seat.Pending > 0 {
		text += dot + p.lang.Board.ToppedUp.With("amount", p.lang.Chips(p.seat.Pending))
	}
	return text
}

// state is whose turn it is, and why it is not the player's any more.
func (p panel) state() string {
	t := p.lang.Panel
	if p.View.ToAct == p.seat.Seat {
		turn := string(t.YourTurn)
		if p.View.Phase == engine.Drawing {
			turn = t.YourDraw.With("n", strconv.Itoa(p.View.Discards))
		}
		if p.View.Until == 0 {
			return turn
		}
		return turn + " " + t.Until.With("when", Ago(p.View.Until))
	}
	var words []string
	switch {
	case p.View.Phase == engine.Drawing && len(p.seat.Cards) < p.View.Rules.Variant.HoleCards():
		words = append(words, string(t.Fourth))
	case p.seat.Folded:
		words = append(words, string(t.Folded))
	case p.seat.AllIn:
		words = append(words, string(t.AllIn))
	}
	if p.View.Phase == engine.Runout {
		words = append(words, string(t.Runout))
	} else if p.View.ToAct >= 0 {
		words = append(words, string(t.Others))
	}
	return strings.Join(words, " ")
}

func (p panel) over() string {
	if p.seat.Won > 0 && ended(p.View) {
		return p.lang.Panel.Won.With("amount", p.lang.Chips(p.seat.Won))
	}
	return string(p.lang.Panel.Over)
}

// noSeat is what someone without a seat is told.
func (p panel) noSeat() Text {
	switch {
	case p.View.Closed:
		return p.lang.Board.AllBack
	case len(p.View.Seats) >= p.View.Rules.Seats:
		return p.lang.Panel.Full
	}
	return p.lang.Panel.NoSeat
}

// notDealt is why someone with a seat has no cards.
func (p panel) notDealt() string {
	t := p.lang.Panel
	switch {
	case p.seat.Out:
		return string(t.SittingOut)
	case p.seat.RebuyBy != 0:
		return t.Busted.With("when", Ago(p.seat.RebuyBy))
	case p.seat.Waits:
		return string(t.ForBlind)
	case p.View.Phase == engine.Idle:
		return string(t.Between)
	}
	return string(t.NotDealt)
}

// seated is the buttons of someone whose seat is not in a hand.
func (p panel) seated() []Button {
	t := p.lang.Button
	if p.View.Closed {
		return nil
	}
	stay := Button{Label: string(t.SitOut), Verb: VerbSitOut}
	if p.seat.Out {
		stay = Button{Label: string(t.SitIn), Verb: VerbSitIn, Style: Success}
	}
	return []Button{stay, {Label: string(t.Leave), Verb: VerbLeave}}
}
