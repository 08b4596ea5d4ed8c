package state

import (
	"cmp"
	"math"
	"slices"

	"cardroom/engine"
)

// staying returns the numbers of the open tables that are not to be broken, rising (T46).
func (s *State) staying() []int {
	ranking, due := s.ranking()
	stay := ranking[:len(ranking)-due]
	if due > 0 && !s.usualOrder() {
		slices.Sort(stay)
	}
	return stay
}

// Due returns the numbers of the open tables that are to be broken; the last one is the first (T46).
func (s *State) Due() []int {
	ranking, due := s.ranking()
	return ranking[len(ranking)-due:]
}

// ranking returns the open tables in the order in which they stay, and how many of the last ones are to be broken (T46). Those with
// the highest numbers come last, those of the organiser's order after them, and those without a place for long at the end (T118).
func (s *State) ranking() (order []int, due int) {
	order, due = s.Open, max(0, len(s.Open)-max(1, s.Needed()))
	if due == 0 || s.usualOrder() {
		return order, due
	}
	own := make(map[int]int, len(s.Options.Final.BreakOrder))
	for i, number := range s.Options.Final.BreakOrder {
		own[number] = i
	}
	rank := func(number int) int {
		switch i, listed := own[number]; {
		case s.Table(number).TooLong:
			return math.MaxInt - number
		case listed:
			return math.MaxInt/2 - i
		}
		return number
	}
	return slices.SortedFunc(slices.Values(order), func(a, b int) int { return cmp.Compare(rank(a), rank(b)) }), due
}

// usualOrder reports whether tables are broken from the highest number down.
func (s *State) usualOrder() bool { return len(s.Options.Final.BreakOrder) == 0 && s.Count.Lost == 0 }

// Needed returns how many tables have seats for all who are alive.
func (s *State) Needed() int { return (s.Count.Alive + s.Options.Seats - 1) / s.Options.Seats }

// IsDue reports whether a table is to be broken.
func (s *State) IsDue(number int) bool { return slices.Contains(s.Due(), number) }

// Sizes returns the smallest and the largest number of players at the tables that are not due.
func (s *State) Sizes() (fewest, most int) {
	fewest = engine.MaxSeats
	for _, number := range s.staying() {
		p := s.Table(number).Players()
		fewest, most = min(fewest, p), max(most, p)
	}
	return fewest, most
}

// Fewest returns the tables with the fewest players among those that are not due, have a free seat and can be read. Tables without a
// place come where there are no others.
func (s *State) Fewest() []int {
	if best := s.fewestOf(func(t *Table) bool { return !t.IsLost() }); best != nil {
		return best
	}
	return s.fewestOf(func(t *Table) bool { return !t.NoRecord })
}

// fewestOf returns the tables with the fewest players among those of a kind that are not due and have a free seat.
func (s *State) fewestOf(kind func(*Table) bool) (best []int) {
	players := engine.MaxSeats + 1
	for _, number := range s.staying() {
		t := s.Table(number)
		if t.Free() == 0 || !kind(t) {
			continue
		}
		if p := t.Players(); p < players {
			best, players = best[:0], p
		}
		if t.Players() == players {
			best = append(best, number)
		}
	}
	return best
}

// Giver returns the table that gives a player to balance: the largest idle one of at least a size, or of those the one whose hand
// ended last (T41a). It returns 0 if there is none. Moved are the entries that moved in this pass.
func (s *State) Giver(size int, moved []int) (from int) {
	most, ended := 0, int64(0)
	several := s.Clock.Break != 0 || s.Round.For != 0 && s.Count.Running == 0 // T61
	for _, number := range s.staying() {
		t := s.Table(number)
		p := t.Players()
		if t.Runs() || t.Gave && !several || p < size || p < most || p == most && t.Ended <= ended && from != 0 {
			continue
		}
		if s.canGive(t, moved) {
			from, most, ended = number, p, t.Ended
		}
	}
	return from
}

// Smallest returns the table that takes a player of another one to balance: of those with the fewest players that with the lowest
// number (T41c).
func (s *State) Smallest(from int) int {
	fewest, _ := s.Sizes()
	for _, to := range s.staying() {
		if to != from && s.Table(to).Players() == fewest {
			return to
		}
	}
	return 0
}

// canGive reports whether a table has a player who has not moved in this pass (T43) and has no rebuy to answer (T66).
func (s *State) canGive(t *Table, moved []int) bool {
	return slices.ContainsFunc(t.Seats[:], func(n int) bool { return n != 0 && s.Entry(n).Answer == 0 && !slices.Contains(moved, n) })
}

// Gathers returns at how many tables all are to be drawn to new seats, or 0 (T49, T50).
func (s *State) Gathers() int {
	if !s.Clock.Closed || len(s.Open) < 2 || s.Count.Final {
		return 0
	}
	if s.Count.Alive <= s.Options.FinalSize() {
		return 1
	}
	if redraw := s.Options.Final.Redraw; s.Count.Redrawn < len(redraw) && s.Count.Alive <= redraw[s.Count.Redrawn] {
		return s.Needed()
	}
	return 0
}
