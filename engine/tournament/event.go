package tournament

import (
	"cardroom/engine"
)

// Event is something that happened. Its kind says which fields have a meaning. Events are numbered without a gap: they are
// the log of the tournament.
type Event struct {
	No      int64         `json:"no"`
	Kind    Kind          `json:"kind"`
	At      engine.Moment `json:"at"`
	Person  engine.ID     `json:"person,omitempty"`
	Entry   int           `json:"entry,omitempty"`
	Table   int           `json:"table,omitempty"`
	From    int           `json:"from,omitempty"` // table
	Seat    int           `json:"seat,omitempty"` // from 0
	Hand    int64         `json:"hand,omitempty"`
	Level   int           `json:"level,omitempty"` // from 0
	Amount  int64         `json:"amount,omitempty"`
	Place   int           `json:"place,omitempty"` // 0 while entries are open (T59)
	Tied    int           `json:"tied,omitempty"`  // entries that share the places from Place on
	Alive   int           `json:"alive,omitempty"`
	Button  int           `json:"button,omitempty"` // seats, from 0; -1 is none
	Small   int           `json:"small,omitempty"`
	Big     int           `json:"big,omitempty"`
	Dealt   uint16        `json:"dealt,omitempty"` // a bit for each seat
	Halt    Halt          `json:"halt,omitempty"`
	Until   engine.Moment `json:"until,omitempty"`
	Draw    string        `json:"draw,omitempty"`   // name of the use of the stream
	Of      int           `json:"of,omitempty"`     // the draw is of 0 to Of-1
	Values  []int         `json:"values,omitempty"` // one number, or all in drawn order
	Amounts []int64       `json:"amounts,omitempty"`
	Missed  bool          `json:"missed,omitempty"`
}

// Kind is the kind of an event.
type Kind uint8

// The kinds of event. Prize chips come to the escrow from a wallet by Registered, RebuyPaid and AddOnPaid, and from the Mint by Funded. They go to a
// wallet by Refunded, Paid and HeadTaken, and to the Mint by GivenBack.
const (
	Funded           Kind = iota + 1 // Amount came from the Mint: chips that are added, or those that a guarantee adds (T6, T73)
	Opened                           // registration is open
	Registered                       // Person has Entry and paid Amount
	Unregistered                     // Person has no entry any more; Missed says that they did not check in (T14, T15)
	Refunded                         // Amount went back to Person, for a rebuy with its Entry
	Listed                           // Person is on the waitlist
	Unlisted                         // Person is off the waitlist; Missed says that entries closed, or the tournament was cancelled, before a place came free (T13)
	CheckedIn                        // Person is here
	ReadyAsked                       // those without a press have until Until (T15)
	StartSet                         // play begins at Until
	StartUnset                       // a place came free again, or too few players are there at the time of the start (T12)
	Drawn                            // Draw of 0 to Of-1 gave Values
	TableOpened                      // Table has Of seats
	SeatTaken                        // Entry has Seat of Table, with Amount
	Began                            // all tables may start
	HandStarted                      // Hand of Table at Level; Button, Small, Big, and Dealt
	HandEnded                        // Hand of Table
	HandVoided                       // Hand of Table never happened
	LevelBegan                       // Level is in force
	BreakDue                         // no table starts a hand
	BreakBegan                       // until Until
	BreakEnded                       // all tables may start
	Moved                            // Entry went from table From to Seat of Table
	TableClosed                      // Table has no players any more
	FinalDrawn                       // all are at Table, and time banks are full (T25)
	Redrawn                          // all have new seats (T49)
	HandForHandBegan                 // T60
	RoundBegan                       // Of is its number
	RoundEnded
	HandForHandEnded
	EntriesClosed // prizes are Amounts
	WentOut       // Entry has Place, shared by Tied; Alive are left
	Paid          // Amount to Person for Place
	TurnedAbsent  // Entry (T36)
	TurnedPresent
	Paused    // by Halt, until Until at most
	Resumed   // by Halt
	Struck    // Entry is disqualified, with Amount when no hand of its runs
	ChipsGone // Amount of Entry left play
	Raced     // Amount came to Entry from a colour-up, or went (T28)
	GivenBack // Amount to the Mint
	Changed   // options (T7)
	Ending    // the tournament is cancelled when no hand runs
	WasCancelled
	WasFinished
	DowntimeCredited // all moments are Amount milliseconds later (T98)
	RebuyOffered     // Entry is busted and may rebuy until Until (T66)
	RebuyPaid        // Entry paid Amount for Of rebuys; one asked for during a hand is carried out after it, or Refunded
	AddOnPaid        // Entry paid Amount (T67)
	ChipsAdded       // Amount of chips came to Entry
	RebuysEnded      // an answer that is open stays open
	HeadTaken        // Amount to Person for the head of entry Of, which may be Entry (T79, T82)
	HeadGrew         // Amount came to the head of Entry (T81)
	DealWanted       // Entry asks for a deal after the hand that runs
	DealAsked        // Entry asks for a deal, until Until; Amount is left to play for (T93)
	DealProposed     // proposal Of gives Amounts to those alive, by number
	DealAgreed       // Entry says yes to proposal Of
	DealRefused      // Entry says no; 0 is silence, absence or a player who is out (T96)
	DealMade         // proposal Of: Amounts are paid, and Amount is left to play for
	HeadLost         // Amount of the head of Entry, or won by it, goes to the first prize after a disqualification (T108)
	TakenOut         // Entry did not show up; its chips are gone and its price is Refunded (T71)
	TableLost        // Table cannot play: Of is a Loss
	TableFound       // Table has again what Of says
	Warned           // Entry has a warning of an organiser (T107)
)
