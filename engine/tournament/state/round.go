package state

import "slices"

// Why hand-for-hand is in force (T60).
const (
	ForMoney = iota + 1
	ForFinal
)

// HandForHand returns why hand-for-hand is in force from now on, or 0 (T60, T64).
func (s *State) HandForHand() int {
	paid, tables, alive := len(s.Money.Amounts), len(s.Open), s.Count.Alive
	switch {
	case s.Round.For == ForMoney && alive > paid && tables > 1, s.Round.For == ForFinal && alive > s.Options.FinalSize():
		return s.Round.For
	case !s.Clock.Closed || tables < 2 || s.Options.Slow():
		return 0
	case alive > paid && alive-paid <= max(1, tables/4):
		return ForMoney
	case s.Options.Final.Bubble && s.Count.Out > 0 && alive == s.Options.FinalSize()+1 && tables == 2:
		return ForFinal
	}
	return 0
}

// AnyDeals reports whether an open table can play a hand.
func (s *State) AnyDeals() bool {
	return slices.ContainsFunc(s.Open, func(number int) bool { return s.Table(number).canDeal() })
}

// RoundIsOver reports whether no table has a hand of the round to play (T61). A cancellation does not wait for them.
func (s *State) RoundIsOver() bool {
	for _, number := range s.Open {
		if t := s.Table(number); !t.Done && t.canDeal() && !s.Halt.Ending {
			return false
		}
	}
	return true
}
