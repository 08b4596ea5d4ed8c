package engine

import "cardroom/engine/rank"

// hands is what the cards of the live seats are worth; zero where they are not counted.
type hands [MaxSeats]rank.Hand

// best is who of the seats given has the best hand: more than one where hands are equal (R42).
func (h *hands) best(of seats) (who seats) {
	top := uint32(0)
	for i := range of.clockwise(none) {
		switch v := h[i].Value; {
		case v > top:
			top, who = v, 0
			who.add(i)
		case v == top:
			who.add(i)
		}
	}
	return who
}

// showAfter is the seat after which showing begins: from the last to bet or raise on this street, or else from the first
// left of the button (R39).
func (g *game) showAfter() int8 {
	if g.Aggressor == none {
		return g.Button
	}
	return (g.Aggressor + MaxSeats - 1) % MaxSeats
}

// table shows a hand to everyone.
func (s *step) table(i int8) {
	if s.Seats[i].Tabled {
		return
	}
	s.Seats[i].Tabled = true
	s.tellOf(i, Event{Kind: Shown, Cards: s.Hole[i], Made: s.made(i)})
}

// showdown shows the hands and pays the pots (R39–R42).
func (s *step) showdown() {
	h := hands{}
	for i := range s.where((*seat).live).clockwise(none) {
		h[i] = s.made(i)
	}
	pots, n := s.pots()
	s.showHands(&h, pots[:n])
	for k := range pots[:n] {
		pots[k].Won = h.best(pots[k].In)
	}
	s.payPots(pots, n, &h)
}

// showHands goes round: a hand that no longer can win a part of a pot that others contest is mucked (R40).
func (s *step) showHands(h *hands, pots []pot) {
	shown := seats(0)
	for i := range s.where((*seat).live).clockwise(s.showAfter()) {
		if !s.Seats[i].Tabled && !couldWin(i, h, pots, shown) {
			s.Seats[i].Mucked = true
			s.tellOf(i, Event{Kind: Mucked})
			continue
		}
		shown.add(i)
		s.table(i)
	}
}

// couldWin says whether no hand that was shown beats that of seat i in one of the pots that others contest with it.
func couldWin(i int8, h *hands, pots []pot, shown seats) bool {
	for _, p := range pots {
		if !p.In.has(i) || !p.In.hasOther(i) {
			continue
		}
		rivals := p.In & shown
		rivals.add(i)
		if h.best(rivals).has(i) {
			return true
		}
	}
	return false
}

// payPots pays from the last side pot back to the main pot (R41) and ends the hand.
func (s *step) payPots(pots [MaxSeats]pot, n int, h *hands) {
	s.Paid = pots
	for k := n - 1; k >= 0; k-- {
		share := s.shares(pots[k])
		for i := range pots[k].Won.clockwise(s.Button) {
			s.Seats[i].Stack += share[i]
			e := Event{Kind: Won, Amount: share[i], Pot: k}
			if s.Seats[i].Tabled {
				e.Made = h[i]
			}
			s.tellOf(i, e)
		}
	}
	s.endHand()
}

// shares is what each winner of a pot gets, by seat: as much as the others, and one of the odd chips as long as there
// are some, clockwise from the left of the button (R42).
func (g *game) shares(p pot) (share [MaxSeats]int64) {
	n := int64(p.Won.count())
	if n == 0 {
		return share
	}
	odd := p.Amount % n
	for i := range p.Won.clockwise(g.Button) {
		share[i] = p.Amount / n
		if odd > 0 {
			share[i]++
			odd--
		}
	}
	return share
}

// endUnseen gives everything to the last player who has not folded (R19).
func (s *step) endUnseen(i int8) {
	s.returnUncalled()
	pots, n := s.pots()
	for k := range pots[:n] {
		pots[k].Won.add(i)
	}
	s.payPots(pots, n, &hands{})
}

// endHand is what follows once the pots are paid.
func (s *step) endHand() {
	s.tellTable(HandEnded)
	s.settle()
}

// settle ends the hand that runs: those who leave stand up, a table that closes closes, the busted have some time, and
// the next hand has its time (R30, R60, R62, R64).
func (s *step) settle() {
	s.Phase, s.ToAct, s.Aggressor, s.Since = Idle, none, none, 0
	s.High, s.Raise = 0, 0
	s.Until = s.at.Add(s.Rules.Pause)
	for i := range s.Seats {
		p := &s.Seats[i]
		p.Bet, p.Level, p.Acted = 0, 0, false
		switch {
		case !p.taken():
		case p.Leaves:
			s.standUp(int8(i))
		case p.chips() == 0 && p.RebuyBy == 0:
			p.RebuyBy = s.at.Add(s.Rules.Rebuy)
		}
	}
	if s.Closing {
		s.closeNow()
	}
	s.convert()
}

// void undoes the hand that runs and opens its deck (R65). The blinds are due again where they were.
func (s *step) void() error {
	if !s.running() {
		return Refusal{Why: NoHand}
	}
	for i := range s.Seats {
		p := &s.Seats[i]
		p.Stack += p.Total + p.Dead
		p.Total, p.Dead, p.Mucked = 0, 0, false
	}
	s.Voided = true
	s.Small, s.Big = s.Before.Small, s.Before.Big
	s.tellTable(HandVoided)
	s.settle()
	return nil
}
