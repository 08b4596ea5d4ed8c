package engine

import (
	"errors"
	"fmt"
	"io"
	"log/slog"

	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// Refusal is the error of a command that the rules do not allow; the table is unchanged. It is data: callers put it into words.
type Refusal struct {
	Reason Reason
	Min    int64 // least legal amount, where one was wrong; chips
	Max    int64 // greatest legal amount; 0 where there is none
	Rule   int   // number of the rule, 0 where none speaks of it
}

// Reason is the reason of a refusal.
type Reason uint8

// The reasons.
const (
	NotSeated     Reason = iota + 1 // the player has no seat here
	AlreadySeated                   // and named no seat to move to
	SeatTaken
	NoSuchSeat
	TableFull
	BadBuyIn    // outside Min…Max
	StackFull   // a top-up where the stack is at the maximum (R6)
	BadTopUp    // outside Min…Max; Min is 1, or the least buy-in for a player without chips (R4, R6)
	InHand      // wait until the hand is over
	NotYourTurn // R28
	Stale       // the turn has passed
	NoHand      // no hand runs
	CannotCheck // there is a bet of Min to call
	NothingToCall
	CannotRaise // no player could call it, the betting was not reopened, or it is capped (R20, R23, R26); Max calls
	TooLittle   // bet or raise below Min (R20, R21)
	TooMuch     // raise above Max, or no number is left for a hand: the last is Max
	AlreadyOut
	NotOut
	AlreadyPaused
	NotPaused
	TableClosedNow
	HandRuns      // not while a hand runs
	TooFewPlayers // R61
	NotDue        // nothing to do yet
	NoChips       // busted: rebuy first (R62)
	OffUnit       // a raise to no multiple of the chip unit (R8)
	CannotStraddle
	CannotCallTime // the table has a clock, it is the player's own turn, or the clock was called (R31)
	NothingToShow  // the player has no hand to show (R40)
	NoRuns         // the player is not asked how often the board is dealt (R37)
	NoPlan         // there is no turn to plan for, or not that action (R28)
	OnWaitlist     // the player is on the waitlist already (R63)
	NotOnWaitlist
	SeatKept     // every free seat is held for a player who is ahead on the waitlist (R63)
	WaitlistFull // Max players wait already
	SeatsFree    // no need to wait (R63)
	NowShow      // the showdown is on: show or muck (R40)
	OtherGame    // rules that would make it another table: game, limit, blinds, buy-ins or seats (R1)
	NowDraw      // the draw is on: no bets now (R52)
	NowBet       // the betting is on: no exchange now (R52)
	TooManyCards // an exchange of more than Max cards (R52)
	NoSuchCard   // a card that the player does not hold
	BadRules     // of New and nothing else; see poker.RulesError
	SeatGoes     // the table is to have Max seats, and seat Min, counted from 1, has a player (R2)
	InTournament // seats, chips and options of a tournament's table are its director's (T30, T38, T39)
)

// Error describes the refusal for a log. Texts for players are made from the fields.
func (r Refusal) Error() string {
	return fmt.Sprintf("engine: refused: reason %d (R%d), %d to %d", r.Reason, r.Rule, r.Min, r.Max)
}

// Need says what a table waits for.
type Need uint8

// The needs of a table.
const (
	NeedNothing Need = iota // paused or closed
	NeedPlayers             // two with chips (R61)
	NeedStart               // a Start, at View.Until
	NeedDeal                // a Deal
	NeedAction              // an Act of Seat, until Due
	NeedStreet              // a Tick, at Due, to run out the board
	NeedRuns                // a RunIt of each person in the hand, until Due (R37)
)

// Pending is all an actor needs to drive a table. When Due has come, a Start is next if the table needs one and View.Until
// has come too; otherwise a Tick is, which does whatever has expired.
type Pending struct {
	Need Need
	Turn Turn   // for NeedAction
	Seat int    // for NeedAction; -1 otherwise
	Due  Moment // when the next Start or Tick has something to do; 0 is never
}

// Sealer hides the secret part of a snapshot. Open returns an error unless Seal made sealed from the same public part.
type Sealer interface {
	Seal(secret, public []byte) []byte
	Open(sealed, public []byte) ([]byte, error)
}

// Table is a poker table: a value. = copies it, == compares it, nothing in it is shared. The cards in it can be seen
// through View alone; it prints as [hidden]. The zero Table is none: New makes one, Restore reads one.
//
// A table in an unexported field of another struct is printed by fmt without asking the table: do not print such structs.
type Table struct{ g game }

// Following returns a table that has played no hand yet, numbering its hands from the one after last: where a channel had a
// table before, no two hands have the same number. A table that has played stays as it is. So does one where last is no number
// of a hand: below 0 or above 1<<53 - 1.
func (t Table) Following(last int64) Table {
	if t.g.Hand == t.g.Earlier && last >= 0 && last <= mostNumber {
		t.g.Hand, t.g.Earlier = last, last
	}
	return t
}

// shownHand returns the number of the hand that runs or ran last at this table, 0 where none has.
func (g *game) shownHand() int64 {
	if g.Hand == g.Earlier {
		return 0
	}
	return g.Hand
}

// rulesRefusal is the error of rules that cannot be played: a RulesError, and for errors.As a Refusal too.
type rulesRefusal struct{ poker.RulesError }

func (e rulesRefusal) Unwrap() []error {
	return []error{e.RulesError, Refusal{Reason: BadRules, Min: e.Min, Max: e.Max, Rule: e.Rule}}
}

// checkPlayable returns a rulesRefusal for rules that cannot be played, or nil.
func checkPlayable(r *poker.Rules) error {
	var bad poker.RulesError
	if errors.As(r.Check(), &bad) {
		return rulesRefusal{bad}
	}
	return nil
}

// New returns an empty table. The error is a poker.RulesError.
func New(r poker.Rules) (Table, error) {
	if err := checkPlayable(&r); err != nil {
		return Table{}, err
	}
	t := Table{}
	t.g.Rules = r
	t.g.Fresh = true
	t.g.Button, t.g.Small, t.g.Big = none, none, none
	t.g.Before.blinds = t.g.blinds
	t.g.ToAct, t.g.Aggressor, t.g.Fourth, t.g.Last = none, none, none, none
	return t, nil
}

// NewElsewhere returns an empty table for a hand that was played elsewhere, with more seats than R2 allows if it had them.
func NewElsewhere(r poker.Rules) (Table, error) {
	seats := r.Seats
	r.Seats = min(seats, r.MostSeats())
	t, err := New(r)
	if err == nil {
		t.g.Rules.Seats = min(seats, MaxSeats)
	}
	return t, err
}

// Rules returns the rules of the table.
func (t *Table) Rules() poker.Rules { return t.g.Rules }

// BuyIns returns the least and the most chips a player may sit down with at a moment; 0 is no maximum. A player who comes back
// within the return window brings what they left with (R4, R7).
func (t *Table) BuyIns(player ID, at Moment) (minimum, maximum int64) { return t.g.buyIns(player, at) }

// Chips returns all chips on the table: stacks, bets, pots and top-ups that wait.
func (t *Table) Chips() int64 { return t.g.chips() }

// Format prints [hidden] for every verb.
func (Table) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, card.Hidden) }

// LogValue returns [hidden].
func (Table) LogValue() slog.Value { return slog.StringValue(card.Hidden) }

// MarshalJSON returns "[hidden]": a table is stored by Snapshot.
func (Table) MarshalJSON() ([]byte, error) { return []byte(`"` + card.Hidden + `"`), nil }
