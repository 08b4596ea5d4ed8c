package state

import "cardroom/engine"

// vanishedRow is how many players in a row time out where many vanish (T100).
const vanishedRow = 3

// PressCounts reports whether a press of an entry at its table changes how it or its table stands (T36, T71, T100).
func PressCounts(s *State, e *Entry) bool {
	switch {
	case s.Phase != Running && s.Phase != Seated, e.Out(), e.Struck:
		return false
	case !e.Pressed || e.TimeOuts != 0 || e.Away || s.Options.NoShow && !e.Came:
		return true
	case s.Halt.Kind == ByAbsence:
		return true
	case s.Halt.Kind == ByVanished:
		return e.Press < s.Halt.Since
	}
	return s.Table(e.Table).Silent != 0
}

// silentAbsent returns how many players were made absent by the time-outs since the last press at their table (T100).
func (s *State) silentAbsent(t *Table) (count int) {
	for i, n := range t.Seats {
		if t.Silent.Has(int8(i)) && s.Entry(n).Absent() {
			count++
		}
	}
	return count
}

// Present returns how many people alive are present, as presentAt counts them.
func (s *State) Present() (count int) {
	for _, number := range s.Open {
		count += s.presentAt(s.Table(number))
	}
	return count
}

// presentAt returns how many people at a table are present. Those whom time-outs made absent since the last press count. House
// players do not: they are never away, and cannot press.
func (s *State) presentAt(t *Table) int {
	count := s.silentAbsent(t)
	for _, n := range t.Seats {
		if n != 0 && !s.Entry(n).Absent() && s.Entry(n).House == engine.Person {
			count++
		}
	}
	return count
}

// Vanished reports whether the players of a table vanished at once (T100).
func (s *State) Vanished(t *Table) bool {
	if t.Silent == 0 {
		return false
	}
	present := s.presentAt(t)
	return present >= 2 && t.Silent.Count() >= min(vanishedRow, present)
}

// ManyVanished reports whether players vanished at half of the tables with two who are present (T100).
func (s *State) ManyVanished() bool {
	tables, vanished := 0, 0
	for _, number := range s.Open {
		t := s.Table(number)
		if s.presentAt(t) >= 2 {
			tables++
		}
		if s.Vanished(t) {
			vanished++
		}
	}
	return 2*vanished >= tables
}
