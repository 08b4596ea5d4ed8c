package tournament

import (
	"fmt"
	"slices"
)

// move does what T40 asks for, until nothing applies: the final table, breaking tables, balance.
func (s *transition) move() {
	s.moved = s.moved[:0]
	for s.gatherAll() || s.breakTable() || s.balance() {
	}
}

// dueFrom returns the index in Open of the first table that is to be broken (T46).
func (s *state) dueFrom() int {
	tables := (s.Count.Alive + s.Options.Seats - 1) / s.Options.Seats
	return min(len(s.Open), max(1, tables))
}

// isDue reports whether a table is to be broken.
func (s *state) isDue(number int) bool {
	i := s.dueFrom()
	return i < len(s.Open) && number >= s.Open[i]
}

// sizes returns the smallest and the largest number of players at the tables that are not due.
func (s *state) sizes() (fewest, most int) {
	fewest = maxSeats
	for _, number := range s.Open[:s.dueFrom()] {
		p := s.table(number).players()
		fewest, most = min(fewest, p), max(most, p)
	}
	return fewest, most
}

// gathers returns at how many tables all are to be drawn to new seats, or 0 (T49, T50).
func (s *state) gathers() int {
	if !s.Clock.Closed || len(s.Open) < 2 || s.Count.Final {
		return 0
	}
	if s.Count.Alive <= s.Options.FinalSize() {
		return 1
	}
	if redraw := s.Options.Final.Redraw; s.Count.Redrawn < len(redraw) && s.Count.Alive <= redraw[s.Count.Redrawn] {
		return (s.Count.Alive + s.Options.Seats - 1) / s.Options.Seats
	}
	return 0
}

// gatherAll draws all players to new seats, once every table has finished its hand (T49, T50). It reports whether it did.
func (s *transition) gatherAll() bool {
	tables := s.gathers()
	if tables == 0 || s.Count.Running > 0 {
		return false
	}
	all := s.allAlive()
	for _, n := range all {
		s.stand(n)
	}
	stay := slices.Clone(s.Open[:tables])
	for _, number := range slices.Clone(s.Open[tables:]) {
		s.closeTable(number)
	}
	for _, number := range stay {
		t := s.ownTable(number)
		size := s.Options.Seats
		if tables == 1 {
			size = max(size, len(all))
		}
		*t = table{Size: int8(size), Open: true, hand: hand{Hand: t.Hand, Blinds: noBlinds, Before: noBlinds}, Next: s.now, Unit: t.Unit}
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
	due := s.dueFrom()
	if due == len(s.Open) || s.gathers() != 0 {
		return false
	}
	free := 0
	for _, number := range s.Open[:due] {
		free += s.table(number).free().Count()
	}
	for _, number := range slices.Backward(s.Open[due:]) {
		t := s.table(number)
		if t.runs() || t.players() > free {
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
	s.ownTable(s.entry(n).Table).Gave = true
	s.stand(n)
	s.sit(n, number, seat)
	s.moved = append(s.moved, n)
}

// balance moves one player from a large table to the smallest (T41). It reports whether it did.
func (s *transition) balance() bool {
	if s.gathers() != 0 {
		return false
	}
	fewest, most := s.sizes()
	if most-fewest < 2 {
		return false
	}
	from, n := s.giver(fewest + 2)
	if n == 0 {
		return false
	}
	for _, to := range s.Open[:s.dueFrom()] {
		if to != from && s.table(to).players() == fewest {
			s.moveTo(n, to, s.freeSeat(to))
			return true
		}
	}
	return false
}

// giver returns the table that gives a player to balance, and the player: the largest idle one of at least a size, or of those
// the one whose hand ended last (T41a). It returns 0 if there is none.
func (s *transition) giver(size int) (from, n int) {
	most, ended := 0, int64(0)
	several := s.Clock.Break != 0 || s.Round.For != 0 && s.Count.Running == 0 // T61
	for _, number := range s.Open[:s.dueFrom()] {
		t := s.table(number)
		p := t.players()
		if t.runs() || t.Gave && !several || p < size || p < most || p == most && t.Ended <= ended && from != 0 {
			continue
		}
		if s.canGive(t) {
			from, most, ended = number, p, t.Ended
		}
	}
	if from == 0 {
		return 0, 0
	}
	return from, s.gives(from)
}

// canGive reports whether a table has a player who has not moved in this pass (T43).
func (s *transition) canGive(t *table) bool {
	if len(s.moved) == 0 {
		return true
	}
	return slices.ContainsFunc(t.Seats[:], func(n int) bool { return n != 0 && !slices.Contains(s.moved, n) })
}

// gives returns the player whom a table gives: its next big blind who has not moved in this pass (T41b).
func (s *transition) gives(number int) int {
	t := s.table(number)
	stays := t.taken()
	for i, n := range t.Seats {
		if n != 0 && slices.Contains(s.moved, n) {
			stays &^= 1 << i
		}
	}
	b, _, ok := t.nextHand()
	switch {
	case ok && stays.Has(b.Big):
		return t.Seats[b.Big]
	case ok:
		return t.Seats[stays.Next(b.Big)]
	case t.Blinds.Big != none:
		return t.Seats[stays.Next(t.Blinds.Big)]
	}
	return t.Seats[nth(stays, s.number(fmt.Sprintf("balance/%d", number), stays.Count()))]
}
