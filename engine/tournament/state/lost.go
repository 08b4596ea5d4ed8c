package state

import (
	"slices"

	"cardroom/engine"
)

// PlaceEnds returns when the first table without a place is to be broken, or 0 (T118).
func (s *State) PlaceEnds() (first engine.Moment) {
	if s.Count.Lost == 0 {
		return 0
	}
	for _, number := range s.Open {
		if at := s.Table(number).PlaceEnds(); at != 0 && (first == 0 || at < first) {
			first = at
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
	playable, unread := false, 0
	for _, number := range s.Open {
		t := s.Table(number)
		if !s.Round.On && blocks(s, number) {
			return true
		}
		if t.NoRecord && t.Runs() {
			unread++
		}
		playable = playable || !t.NoRecord && (t.Runs() || t.NoPlace != 0 || t.canDeal())
	}
	if !playable || unread > 0 && unread == s.Count.Running && waitsForAll(s) {
		return true
	}
	return !s.Round.On && (lacksSeats(s) || balancesUnread(s, moved))
}

// blocks reports whether a table that cannot play has to be broken, or to send its players to a final table, and cannot.
func blocks(s *State, number int) bool {
	t := s.Table(number)
	return t.NoRecord && (s.Gathers() != 0 || s.IsDue(number)) || t.TooLong && s.Gathers() == 0 && !s.IsDue(number)
}

// waitsForAll reports whether something comes once no hand runs.
func waitsForAll(s *State) bool {
	return s.Round.For != 0 || s.Clock.Due || s.Clock.Closes || s.Halt.Ending
}

// lacksSeats reports whether a table that is due has seats for its players only at tables that cannot be read.
func lacksSeats(s *State) bool {
	free, unread := s.FreeSeats()
	return unread > 0 && slices.ContainsFunc(s.Due(), func(number int) bool {
		t := s.Table(number)
		return !t.Runs() && t.Players() <= free && t.Players() > free-unread
	})
}

// FreeSeats returns how many seats are free at the tables that are not due, and how many of them at those that cannot be read.
func (s *State) FreeSeats() (free, unread int) {
	for _, number := range s.staying() {
		n := s.Table(number).Free().Count()
		if free += n; s.Table(number).NoRecord {
			unread += n
		}
	}
	return free, unread
}

// balancesUnread reports whether the next move of T41 is from or to a table that cannot be read.
func balancesUnread(s *State, moved []int) bool {
	fewest, most := s.Sizes()
	if s.Gathers() != 0 || most-fewest < 2 {
		return false
	}
	from := s.Giver(fewest+2, moved)
	return from != 0 && (s.Table(from).NoRecord || s.Table(s.Smallest(from)).NoRecord)
}
