package record

import (
	"maps"
	"slices"

	"cardroom/engine"
	"cardroom/engine/tournament"
)

// KeepDepartures stores the departures that the table remembers, beside the earlier ones of the return window. It forgets those of
// the players who have sat down (R7).
func (r *Table) KeepDepartures(t *engine.Table, events []engine.Event, now engine.Moment) {
	latest, window := t.Departures(), t.Rules().ReturnWindow
	again := func(d engine.Departure) bool {
		return slices.ContainsFunc(latest, func(l engine.Departure) bool { return l.Player == d.Player }) ||
			slices.ContainsFunc(events, func(e engine.Event) bool { return e.Kind == engine.SatDown && e.Player == d.Player })
	}
	earlier := slices.DeleteFunc(slices.Clone(r.Departures), again)
	r.Departures = slices.DeleteFunc(append(earlier, latest...), func(d engine.Departure) bool { return now >= d.At.Add(window) })
}

// KeepBuyIns stores with how many chips players sat down, and until the end of their first hand the least that they may sit down with. A
// void hand does not count (R65). It forgets those of players who left. House players have none. V is the table after the events; least
// returns the least that R4 and R7 asked of a player before.
func (r *Table) KeepBuyIns(events []engine.Event, v engine.View, least func(engine.ID) int64) {
	chips, floors := maps.Clone(r.BuyIns), maps.Clone(r.Floors) // a commit with an unknown outcome may still read the old maps
	over := slices.ContainsFunc(events, func(e engine.Event) bool { return e.Kind.EndsHand() })
	for _, e := range events {
		_, fresh := floors[e.Player]
		s, _ := v.SeatOf(e.Player)
		if s.InHand && (over || v.Phase != engine.Idle) { // in a hand they refill their stack
			fresh = false
		}
		switch {
		case e.Kind == engine.StoodUp:
			delete(chips, e.Player)
			delete(floors, e.Player)
		case e.Kind == engine.SatDown && e.House == engine.Person:
			if chips == nil {
				chips = map[engine.ID]int64{}
			}
			if floors == nil {
				floors = map[engine.ID]int64{}
			}
			chips[e.Player], floors[e.Player] = e.Amount, least(e.Player)
		case (e.Kind == engine.ToppedUp || e.Kind == engine.Returned) && fresh: // also a top-up of a void hand counts then
			chips[e.Player] = s.Stack + s.Pending
		}
	}
	for _, s := range v.Seats {
		if s.InHand && v.Ended() {
			delete(floors, s.Player)
		}
	}
	r.BuyIns, r.Floors = chips, floors
}

// Recall returns the table with the departure of a player who may sit down.
func (r *Table) Recall(t engine.Table, player engine.ID) engine.Table {
	for _, d := range r.Departures {
		if d.Player == player {
			return t.Recall(d)
		}
	}
	return t
}

// CreditDowntime moves the departures by the time in which the program did not run, as the engine does (R32). A tournament that is not over
// gets that time back (T98). After an error it has lost it.
func (r *Table) CreditDowntime(c engine.CreditDowntime) error {
	if c.Last <= 0 {
		return nil
	}
	r.Departures = slices.Clone(r.Departures)
	for i := range r.Departures {
		r.Departures[i].At += c.At - c.Last
	}
	if r.Event == nil {
		return nil
	}
	r.Event = r.Event.Clone()
	if v := &r.Event.Venue; v.Deleted != 0 { // that time is credited when the table has a channel again
		v.Deleted += c.At - c.Last
	}
	if r.Event.Standing != 0 {
		r.Event.Standing += c.At - c.Last
	}
	if r.Event.Over() {
		return nil
	}
	_, err := r.Event.Direct(tournament.CreditDowntime{At: tournament.At(c.At), Last: c.Last}, nil)
	return err
}

// ForgetChips leaves the departed players nothing to bring back, because the chips are of another kind from now on (R7).
func (r *Table) ForgetChips() {
	r.Departures = slices.Clone(r.Departures)
	for i := range r.Departures {
		r.Departures[i].Chips = 0
	}
}
