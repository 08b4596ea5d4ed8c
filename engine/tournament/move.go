package tournament

import (
	"cmp"
	"fmt"
	"slices"

	"cardroom/engine/tournament/state"
)

// move does what T40 asks for, until nothing applies: the final table, breaking tables, balance.
func (s *transition) move() {
	s.moved = s.moved[:0]
	for !s.LostIsNeeded(s.moved) && (s.gatherAll() || s.breakTable() || s.balance()) {
	}
}

// gatherAll draws all players to new seats, once every table has finished its hand (T49, T50). It reports whether it did.
func (s *transition) gatherAll() bool {
	tables := s.Gathers()
	if tables == 0 || s.Count.Running > 0 {
		return false
	}
	all := s.AllAlive()
	for _, n := range all {
		s.stand(n)
	}
	open := slices.Clone(s.Open)
	slices.SortStableFunc(open, func(a, b int) int { return cmp.Compare(s.Table(a).NoPlace, s.Table(b).NoPlace) }) // T118
	stay := open[:tables]
	for _, number := range open[tables:] {
		s.closeTable(number)
	}
	for _, number := range stay {
		t := s.ownTable(number)
		size := s.Options.Seats
		if tables == 1 {
			size = max(size, len(all))
		}
		*t = state.Table{Size: int8(size), Open: true, LastHand: state.LastHand{Hand: t.Hand, Blinds: state.NoBlinds, Before: state.NoBlinds}, Next: s.now, Unit: t.Unit, Lost: t.Lost}
		t.Count = s.Clock.Level * s.Options.Schedule.Hands
	}
	for s.Count.Redrawn < len(s.Options.Final.Redraw) && s.Count.Alive <= s.Options.Final.Redraw[s.Count.Redrawn] {
		s.Count.Redrawn++
	}
	s.Clock.Drawn = true
	s.moved = append(s.moved, all...)
	if tables > 1 {
		s.tell(Event{Kind: Redrawn, Of: tables})
		s.dealOut(all, stay, "redraw")
		return true
	}
	s.Count.Final = true
	s.tell(Event{Kind: FinalDrawn, Table: stay[0], Alive: len(all)})
	for seat, i := range s.shuffle("final", len(all)) {
		s.sit(all[i], stay[0], int8(seat))
	}
	return true
}

// breakTable breaks a table that is due and idle, if the others have seats for its players (T46, T47). It reports whether it
// did.
func (s *transition) breakTable() bool {
	due := s.Due()
	if len(due) == 0 || s.Gathers() != 0 {
		return false
	}
	free, _ := s.FreeSeats()
	for _, number := range slices.Backward(due) {
		t := s.Table(number)
		if t.Runs() || t.Broke != 0 || t.Players() > free {
			continue
		}
		var players []int
		for _, n := range t.Seats {
			if n != 0 {
				players = append(players, n)
			}
		}
		for _, i := range s.shuffle(fmt.Sprintf("break/%d", number), len(players)) {
			to := s.fewest("break-table")
			s.moveTo(players[i], to, s.drawnSeat(to))
		}
		s.closeTable(number)
		return true
	}
	return false
}

// moveTo moves an entry to a seat of another table (T42).
func (s *transition) moveTo(n, number int, seat int8) {
	s.ownTable(s.Entry(n).Table).Gave = true
	s.stand(n)
	s.sit(n, number, seat)
	s.moved = append(s.moved, n)
}

// balance moves one player from a large table to the smallest (T41). It reports whether it did.
func (s *transition) balance() bool {
	if s.Gathers() != 0 {
		return false
	}
	fewest, most := s.Sizes()
	if most-fewest < 2 {
		return false
	}
	from := s.Giver(fewest+2, s.moved)
	if from == 0 {
		return false
	}
	to := s.Smallest(from)
	if s.Table(to).NoPlace != 0 {
		return false // it comes back, or its players go
	}
	s.moveTo(s.gives(from), to, s.freeSeat(to))
	s.ownTable(to).Got = true
	return true
}

// gives returns the player whom a table gives: its next big blind who has not moved in this pass (T41b).
func (s *transition) gives(number int) int {
	t := s.Table(number)
	stays := t.WithChips()
	for i, n := range t.Seats {
		if n != 0 && slices.Contains(s.moved, n) {
			stays &^= 1 << i
		}
	}
	b, _, ok := t.NextHand()
	switch {
	case ok && stays.Has(b.Big):
		return t.Seats[b.Big]
	case ok:
		return t.Seats[stays.Next(b.Big)]
	case t.Blinds.Big != state.None:
		return t.Seats[stays.Next(t.Blinds.Big)]
	}
	return t.Seats[state.Nth(stays, s.number(fmt.Sprintf("balance/%d", number), stays.Count()))]
}
