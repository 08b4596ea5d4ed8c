package state

import (
	"cardroom/engine"
	"cardroom/engine/tournament/list"
	"cardroom/engine/tournament/setup"
)

// State holds the data of a tournament, in the form in which it is stored.
type State struct {
	Options  setup.Options    `json:"options"`
	Phase    Phase            `json:"phase"`
	Edit     int64            `json:"-"`               // number of this state among those before it
	Log      int64            `json:"log"`             // events so far
	Draws    int64            `json:"draws,omitempty"` // so far
	Entries  list.List[Entry] `json:"entries"`
	Tables   list.List[Table] `json:"tables"`
	Open     []int            `json:"open,omitempty"` // numbers of the open tables, rising
	Waitlist []Waiting        `json:"waitlist,omitempty"`
	Count    Counts           `json:"count"`
	Start    Starting         `json:"start,omitzero"`
	Clock    Clock            `json:"clock,omitzero"`
	Round    Round            `json:"round,omitzero"`
	Halt     Pause            `json:"halt,omitzero"`
	Money    Money            `json:"money,omitzero"`
}

// Phase is where a tournament is in its life (T5).
type Phase uint8

// The phases. Breaks and pauses are parts of Running.
const (
	Announced   Phase = iota + 1 // registration is not open yet
	Registering                  // and checking in
	Seated                       // seats are drawn, places in Discord are made (T18)
	Running
	Finished
	Cancelled
)

// Waiting is a person on the waitlist (T13).
type Waiting struct {
	Person engine.ID     `json:"p"`
	House  engine.Level  `json:"h,omitempty"`
	Again  bool          `json:"a,omitempty"` // has had an entry
	Press  engine.Moment `json:"m,omitempty"` // the last one, with which they joined
}

// Counts are sums over entries and tables.
type Counts struct {
	Alive   int `json:"alive,omitempty"`
	Out     int `json:"out,omitempty"`
	People  int `json:"people,omitempty"`  // alive, without house players
	Absent  int `json:"absent,omitempty"`  // alive and absent
	Struck  int `json:"struck,omitempty"`  // alive and disqualified
	Running int `json:"running,omitempty"` // hands
	Answers int `json:"answers,omitempty"` // alive, with a rebuy to answer or to carry out (T66)
	Lost    int `json:"lost,omitempty"`    // open tables that cannot play
	// Refunded are the entries that were taken out because they did not show up (T71).
	Refunded int `json:"refunded,omitempty"`
	Redrawn  int `json:"redrawn,omitempty"` // of Options.Final.Redraw (T49)
	// Final is set once the final table is drawn, or was the only table from the start (T50).
	Final bool  `json:"final,omitempty"`
	Gone  int64 `json:"gone,omitempty"` // chips that left play, less those that came into it (T124)
}

// Starting holds the moments that lead to the start, and the barred persons (T14, T15).
type Starting struct {
	Made    engine.Moment `json:"made,omitempty"`    // when registration opened; before edition 4 when the tournament was made
	Full    engine.Moment `json:"full,omitempty"`    // when the last seat was taken
	Ready   engine.Moment `json:"ready,omitempty"`   // when those without a press lose their seats
	At      engine.Moment `json:"at,omitempty"`      // when play begins
	Grace   engine.Moment `json:"grace,omitempty"`   // until which entries may be missing after the time of the start, or after a Sit & Go was full
	Checked bool          `json:"checked,omitempty"` // the check-in is over
	Barred  []Barred      `json:"barred,omitempty"`
}

// Barred is a person who may not register for a while, because they unregistered when all was ready (T15).
type Barred struct {
	Person engine.ID     `json:"p"`
	Until  engine.Moment `json:"u"`
}

// Clock is the clock of the levels. It runs until End, or stands with Left to go (T27).
type Clock struct {
	Level  int           `json:"level,omitempty"` // of the tournament, from 0
	End    engine.Moment `json:"end,omitempty"`
	Left   engine.Moment `json:"left,omitempty"`   // milliseconds
	Due    bool          `json:"due,omitempty"`    // a break begins when no hand runs (T26)
	Break  engine.Moment `json:"break,omitempty"`  // when the break that is on ends
	Drawn  bool          `json:"drawn,omitempty"`  // stands until the first hand of a table just drawn (T50)
	Closes bool          `json:"closes,omitempty"` // entries close when no hand runs (T71)
	Closed bool          `json:"closed,omitempty"` // entries are closed (T69)
	Hold   engine.Moment `json:"hold,omitempty"`   // no hand starts before, after time away (T98)
	Buying               // of a tournament with rebuys
}

// Buying says what can no longer be bought before entries close, in a tournament with rebuys (T66, T67, T69).
type Buying struct {
	NoLate   bool  `json:"noLate,omitempty"` // late entry is over
	NoRebuys End   `json:"noRebuys,omitempty"`
	AddOn    Offer `json:"addOn,omitempty"`
}

// End is how rebuys ended.
type End uint8

// The ends of rebuys. After the first one a player who goes broke in a hand of the last level may still rebuy.
const (
	ByLevel End = iota + 1
	AtOnce
)

// Offer is how far the add-on is.
type Offer uint8

// The steps of the add-on.
const (
	AddOnDue Offer = iota + 1 // its break begins when no hand runs
	AddOnOpen
	AddOnDone
)

// Round is the state of hand-for-hand (T60).
type Round struct {
	For int  `json:"for,omitempty"` // why it is in force: ForMoney or ForFinal; 0 is not at all
	On  bool `json:"on,omitempty"`  // a round is being played
	No  int  `json:"no,omitempty"`  // number of the round
}

// Pause is a pause, or a cancellation that waits for hands to end.
type Pause struct {
	Kind    Halt          `json:"kind,omitempty"`
	Since   engine.Moment `json:"since,omitempty"`
	Until   engine.Moment `json:"until,omitempty"`
	Needed  int           `json:"needed,omitempty"`  // presses that end it (T100)
	Limited int           `json:"limited,omitempty"` // the last level with a pause that ends by itself, from 1 (T107)
	Ending  bool          `json:"ending,omitempty"`  // to be cancelled (T103)
	Absent  engine.Moment `json:"absent,omitempty"`  // since when all who are alive are absent (T37)
}

// Halt is a kind of pause.
type Halt uint8

// The kinds of pause.
const (
	ByOrganiser Halt = iota + 1 // T101
	ByLimited                   // by an organiser who plays; it ends by itself (T107)
	ByVanished                  // many vanished at once; decisions stand, too (T100)
	ByAbsence                   // all who are alive are absent (T37)
	ByLoss                      // a table that cannot play is needed (T104, T118)
)

// Cancels reports whether a pause of this kind cancels the tournament when its time is over. Others end by themselves (T101).
func (h Halt) Cancels() bool { return h == ByOrganiser || h == ByAbsence || h == ByLoss }

// Money is prize chips (T72, T124).
type Money struct {
	Escrow    int64   `json:"escrow,omitempty"`
	Pool      int64   `json:"pool,omitempty"`
	Guarantee int64   `json:"guarantee,omitempty"` // added to reach it (T73)
	Amounts   []int64 `json:"amounts,omitempty"`   // by place, fixed when entries close (T69)
	Dealt     int64   `json:"dealt,omitempty"`     // paid by a deal (T96)
	Deal      Deal    `json:"deal,omitzero"`
	Struck    int64   `json:"struck,omitempty"` // heads of the disqualified, which are in the first prize (T108)
}

// Over reports whether the tournament is finished or cancelled (T5).
func (s *State) Over() bool { return s.Phase >= Finished }

// Entry returns an entry to read, by its number.
func (s *State) Entry(n int) *Entry { return s.Entries.At(n - 1) }

// Table returns a table to read, by its number.
func (s *State) Table(n int) *Table { return s.Tables.At(n - 1) }

// ClockStands reports whether the clock of the levels stands (T27).
func (s *State) ClockStands() bool {
	c := &s.Clock
	return s.Options.Schedule.Hands != 0 || c.Level == len(s.Options.Schedule.Levels)-1 || // T23
		s.Halt.Kind != 0 || s.Halt.Ending || s.Money.Deal.Open() || c.Due || c.Break != 0 || s.Round.For != 0 || c.Drawn || s.Gathers() != 0
}

// Prizes returns the pool with its guarantee, and the amounts by place for the entries there are (T72–T75). The first place has the
// heads of the disqualified, too (T108).
func (s *State) Prizes() (pool int64, amounts []int64) {
	pool = max(s.Money.Pool, s.Options.Guarantee)
	amounts = s.Options.Payout.Amounts(s.Counted(), pool, s.Options.Price, s.Options.Bounty.Rest(s.Options.Price))
	amounts[0] += s.Money.Struck
	return pool, amounts
}

// RebuysOpen reports whether a player at a table may rebuy: until the end of a level, and after a hand that started in it
// (T66).
func (s *State) RebuysOpen(t *Table) bool {
	switch s.Clock.NoRebuys {
	case ByLevel:
		return t.Runs() && t.Level < s.Options.Rebuys.Until
	case AtOnce:
		return false
	}
	return s.Options.Rebuys.Until != 0
}

// BuyingIsOver reports whether nothing can be bought any more: late entry, rebuys and the add-on are over, and no answer is open
// (T69). With one entry alive no answer and no add-on is waited for.
func (s *State) BuyingIsOver() bool {
	b := &s.Clock.Buying
	switch {
	case !b.NoLate || b.NoRebuys == 0:
		return false
	case s.Count.Alive <= 1:
		return true
	case s.Count.Answers > 0 || b.AddOn == AddOnDue || b.AddOn == AddOnOpen:
		return false
	}
	for _, number := range s.Open {
		if s.RebuysOpen(s.Table(number)) {
			return false
		}
	}
	return true
}

// FirstAnswer returns when the first busted player has to have answered, or 0 (T66). While a cancellation waits for a hand there is
// no such moment: an open answer is still alive when it comes (T103).
func (s *State) FirstAnswer() (first engine.Moment) {
	if s.Count.Answers == 0 || s.Halt.Ending {
		return 0
	}
	for n := 1; n <= s.Entries.Len(); n++ {
		if at := s.Entry(n).Answer; at != 0 && (first == 0 || at < first) {
			first = at
		}
	}
	return first
}
