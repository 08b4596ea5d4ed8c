package state

import (
	"slices"
	"time"

	"cardroom/engine"
)

// readyWindow is how long before the start a press in the lobby counts (T15).
const readyWindow = 5 * time.Minute

// Entry is one bought stack. Its number is its index plus one.
type Entry struct {
	Person   engine.ID     `json:"p"`
	House    engine.Level  `json:"h,omitempty"`
	Nth      int           `json:"k,omitempty"` // entry of its person, from 1
	Stack    int64         `json:"s,omitempty"` // as the hand that runs began
	Had      int64         `json:"c,omitempty"` // chips when the hand began in which it went broke
	Table    int           `json:"t,omitempty"` // 0 is none
	Seat     int8          `json:"x,omitempty"`
	Away     bool          `json:"y,omitempty"`
	Pressed  bool          `json:"r,omitempty"` // since the start, or just before it (T36)
	Struck   bool          `json:"q,omitempty"` // disqualified (T108)
	TimeOuts uint8         `json:"o,omitempty"` // in a row
	Press    engine.Moment `json:"m,omitempty"` // the last press before the start or in a pause
	Before   int           `json:"b,omitempty"` // entries that were out before its group
	Tied     int           `json:"g,omitempty"` // entries of its group; 0 while it is alive
	Warned   int           `json:"n,omitempty"` // the last level at which it got a warning, from 1 (T107)
	Prize    int64         `json:"z,omitempty"` // that was paid
	Head     int64         `json:"e,omitempty"` // the bounty on its head (T79)
	Bounty   int64         `json:"v,omitempty"` // that was paid for heads
	Show                   // T71
	Buys                   // rebuys and the add-on
}

// Show records whether an entry took part; entries that did not are refunded (T71).
type Show struct {
	Missed   bool `json:"i,omitempty"` // it had a decision that its clock made
	Came     bool `json:"j,omitempty"` // it made one, or knocked another entry out
	Refunded bool `json:"l,omitempty"` // it has its price back, and no place
}

// Buys holds the rebuys and the add-on of an entry (T66, T67), and the state of its next rebuy.
type Buys struct {
	Rebuys int           `json:"u,omitempty"` // bought
	Asked  bool          `json:"w,omitempty"` // a rebuy is paid and waits for the end of the hand
	Added  bool          `json:"d,omitempty"` // the add-on is bought
	Answer engine.Moment `json:"a,omitempty"` // busted: it may rebuy until then
	Fell   int64         `json:"f,omitempty"` // log number of the end of the hand in which it went broke (T57)
}

// Paid returns the prize chips that an entry has paid in.
func (s *State) Paid(e *Entry) int64 {
	if e.Refunded {
		return 0
	}
	n := int64(1 + e.Rebuys)
	if e.Asked {
		n++
	}
	paid := n * s.Options.Price
	if e.Added {
		paid += s.Options.Rebuys.AddOnPrice
	}
	return paid
}

// Bought returns the chips that an entry has bought.
func (s *State) Bought(e *Entry) int64 {
	chips := int64(1+e.Rebuys) * s.Options.Stack
	if e.Added {
		chips += s.Options.Rebuys.AddOn
	}
	return chips
}

// MayRebuy reports whether an entry has some more rebuys left (T66).
func (s *State) MayRebuy(e *Entry, count int) bool {
	most := s.Options.Rebuys.Most
	if e.Asked {
		count++
	}
	return most == 0 || e.Rebuys+count <= most
}

// FellBefore reports whether an entry went broke before another one: in an earlier hand, or with fewer chips in the same one
// (T56, T57). One that was disqualified in a hand comes before all others of it (T108).
func (e *Entry) FellBefore(other *Entry) bool {
	switch {
	case e.Fell != other.Fell:
		return e.Fell < other.Fell
	case e.Struck != other.Struck:
		return e.Struck
	}
	return e.Had < other.Had
}

// Latest returns the number of the last entry of a person, 0 if there is none.
func (s *State) Latest(person engine.ID) int {
	for n := s.Entries.Len(); n > 0; n-- {
		if s.Entry(n).Person == person {
			return n
		}
	}
	return 0
}

// WaitsAt returns the index of a person on the waitlist, or -1.
func (s *State) WaitsAt(person engine.ID) int {
	return slices.IndexFunc(s.Waitlist, func(w Waiting) bool { return w.Person == person })
}

// Room returns how many entries may still be made (T13): none where the only free seats are at tables that cannot be read (T104).
func (s *State) Room() int {
	if s.Count.Lost > 0 && len(s.Fewest()) == 0 {
		if _, unread := s.FreeSeats(); unread > 0 {
			return 0
		}
	}
	return s.Options.Max - s.Count.Alive
}

// NoEntry reports whether no player can enter any more. Rebuys or the add-on may keep entries open longer (T65, T69), and a cancellation
// that waits for a hand lets no player in (T103).
func (s *State) NoEntry() bool {
	return s.Clock.Closed || s.Clock.Closes || s.Clock.NoLate || s.Halt.Ending
}

// Candidate returns the index on the waitlist of the person who gets the free place, or -1: first those without an entry
// (T13).
func (s *State) Candidate() int {
	if len(s.Waitlist) == 0 || s.Room() <= 0 || s.NoEntry() {
		return None
	}
	return max(0, slices.IndexFunc(s.Waitlist, func(w Waiting) bool { return !w.Again }))
}

// Here reports whether a person has pressed since a moment; house players always have.
func (e *Entry) Here(since engine.Moment) bool { return e.House != engine.Person || e.Press >= since }

// Missing returns the numbers of the entries without a press since a moment, or since their group may check in.
func (s *State) Missing(since engine.Moment) (all []int) {
	for n := 1; n <= s.Entries.Len(); n++ {
		if !s.Entry(n).Here(max(since, s.CheckInFrom(n))) {
			all = append(all, n)
		}
	}
	return all
}

// ReadySince returns the moment since which a press counts: before a Sit & Go was full, or from the start of the check-in on.
func (s *State) ReadySince() engine.Moment {
	if s.Options.Scheduled {
		return s.Options.Times.Start.Add(-s.Options.Times.CheckIn)
	}
	return s.Start.Full.Add(-readyWindow)
}

// CheckInFrom returns when the group of an entry may check in, or 0 where there are no groups (T14).
func (s *State) CheckInFrom(n int) engine.Moment { return s.Options.Times.CheckInFrom(n) }

// StartedAt returns the moment to keep where play starts now, by an organiser or in time. Before edition 3 the one that was set stayed.
func StartedAt(s *State, now engine.Moment) engine.Moment {
	if s.Options.Edition < 3 {
		return s.Start.At
	}
	return now
}

// PressedLate reports whether an entry is made in play, by a press since the start or shortly before it (T36).
func PressedLate(s *State, press engine.Moment) bool {
	return s.Phase >= Seated && (s.Options.Edition < 3 || press >= s.Start.At.Add(-readyWindow))
}

// Counted returns N, the number of entries that have or will have a place (T59, T71).
func (s *State) Counted() int { return s.Entries.Len() - s.Count.Refunded }

// Place returns the first place of the group of an entry that is out (T59), 0 if it has none. It is final once entries are closed.
func (s *State) Place(e *Entry) int {
	if e.Tied == 0 {
		return 0
	}
	return s.Counted() - e.Before - e.Tied + 1
}

// NoShows returns the numbers of the entries alive that had a decision, made none and knocked no entry out: they get their price
// back when entries close, unless fewer than two would stay (T71).
func (s *State) NoShows() (all []int) {
	if !s.Options.NoShow {
		return nil
	}
	for _, n := range s.AllAlive() {
		if e := s.Entry(n); e.Missed && !e.Came && e.Buys == (Buys{}) {
			all = append(all, n)
		}
	}
	if s.Count.Alive-len(all) < 2 {
		return nil
	}
	return all
}

// AllAlive returns the numbers of the entries alive, rising.
func (s *State) AllAlive() []int {
	all := make([]int, 0, s.Count.Alive)
	for n := 1; n <= s.Entries.Len(); n++ {
		if !s.Entry(n).Out() {
			all = append(all, n)
		}
	}
	return all
}

// Out reports whether an entry is not alive: it has its place, or was taken out (T55, T71).
func (e *Entry) Out() bool { return e.Tied != 0 || e.Refunded }

// Absent reports whether the table waits for no decision of the entry (T36).
func (e *Entry) Absent() bool {
	return e.House == engine.Person && (e.Away || e.Struck || e.TimeOuts >= 2 || e.TimeOuts == 1 && !e.Pressed)
}
