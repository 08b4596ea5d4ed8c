package tournament

import (
	"cardroom/engine"
	"cardroom/engine/sidepot"
	"cardroom/engine/tournament/setup"
)

// A Command is one thing that happens to a tournament: a value of one of the types of this file. Each says in At when.
type Command interface {
	apply(*transition) error
	moment() engine.Moment
}

// At is the moment of a command.
type At engine.Moment

func (a At) moment() engine.Moment { return engine.Moment(a) }

// Register enters a person who has paid the price (T10), before the start, late (T65) or again (T68). Where no place is free
// it puts them on the waitlist, and the price is not to be taken: the events say which (T13).
type Register struct {
	At
	Person  engine.ID
	House   engine.Level  // T39
	Pressed engine.Moment `json:",omitzero"` // the last press of Person, if it was before At: another one says yes for them (T11)
}

// Restart gives a small stack up for a new entry, whose price is paid (T70).
type Restart struct {
	At
	Entry int
}

// Unregister gives a place or a place on the waitlist up, before the start (T12).
type Unregister struct {
	At
	Person engine.ID
}

// Admit enters the first of the waitlist, who has paid the price (T13). Pending names them.
type Admit struct {
	At
	Person engine.ID
}

// Skip takes a person off the waitlist who cannot pay, or fails a gate (T13).
type Skip struct {
	At
	Person engine.ID
}

// CheckIn is a press of I'm here, or any press in the lobby, before the start (T14, T15).
type CheckIn struct {
	At
	Person engine.ID
}

// Press is any press of an entry at its table: a decision, or I'm back (T36).
type Press struct {
	At
	Entry int
}

// TimeOut is a decision of an entry that its clock made (T36).
type TimeOut struct {
	At
	Entry int
}

// Leave makes an entry absent until it presses (T36, T38).
type Leave struct {
	At
	Entry int
}

// StartNow starts a tournament that has enough entries before it would start by itself (T122).
type StartNow struct{ At }

// Begin starts the play: each table has its place in Discord (T18).
type Begin struct{ At }

// StartHand starts a hand at a table. The event has its blinds and the seats dealt in (T21, T32).
type StartHand struct {
	At
	Table int
}

// EndHand ends the hand of a table with the stacks of those dealt in, by seat. Quick says that no player had a choice to show
// (T35). Where [setup.Winners] reports true, Won has the winners of the last pot of each busted player, by that player's seat
// (T71, T79).
type EndHand struct {
	At
	Table  int
	Stacks [engine.MaxSeats]int64
	Quick  bool
	Won    [engine.MaxSeats]sidepot.Seats `json:",omitzero"`
}

// VoidHand undoes the hand of a table (T102).
type VoidHand struct {
	At
	Table int
}

// Tick carries out the deadlines that have passed (T98). Every other command does so first.
type Tick struct{ At }

// CreditDowntime gives back the time in which the program was away, from Last to At (T98). It comes before any Tick.
type CreditDowntime struct {
	At
	Last engine.Moment
}

// Pause stops new hands and the clock (T101). A limited one ends by itself after ten minutes, and comes once a level (T107).
type Pause struct {
	At
	Limited bool
}

// Resume ends a pause of any kind.
type Resume struct{ At }

// Cancel ends the tournament and divides the rest of the prize chips (T103). With Now the hands that run are void; otherwise they are
// played to their end first.
type Cancel struct {
	At
	Now bool
}

// Disqualify takes an entry out, after the hand that it is in (T108).
type Disqualify struct {
	At
	Entry int
}

// Warn gives an entry a warning, once a level. It is in the log for all to read (T107, T109).
type Warn struct {
	At
	Entry int
}

// CloseEntries ends late entry and re-entry early (T7).
type CloseEntries struct{ At }

// Change changes the options: before the first entry all, then until the start times and upwards what is added. After it future
// levels and breaks change, and late entry may end earlier (T7).
type Change struct {
	At
	Options setup.Options
}

// Loss is a thing that a table lacks to play.
type Loss uint8

// The losses.
const (
	OfPlace  Loss = iota + 1 // its place in Discord is gone, and none can be made (T118)
	OfRecord                 // its record cannot be read (T104)
)

// LoseTable says that a table cannot play.
type LoseTable struct {
	At
	Table int
	Loss  Loss
}

// FindTable says that a table has again the thing that it lacked. A hand whose record was lost for good ends by a VoidHand.
type FindTable struct {
	At
	Table int
	Loss  Loss
}
