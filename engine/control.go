package engine

// apply stops the table from starting hands.
func (Pause) apply(s *transition) error {
	if s.Paused {
		return Refusal{Reason: AlreadyPaused}
	}
	s.Paused = true
	s.tellTable(TablePaused)
	return nil
}

// apply lets the table start hands again.
func (Resume) apply(s *transition) error {
	if !s.Paused {
		return Refusal{Reason: NotPaused}
	}
	s.Paused = false
	if !s.running() && s.Until != 0 {
		s.Until = max(s.Until, s.now)
	}
	s.tellTable(TableResumed)
	return nil
}

// apply closes the table, at once or after the hand that runs (R64).
func (Close) apply(s *transition) error {
	switch {
	case s.Closing:
		return Refusal{Reason: TableClosedNow, Rule: 64}
	case s.running():
		s.Closing = true
		s.tellTable(TableClosing)
		return nil
	}
	s.closeNow()
	return nil
}

// closeNow gives the players their chips, empties the waitlist and closes the table. A closed table of practice chips stays one.
func (s *transition) closeNow() {
	practice := s.Practice
	for i := range s.where((*seat).taken).Clockwise(none) {
		s.standUp(i)
	}
	for s.waitlist.first() != 0 {
		s.stopWaiting(0)
	}
	s.Closing, s.Closed, s.Practice, s.Until, s.CallBy = false, true, practice, 0, 0
	s.tellTable(TableClosed)
}

// apply changes the options of the table, between hands. The chips of house players change only while every seat is free,
// so that they go back to where they came from. A draw of any cards takes the seats away for which there are too few (R2).
func (c SetRules) apply(s *transition) error {
	r, now, seats := &c.Rules, &s.Rules, s.Rules.Seats
	if s.running() {
		return Refusal{Reason: HandRuns}
	}
	if r.DrawAny && !now.DrawAny {
		seats = min(seats, r.MostSeats())
		r.Seats = min(r.Seats, seats)
	}
	if err := checkPlayable(r); err != nil {
		return err
	}
	if r.Variant != now.Variant || r.Limit != now.Limit || r.SmallBlind != now.SmallBlind || r.BigBlind != now.BigBlind ||
		r.MinBuyIn != now.MinBuyIn || r.MaxBuyIn != now.MaxBuyIn || r.Seats != seats ||
		r.Staked != now.Staked && s.where((*seat).taken) != 0 {
		return Refusal{Reason: OtherGame, Rule: 1}
	}
	if last := s.where((*seat).taken) >> seats; last != 0 {
		return Refusal{Reason: SeatGoes, Min: int64(seats) + int64(last.Only()) + 1, Max: int64(seats), Rule: 2}
	}
	s.Rules = *r
	if s.open() == 0 {
		s.CallBy = 0
	}
	if c.Other {
		for i := range s.Gone {
			s.Gone[i].Chips = 0
		}
	}
	for i := range s.Seats {
		s.Seats[i].Bank = min(s.Seats[i].Bank, r.TimeBank)
	}
	s.tellTable(RulesChanged)
	return nil
}
