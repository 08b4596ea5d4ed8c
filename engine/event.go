package engine

import (
	"slices"

	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// Event is something that happened and that every viewer may know. Its kind says which fields have a meaning.
type Event struct {
	Kind     Kind         `json:"kind"`
	At       Moment       `json:"at"`
	Hand     int64        `json:"hand,omitempty"`
	Seat     int          `json:"seat"` // 0 to 9; -1 for the table itself
	Player   ID           `json:"player,omitempty"`
	House    Level        `json:"house,omitempty"`    // of the player
	Amount   int64        `json:"amount,omitempty"`   // chips that moved
	To       int64        `json:"to,omitempty"`       // the street total afterwards, for Acted and Posted
	Action   Action       `json:"action,omitempty"`   // for Acted
	Post     Post         `json:"post,omitempty"`     // for Posted
	Count    int          `json:"count,omitempty"`    // for Drew: cards; for RunsAgreed: boards
	Run      int          `json:"run,omitempty"`      // for BoardDealt and Won: which board, from 0 (R37)
	AllIn    bool         `json:"allin,omitempty"`    // the stack is now empty
	Silent   bool         `json:"silent,omitempty"`   // done for the player, who ran out of time or left
	Left     bool         `json:"left,omitempty"`     // with Silent: because the player leaves; earlier versions did not note it
	Pot      int          `json:"pot,omitempty"`      // for Won: 0 is the main pot
	Cards    [5]card.Card `json:"cards,omitzero"`     // Dealt to the board, Shown
	Made     rank.Hand    `json:"made,omitzero"`      // for Shown and Won: the hand the cards make
	Practice bool         `json:"practice,omitempty"` // practice chips
}

// Faces returns the cards of the event, without the places of [Event.Cards] that are empty.
func (e Event) Faces() []card.Card { return card.Present(e.Cards) }

// Possible reports whether a table can have told the event: seat, pot, board, count and cards are within a hand's, and an act
// of a player names one.
func (e Event) Possible() bool {
	seated := e.Seat >= 0 && e.Player != 0 || !slices.Contains([]Kind{Posted, Acted, Uncalled, Shown, Mucked, Won, Drew}, e.Kind)
	return seated && e.Seat >= none && e.Seat < MaxSeats && e.Pot >= 0 && e.Pot < MaxSeats && e.Run >= 0 && e.Run < MaxRuns &&
		e.Count >= 0 && e.Count <= maxHole && slices.Max(e.Cards[:]) <= card.Count
}

// Kind is the kind of an event.
type Kind uint8

// The kinds of event. Chips go from a wallet to the table by SatDown and ToppedUp and back by StoodUp, Returned and
// Converted, and in no other way.
const (
	SatDown     Kind = iota + 1 // Player took Seat with Amount
	StoodUp                     // Player gave up Seat and took Amount away
	ToppedUp                    // Amount was brought; it plays from the next deal on (R5)
	Returned                    // Amount of a top-up went back: it would have been over the maximum, or over its UpTo (R6), or too little to rebuy (R62). Also of a Withdraw
	Converted                   // Amount went back to the wallet; as much in practice chips took its place
	Moved                       // Player changed to Seat
	SatOut                      // Player will not be dealt in
	SatIn                       // Player will be dealt in again
	Leaving                     // Player will stand up after the hand
	HandStarted                 // Hand began; Seat has the button
	Posted                      // Seat put in Amount, a Post
	HandDealt                   // hole cards are out
	Acted                       // Seat did Action, for Amount more chips, To the street total
	Uncalled                    // Amount came back to Seat (R34)
	BoardDealt                  // Cards came to the board
	Shown                       // Seat showed Cards, which make Made
	Mucked                      // Seat gave up its hand at the showdown, unseen (R40)
	Won                         // Seat took Amount of Pot
	HandEnded                   // Hand is over
	HandVoided                  // Hand never happened (R65); Seat -1, stacks as at its start
	TablePaused
	TableResumed
	TableClosing // it will close after the hand
	TableClosed
	Drew         // Seat exchanged Count cards (R52)
	RunsAsked    // the players in the hand are asked how often the rest of the board is dealt (R37)
	RunsAgreed   // it is dealt Count times
	ClockCalled  // another player called the clock on Player: one minute is left (R31)
	Waiting      // Player is on the waitlist (R63); Seat -1
	NotWaiting   // Player is off the waitlist; Seat -1
	SeatCalled   // a seat is held for Player until View.CallBy (R63); Seat -1
	RulesChanged // the options of the table changed

	lastKind = RulesChanged
)

// EndsHand reports whether a hand is over with an event of this kind.
func (k Kind) EndsHand() bool { return k == HandEnded || k == HandVoided }

// Post is a kind of forced bet.
type Post uint8

// The forced bets (R10, R14).
const (
	PostAnte Post = iota + 1
	PostSmallBlind
	PostBigBlind
	PostBigBlindAnte
	PostStraddle  // R16
	PostLive      // of a player who does not wait for the big blind (R12, R13)
	PostDeadSmall // a missed small blind (R13)
)
