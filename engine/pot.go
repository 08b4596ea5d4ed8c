package engine

import "cardroom/engine/sidepot"

// pots splits the chips in the middle (R33). The main pot is first; n is the number of pots.
func (g *game) pots() (pots [MaxSeats]pot, n int) {
	var all sidepot.Stakes
	dead := int64(0)
	for i := range g.Seats {
		p := &g.Seats[i]
		dead += p.Dead
		all[i] = sidepot.Stake{Put: p.Total, Live: p.live(), AllIn: p.live() && p.Stack == 0}
	}
	return all.Split(dead)
}

// PotsOf returns the pots of a hand with these seats, main pot first and without winners (R33). Dead is the part of the Total
// of each seat number that was put in dead (R14). It panics at a seat number that no table has.
func PotsOf(all []SeatView, dead [MaxSeats]int64) []Pot {
	var m sidepot.Stakes
	sum := int64(0)
	for _, s := range all {
		live := s.InHand && !s.Folded
		m[s.Seat] = sidepot.Stake{Put: s.Total - dead[s.Seat], Live: live, AllIn: live && s.Stack == 0}
		sum += dead[s.Seat]
	}
	pots, n := m.Split(sum)
	return showPots(pots[:n])
}

// shares returns the chips that each winner of a pot gets on a board. The pots of a tournament's hand are split in its chips (T28).
func shares(g *game, p *pot, run int) [MaxSeats]int64 {
	unit := int64(1)
	if g.Rules.Tournament || g.Rules.UnitPots {
		unit = max(unit, g.Rules.ChipUnit)
	}
	return p.Shares(run, g.runs(), g.Button, unit)
}
