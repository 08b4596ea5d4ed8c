package state

import (
	"math"
	"time"

	"cardroom/engine"
	"cardroom/engine/sidepot"
)

// None is no seat.
const None = -1

// Table is one table. Its number is its index plus one.
type Table struct {
	Seats [engine.MaxSeats]int `json:"seats"` // numbers of entries; 0 is empty
	Size  int8                 `json:"size"`
	Open  bool                 `json:"open,omitempty"`
	Gave  bool                 `json:"gave,omitempty"` // a player since its last hand (T41a)
	Got   bool                 `json:"got,omitempty"`  // a player of T41 since its last hand (T45); before edition 4 any player
	Done  bool                 `json:"done,omitempty"` // it has played its hand of the round (T61)
	LastHand
	Count int           `json:"count,omitempty"` // hands that were not void (T22)
	Ended int64         `json:"ended,omitempty"` // log number of the end of the last hand
	Next  engine.Moment `json:"next,omitempty"`  // when the next hand may start, but for NextHandAt
	Paced bool          `json:"paced,omitempty"` // all were absent when its last hand ended (T37)
	Unit  int64         `json:"unit"`            // its smallest chip (T28)
	Lost
}

// Lost says what a table lacks to play.
type Lost struct {
	NoRecord bool          `json:"noRecord,omitempty"` // its record cannot be read: its players stand (T104)
	NoPlace  engine.Moment `json:"noPlace,omitempty"`  // since when it has no place in Discord, and none can be made (T118)
	TooLong  bool          `json:"tooLong,omitempty"`  // for so long that it is to be broken
}

// IsLost reports whether the table cannot play.
func (l Lost) IsLost() bool { return l != Lost{} }

// PlaceEnds returns when the table is to be broken because it has no place, or 0 (T118).
func (l Lost) PlaceEnds() engine.Moment {
	if l.NoPlace == 0 || l.TooLong {
		return 0
	}
	return l.NoPlace.Add(placeLimit)
}

// placeLimit is how long a table may be without a place (T118).
const placeLimit = 10 * time.Minute

// LastHand is the hand of a table that runs or ran last.
type LastHand struct {
	Hand   int64         `json:"hand,omitempty"` // its number
	Began  engine.Moment `json:"began,omitempty"`
	Blinds Blinds        `json:"blinds"`
	Before Blinds        `json:"before"` // of the hand before
	Dealt  sidepot.Seats `json:"dealt,omitempty"`
	New    sidepot.Seats `json:"new,omitempty"`    // players that no hand here has dealt in yet (T33)
	WasNew sidepot.Seats `json:"was,omitempty"`    // New before the hand
	Level  int           `json:"level,omitempty"`  // of the tournament when it began, from 0 (T22)
	Broke  sidepot.Seats `json:"broke,omitempty"`  // busted players with a rebuy still to answer (T66)
	Silent sidepot.Seats `json:"silent,omitempty"` // players who timed out since the last press at the table (T100)
}

// Blinds are the seats of a hand, from 0; -1 is none.
type Blinds struct {
	Button int8 `json:"d"`
	Small  int8 `json:"s"` // the seat that owes it, whoever sits there
	Big    int8 `json:"b"`
}

// NoBlinds are the blinds of a table that has not played.
var NoBlinds = Blinds{None, None, None}

// NextHand returns the blinds of the next hand of a table and the seats dealt in (T32, T33). It returns false where the blinds
// begin anew.
func (t *Table) NextHand() (b Blinds, in sidepot.Seats, ok bool) {
	if t.Blinds.Big == None {
		return NoBlinds, 0, false
	}
	b = Blinds{Button: t.Blinds.Small, Small: t.Blinds.Big}
	in = t.WithChips() &^ (t.New & sidepot.Between(b.Button, b.Small))
	if in.Count() < 2 {
		return NoBlinds, 0, false
	}
	b.Big = in.Next(t.Blinds.Big)
	if in.Count() == 2 { // R11
		b.Small = in.Next(b.Big)
		b.Button = b.Small
	}
	return b, in, true
}

// LevelAt returns the level of a table's hand that runs, or else of its next one, from 0, and its count of hands (T21, T22).
func (s *State) LevelAt(t *Table) (level, count int) {
	hands, count := s.Options.Schedule.Hands, t.Count
	switch {
	case hands == 0 && t.Runs():
		return t.Level, count
	case hands == 0:
		return s.Clock.Level, count
	case !t.Runs():
		count = max(count, (s.Clock.Level-1)*hands)
	}
	return min(count/hands, len(s.Options.Schedule.Levels)-1), count
}

// AddUp reports whether stacks have as many chips as the hand had.
func (s *State) AddUp(t *Table, stacks *[engine.MaxSeats]int64) bool {
	sum := int64(0)
	for i, n := range t.Seats {
		dealt := t.Dealt.Has(int8(i))
		if stacks[i] < 0 || !dealt && stacks[i] != 0 || s.Options.Schedule.ColourUp && stacks[i]%t.Unit != 0 || stacks[i] > math.MaxInt64/engine.MaxSeats {
			return false
		}
		sum += stacks[i]
		if dealt {
			sum -= s.Entry(n).Stack
		}
	}
	return sum == 0
}

// absentPace is the time from the start of a hand to the next one where all are absent (T37).
const absentPace = time.Minute

// NextHandAt returns when the next hand of a table may start (T35, T37, T98). A player who is present again does not wait for the pace
// of a table where all are absent.
func NextHandAt(s *State, t *Table) engine.Moment {
	at := max(t.Next, s.Clock.Hold)
	if t.Paced && s.AllAbsent(t) {
		at = max(at, t.Began.Add(absentPace))
	}
	return at
}

// AllAbsent reports whether all players of a table are absent (T37).
func (s *State) AllAbsent(t *Table) bool {
	for _, n := range t.Seats {
		if n != 0 && !s.Entry(n).Absent() {
			return false
		}
	}
	return true
}

// Runs reports whether a hand runs.
func (t *Table) Runs() bool { return t.Dealt != 0 }

// Taken returns the seats with a player.
func (t *Table) Taken() (s sidepot.Seats) {
	for i, e := range t.Seats {
		if e != 0 {
			s |= 1 << i
		}
	}
	return s
}

// canDeal reports whether the table can play a hand (T34).
func (t *Table) canDeal() bool { return !t.IsLost() && t.WithChips().Count() >= 2 }

// WithChips returns the seats with a player who has not gone broke (T66).
func (t *Table) WithChips() sidepot.Seats { return t.Taken() &^ t.Broke }

// Free returns the seats without a player.
func (t *Table) Free() sidepot.Seats { return (1<<t.Size - 1) &^ t.Taken() }

// Players returns how many players sit at the table.
func (t *Table) Players() int { return t.Taken().Count() }

// Nth returns the n-th seat of a set, from 0.
func Nth(s sidepot.Seats, n int) int8 {
	i := s.Next(None)
	for range n {
		i = s.Next(i)
	}
	return i
}
