package record

import (
	"slices"
	"time"

	"cardroom/engine"
	"cardroom/engine/tournament"
)

// Call is a message that calls the players of a tournament to its table, until the next hand is over.
type Call struct {
	Why     CallReason    `json:"why,omitempty"`     // "": none
	Until   engine.Moment `json:"until,omitempty"`   // when play begins or goes on; 0: now
	Message engine.ID     `json:"message,omitempty"` // 0 until it is posted
	Over    []engine.ID   `json:"over,omitempty"`    // messages to delete
}

// CallReason is why a tournament calls its players. The store keeps it.
type CallReason string

// The reasons.
const (
	CallFull CallReason = "full"  // the last seat is taken (T111)
	CallSeat CallReason = "seats" // the seats are drawn (T113)
	CallAway CallReason = "away"  // the program was away for long (T98)
)

// longAway is for how long the program has to be away until a tournament calls its players. Play goes on afterAway later (T98).
const (
	longAway  = time.Minute
	afterAway = 30 * time.Second
)

// call brings the call up to date with events of the director.
func (e *Event) call(events []tournament.Event) {
	v, c := e.State.View(), &e.Call
	for _, x := range events {
		switch x.Kind {
		case tournament.StartSet:
			c.next(CallFull, x.Until)
		case tournament.Began:
			c.next(CallSeat, 0)
		case tournament.DowntimeCredited:
			if v.Phase == tournament.Running && x.Amount >= (longAway+afterAway).Milliseconds() {
				c.next(CallAway, x.At.Add(afterAway))
			}
		case tournament.StartUnset, tournament.HandEnded, tournament.WasFinished, tournament.WasCancelled:
			c.next("", 0)
		}
	}
}

// next replaces the call; "" is none.
func (c *Call) next(why CallReason, until engine.Moment) {
	if c.Message != 0 {
		c.Over = append(c.Over, c.Message)
	}
	c.Why, c.Until, c.Message = why, until, 0
}

// Forget forgets a message that was to be deleted.
func (c *Call) Forget(id engine.ID) {
	c.Over = slices.DeleteFunc(c.Over, func(over engine.ID) bool { return over == id })
}
