package record

import (
	"cmp"
	"slices"

	"cardroom/engine"
	"cardroom/engine/tournament"
)

// Call is a message that calls the players of a tournament to its table or its lobby, until it is over.
type Call struct {
	Why     CallReason    `json:"why,omitempty"`     // "": none
	Until   engine.Moment `json:"until,omitempty"`   // when play begins or goes on, or an answer is due
	Nonce   engine.Moment `json:"nonce,omitempty"`   // in the nonce in place of Until, which has moved since; 0: Until
	Message engine.ID     `json:"message,omitempty"` // 0 until it is posted
	Earlier []engine.ID   `json:"earlier,omitempty"` // messages that stay a while beside it
	Over    []engine.ID   `json:"over,omitempty"`    // messages to delete
	Start   engine.ID     `json:"start,omitempty"`   // the newest message about a moved start alone, which the next one replaces; 0: none
	Unseen  []engine.ID   `json:"unseen,omitempty"`  // players of a CallSeat who have not pressed at the table since
}

// CallReason is why a tournament calls its players. The store keeps it.
type CallReason string

// The reasons.
const (
	CallReady CallReason = "ready" // players have to say that they are here (T14, T15, T111)
	CallSoon  CallReason = "soon"  // a tournament with a start time begins in a minute (T111)
	CallFull  CallReason = "full"  // the last seat is taken (T111)
	CallSeat  CallReason = "seats" // the seats are drawn (T113)
	CallAway  CallReason = "away"  // the program was away for long (T98)
	CallGone  CallReason = "gone"  // many players vanished at once (T100)
)

// call brings the call up to date with events of the director.
func (e *Event) call(events []tournament.Event) {
	v, c := e.State.View(), &e.Call
	for _, x := range events {
		switch x.Kind {
		case tournament.ReadyAsked:
			if len(v.Missing) > 0 { // a player who registers from now on is here
				c.next(CallReady, x.Until)
			}
		case tournament.StartSet:
			if c.Why == CallReady { // it has mentioned them
				c.Until = x.Until
			} else {
				c.next(CallFull, x.Until)
			}
		case tournament.Began:
			e.callSeats(x.At)
		case tournament.DowntimeCredited:
			e.callAfterAway(x)
		case tournament.Paused:
			if x.Halt == tournament.ByVanished {
				c.next(CallGone, x.At)
			} else if c.Why == CallAway && !e.handRuns() { // nothing goes on at its moment
				c.next("", 0)
			}
		case tournament.HandEnded:
			c.handEnded()
		case tournament.Resumed:
			if x.Halt == tournament.ByVanished {
				c.next("", 0)
			}
		case tournament.Changed:
			if v.Phase < tournament.Seated && v.ReadyBy == 0 && c.Until != v.StartsAt { // a change that moves no start keeps its call
				c.end()
			}
		case tournament.StartUnset, tournament.WasFinished, tournament.WasCancelled:
			c.end()
		}
	}
}

// callSeats calls the players to their seats. At a Sit & Go the message before stays until the first hand is over, else it goes
// (T111, T113).
func (e *Event) callSeats(at engine.Moment) {
	c := &e.Call
	if o := e.State.Options(); !o.Scheduled && c.Message != 0 {
		c.Earlier, c.Message = append(c.Earlier, c.Message), 0
	} else {
		c.end()
	}
	c.next(CallSeat, at)
	for _, x := range e.State.Entries() {
		if x.House == engine.Person {
			c.Unseen = append(c.Unseen, x.Person)
		}
	}
}

// callAfterAway brings the call up to date after a time away. A long one announces the tournament again, with the moment when play
// goes on (T98). In a pause only a hand that runs goes on (T101). The button of players who vanished comes again in any case: a
// moderator may have deleted its message meanwhile, and a message without a mention disturbs no player (T100).
//
// A call without a stored message keeps its nonce: Discord may have the message, and takes the next attempt for the same one (T99).
func (e *Event) callAfterAway(x tournament.Event) {
	v, c, long := e.State.View(), &e.Call, x.Amount >= tournament.LongAway.Milliseconds()
	switch {
	case v.Halt == tournament.ByVanished:
		if c.Why != CallGone || c.Message != 0 {
			c.next(CallGone, x.At)
		}
	case v.Phase == tournament.Running && long && (v.Halt == 0 || e.handRuns()):
		c.next(CallAway, max(x.At.Add(tournament.AfterAway), v.BreakEnds))
	case v.Phase < tournament.Seated && c.Why != "":
		c.delay(&v, long)
	}
}

// handRuns reports whether a hand runs at a table of the tournament.
func (e *Event) handRuns() bool {
	return slices.ContainsFunc(e.State.View().Tables, func(n int) bool { return e.State.Table(n).Runs })
}

// delay moves the moment of a call before the start, and announces it again after a long time away (T98).
func (c *Call) delay(v *tournament.View, long bool) {
	why, until := c.Why, v.StartsAt
	if why == CallReady {
		if until = v.ReadyBy; until == 0 { // all are here
			why, until = CallFull, v.StartsAt
		}
	}
	switch {
	case c.Message == 0:
		c.Until, c.Nonce = until, c.NonceMoment()
	case long:
		c.next(why, until)
	default:
		c.Until = until
	}
}

// NonceMoment returns the moment that is in the nonce of the message.
func (c *Call) NonceMoment() engine.Moment { return cmp.Or(c.Nonce, c.Until) }

// CallSoon calls the players a minute before the start, beside the message of the check-in (T111).
func (c *Call) CallSoon(start engine.Moment) {
	if c.Message != 0 && c.Why != CallSoon {
		c.Earlier, c.Message = append(c.Earlier, c.Message), 0
	}
	c.next(CallSoon, start)
}

// handEnded ends the calls that are over with a hand. The one to the seats stays until all have pressed.
func (c *Call) handEnded() {
	c.Over, c.Earlier = append(c.Over, c.Earlier...), nil
	if c.Why == CallAway {
		c.next("", 0)
	}
}

// pressed notes the press of a player at the table, or that they are out.
func (c *Call) pressed(who engine.ID) {
	i := slices.Index(c.Unseen, who)
	if i < 0 {
		return
	}
	c.Unseen = slices.Delete(slices.Clone(c.Unseen), i, i+1)
	if len(c.Unseen) == 0 && c.Why == CallSeat {
		c.next("", 0)
	}
}

// NoteStart notes a message about a moved start, which replaces the one before it; 0 is one that stays. A message that is not newest goes.
func (c *Call) NoteStart(id engine.ID, newest bool) {
	over := id
	if newest {
		over, c.Start = c.Start, id
	}
	if over != 0 {
		c.Over = append(c.Over, over)
	}
}

// end ends all calls.
func (c *Call) end() {
	c.Over, c.Earlier = append(c.Over, c.Earlier...), nil
	c.next("", 0)
}

// next replaces the call; "" is none.
func (c *Call) next(why CallReason, until engine.Moment) {
	if c.Message != 0 {
		c.Over = append(c.Over, c.Message)
	}
	c.Why, c.Until, c.Nonce, c.Message, c.Unseen = why, until, 0, 0, nil
}

// Forget forgets a message that was to be deleted.
func (c *Call) Forget(id engine.ID) {
	c.Over = slices.DeleteFunc(c.Over, func(over engine.ID) bool { return over == id })
}
