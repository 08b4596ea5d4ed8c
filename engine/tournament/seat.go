package tournament

import (
	"fmt"
	"slices"

	"cardroom/engine/tournament/state"
)

// begin draws the seats (T16). Play starts with Begin.
func (s *transition) begin() {
	s.Phase, s.Start.At = Seated, state.StartedAt(&s.State, s.now)
	n := s.Entries.Len()
	state.NotePresses(&s.State, s.now)
	tables := (n + s.Options.Seats - 1) / s.Options.Seats
	if s.Options.Late == 0 && s.Options.Rebuys.Until == 0 && n <= s.Options.FinalSize() {
		tables = 1
		s.Count.Final = true
	}
	for range tables {
		s.addTable(max(s.Options.Seats, (n+tables-1)/tables))
	}
	s.dealOut(s.AllAlive(), s.Open, "seats")
	if s.Options.Late == 0 && s.Options.Rebuys.Until == 0 {
		s.closeEntries()
	} else if s.Options.Late == 0 {
		endLateEntry(s)
	}
}

// dealOut shuffles entries, deals them to tables in turn, and gives them distinct random seats (T16).
func (s *transition) dealOut(entries, tables []int, draw string) {
	order := s.shuffle(draw, len(entries))
	for i, number := range tables {
		seats := s.shuffle(fmt.Sprintf("places/%d", number), int(s.Table(number).Size))
		for j := i; j < len(order); j += len(tables) {
			s.sit(entries[order[j]], number, int8(seats[j/len(tables)]))
		}
	}
}

// addTable opens a table with the next number (T65) and returns its number.
func (s *transition) addTable(size int) int {
	t := state.Table{Size: int8(size), Open: true, LastHand: state.LastHand{Blinds: state.NoBlinds, Before: state.NoBlinds}, Next: s.now, Unit: s.Options.Schedule.Unit(s.Clock.Level)}
	t.Count = s.Clock.Level * s.Options.Schedule.Hands
	s.Tables.Add(t, s.Edit)
	s.Open = append(slices.Clone(s.Open), s.Tables.Len())
	s.tell(Event{Kind: TableOpened, Table: s.Tables.Len(), Of: size})
	return s.Tables.Len()
}

// closeTable closes a table that has no players any more.
func (s *transition) closeTable(number int) {
	t := s.ownTable(number)
	if t.Open = false; t.IsLost() {
		s.Count.Lost--
	}
	i, _ := slices.BinarySearch(s.Open, number)
	s.Open = slices.Delete(slices.Clone(s.Open), i, i+1)
	s.tell(Event{Kind: TableClosed, Table: number})
}

// sit gives an entry a free seat.
func (s *transition) sit(n, number int, seat int8) {
	e, t := s.ownEntry(n), s.ownTable(number)
	t.Seats[seat] = n
	if t.Blinds.Big != state.None {
		t.New |= 1 << seat
	}
	t.Got = t.Got || s.Options.Edition < 4
	from := e.Table
	e.Table, e.Seat = number, seat
	kind := SeatTaken
	if from != 0 {
		kind = Moved
	}
	s.tellOf(n, Event{Kind: kind, Table: number, From: from, Seat: int(seat), Amount: e.Stack})
}

// stand takes an entry from its seat. It still knows its table, until it sits at another or is out.
func (s *transition) stand(n int) {
	e := s.Entry(n)
	t := s.ownTable(e.Table)
	t.Seats[e.Seat] = 0
	t.New &^= 1 << e.Seat
	t.Silent &^= 1 << e.Seat
}

// seatLate seats an entry after the start: at the open table with the fewest players, or at a new one (T65).
func (s *transition) seatLate(n int) {
	number := s.fewest("late")
	if number == 0 {
		number = s.addTable(s.Options.Seats)
	}
	s.sit(n, number, s.drawnSeat(number))
}

// fewest returns the table with the fewest players that is not due and has a free seat; ties are drawn. It returns 0 if all are
// full.
func (s *transition) fewest(name string) int {
	switch best := s.Fewest(); len(best) {
	case 0:
		return 0
	case 1:
		return best[0]
	default:
		return best[s.number(name, len(best))]
	}
}

// drawnSeat draws a free seat of a table.
func (s *transition) drawnSeat(number int) int8 {
	free := s.Table(number).Free()
	return state.Nth(free, s.number(fmt.Sprintf("seat/%d", number), free.Count()))
}

// freeSeat returns the seat for a player who is moved to balance (T41d): the first clockwise after the last big blind. So the
// seats between the next button and the next small blind come late, and that of the small blind, the last big blind's, last.
func (s *transition) freeSeat(number int) int8 {
	t := s.Table(number)
	if t.Blinds.Big == state.None {
		return s.drawnSeat(number)
	}
	return t.Free().Next(t.Blinds.Big)
}
