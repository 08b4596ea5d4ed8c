package engine

import (
	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// A Command is one thing that happens to a table: a value of one of the types of this file, or a StartAs. At a tournament's
// table a Seating and a StartLevel are the director's. Each says in At when it happens.
type Command interface{ apply(*transition) error }

// ID names a player or a message: a Discord snowflake. Zero is none.
type ID uint64

// Turn names one decision of one hand. Both numbers count from 1; Action is 0 between decisions.
type Turn struct {
	Hand   int64 `json:"hand"`
	Action int64 `json:"action"`
}

// After reports whether t comes later at its table than o.
func (t Turn) After(o Turn) bool { return t.Hand > o.Hand || t.Hand == o.Hand && t.Action > o.Action }

// Level is how well a house player plays. Zero is a person.
type Level uint8

// The levels of house players.
const (
	Person Level = iota
	Easy
	Normal
	Hard
)

// Sit gives a player a seat (R60) with the chips they bring (R4, R6). Seat is 0 to 9, or AnySeat. A player who has a
// seat already moves to the free seat named; Chips is then 0.
type Sit struct {
	Player     ID
	Seat       int
	Chips      int64
	All        bool // Chips is all the player has: they may bring less than they left with (R7)
	Post       bool // post instead of waiting for the big blind (R12)
	House      Level
	MuckPolicy MuckPolicy // for losing hands at the showdown (R40)
	At         Moment
}

// AnySeat lets the table choose a free seat.
const AnySeat = -1

// Leave gives up a seat: at once, or after the hand the player is in (R60).
type Leave struct {
	Player ID
	At     Moment
}

// Kick takes a player's seat away for the host: at once, or after the hand they are in, which they may play to its end
// (R60). It also takes a player off the waitlist.
type Kick struct {
	Player ID
	At     Moment
}

// TopUp adds chips to a stack: at once, or before the next deal (R5, R6). Also the rebuy (R62). Chips that would bring the stack
// above UpTo go back; 0 is no such bound.
type TopUp struct {
	Player ID
	Chips  int64
	UpTo   int64
	At     Moment
}

// Withdraw gives chips of a stack back to a player who has not been dealt in since they sat down (R4). The caller knows whether
// that is so: the table refuses it only for the players of its last hand, unless that was void (R65).
type Withdraw struct {
	Player ID
	Chips  int64
	Floor  int64 // chips; the least buy-in when the player sat down, more than the table's where they had to bring it back (R7)
	At     Moment
}

// SitOut stops dealing to a player after the hand they are in (R60).
type SitOut struct {
	Player ID
	At     Moment
}

// SitIn ends SitOut, or takes back a Leave that has not happened yet (R60).
type SitIn struct {
	Player ID
	Post   bool // post missed blinds instead of waiting for the big blind (R13)
	At     Moment
}

// Wait puts a player on the waitlist, or takes them off it (R63).
type Wait struct {
	Player ID
	Off    bool
	At     Moment
}

// HoldSeat holds a seat until another moment: the one that is called for a player, the first on the waitlist, or that of a
// busted player. The host decides on their chips meanwhile (R62, R63).
type HoldSeat struct {
	Player ID
	Until  Moment
	At     Moment
}

// Straddle sets whether a player straddles whenever it is their turn to (R16).
type Straddle struct {
	Player ID
	On     bool
	At     Moment
}

// MuckPolicy says whether a losing hand is mucked at the showdown, or the player is asked (R40).
type MuckPolicy uint8

// The muck policies.
const (
	MuckByRules MuckPolicy = iota // Rules.AskLosers says
	Mucks
	Asks
)

// SetMuckPolicy sets the muck policy of a player (R40).
type SetMuckPolicy struct {
	Player     ID
	MuckPolicy MuckPolicy
	At         Moment
}

// PreAction is an action that a player chose before their turn comes on this street (R28). Zero is none.
type PreAction uint8

// The pre-actions. PlanCheck and PlanCall end when the bet changes.
const (
	PlanCheckFold PreAction = iota + 1 // check if free, else fold
	PlanCheck
	PlanCall // the bet as it is
	PlanCallAny
)

// Plan sets or, with zero, takes back a pre-action (R28).
type Plan struct {
	Player ID
	Hand   int64
	Plan   PreAction
	At     Moment
}

// RunIt says how often a player wants the rest of the board dealt, 1 to Rules.RunIt (R37).
type RunIt struct {
	Player ID
	Hand   int64
	Times  int
	At     Moment
}

// Show shows a hand that need not be shown (R40). At the showdown, where the player is asked, it shows all cards, or none if
// Cards is 0. After the hand it shows the cards of which Cards has a bit; the lowest bit is the first card of the player's
// view.
type Show struct {
	Player ID
	Turn   Turn
	Cards  uint8
	At     Moment
}

// CallClock gives the player to act one minute, at a table without a clock or with a slow one (R31).
type CallClock struct {
	Player ID
	Turn   Turn
	At     Moment
}

// SetRules changes the options of a table between hands. The game, its limit, blinds, buy-ins and seats stay. To switch on
// DrawAny makes a table of six seats one of five (R2).
type SetRules struct {
	Rules poker.Rules
	Other bool // chips are of another kind from now on: no player has to bring back what they left with (R7)
	At    Moment
}

// Start begins a hand: it settles the seats and places and posts button and blinds (R10–R15). No card exists yet. Lot is a
// random number of any size, for a button that is given by lot. The number of the hand is above After: numbers of hands that a
// store has lost are not used again.
type Start struct {
	Lot   uint64
	After int64
	At    Moment
}

// Deal deals the hole cards of the hand that has started: from the first card of the deck, one card at a time, clockwise
// from the left of the button. The board follows; no card is burnt. Message is the board message of the hand.
type Deal struct {
	Deck    card.Deck
	Message ID
	At      Moment
}

// Action is the kind of a player's action in a turn.
type Action uint8

// The actions (R17). A bet is a raise from nothing, and so is an all-in that raises; an all-in that does not is a call.
const (
	Fold Action = iota + 1
	Check
	Call
	Raise
)

// Act is a player's decision. To is for Raise alone: the total of this street, in chips (R21).
type Act struct {
	Player ID
	Turn   Turn
	Action Action
	To     int64
	At     Moment
}

// Draw exchanges cards in the draw (R52). Discard has a bit for each card to give away; the lowest bit is the first card of
// the player's view. Zero stands pat.
type Draw struct {
	Player  ID
	Turn    Turn
	Discard uint8
	At      Moment
}

// Tick carries out every deadline that has passed (R30, R62), and deals the next street of a run-out (R36).
type Tick struct{ At Moment }

// CreditDowntime gives back the time in which the program did not run, from Last to At. Deadlines move by as much, and a
// running clock has at least 15 seconds left (R32). Where the clock was set back, At is before Last and deadlines move back.
type CreditDowntime struct{ Last, At Moment }

// Pause stops the table from starting hands. A hand that runs goes on.
type Pause struct{ At Moment }

// Resume ends Pause.
type Resume struct{ At Moment }

// Close ends the table: at once, or after the hand that runs (R64).
type Close struct{ At Moment }

// Void undoes the hand that runs: every chip goes back to where it was when the hand began (R65).
type Void struct{ At Moment }
