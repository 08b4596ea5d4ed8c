package engine

import (
	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// Phase is where a table is between two hands, or in one.
type Phase uint8

// The phases. The result of the last hand stays in the view while the table is Idle.
const (
	Idle      Phase = iota // no hand runs
	Shuffling              // blinds are in; the deal is awaited
	Betting                // a decision is awaited
	Runout                 // nobody can bet any more; the board is coming
	Drawing                // an exchange of cards is awaited (R52)
	Asking                 // everyone in the hand is asked how often the board is dealt (R37)
	Showing                // a player who loses may show or muck (R40)
)

// Street is a betting round, from 0: in hold'em before the flop, flop, turn, river.
type Street uint8

// View is a table as one viewer may see it, and the only way to see a card. The zero viewer is the public.
type View struct {
	Viewer   ID
	Rules    Rules
	Hand     int64 // number of the hand that runs or ran last; 0 before the first
	Message  ID    // its board message; 0 before the deal
	Phase    Phase
	Paused   bool
	Closing  bool // closes after the hand
	Closed   bool
	Practice bool // the chips are practice chips
	Voided   bool // the last hand was void (R65)
	Street   Street
	Board    []card.Card
	Again    [][]card.Card // further boards (R37), as far as they are dealt; nil where there is one
	Button   int           // seat; -1 where there is none
	Turn     Turn
	Latest   Turn        // the decision that is awaited, or that was the last: Turn is of none between decisions
	ToAct    int         // seat; -1 when no decision is awaited
	Until    Moment      // when the player to act runs out of time, time bank included; 0 is never. Between hands: when the next starts
	Legal    Legal       // of the player to act
	Discards int         // most cards the player to act may exchange (R52); 0 where it is not the draw
	MostRuns int         // how often the rest of the board may be dealt, while players are asked (R37); 0 otherwise
	Runs     int         // how often the rest of the board is dealt, once that is agreed (R37); 0 otherwise
	Called   bool        // somebody called the clock (R31)
	Line     []ID        // who waits for a seat, in order (R63)
	CallBy   Moment      // until when a seat is kept for the first of them; 0 where none is free
	Pots     []Pot       // main pot first, with the bets of this street gathered in as they stand; after a hand, as they were paid
	Seats    []SeatView  // the seats that are taken, in order
	Deck     []card.Card // the whole deck in the order in which it is dealt, once the hand is void (R65); nil otherwise
}

// SeatView is one taken seat as the viewer may see it.
type SeatView struct {
	Seat       int // 0 to 9; people count from 1
	Player     ID
	House      Level
	Stack      int64 // behind, without bets
	Bet        int64 // on this street
	Price      int64 // what a call takes as the bets are now, cut to the stack; for the player to act it is Legal.Call
	Total      int64 // in the hand so far, uncalled chips given back not counted
	Pending    int64 // topped up, not in play yet (R5)
	InHand     bool  // was dealt in (still true after folding, and after the hand until the next one)
	Folded     bool
	AllIn      bool
	Out        bool        // sitting out
	Waits      bool        // for the big blind (R12)
	Leaves     bool        // after the hand
	Kicked     bool        // the house takes the seat away after the hand (R60)
	Drew       int         // cards exchanged; -1 before the draw (R52)
	Runs       int         // the player's word on how often the board is dealt (R37); 0 where there is none
	MuckPolicy MuckPolicy  // what is done with losing hands (R40)
	Posts      bool        // posts instead of waiting for the big blind (R12, R13)
	Straddles  bool        // whenever it is theirs to (R16)
	Straddled  bool        // before the cards of this hand, in its first round (R16)
	Plan       PreAction   // of the viewer alone (R28)
	Plans      []PreAction // what the viewer may plan now (R28); of the viewer alone
	RebuyBy    Moment      // busted: the seat opens then (R62); 0 otherwise
	Hidden     int         // cards held that the viewer may not see; a folded or mucked hand is not held
	Cards      []card.Card // cards the viewer may see: their own, or shown ones
	Shown      []card.Card // those of them that everyone may see: all where Tabled, or some that were shown after the hand (R40)
	AllShown   bool        // all the cards were shown to everyone
	MayShow    bool        // the hand is over, and some of the cards may be shown that were not (R40)
	Made       rank.Hand   // best hand of Cards and board; zero where Cards are hidden
	Mucked     bool
	Won        int64 // from the pots of the hand that ended, uncalled chips not counted
}

// Pot is one pot (R33).
type Pot struct {
	Amount  int64
	Players []int   // the seats that can win it
	Won     []Award // when it was paid
}

// Sole says whether one seat alone could win the pot: nobody else was left for it, so it was won on no board.
func (p Pot) Sole() bool { return len(p.Players) == 1 }

// Award is what a seat got of a pot.
type Award struct {
	Seat   int
	Amount int64
	Run    int       // the board it was won on, from 0 (R37)
	Made   rank.Hand // the hand it was won with; zero where that was not shown
}

// Legal is what the player to act may do. All amounts are chips. Folding is always legal; a fold when Call is 0 is
// what the engine takes as a fold (R18 is read in the wish).
type Legal struct {
	Call int64 // chips to put in to call, cut to the stack; 0: check
	Bet  bool  // nobody has bet on this street, so a raise is a bet
	Min  int64 // least street total of a bet or raise; 0: no raise
	Max  int64 // greatest street total; Max < a full raise is an all-in for less, then Min == Max
	Pot  int64 // what "pot" means: the street total of R25, not cut to the stack
	High int64 // highest bet of the street, the blind at least (R15)
}
