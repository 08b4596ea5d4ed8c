package engine

import "errors"

// ErrCommand is the error of a command that is none: nil, or a pointer to one.
var ErrCommand = errors.New("engine: no such command")

// transition is one Apply under way: the next table as it comes about, and what is to be told of it.
type transition struct {
	game
	at  Moment
	out []Event
}

// Apply carries out a command. It gives the next table, and into with the events appended in the order in which they
// happened. A command that is not carried out leaves both as they were; the error is then a Refusal, or tells of a
// command that no table understands: a deck that is not the 52 cards, an action or a type that does not exist.
func (t Table) Apply(c Command, into []Event) (Table, []Event, error) {
	s := transition{game: t.g, out: into}
	if err := s.apply(c); err != nil {
		return t, into, err
	}
	s.arm(&t.g)
	return Table{s.game}, s.out, nil
}

func (s *transition) apply(c Command) error {
	if s.Closed || s.Rules.Seats == 0 {
		return Refusal{Reason: TableClosedNow, Rule: 64}
	}
	switch c := c.(type) {
	case Sit:
		s.at = c.At
		return s.sit(c)
	case Leave:
		s.at = c.At
		return s.leave(c.Player)
	case Kick:
		s.at = c.At
		return s.kick(c.Player)
	case TopUp:
		s.at = c.At
		return s.topUp(c)
	case SitOut:
		s.at = c.At
		return s.sitOut(c.Player)
	case SitIn:
		s.at = c.At
		return s.sitIn(c)
	case Act:
		s.at = c.At
		return s.act(c)
	default:
		return s.applyInHand(c)
	}
}

// applyInHand is apply for what players do besides betting.
func (s *transition) applyInHand(c Command) error {
	switch c := c.(type) {
	case Draw:
		s.at = c.At
		return s.exchange(c)
	case Plan:
		s.at = c.At
		return s.plan(c)
	case RunIt:
		s.at = c.At
		return s.runIt(c)
	case Show:
		s.at = c.At
		return s.show(c)
	case CallClock:
		s.at = c.At
		return s.callClock(c)
	case Straddle:
		s.at = c.At
		return s.straddle(c)
	case SetMuckPolicy:
		s.at = c.At
		return s.setMuckPolicy(c)
	case HoldSeat:
		s.at = c.At
		return s.holdSeat(c)
	case Wait:
		s.at = c.At
		return s.wait(c)
	default:
		return s.applyToTable(c)
	}
}

// applyToTable is apply for the commands that are nobody's in particular.
func (s *transition) applyToTable(c Command) error {
	switch c := c.(type) {
	case Start:
		s.at = c.At
		return s.start(c.Lot)
	case StartAs:
		s.at = c.At
		return s.startAs(&c)
	case Deal:
		s.at = c.At
		return s.deal(&c)
	case Tick:
		s.at = c.At
		return s.tick()
	case CreditDowntime:
		s.at = c.At
		return s.creditDowntime(c.Last)
	case Pause:
		s.at = c.At
		return s.pause()
	case Resume:
		s.at = c.At
		return s.resume()
	case Close:
		s.at = c.At
		return s.close()
	case Void:
		s.at = c.At
		return s.void()
	case SetRules:
		s.at = c.At
		return s.setRules(&c.Rules, c.Other)
	}
	return ErrCommand // c is not named: what an error holds is allocated
}

// tell adds an event.
func (s *transition) tell(e Event) {
	e.At, e.Hand = s.at, s.Hand
	s.out = append(s.out, e)
}

// tellOf adds an event about a seat.
func (s *transition) tellOf(i int8, e Event) {
	p := &s.Seats[i]
	e.Seat, e.Player, e.House = int(i), p.Player, p.House
	s.tell(e)
}

// tellChips adds an event about chips that came to the table or left it.
func (s *transition) tellChips(kind Kind, i int8, amount int64) {
	practice := s.Practice || s.Seats[i].House != Person && !s.Rules.Staked
	s.tellOf(i, Event{Kind: kind, Amount: amount, Practice: practice})
}

// tellTable adds an event about the table itself.
func (s *transition) tellTable(kind Kind) { s.tell(Event{Kind: kind, Seat: none}) }

// arm sets when the next hand starts, once a table that lacked players has enough. Where the time for it had passed, the
// table has waited: the next hand begins anew (R10).
func (s *transition) arm(before *game) {
	if s.running() || !s.enough() || !before.running() && before.enough() {
		return
	}
	if s.Until != 0 && s.at <= s.Until {
		return
	}
	s.Fresh = true
	s.Until = s.at
	if !s.Practice {
		s.Until = s.at.Add(s.Rules.Pause)
	}
}

func (s *transition) pause() error {
	if s.Paused {
		return Refusal{Reason: AlreadyPaused}
	}
	s.Paused = true
	s.tellTable(TablePaused)
	return nil
}

// setRules changes the options of the house, between hands. What house players play for changes only while nobody has a seat:
// chips go back to where they came from.
func (s *transition) setRules(r *Rules, other bool) error {
	if s.running() {
		return Refusal{Reason: HandRuns}
	}
	if err := r.Check(); err != nil {
		return err
	}
	now := s.Rules
	if r.Variant != now.Variant || r.Limit != now.Limit || r.SmallBlind != now.SmallBlind || r.BigBlind != now.BigBlind ||
		r.MinBuyIn != now.MinBuyIn || r.MaxBuyIn != now.MaxBuyIn || r.Seats != now.Seats ||
		r.Staked != now.Staked && s.where((*seat).taken) != 0 {
		return Refusal{Reason: OtherGame, Rule: 1}
	}
	s.Rules = *r
	if other {
		s.Gone = [maxGone]departed{}
	}
	for i := range s.Seats {
		s.Seats[i].Bank = min(s.Seats[i].Bank, r.TimeBank)
	}
	s.tellTable(RulesChanged)
	return nil
}

func (s *transition) resume() error {
	if !s.Paused {
		return Refusal{Reason: NotPaused}
	}
	s.Paused = false
	if !s.running() && s.Until != 0 {
		s.Until = max(s.Until, s.at)
	}
	s.tellTable(TableResumed)
	return nil
}
