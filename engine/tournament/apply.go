package tournament

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"cardroom/engine"
	"cardroom/engine/tournament/setup"
	"cardroom/engine/tournament/state"
)

// Refusal is the error of a command that the rules do not allow; the tournament is unchanged. It is data: callers put it into
// words.
type Refusal struct {
	Reason Reason
	Rule   int           // number of the rule
	Until  engine.Moment // when the reason is gone, if that is known
}

// Error describes the refusal for a log.
func (r Refusal) Error() string {
	return fmt.Sprintf("tournament: refused: reason %d (T%d)", r.Reason, r.Rule)
}

// Reason is the reason of a refusal.
type Reason uint8

// The reasons.
const (
	Over    Reason = iota + 1 // finished or cancelled
	NotOpen                   // registration has not begun
	EntriesAreClosed
	AlreadyIn   // the person has an entry alive, or is on the waitlist
	NoMoreEntry // re-entry is off, used up, or the person was disqualified (T68, T108)
	TooSoon     // until Until
	NotIn       // the person has no entry and no place on the waitlist
	Started     // the tournament has begun
	NotStarted  // the tournament has not begun
	NotNext     // another person of the waitlist comes first, or no place is free
	NoHouse     // house players are off (T39)
	NoSuchEntry // or it is out
	NoSuchTable // or it is closed
	TooFew      // players or entries
	HandRuns    // at that table
	NoHand      // no hand runs at that table
	WrongStacks // they do not add up to the chips dealt in
	IsPaused    // no new hand
	NotPaused
	OnBreak      // or a break is due (T26)
	TableDue     // the table is to be broken (T46)
	FinalDue     // all are to be drawn to new seats (T50)
	RoundOver    // the table has played its hand of the round, or the round has not begun (T61)
	WaitsForMove // the table waits for a player (T45)
	OncePerLevel // a limited pause (T107)
	LastOne      // no player would be left (T108)
	NoRestart    // it is off, the stack is too large, or a person waits for a place (T70)
	TooLate      // this can no longer change (T7)
	RebuysAreOver
	NoMoreRebuy  // none is left, or the add-on is bought
	TooManyChips // more than the first stack (T66)
	NoAddOn      // it is not its break (T67)
	WrongHeads   // a busted player is there whose last chips no player won (T79)
	NoDeal       // none may be made, or this one is not open (T93, T95, T96)
	DealIsOpen   // until Until (T93)
	SomeAbsent   // a player is absent (T93)
	AskedBefore  // at this level (T93)
	EntriesClose // when no hand runs (T71)
	TableIsLost  // it cannot play (T104, T118)
	NotLost      // it does not lack that
	WasWarned    // at this level, or is disqualified (T107)
	RebuyWaits   // for the end of the hand (T66)
	NotOffered   // a rebuy, to a player who has chips (T66)
)

// ErrCommand is the error of Apply for nil. ErrLots is that of a missing or impossible draw.
var (
	ErrCommand = errors.New("tournament: there is no command to apply")
	ErrLots    = errors.New("tournament: the lots gave no number in the range of a draw")
)

// Lots gives the draws of a tournament (section 0). The same use always gives the same numbers.
type Lots interface {
	Number(use string, n int) int    // from 0 to n-1
	Shuffle(use string, n int) []int // all numbers from 0 to n-1
}

// transition is one Apply under way: the tournament as it changes, and the events of the change.
type transition struct {
	state.State
	now   engine.Moment
	lots  Lots
	err   error // of a draw
	moved []int // entries that moved in this pass (T43)
	fewer bool  // fewer entries are alive or wait than before (T69)
	out   []Event
}

// New returns a tournament that was made at a moment, and its first events. The error is an *OptionError.
func New(o setup.Options, at engine.Moment) (Tournament, []Event, error) {
	if err := setup.CheckAt(&o, at, false); err != nil {
		return Tournament{}, nil, err
	}
	s := transition{State: state.State{Options: o.Clone(), Phase: Announced}, now: at}
	s.Start.Made = at
	s.Money.Pool = o.Added
	s.fund(o.Added)
	openRegistration(&s)
	return Tournament{s.State}, s.out, nil
}

// Apply carries out a command, and first what is due at its moment. StartNow is for the entries that its message names: before it
// nothing else is due. Without lots a start that is due waits. It returns the next tournament, and into with the events appended. If
// it returns an error, the tournament and into are as they were. The error is a Refusal, ErrCommand, ErrLots or an *OptionError.
func (t Tournament) Apply(c Command, lots Lots, into []Event) (Tournament, []Event, error) {
	if c == nil {
		return t, into, ErrCommand
	}
	s := transition{State: t.s, now: c.moment(), lots: lots, out: into}
	s.Edit++
	if s.Over() {
		return t, into, Refusal{Reason: Over, Rule: 5}
	}
	if credit, ok := c.(CreditDowntime); ok {
		credit.apply(&s)
		return Tournament{s.State}, s.out, nil
	}
	if _, start := c.(StartNow); !start {
		s.carryOutDue(c.moment())
	}
	if _, tick := c.(Tick); !tick {
		if s.Over() {
			return t, into, Refusal{Reason: Over, Rule: 5}
		}
		if err := c.apply(&s); err != nil {
			return t, into, err
		}
		s.settle()
	}
	if s.err != nil {
		return t, into, s.err
	}
	return Tournament{s.State}, s.out, nil
}

func (Tick) apply(*transition) error { return nil }

// tell adds an event.
func (s *transition) tell(e Event) {
	s.Log++
	e.No, e.At = s.Log, s.now
	s.out = append(s.out, e)
}

// tellOf adds an event about an entry.
func (s *transition) tellOf(n int, e Event) {
	e.Entry, e.Person = n, s.Entries.At(n-1).Person
	s.tell(e)
}

// use returns the name of the next draw. It ends in the number of the draw, so that no name comes twice (section 0). An event
// between two draws does not change the second one: a program could otherwise make events up until it likes what it draws.
func (s *transition) use(name string) string {
	s.Draws++
	return name + "/" + strconv.FormatInt(s.Draws, 10)
}

// number draws a number from 0 to n-1.
func (s *transition) number(name string, n int) int {
	use := s.use(name)
	if s.lots != nil {
		if x := s.lots.Number(use, n); x >= 0 && x < n {
			s.tell(Event{Kind: Drawn, Draw: use, Of: n, Values: []int{x}})
			return x
		}
	}
	s.err = ErrLots
	return 0
}

// shuffle draws an order of the numbers from 0 to n-1.
func (s *transition) shuffle(name string, n int) []int {
	use := s.use(name)
	if s.lots != nil {
		order := s.lots.Shuffle(use, n)
		if isOrder(order, n) {
			s.tell(Event{Kind: Drawn, Draw: use, Of: n, Values: order})
			return order
		}
	}
	s.err = ErrLots
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// isOrder reports whether all numbers from 0 to n-1 are there.
func isOrder(order []int, n int) bool {
	for i, x := range slices.Sorted(slices.Values(order)) {
		if x != i {
			return false
		}
	}
	return len(order) == n
}

// ownEntry returns an entry to change.
func (s *transition) ownEntry(n int) *state.Entry { return s.Entries.Own(n-1, s.Edit) }

// ownTable returns a table to change.
func (s *transition) ownTable(n int) *state.Table { return s.Tables.Own(n-1, s.Edit) }

// aliveEntry returns an entry that is alive, or a refusal.
func (s *transition) aliveEntry(n int) (*state.Entry, error) {
	if s.Phase != Running && s.Phase != Seated {
		return nil, Refusal{Reason: NotStarted, Rule: 5}
	}
	if n < 1 || n > s.Entries.Len() || s.Entry(n).Out() {
		return nil, Refusal{Reason: NoSuchEntry, Rule: 55}
	}
	return s.Entry(n), nil
}

// openTable returns an open table, or a refusal.
func (s *transition) openTable(n int) (*state.Table, error) {
	if s.Phase != Running {
		return nil, Refusal{Reason: NotStarted, Rule: 18}
	}
	if n < 1 || n > s.Tables.Len() || !s.Table(n).Open {
		return nil, Refusal{Reason: NoSuchTable, Rule: 46}
	}
	return s.Table(n), nil
}
