package state

import "cardroom/engine"

// LossEnds returns when the first table without a place is to be broken, or 0 (T118).
func (s *State) LossEnds() (first engine.Moment) {
	if s.Count.Lost == 0 {
		return 0
	}
	for _, number := range s.Open {
		if t := s.Table(number); t.Loss == NoPlace && (first == 0 || t.Since.Add(LossLimit) < first) {
			first = t.Since.Add(LossLimit)
		}
	}
	return first
}

// LostIsNeeded reports whether the next step of T40 needs a table that cannot play (T104, T118). Moved are the entries that moved
// in this pass.
func (s *State) LostIsNeeded(moved []int) bool {
	if s.Count.Lost == 0 {
		return false
	}
	others, lostHands := 0, 0
	for _, number := range s.Open {
		switch t := s.Table(number); {
		case !s.Round.On && s.lossDisturbs(number):
			return true
		case t.Loss != NoRecord:
			others++
		case t.Runs():
			lostHands++
		}
	}
	if others == 0 || lostHands > 0 && lostHands == s.Count.Running && s.waitsForAll() {
		return true
	}
	return !s.Round.On && (s.lacksSeats() || s.balancesLost(moved))
}

// lossDisturbs reports whether a table that cannot play has to be broken, or to send its players to a final table, and cannot.
func (s *State) lossDisturbs(number int) bool {
	switch s.Table(number).Loss {
	case NoRecord:
		return s.Gathers() != 0 || s.IsDue(number)
	case LongNoPlace:
		return !s.IsDue(number)
	}
	return false
}

// waitsForAll reports whether something comes once no hand runs.
func (s *State) waitsForAll() bool {
	return s.Round.For != 0 || s.Clock.Due || s.Clock.Closes || s.Halt.Ending
}

// lacksSeats reports whether a table that is due has seats for its players only at tables that cannot be read.
func (s *State) lacksSeats() bool {
	free, lost := 0, 0
	for _, number := range s.Staying() {
		t := s.Table(number)
		free += t.Free().Count()
		if t.Loss == NoRecord {
			lost += t.Free().Count()
		}
	}
	for _, number := range s.Due() {
		if t := s.Table(number); lost > 0 && !t.Runs() && t.Players() <= free && t.Players() > free-lost {
			return true
		}
	}
	return false
}

// balancesLost reports whether the next move of T41 is from or to a table that cannot be read.
func (s *State) balancesLost(moved []int) bool {
	fewest, most := s.Sizes()
	if s.Gathers() != 0 || most-fewest < 2 {
		return false
	}
	from := s.Giver(fewest+2, moved)
	return from != 0 && (s.Table(from).Loss == NoRecord || s.Table(s.Smallest(from)).Loss == NoRecord)
}
