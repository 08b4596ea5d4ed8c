package state

import (
	"bytes"
	"fmt"
	"reflect"

	"cardroom/engine"
	"cardroom/internal/fastjson"
)

// Same reports whether two states are stored as the same. It is quick where one came from the other by a command that changed
// nothing, such as most presses.
func (s *State) Same(other *State) bool {
	later := *other
	later.Edit = s.Edit // is not stored
	if reflect.DeepEqual(s, &later) {
		return true
	}
	before, err := fastjson.Marshal(s)
	after, err2 := fastjson.Marshal(other)
	return err == nil && err2 == nil && bytes.Equal(before, after)
}

// Check returns nil for a state that can be, or an error that says what was found and what was expected.
func (s *State) Check() error {
	if err := s.Options.Check(); err != nil {
		return err
	}
	for _, check := range []func(*State) error{checkPhase, checkTables, checkEntries, checkCounts, checkPlaces, checkMoney, checkHeads, checkDeal} {
		if err := check(s); err != nil {
			return err
		}
	}
	return nil
}

func checkPhase(s *State) error {
	if s.Phase < Announced || s.Phase > Cancelled {
		return fmt.Errorf("phase is %d, want %d to %d", s.Phase, Announced, Cancelled)
	}
	if last := len(s.Options.Schedule.Levels) - 1; s.Clock.Level < 0 || s.Clock.Level > last {
		return fmt.Errorf("level is %d, want 0 to %d", s.Clock.Level, last)
	}
	if s.Clock.End != 0 && s.Clock.Left != 0 {
		return fmt.Errorf("the clock runs until %d and stands with %d left", s.Clock.End, s.Clock.Left)
	}
	return nil
}

// checkTables refuses seats that do not hold what their entries say.
func checkTables(s *State) error {
	open := 0
	for i := range s.Tables.Len() {
		t := s.Tables.At(i)
		if t.Open {
			if open >= len(s.Open) || s.Open[open] != i+1 {
				return fmt.Errorf("open tables are %v, and table %d is open", s.Open, i+1)
			}
			open++
		} else if s.Phase != Cancelled && t.Taken() != 0 {
			return fmt.Errorf("table %d is closed and has players", i+1)
		}
		if t.Unit < 1 {
			return fmt.Errorf("table %d has chips of %d", i+1, t.Unit)
		}
		if t.Size < 2 || t.Size > engine.MaxSeats || t.Dealt&^t.Taken() != 0 || t.New&^t.Taken() != 0 || (t.Silent|t.Broke)&^t.Taken() != 0 || t.Broke&t.Dealt != 0 {
			return fmt.Errorf("table %d of size %d has sets %b %b %b of %b", i+1, t.Size, t.Dealt, t.New, t.Silent, t.Taken())
		}
		for _, b := range []int8{t.Blinds.Button, t.Blinds.Small, t.Blinds.Big, t.Before.Button, t.Before.Small, t.Before.Big} {
			if b < None || b >= engine.MaxSeats {
				return fmt.Errorf("table %d has a blind at seat %d", i+1, b)
			}
		}
		for seat, n := range t.Seats {
			if n == 0 {
				continue
			}
			if n < 0 || n > s.Entries.Len() || seat >= int(t.Size) {
				return fmt.Errorf("seat %d of table %d has entry %d of %d", seat, i+1, n, s.Entries.Len())
			}
			if e := s.Entry(n); e.Table != i+1 || int(e.Seat) != seat || e.Out() {
				return fmt.Errorf("entry %d is in seat %d of table %d, and says seat %d of table %d", n, seat, i+1, e.Seat, e.Table)
			}
		}
	}
	if open != len(s.Open) {
		return fmt.Errorf("open tables are %v, want %d", s.Open, open)
	}
	return nil
}

// checkEntries refuses an entry that plays without a seat, or has chips that cannot be.
func checkEntries(s *State) error {
	for n := 1; n <= s.Entries.Len(); n++ {
		e := s.Entry(n)
		plays := (s.Phase == Seated || s.Phase == Running) && !e.Out()
		if plays && (e.Table < 1 || e.Table > s.Tables.Len() || e.Seat < 0 || e.Seat >= engine.MaxSeats || s.Table(e.Table).Seats[e.Seat] != n) {
			return fmt.Errorf("entry %d is not in seat %d of table %d", n, e.Seat, e.Table)
		}
		if plays && (e.Answer != 0) != s.Table(e.Table).Broke.Has(e.Seat) || e.Answer != 0 && (e.Stack != 0 || e.Asked || e.Out()) || !s.MayRebuy(e, 0) {
			return fmt.Errorf("entry %d has %d chips, buys %+v, and its table has broke players %b", n, e.Stack, e.Buys, s.Table(e.Table).Broke)
		}
		if e.Refunded && (e.Stack != 0 || e.Tied != 0 || e.Prize != 0 || !s.Options.NoShow) {
			return fmt.Errorf("entry %d has its price back, and %d chips, place %d and a prize of %d", n, e.Stack, s.Place(e), e.Prize)
		}
		if e.Stack < 0 || e.Prize < 0 || plays && e.Stack == 0 && !s.Round.On && e.Answer == 0 {
			return fmt.Errorf("entry %d has %d chips and a prize of %d", n, e.Stack, e.Prize)
		}
	}
	return nil
}

// checkCounts refuses sums that are not those of the entries and tables.
func checkCounts(s *State) error {
	var c Counts
	chips, bought := int64(0), int64(0)
	for n := 1; n <= s.Entries.Len(); n++ {
		e := s.Entry(n)
		chips += e.Stack
		bought += s.Bought(e)
		switch {
		case e.Refunded:
			c.Refunded++
			continue
		case e.Tied != 0:
			c.Out++
			continue
		}
		c.Alive++
		if e.House == 0 {
			c.People++
		}
		if e.Absent() {
			c.Absent++
		}
		if e.Struck {
			c.Struck++
		}
		if e.Answer != 0 || e.Asked {
			c.Answers++
		}
	}
	for i := range s.Tables.Len() {
		t := s.Tables.At(i)
		if t.Runs() {
			c.Running++
		}
		if t.Open && t.IsLost() {
			c.Lost++
		}
	}
	c.Redrawn, c.Final, c.Gone = s.Count.Redrawn, s.Count.Final, s.Count.Gone
	if last := len(s.Options.Final.Redraw); c.Redrawn < 0 || c.Redrawn > last {
		return fmt.Errorf("%d times all were drawn to new seats, want 0 to %d", c.Redrawn, last)
	}
	if c != s.Count {
		return fmt.Errorf("counts are %+v, want %+v", s.Count, c)
	}
	if chips+s.Count.Gone != bought { // T124
		return fmt.Errorf("%d chips are at tables and %d are gone, want %d", chips, s.Count.Gone, bought)
	}
	return nil
}

// checkPlaces refuses places with a gap or an overlap (T59).
func checkPlaces(s *State) error {
	groups := make([]int, s.Entries.Len())
	for n := 1; n <= s.Entries.Len(); n++ {
		if e := s.Entry(n); e.Tied != 0 {
			if e.Before < 0 || e.Tied < 0 || e.Before+e.Tied > s.Count.Out {
				return fmt.Errorf("entry %d went out after %d with %d of %d", n, e.Before, e.Tied, s.Count.Out)
			}
			groups[e.Before]++
		}
	}
	for n := 1; n <= s.Entries.Len(); n++ {
		e := s.Entry(n)
		if e.Tied != 0 && groups[e.Before] != e.Tied {
			return fmt.Errorf("%d entries went out after %d, want %d", groups[e.Before], e.Before, e.Tied)
		}
	}
	for i := 0; i < s.Count.Out; i += groups[i] {
		if groups[i] == 0 {
			return fmt.Errorf("no entry went out after %d of %d", i, s.Count.Out)
		}
	}
	return nil
}

// checkMoney refuses prizes that are not those of the pool (T72, T124).
func checkMoney(s *State) error {
	m := &s.Money
	if s.Over() && m.Escrow != 0 || m.Escrow < 0 {
		return fmt.Errorf("%d are in the escrow", m.Escrow)
	}
	if !s.Clock.Closed {
		return nil
	}
	sum := int64(0)
	for _, a := range m.Amounts {
		sum += a
	}
	if sum += m.Dealt; sum != m.Pool+m.Struck || len(m.Amounts) == 0 {
		return fmt.Errorf("prizes %d and %d by a deal add up to %d, want %d", m.Amounts, m.Dealt, sum, m.Pool+m.Struck)
	}
	return nil
}

// checkDeal refuses a deal that does not divide the prizes among those alive (T94, T95).
func checkDeal(s *State) error {
	d := &s.Money.Deal
	if d.Wants < 0 || d.Wants > s.Entries.Len() {
		return fmt.Errorf("entry %d wants a deal", d.Wants)
	}
	if !d.Open() {
		return nil
	}
	if len(d.Parts) != s.Count.Alive || d.Made != 0 || s.Count.Absent > 0 || s.Over() {
		return fmt.Errorf("a deal of %d is open, %d are alive and %d absent", len(d.Parts), s.Count.Alive, s.Count.Absent)
	}
	prizes := -d.Left
	for place := range min(len(d.Parts), len(s.Money.Amounts)) {
		prizes += s.Money.Amounts[place]
	}
	icm, chips := int64(0), int64(0)
	for i, p := range d.Parts {
		if p.Entry < 1 || p.Entry > s.Entries.Len() || s.Entry(p.Entry).Out() || i > 0 && p.Entry <= d.Parts[i-1].Entry || p.ICM < 0 || p.Chips < 0 {
			return fmt.Errorf("entry %d has %d or %d of a deal", p.Entry, p.ICM, p.Chips)
		}
		icm, chips = icm+p.ICM, chips+p.Chips
	}
	if icm != prizes || d.Chips && chips != prizes {
		return fmt.Errorf("a deal gives %d or %d, want %d", icm, chips, prizes)
	}
	return nil
}

// checkHeads refuses heads and bounties that are not the bounty parts (T81, T108). A cancellation may have paid them back.
func checkHeads(s *State) error {
	sum := s.Money.Struck
	for n := 1; n <= s.Entries.Len(); n++ {
		e := s.Entry(n)
		if e.Head < 0 || e.Bounty < 0 || e.Head != 0 && e.Out() {
			return fmt.Errorf("entry %d has a head of %d and bounties of %d", n, e.Head, e.Bounty)
		}
		sum += e.Head + e.Bounty
	}
	if want := s.Options.Bounty.Part * int64(s.Counted()); sum != want && s.Phase != Cancelled {
		return fmt.Errorf("heads and bounties add up to %d, want %d", sum, want)
	}
	return nil
}
