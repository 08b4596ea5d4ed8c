package engine

import (
	"errors"

	"cardroom/engine/card"
)

// ErrDeck is the error of a Deal whose deck is not the 52 cards (R3).
var ErrDeck = errors.New("engine: the deck is not the fifty-two cards, each once")

// deal gives out the hole cards and opens the first betting round.
func (s *step) deal(c *Deal) error {
	switch {
	case !s.running():
		return Refusal{Why: NoHand}
	case s.Phase != Shuffling:
		return Refusal{Why: HandRuns}
	case !c.Deck.Valid():
		return ErrDeck
	}
	s.Deck, s.Message = c.Deck, c.Message
	in := s.where((*seat).live)
	for round := range s.variant().hole {
		for i := range in.clockwise(s.Button) {
			s.Hole[i][round] = s.draw()
		}
	}
	s.tellTable(HandDealt)
	first := s.Big
	if first == none {
		first = s.Button
	}
	s.Phase = Betting
	s.goOn(first)
	return nil
}

// draw takes the next card off the deck.
func (s *step) draw() card.Card {
	c := s.Deck[s.Dealt]
	s.Dealt++
	return c
}

// dealBoard deals the board cards of the street.
func (s *step) dealBoard() {
	e := Event{Kind: BoardDealt, Seat: none}
	n := s.boardSize()
	for i := range s.variant().streets[s.Street].board {
		s.Board[n+i] = s.draw()
		e.Cards[i] = s.Board[n+i]
	}
	s.tell(e)
}

// boardSize is how many cards lie on the board.
func (g *game) boardSize() (n int) {
	for n < len(g.Board) && g.Board[n] != card.None {
		n++
	}
	return n
}

// goOn gives the turn to the next who has a decision clockwise from seat i, or ends the round where there is none.
func (s *step) goOn(i int8) {
	live := s.where((*seat).live)
	if live.count() == 1 {
		s.endUnseen(live.only())
		return
	}
	next := s.where((*seat).bets).next(i)
	for n := 0; next != none && n < MaxSeats && !s.decides(next); n++ {
		next = s.where((*seat).bets).next(next)
	}
	if next == none || !s.decides(next) {
		s.endRound()
		return
	}
	s.ToAct, s.Since, s.Until = next, s.at, 0
	s.Action++
	if s.Rules.Clock > 0 {
		s.Until = s.at.Add(s.Rules.Clock + s.Seats[next].Bank)
	}
	if s.Seats[next].Leaves {
		s.silent()
	}
}

// decides says whether seat i, live and with chips, has a decision to make: a bet to call that somebody else could win or
// lose something by, or a raise (R19, R20). To check is no decision where it is all one could do.
func (g *game) decides(i int8) bool {
	p := &g.Seats[i]
	switch {
	case p.Bet < g.High:
		return g.matters(i)
	case p.Acted:
		return false
	}
	return g.someoneCouldCall(i)
}

// matters says whether anyone else has bet more than seat i or still could.
func (g *game) matters(i int8) bool {
	for j := range g.Seats {
		if q := &g.Seats[j]; int8(j) != i && (q.bets() || q.live() && q.Bet > g.Seats[i].Bet) {
			return true
		}
	}
	return false
}

// endRound gathers the bets in and goes to the next street, the run-out or the showdown (R19, R36).
func (s *step) endRound() {
	s.ToAct, s.Since, s.Until = none, 0, 0
	s.returnUncalled()
	last := int(s.Street) == len(s.variant().streets)-1
	switch {
	case last:
		s.showdown()
	case s.where((*seat).bets).count() < 2:
		s.runOut()
	default:
		s.nextStreet()
		s.goOn(s.Button)
	}
}

// nextStreet clears the bets and deals the board of the next street.
func (s *step) nextStreet() {
	for i := range s.Seats {
		p := &s.Seats[i]
		p.Bet, p.Level, p.Acted = 0, 0, false
	}
	s.High, s.Raise, s.Aggressor = 0, s.Rules.BigBlind, none
	s.Street++
	s.dealBoard()
}

// returnUncalled gives back what nobody could match (R34).
func (s *step) returnUncalled() {
	top, second, who := int64(0), int64(0), int8(none)
	for i := range s.Seats {
		p := &s.Seats[i]
		switch {
		case !p.InHand:
		case p.Total > top:
			top, second, who = p.Total, top, int8(i)
		case p.Total > second:
			second = p.Total
		}
	}
	over := top - second
	if over == 0 || s.Seats[who].Folded {
		return
	}
	p := &s.Seats[who]
	p.Stack += over
	p.Total -= over
	p.Bet = max(0, p.Bet-over)
	s.tellOf(who, Event{Kind: Uncalled, Amount: over})
}

// runOut tables the hands and deals the rest of the board, a street at a time or all at once (R36).
func (s *step) runOut() {
	s.Phase = Runout
	for i := range s.where((*seat).live).clockwise(s.showAfter()) {
		s.table(i)
	}
	if s.Rules.Runout > 0 {
		s.Until = s.at.Add(s.Rules.Runout)
		return
	}
	for s.running() {
		s.runStreet()
	}
}

// runStreet deals one street of a run-out; the last one brings the showdown.
func (s *step) runStreet() {
	s.nextStreet()
	if int(s.Street) == len(s.variant().streets)-1 {
		s.showdown()
		return
	}
	s.Until = s.at.Add(s.Rules.Runout)
}
