package engine

import "errors"

// ErrCommand is the error of Apply for nil, for a pointer to a command, and at a cash table for a command of a director.
var ErrCommand = errors.New("engine: no such command")

// transition is one Apply under way: the next table as it changes, and the events of the change. It points to the table
// because copies take much of an action's time. It points to the slice because append would put the table on the heap.
type transition struct {
	*game
	now Moment
	out *[]Event
}

// Apply carries out a command. It returns the next table, and into with the events appended in the order in which they
// happened. It never changes its receiver. If it returns an error, the table and into are as they were. The error is a
// Refusal, or says that no table understands the command: ErrCommand, ErrDeck, ErrAction, or a poker.RulesError. As with append, two
// calls with the same into may overwrite each other's events: to compare two ways on, give each its own.
//
// The compiler inlines it: a call would copy the table once more, and results with names would be cleared first.
func (t *Table) Apply(c Command, into []Event) (Table, []Event, error) {
	next := *t
	events, err := next.Do(c, into)
	return next, events, err
}

// Do carries out a command on the table itself, for a caller that does not need the table as it was: Apply without its copies. If it
// returns an error, the table and into are as they were.
func (t *Table) Do(c Command, into []Event) ([]Event, error) {
	g := &t.g
	if g.Closed || g.Rules.Seats == 0 {
		return into, Refusal{Reason: TableClosedNow, Rule: 64}
	}
	if g.Rules.Tournament && cashOnly(c) {
		return into, Refusal{Reason: InTournament}
	}
	lacked := g.running() || !g.enough()
	events := into
	s := transition{game: g, out: &events}
	if err := s.carryOut(c); err != nil {
		return into, err
	}
	s.arm(lacked)
	return events, nil
}

// at sets the moment of the transition.
func (s *transition) at(now Moment) *transition {
	s.now = min(max(now, 0), lastMoment)
	return s
}

// carryOut calls the apply of a command, which refuses it before it changes anything. It does so type by type, because a call through
// the interface would put each command and each transition on the heap. c is not part of the error for the same reason.
func (s *transition) carryOut(c Command) error {
	switch c := c.(type) {
	case Sit:
		return c.apply(s.at(c.At))
	case Leave:
		return c.apply(s.at(c.At))
	case Kick:
		return c.apply(s.at(c.At))
	case TopUp:
		return c.apply(s.at(c.At))
	case Withdraw:
		return c.apply(s.at(c.At))
	case SitOut:
		return c.apply(s.at(c.At))
	case SitIn:
		return c.apply(s.at(c.At))
	case Straddle:
		return c.apply(s.at(c.At))
	case SetMuckPolicy:
		return c.apply(s.at(c.At))
	case Wait:
		return c.apply(s.at(c.At))
	case HoldSeat:
		return c.apply(s.at(c.At))
	case Act:
		return c.apply(s.at(c.At))
	case Draw:
		return c.apply(s.at(c.At))
	case Plan:
		return c.apply(s.at(c.At))
	case RunIt:
		return c.apply(s.at(c.At))
	case Show:
		return c.apply(s.at(c.At))
	case CallClock:
		return c.apply(s.at(c.At))
	case Start:
		return c.apply(s.at(c.At))
	case StartAs:
		return c.apply(s.at(c.At))
	case Deal:
		return c.apply(s.at(c.At))
	case Tick:
		return c.apply(s.at(c.At))
	case CreditDowntime:
		return c.apply(s.at(c.At))
	case Pause:
		return c.apply(s.at(c.At))
	case Resume:
		return c.apply(s.at(c.At))
	case Close:
		return c.apply(s.at(c.At))
	case Void:
		return c.apply(s.at(c.At))
	case SetRules:
		return c.apply(s.at(c.At))
	}
	return carryOutDirected(s, c)
}

// tell adds an event, and returns it as added.
func (s *transition) tell(e Event) *Event {
	*s.out = append(*s.out, e)
	added := &(*s.out)[len(*s.out)-1]
	added.At, added.Hand = s.now, s.Hand
	return added
}

// tellOf adds an event about a seat.
func (s *transition) tellOf(i int8, e Event) {
	p, added := &s.Seats[i], s.tell(e)
	added.Seat, added.Player, added.House = int(i), p.Player, p.House
}

// tellChips adds an event about chips that came to the table or left it.
func (s *transition) tellChips(kind Kind, i int8, amount int64) {
	practice := s.Practice || s.Seats[i].House != Person && !s.Rules.Staked && !s.Rules.Tournament
	s.tellOf(i, Event{Kind: kind, Amount: amount, Practice: practice})
}

// tellTable adds an event about the table itself.
func (s *transition) tellTable(kind Kind) { s.tell(Event{Kind: kind, Seat: none}) }

// arm sets when the next hand starts, once a table that lacked players or ended a hand has enough. Where the time for it had passed,
// the table has waited. Where the return window has passed too since the last hand, the next one begins anew (R10).
func (s *transition) arm(lacked bool) {
	if !lacked || s.running() || !s.enough() || s.now <= s.Until {
		return
	}
	s.Waited = true
	ended := s.Since
	if ended == 0 {
		ended = s.Until // the snapshot of an earlier version does not say
	}
	if s.Rules.ReturnWindow != 0 && s.now >= ended.Add(s.Rules.ReturnWindow) {
		s.Fresh = true
	}
	s.Until = s.now
	if !s.Practice {
		s.Until = s.now.Add(s.Rules.Pause)
	}
}
