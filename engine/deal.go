package engine

import (
	"errors"
	"time"

	"cardroom/engine/card"
)

// ErrDeck is the error of a Deal whose deck is not the 52 cards (R3).
var ErrDeck = errors.New("engine: the deck is not the fifty-two cards, each once")

// apply deals the hole cards and opens the first betting round.
func (c Deal) apply(s *transition) error {
	switch {
	case !s.running():
		return Refusal{Reason: NoHand}
	case s.Phase != Shuffling:
		return Refusal{Reason: HandRuns}
	case !c.Deck.Valid():
		return ErrDeck
	}
	s.Deck, s.Message = c.Deck, c.Message
	in := s.where((*seat).live)
	for round := range s.variant().Hole {
		for i := range in.Clockwise(s.Button) {
			s.Hole[i][round] = s.draw()
		}
	}
	s.tellTable(HandDealt)
	first := s.Last
	if first == none {
		first = s.Button
	}
	s.Phase = Betting
	s.goOn(first)
	return nil
}

// draw takes the next card off the deck.
func (s *transition) draw() card.Card {
	c := s.Deck[s.Dealt]
	s.Dealt++
	return c
}

// dealBoard deals the board cards of the street.
func (s *transition) dealBoard() {
	cards := s.variant().Streets[s.Street].Board
	if cards == 0 {
		return
	}
	e := Event{Kind: BoardDealt, Seat: none}
	e.Run = int(s.Run)
	b := s.boardOf(s.Run)
	n := s.variant().BoardAt(s.Street) - cards
	for i := range cards {
		b[n+i] = s.draw()
		e.Cards[i] = b[n+i]
	}
	s.tell(e)
}

// goOn gives the turn to the next player who has a decision, clockwise from seat i, or ends the round.
func (s *transition) goOn(i int8) {
	live := s.where((*seat).live)
	if live.Count() == 1 {
		s.endUnseen(live.Only())
		return
	}
	for next := range live.Clockwise(i) {
		if s.Seats[next].Stack == 0 || !s.decides(next) {
			continue
		}
		s.giveTurn(next)
		if s.Seats[next].Leaves {
			s.silent()
		} else {
			s.asPlanned()
		}
		return
	}
	s.endRound()
}

// giveTurn gives the turn to seat i. After a time-out the player has the clock alone, until they act (R30). The question whether
// to show has its own time, and leaves the time bank alone (R31). So has an absent player (T36).
func (s *transition) giveTurn(i int8) {
	s.ToAct, s.Since, s.Until, s.Called = i, s.now, 0, false
	s.Action++
	switch {
	case s.Seats[i].Away:
		s.Until = s.now.Add(awayTime)
	case s.Phase == Showing:
		s.Until = s.now.Add(askTime)
	case s.Rules.Clock != 0:
		bank := s.Seats[i].Bank
		if s.Seats[i].Timeouts > 0 {
			bank = 0
		}
		s.Until = s.now.Add(s.Rules.Clock + bank)
	}
}

// decides reports whether seat i, live and with chips, has a decision to make: a call that matters to another player, or a
// raise that one could call (R19, R20). Where a check is all that is possible, there is nothing to decide.
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

// matters reports whether another player has bet more than seat i or still could.
func (g *game) matters(i int8) bool {
	for j := range g.Seats {
		if q := &g.Seats[j]; int8(j) != i && (q.bets() || q.live() && q.Bet > g.Seats[i].Bet) {
			return true
		}
	}
	return false
}

// endRound gathers the bets in and goes to the next street, the run-out or the showdown (R19, R36).
func (s *transition) endRound() {
	s.ToAct, s.Since, s.Until = none, 0, 0
	s.returnUncalled()
	switch {
	case s.lastStreet():
		s.showdown()
	case s.variant().Streets[s.Street+1].Draw:
		s.nextStreet()
		s.Phase = Drawing
		s.nextDraw()
	case s.where((*seat).bets).Count() < 2:
		s.runOut()
	default:
		s.nextStreet()
		s.goOn(s.Button)
	}
}

func (g *game) lastStreet() bool { return g.Street == g.variant().Last() }

// nextStreet clears the bets and the pre-actions, which are for one street (R28), and deals the board of the next.
func (s *transition) nextStreet() {
	for i := range s.Seats {
		p := &s.Seats[i]
		p.Bet, p.Level, p.Acted = 0, 0, false
	}
	s.Street++
	s.High, s.Raise, s.Aggressor, s.Bets, s.Capped = 0, s.unit(), none, 0, false
	s.Plan = [MaxSeats]PreAction{}
	s.dealBoard()
}

// returnUncalled gives back the part of the highest bet that no player called (R34).
func (s *transition) returnUncalled() {
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

// runOut shows the hands and deals the rest of the board, a street at a time or all at once (R36). Where the rules allow
// more than one board, it asks first (R37).
func (s *transition) runOut() {
	for i := range s.where((*seat).live).Clockwise(s.showAfter()) {
		s.showHand(i, s.made(i, 0))
	}
	s.Common = s.Street
	if s.mostRuns() > 1 && s.toAsk() != 0 && !s.oneWhoLeavesIsSilent() {
		s.Phase, s.Until = Asking, s.now.Add(askTime)
		s.tellTable(RunsAsked)
		return
	}
	s.runOn()
}

// askTime is how long a player has, at any table, to answer how often the board is dealt and whether to show (R31).
const askTime = 15 * time.Second

// toAsk returns the people in the hand who have not answered how often the board is dealt. House players agree to anything.
func (g *game) toAsk() seats {
	return g.where(func(p *seat) bool { return p.live() && p.House == Person && p.Runs == 0 })
}

// oneWhoLeavesIsSilent reports whether a person who leaves has not answered how often the board is dealt: once then (R37).
func (g *game) oneWhoLeavesIsSilent() bool {
	return g.toAsk()&g.where(func(p *seat) bool { return p.Leaves }) != 0
}

// mostRuns returns how often the rest of the board may be dealt, by the rules and by the cards that are left (R37).
func (g *game) mostRuns() int {
	v := g.variant()
	rest := v.BoardAt(v.Last()) - v.BoardAt(g.Common)
	if rest == 0 {
		return 1
	}
	return min(max(1, g.Rules.RunIt), (card.Count-int(g.Dealt))/rest)
}

// apply takes a player's answer. The board is dealt as often as all players agree to, so the answer 1 settles it (R37).
func (c RunIt) apply(s *transition) error {
	i := s.seatOf(c.Player)
	switch {
	case i == none:
		return Refusal{Reason: NotSeated}
	case s.Phase != Asking || c.Hand != s.Hand || !s.toAsk().Has(i):
		return Refusal{Reason: NoRuns, Rule: 37}
	case c.Times < 1 || c.Times > s.mostRuns():
		return Refusal{Reason: NoRuns, Min: 1, Max: int64(s.mostRuns()), Rule: 37}
	}
	s.Seats[i].Runs = int8(c.Times)
	if c.Times == 1 || s.toAsk() == 0 {
		s.agree()
	}
	return nil
}

// agree deals the board as often as all players in the hand agreed to: once, where one did not answer.
func (s *transition) agree() {
	s.Runs = int8(s.mostRuns())
	for i := range s.where((*seat).live).Clockwise(none) {
		if p := &s.Seats[i]; p.House == Person {
			s.Runs = min(s.Runs, max(1, p.Runs))
		}
	}
	s.tell(Event{Kind: RunsAgreed, Seat: none, Count: int(s.Runs)})
	s.runOn()
}

// runOn deals the rest of the board.
func (s *transition) runOn() {
	s.Phase = Runout
	if s.Rules.Runout != 0 {
		s.Until = s.now.Add(s.Rules.Runout)
		return
	}
	for s.Phase == Runout {
		s.runStreet()
	}
}

// runStreet deals one street of a run-out. After the last one the next board begins with the cards that all boards share; after the
// last board comes the showdown.
func (s *transition) runStreet() {
	s.nextStreet()
	switch {
	case !s.lastStreet():
	case s.Run+1 < s.runs():
		s.Run++
		s.Street = s.Common
		copy(s.boardOf(s.Run)[:], s.Board[:s.variant().BoardAt(s.Common)])
	default:
		s.showdown()
		return
	}
	s.Until = s.now.Add(s.Rules.Runout)
}
