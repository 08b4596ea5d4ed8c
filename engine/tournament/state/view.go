package state

import (
	"iter"
	"slices"

	"cardroom/engine"
	"cardroom/engine/sidepot"
)

// View is the public view of a tournament. Nothing in it is secret.
type View struct {
	Phase     Phase
	Entries   int // numbers go to it
	Counted   int // N: without those that were refunded because they did not show up (T71)
	Alive     int
	Tables    []int // numbers of the open tables
	Waitlist  []engine.ID
	Level     int           // from 0
	LevelEnds engine.Moment // 0 while the clock stands
	BreakEnds engine.Moment
	Pool      int64   // with the heads of the disqualified, which are in the first prize (T108)
	NoEntry   bool    // no player can enter any more; with rebuys that is earlier than Closed (T65, T69)
	Closed    bool    // entries are closed: Prizes are fixed
	Prizes    []int64 // by place; for the entries there are, until entries are closed
	AddOn     bool    // it is on sale (T67)
	Deal      Deal
	Halt      Halt
	HaltEnds  engine.Moment
	Ending    bool          // a cancellation waits for the end of the hands (T103)
	StartsAt  engine.Moment // 0 until that is known
	ReadyBy   engine.Moment // until when those without a press have to press (T15)
	Missing   []int         // numbers of the entries without a press, as long as they have time
}

// Stands reports whether the tournament stands still, in a pause or a break.
func (v View) Stands() bool { return v.Halt != 0 || v.BreakEnds != 0 }

// View returns the public view.
func (s *State) View() View {
	v := View{
		Phase: s.Phase, Entries: s.Entries.Len(), Counted: s.Counted(), Alive: s.Count.Alive, Tables: slices.Clone(s.Open),
		Level: s.Clock.Level, LevelEnds: s.Clock.End, BreakEnds: s.Clock.Break, NoEntry: s.NoEntry(), Closed: s.Clock.Closed, AddOn: s.Clock.AddOn == AddOnOpen,
		Halt: s.Halt.Kind, HaltEnds: s.Halt.Until, Ending: s.Halt.Ending, StartsAt: s.Start.At,
		Pool: s.Money.Pool, Prizes: slices.Clone(s.Money.Amounts), Deal: s.Money.Deal,
	}
	if s.Options.Scheduled {
		v.StartsAt = s.Options.Times.Start
	}
	if !v.Closed && v.Entries >= 2 {
		v.Pool, v.Prizes = s.Prizes()
	}
	v.Pool += s.Money.Struck
	if s.Phase < Seated && s.Start.Ready != 0 { // an organiser may start before it is over
		v.ReadyBy = s.Start.Ready
		v.Missing = s.Missing(s.ReadySince())
	}
	for _, w := range s.Waitlist {
		v.Waitlist = append(v.Waitlist, w.Person)
	}
	return v
}

// EntryView is one bought stack, as all may see it.
type EntryView struct {
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
	PressCounts  bool          // a press at its table changes how it stands, or how its table does (T36, T71, T100)
	NoShow       bool          // its price may come back, because it has not shown up so far (T71)
}

// EntryView returns the public view of an entry.
func (s *State) EntryView(n int) EntryView {
	e := s.Entry(n)
	return EntryView{
		Person: e.Person, House: e.House, Nth: e.Nth, Stack: e.Stack, Table: e.Table, Seat: int(e.Seat),
		Absent: e.Absent(), Out: e.Out(), Disqualified: e.Struck, Refunded: e.Refunded, Tied: e.Tied, Prize: e.Prize, Paid: s.Paid(e), Head: e.Head, Bounty: e.Bounty,
		Rebuys: e.Rebuys, RebuyBy: e.Answer, Pressed: e.Press, Place: s.Place(e), PressCounts: PressCounts(s, e),
		NoShow: s.Options.NoShow && !e.Came && e.Buys == (Buys{}) && !s.Clock.Closed,
	}
}

// EntryViews returns the entries by their numbers, in order.
func (s *State) EntryViews() iter.Seq2[int, EntryView] {
	return func(yield func(int, EntryView) bool) {
		for n := 1; n <= s.Entries.Len() && yield(n, s.EntryView(n)); n++ {
		}
	}
}

// TableView is one table, as all may see it.
type TableView struct {
	Open   bool
	Seats  []int // numbers of entries; 0 is empty
	Hand   int64 // number of the hand that runs or ran last
	Runs   bool
	Next   engine.Moment // when the next hand may start, at the earliest
	Button int           // of that hand, like Big, from 0; -1 is none
	Big    int
	Level  int           // of the hand that runs, or else of the next one, from 0 (T21)
	Waits  sidepot.Seats // players with chips whom the next hand does not deal in (T33)
	Left   int           // hands of that level that start after the one that runs; 0 where levels are not counted in hands
}

// TableView returns the public view of a table.
func (s *State) TableView(n int) TableView {
	t := s.Table(n)
	level, count := s.LevelAt(t)
	left := 0
	if hands := s.Options.Schedule.Hands; hands > 0 {
		left = hands - count%hands
		if t.Runs() {
			left--
		}
	}
	waits := sidepot.Seats(0)
	if _, in, ok := t.NextHand(); ok {
		waits = t.WithChips() &^ in
	}
	return TableView{
		Open: t.Open, Waits: waits, Seats: slices.Clone(t.Seats[:t.Size]), Hand: t.Hand, Runs: t.Runs(), Level: level, Left: left,
		Next: NextHandAt(s, t), Button: int(t.Blinds.Button), Big: int(t.Blinds.Big),
	}
}
