package engine

import (
	"slices"

	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// hands are the hands of the live seats; zero for a seat that has none.
type hands [MaxSeats]rank.Hand

// best returns the seats with the best hand among the seats given: several if hands are equal (R42).
func (h *hands) best(of seats) (who seats) {
	top := rank.Rank(0)
	for i := range of.Clockwise(none) {
		switch v := h[i].Rank; {
		case v > top:
			top, who = v, 0
			who.Add(i)
		case v == top:
			who.Add(i)
		}
	}
	return who
}

// showAfter returns the seat before the one that shows first: that is the last to bet or raise on this street, or else the
// first left of the button (R39).
func (g *game) showAfter() int8 {
	if g.Aggressor == none {
		return g.Button
	}
	return (g.Aggressor + MaxSeats - 1) % MaxSeats
}

// showOrder returns the n live seats in the order in which they show: clockwise from the seat that shows first, the players of
// the last side pot before those who are all-in for an earlier pot alone (R39). A side pot with one player left is no longer
// played for.
func (g *game) showOrder(pots []pot) (order [MaxSeats]int8, n int) {
	left, after := g.where((*seat).live), g.showAfter()
	for k := len(pots) - 1; left != 0; k-- {
		next := left
		if k > 0 && pots[k].In.Count() > 1 {
			next &= pots[k].In
		} else if k > 0 {
			continue
		}
		for i := range next.Clockwise(after) {
			order[n] = i
			n++
		}
		left &^= next
	}
	return order, n
}

// showHand shows a hand, and its rank on the first board, to every viewer.
func (s *transition) showHand(i int8, made rank.Hand) {
	s.Seats[i].AllShown = true
	s.tellOf(i, Event{Kind: Shown, Cards: s.Hole[i], Made: made})
}

// showdown shows the hands in their order and pays the pots (R39–R42). A hand that can win a part of a pot is shown; any other
// may be mucked (R40). Where a player is asked which, it returns, and their answer calls it again.
func (s *transition) showdown() {
	pots, n := s.pots()
	var all [MaxRuns]hands
	for run := range s.runs() {
		all[run] = s.handsOf(run)
	}
	order, live := s.showOrder(pots[:n])
	for _, i := range order[:live] {
		p := &s.Seats[i]
		switch {
		case p.AllShown || p.Mucked:
		case showsAll(s.game) || couldWin(i, &all[0], pots[:n], s.where((*seat).shown)):
			s.showHand(i, all[0][i])
		case s.asks(p):
			s.Phase = Showing
			s.giveTurn(i)
			return
		default:
			p.Mucked = true
			s.tellOf(i, Event{Kind: Mucked})
		}
	}
	for run := range s.runs() {
		for k := range pots[:n] {
			pots[k].Won[run] = all[run].best(pots[k].In)
		}
	}
	s.payPots(pots, n, &all)
}

// handsOf returns the hands of the live seats on a board.
func (g *game) handsOf(run int8) (h hands) {
	for i := range g.where((*seat).live).Clockwise(none) {
		h[i] = g.made(i, run)
	}
	return h
}

// asks reports whether a player who loses is asked to show or muck (R40).
func (g *game) asks(p *seat) bool {
	if p.House != Person || p.Leaves {
		return false
	}
	return p.MuckPolicy == Asks || p.MuckPolicy == MuckByRules && g.Rules.AskLosers
}

// apply shows cards that need not be shown (R40).
func (c Show) apply(s *transition) error {
	i := s.seatOf(c.Player)
	if i == none {
		return Refusal{Reason: NotSeated}
	}
	p := &s.Seats[i]
	switch {
	case c.Turn != s.turn():
		return Refusal{Reason: Stale, Rule: 28}
	case s.Phase == Showing && i == s.ToAct:
		s.decided(i)
		if c.Cards == 0 {
			s.muck(i)
			return nil
		}
		s.showHand(i, s.made(i, 0))
		s.showdown()
		return nil
	case s.Phase == Showing && p.live() && !p.AllShown && !p.Mucked && s.asks(p):
		return Refusal{Reason: NotYourTurn, Rule: 28}
	case s.running() && (!p.live() || p.AllShown || c.Cards == 0):
		return Refusal{Reason: NothingToShow, Rule: 40}
	case s.running():
		return Refusal{Reason: HandRuns, Rule: 40}
	}
	return s.showAfterwards(i, c.Cards)
}

// showAfterwards shows cards of a hand that is over and was not shown.
func (s *transition) showAfterwards(i int8, cards uint8) error {
	p := &s.Seats[i]
	if !s.mayShow(i) || p.Showed|cards == p.Showed || int(cards)>>len(card.Present(s.Hole[i])) != 0 {
		return Refusal{Reason: NothingToShow, Rule: 40}
	}
	p.Showed |= cards
	e := Event{Kind: Shown, Cards: card.Only(s.Hole[i], p.Showed)}
	if e.Cards == s.Hole[i] {
		p.AllShown, e.Made = true, s.made(i, 0)
	}
	s.tellOf(i, e)
	return nil
}

// mayShow reports whether seat i played a hand that is over to its end and has not shown all of it (R40).
func (g *game) mayShow(i int8) bool {
	p := &g.Seats[i]
	return !g.running() && p.live() && !p.AllShown && !g.Voided
}

// muck gives up the hand of a player who was asked, and goes on.
func (s *transition) muck(i int8) {
	s.Seats[i].Mucked = true
	s.tellOf(i, Event{Kind: Mucked})
	s.showdown()
}

// couldWin reports whether the hand of seat i beats or equals all shown hands in a contested pot.
func couldWin(i int8, h *hands, pots []pot, shown seats) bool {
	for _, p := range pots {
		if !p.In.Has(i) || !p.In.HasOther(i) {
			continue
		}
		rivals := p.In & shown
		rivals.Add(i)
		if h.best(rivals).Has(i) {
			return true
		}
	}
	return false
}

// payPots pays from the last side pot back to the main pot (R41) and ends the hand.
func (s *transition) payPots(pots [MaxSeats]pot, n int, h *[MaxRuns]hands) {
	s.Paid = pots
	for k := range slices.Backward(pots[:n]) {
		for run, won := range pots[k].Won {
			share := shares(s.game, &pots[k], run)
			for i := range won.Clockwise(s.Button) {
				s.Seats[i].Stack += share[i]
				e := Event{Kind: Won, Amount: share[i], Pot: k, Run: run}
				if s.Seats[i].AllShown {
					e.Made = h[run][i]
				}
				s.tellOf(i, e)
			}
		}
	}
	s.endHand()
}

// endUnseen gives all pots to the last player who has not folded (R19).
func (s *transition) endUnseen(i int8) {
	s.returnUncalled()
	pots, n := s.pots()
	for k := range pots[:n] {
		pots[k].Won[0].Add(i)
	}
	s.payPots(pots, n, &[MaxRuns]hands{})
}

// endHand ends the hand once the pots are paid.
func (s *transition) endHand() {
	s.tellTable(HandEnded)
	s.settle()
}

// settle ends the hand that runs. Players who leave stand up, and busted players get time to rebuy. A table that closes
// closes, and the pause before the next hand begins (R30, R60, R62, R64).
func (s *transition) settle() {
	s.Phase, s.ToAct, s.Aggressor, s.Since = Idle, none, none, s.now
	s.High, s.Raise, s.Called, s.Plan = 0, 0, false, [MaxSeats]PreAction{}
	s.Until = s.now.Add(s.Rules.Pause)
	for i := range s.Seats {
		p := &s.Seats[i]
		p.Bet, p.Level, p.Acted, p.Was = 0, 0, false, dues{}
		if p.Leaves || p.Kicked {
			s.standUp(int8(i))
			continue
		}
		if p.Out && p.InHand {
			p.OutSince = s.now // until now they played
		}
		s.trimPending(int8(i))
		if p.taken() && p.chips() == 0 && p.RebuyBy == 0 && !s.Rules.Tournament {
			p.RebuyBy = s.now.Add(s.Rules.Wait(s.Rules.Rebuy))
		}
	}
	if s.Closing {
		s.closeNow()
	}
	s.convert()
}

// apply undoes the hand that runs and opens its deck. Button, blinds, and the debts and requests of players are as before (R65).
func (Void) apply(s *transition) error {
	if !s.running() {
		return Refusal{Reason: NoHand, Rule: 65}
	}
	noted := s.Before.Button != 0 || s.Before.Fresh // an earlier version noted neither the button nor what players owe
	for i := range s.Seats {
		p := &s.Seats[i]
		p.Stack += p.Total + p.Dead
		p.Total, p.Dead, p.Mucked = 0, 0, false
		if posts := p.Posts; noted {
			p.dues = p.Was
			p.Posts = posts || p.InHand && p.Posts // it may have been asked for since
		}
	}
	s.Voided = true
	s.blinds, s.Fresh, s.Waited = s.Before.blinds, s.Before.Fresh, s.Before.Waited
	if noted {
		s.Button = s.Before.Button - 1
	}
	s.tellTable(HandVoided)
	s.settle()
	return nil
}
