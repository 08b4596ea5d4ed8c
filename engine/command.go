package engine

import "cardroom/engine/card"

// A Command is one thing that happens to a table: a value of one of the types of this file, or a StartAs. Each says in At
// when it happens.
type Command interface{ apply(*transition) error }

// Turn names one decision of one hand: what a button was drawn for. Both count from 1; Action is 0 between decisions.
type Turn struct {
	Hand   int64 `json:"hand"`
	Action int64 `json:"action"`
}

// After says that a decision comes later at its table than another.
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
	All        bool // Chips is all the player has: one who comes back may bring less than they left with (R7)
	Post       bool // do not wait for the big blind, but post (R12)
	House      Level
	MuckPolicy MuckPolicy // what is done with the player's losing hands (R40)
	At         Moment
}

// AnySeat lets the table choose a free seat.
const AnySeat = -1

// Leave gives up a seat: at once, or after the hand the player is in (R60).
type Leave struct {
	Player ID
	At     Moment
}

// Kick takes a player's seat away, for the house: at once, or after the hand they are in, which is theirs to play to its
// end (R60). Who waits for a seat leaves the line.
type Kick struct {
	Player ID
	At     Moment
}

// TopUp adds chips to a stack: at once, or before the next deal (R5, R6). Also the rebuy (R62).
type TopUp struct {
	Player ID
	Chips  int64
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
	Post   bool // do not wait for the big blind, but post what was missed (R13)
	At     Moment
}

// Wait puts a player in the line for a seat (R63), or takes them out of it.
type Wait struct {
	Player ID
	Off    bool
	At     Moment
}

// HoldSeat keeps the seat that is kept for a player, the first in line, until another moment: the house thinks about their chips
// (R63).
type HoldSeat struct {
	Player ID
	Until  Moment
	At     Moment
}

// Straddle says whether a player straddles whenever it is theirs to (R16).
type Straddle struct {
	Player ID
	On     bool
	At     Moment
}

// MuckPolicy is what is done with a hand that loses at the showdown (R40).
type MuckPolicy uint8

// What is done with a losing hand.
const (
	MuckByRules MuckPolicy = iota // Rules.AskLosers says
	Mucks
	Asks
)

// SetMuckPolicy sets what is done with a player's losing hands (R40).
type SetMuckPolicy struct {
	Player     ID
	MuckPolicy MuckPolicy
	At         Moment
}

// PreAction is what a player means to do when their turn comes (R28). Zero is nothing.
type PreAction uint8

// The pre-actions. The second and the third are dropped when the bet changes.
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

// RunIt is a player's word on how often the rest of the board is dealt, 1 to Rules.RunIt (R37).
type RunIt struct {
	Player ID
	Hand   int64
	Times  int
	At     Moment
}

// Show shows a hand that need not be shown (R40): at the showdown where the player is asked, all of it, or none; after
// the hand the cards of which Cards has a bit, the first card of the player's view being the lowest.
type Show struct {
	Player ID
	Turn   Turn
	Cards  uint8
	At     Moment
}

// CallClock gives the player to act one minute more, where there is no clock or a slow one (R31).
type CallClock struct {
	Player ID
	Turn   Turn
	At     Moment
}

// SetRules changes the options of the house between hands. The game, its limit, blinds, buy-ins and seats stay.
type SetRules struct {
	Rules Rules
	Other bool // chips are others from now on: nobody has to bring back what they left with (R7)
	At    Moment
}

// Start begins a hand: seats are settled, button and blinds placed and posted (R10–R15). No card exists yet.
// Lot decides the button where it is given by lot; any value will do.
type Start struct {
	Lot uint64
	At  Moment
}

// Deal gives out the hole cards of the hand that has started. The deck is dealt from its first card, one card a time
// clockwise from the left of the button, then the board; nothing is burnt. Message is the board message of the hand.
type Deal struct {
	Deck    card.Deck
	Message ID
	At      Moment
}

// Action is what a player does with a turn.
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

// Draw is what a player does in the draw (R52): Discard has a bit for each card given away, the first card of the
// player's view being the lowest bit. Zero stands pat.
type Draw struct {
	Player  ID
	Turn    Turn
	Discard uint8
	At      Moment
}

// Tick says what time it is: every deadline that has passed takes effect, as silence does at a table (R30, R62), and a
// run-out deals its next street (R36).
type Tick struct{ At Moment }

// CreditDowntime gives back the time in which the program did not run, from Last to At: deadlines move on by as much, and a
// running clock has at least 15 seconds left (R32). At is before Last where the clock was set back, and so are deadlines
// then.
type CreditDowntime struct{ Last, At Moment }

// Pause stops the table from starting hands; one that runs goes on.
type Pause struct{ At Moment }

// Resume ends Pause.
type Resume struct{ At Moment }

// Close ends the table: at once, or after the hand that runs (R64).
type Close struct{ At Moment }

// Void undoes the hand that runs: every chip goes back to where it was when the hand began (R65).
type Void struct{ At Moment }
