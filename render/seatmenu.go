package render

import (
	"cmp"
	"slices"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/render/phone"
)

// FromMenu is the What of every button in the menu of the seat.
const FromMenu = "menu"

// SeatMenu returns the private answer to the button Seat…: how it stands with the reader's seat, and a button for everything
// that they can do about it, and for nothing else. Goes is the sentence for a seat that goes after the hand or is gone, else "".
func SeatMenu(s Scene, goes string) (text string, rows [][]Button) {
	p := s.panel()
	own, text := p.entry(), p.lines(goes, p.noSeat(p.lang.Button.Sit))
	if p.seat.Player != 0 {
		own, text = p.about(), p.lines(p.stack(), cmp.Or(goes, p.standing()))
	}
	for i := range own {
		own[i].What = FromMenu
	}
	rows = slices.Collect(slices.Chunk(own, phone.MostInRow))
	if p.broke() || p.seat.TimedOut { // a low panel of theirs has no room for it
		rows = appendRow(rows, p.post())
	}
	return text, rows
}

// standing returns that a seated player is out of chips, why they are not in the hand, or that they sit out after it; else "".
func (p panel) standing() string {
	switch {
	case p.seat.InHand && p.seat.Out && !p.seat.TimedOut && p.View.Phase != engine.Idle:
		return string(p.lang.Say.OutAfter)
	case p.seat.InHand && !p.seat.Out && !p.broke():
		return ""
	}
	return p.notDealt()
}

// about returns the buttons of a player with a seat.
func (p panel) about() (row []Button) {
	t, amount := p.lang.Button, p.lang.Chips(p.Rebuy)
	if p.View.Closed {
		return nil
	}
	add := func(when bool, b Button) {
		if when {
			row = append(row, b)
		}
	}
	if p.View.Rules.Tournament {
		row = p.offers()
		add(p.seat.MayShow, Button{Label: string(t.Show), Verb: VerbShow})
		return row
	}
	bust, leaves := p.seat.RebuyBy != 0, p.seat.Leaves || p.seat.Kicked
	stays := !leaves && !p.View.Closing
	add(bust && p.Rebuy > 0, Button{Label: t.Rebuy.Format("amount", amount), Verb: VerbRebuy, To: p.Rebuy, Style: Success})
	lost := p.View.Phase == engine.Idle || p.seat.Folded // a bet of theirs no longer comes back
	add(!bust && (p.Rebuy > p.seat.Total || lost && p.Rebuy > 0) && stays, Button{Label: t.TopUp.Format("amount", amount), Verb: VerbTopUp, To: p.Rebuy})
	back := (p.seat.Out || p.seat.Leaves) && !p.seat.Kicked && !bust
	add(back, Button{Label: string(t.SitIn), Verb: VerbSitIn, Style: Success})
	add(!p.seat.Out && stays, Button{Label: string(t.SitOut), Verb: VerbSitOut})
	straddles := p.View.Rules.Straddle && stays && p.View.Rules.Variant != poker.FiveCardDraw
	add(straddles && !p.seat.Straddles, Button{Label: string(t.Straddle), Verb: VerbStraddle, To: 1})
	add(straddles && p.seat.Straddles, Button{Label: string(t.NoStraddle), Verb: VerbStraddle})
	add(p.seat.MayShow, Button{Label: string(t.Show), Verb: VerbShow})
	add(!leaves, Button{Label: string(t.Leave), Verb: VerbLeave})
	return row
}
