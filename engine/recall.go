package engine

import "slices"

// Departure is what a player who left brings back (R7) and owes (R13), and when they left. A table remembers the latest few. A
// caller that stores tables stores all departures, for as long as the return window, and recalls that of a player who returns.
type Departure = departed

// Departures returns the departures that the table remembers, the oldest first.
func (t *Table) Departures() []Departure {
	all := t.g.Gone[:]
	return slices.DeleteFunc(slices.Clone(all), func(d departed) bool { return d.Player == 0 })
}

// Recall returns the table with a departure that gave way to later ones. The table's own memory of the player counts,
// so that to recall a departure twice, or one that is not forgotten, changes nothing.
func (t Table) Recall(d Departure) Table {
	known := slices.ContainsFunc(t.g.Gone[:], func(e departed) bool { return e.Player == d.Player })
	if d.Player != 0 && !known && t.g.seatOf(d.Player) == none {
		t.g.Gone.add(d)
	}
	return t
}
