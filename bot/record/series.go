package record

import (
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/setup"
)

// Series holds a tournament's ties to the one before it and the one after it (T122). The start of one opens the next, and the
// people on its waitlist get the first places there.
type Series struct {
	Due     bool           `json:"due,omitempty"`     // the next one is still to open
	Options *setup.Options `json:"options,omitempty"` // for it, as they were at the start; nil in records of before
	Channel engine.ID      `json:"channel,omitempty"` // of its table; 0 before there is one
	Waiting []engine.ID    `json:"waiting,omitempty"` // the people who wait for it, in order
	Invited []engine.ID    `json:"invited,omitempty"` // the people from the one before who are still to register here, in order
}

// noteSuccessor notes at the start, which leads to a next state, that the next tournament is due.
func (e *Event) noteSuccessor(next *tournament.Tournament) {
	if !e.Again {
		return
	}
	was, phase := e.State.View(), next.View().Phase
	if was.Phase < tournament.Seated && phase >= tournament.Seated && phase < tournament.Finished {
		o := next.Options()
		e.Series.Due, e.Series.Options, e.Series.Waiting = true, &o, was.Waitlist
	}
}
