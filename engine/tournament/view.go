package tournament

import (
	"slices"

	"cardroom/engine"
	"cardroom/engine/tournament/setup"
	"cardroom/engine/tournament/state"
)

// View is what all may see of a tournament. Nothing in it is secret.
type View = state.View

// View returns what all may see.
func (t *Tournament) View() View { return t.s.View() }

// Escrow returns the prize chips that the tournament holds (T124).
func (t *Tournament) Escrow() int64 { return t.s.Money.Escrow }

// Options returns what the tournament is.
func (t *Tournament) Options() setup.Options { return t.s.Options.Clone() }

// Entry is one bought stack, as all may see it.
type Entry struct {
	Person       engine.ID
	House        engine.Level
	Nth          int   // entry of its person, from 1
	Stack        int64 // as the hand that runs began
	Table, Seat  int   // the seat counts from 0
	Absent       bool
	Out          bool
	Disqualified bool
	Refunded     bool // it did not show up, and has no place (T71)
	Place, Tied  int  // once it is out; not final before entries are closed (T59)
	Prize        int64
	Paid         int64 // the price, rebuys and add-on; those that a cancellation gave back, too
	Head         int64 // the bounty on its head (T79)
	Bounty       int64 // that was paid for heads
	Rebuys       int
	Pressed      engine.Moment // last, before the start or in a pause
	RebuyBy      engine.Moment // busted: until when it may rebuy; 0 otherwise (T66)
}

// Entry returns an entry by its number, from 1. Before the start, numbers change when an entry is taken back.
func (t *Tournament) Entry(n int) Entry {
	e := t.s.Entry(n)
	v := Entry{
		Person: e.Person, House: e.House, Nth: e.Nth, Stack: e.Stack, Table: e.Table, Seat: int(e.Seat),
		Absent: e.Absent(), Out: e.Out(), Disqualified: e.Struck, Refunded: e.Refunded, Tied: e.Tied, Prize: e.Prize, Paid: t.s.Paid(e), Head: e.Head, Bounty: e.Bounty,
		Rebuys: e.Rebuys, RebuyBy: e.Answer, Pressed: e.Press,
	}
	if v.Out {
		v.Place = t.s.Place(e)
	}
	return v
}

// EntryOf returns the number of the last entry of a person, 0 if there is none.
func (t *Tournament) EntryOf(person engine.ID) int { return t.s.Latest(person) }

// Table is one table, as all may see it.
type Table struct {
	Open   bool
	Seats  []int // numbers of entries; 0 is empty
	Hand   int64 // number of the hand that runs or ran last
	Runs   bool
	Next   engine.Moment // when the next hand may start, at the earliest
	Button int           // of that hand, like Small and Big, from 0; -1 is none
	Small  int
	Big    int
	Level  int // of the next hand, from 0
}

// Table returns a table by its number, from 1.
func (t *Tournament) Table(n int) Table {
	x := t.s.Table(n)
	level, _ := t.s.LevelAt(x)
	return Table{
		Open: x.Open, Seats: slices.Clone(x.Seats[:x.Size]), Hand: x.Hand, Runs: x.Runs(), Level: level,
		Next: max(x.Next, t.s.Clock.Hold), Button: int(x.Blinds.Button), Small: int(x.Blinds.Small), Big: int(x.Blinds.Big),
	}
}
