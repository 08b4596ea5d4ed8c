package record

import (
	"cardroom/engine"
	"cardroom/engine/tournament"
)

// HandStands reports whether a running hand stands, because many of its tournament's players vanished: its decisions do not run out
// (T100). A cash table has no such pause.
func (e *Event) HandStands() bool {
	if e == nil {
		return false
	}
	v := e.State.View()
	return v.Phase == tournament.Running && v.Halt == tournament.ByVanished
}

// KeepTime keeps the time that a standing hand had left. It is part of a commit: before and was are the table's record and view until then,
// r and next those that it stores.
// Once the hand goes on, its deadline comes as much later as it stood. The hand may go on in the pause by a decision of its player: then
// the new deadline stands from this commit on.
func (r *Table) KeepTime(before *Table, was engine.View, next *engine.Table, now engine.Moment, events []engine.Event) ([]engine.Event, error) {
	since, stands := r.Event.Standing, r.Event.HandStands()
	if since == 0 && !stands {
		return events, nil
	}
	v := next.View(0)
	if since == 0 || v.Until-since != was.Until-before.Event.Standing { // time away moves both
		since = now
	}
	r.Event = r.Event.Clone()
	if r.Event.Standing = since; stands {
		return events, nil
	}
	r.Event.Standing = 0
	credited, events, err := next.Apply(engine.CreditDowntime{Last: since, At: now}, events)
	if err == nil {
		*next = credited
	}
	return events, err
}
