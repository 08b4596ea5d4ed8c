package tournament

import (
	"fmt"
	"time"

	"cardroom/engine"
	"cardroom/engine/sidepot"
	"cardroom/engine/tournament/state"
)

const (
	quickPause  = 2 * time.Second  // T35
	longestWait = 60 * time.Second // T45
)

// anew returns the seats of a hand with a drawn button (T17).
func (s *transition) anew(number int) (b state.Blinds, in sidepot.Seats) {
	t := s.Table(number)
	in = t.WithChips()
	b.Button = state.Nth(in, s.number(fmt.Sprintf("button/%d/%d", number, t.Hand+1), in.Count()))
	b.Small = in.Next(b.Button)
	if in.Count() == 2 {
		b.Small = b.Button
	}
	b.Big = in.Next(b.Small)
	return b, in
}

// MayStart returns nil if a table may start a hand at a moment, or a Refusal. It ignores the deadlines that pass by then.
func (t *Tournament) MayStart(number int, at engine.Moment) error {
	s := transition{State: t.s, now: at}
	return s.mayStart(number)
}

// mayStart returns nil if a table may start a hand now, or a Refusal.
func (s *transition) mayStart(number int) error {
	t, err := s.openTable(number)
	switch {
	case err != nil:
		return err
	case t.Runs():
		return Refusal{Reason: HandRuns, Rule: 40}
	case s.Halt.Kind != 0 || s.Halt.Ending:
		return Refusal{Reason: IsPaused, Rule: 101}
	case s.Money.Deal.Open():
		return Refusal{Reason: DealIsOpen, Rule: 93, Until: s.Money.Deal.Until}
	case s.Clock.Due || s.Clock.Break != 0:
		return Refusal{Reason: OnBreak, Rule: 26, Until: s.Clock.Break}
	case s.Clock.Closes:
		return Refusal{Reason: EntriesClose, Rule: 71}
	case s.Gathers() != 0 && !s.Round.On:
		return Refusal{Reason: FinalDue, Rule: 50}
	case t.IsLost():
		return Refusal{Reason: TableIsLost, Rule: 118}
	case t.WithChips().Count() < 2: // a busted player may have to answer (T57)
		return Refusal{Reason: TooFew, Rule: 34}
	case !s.Round.On && s.IsDue(number):
		return Refusal{Reason: TableDue, Rule: 46}
	case s.Round.For != 0 && (!s.Round.On || t.Done):
		return Refusal{Reason: RoundOver, Rule: 61}
	case s.now < state.NextHandAt(&s.State, t):
		return Refusal{Reason: TooSoon, Rule: 35, Until: state.NextHandAt(&s.State, t)}
	case s.standsFor(t):
		return Refusal{Reason: WaitsForMove, Rule: 45, Until: t.Next.Add(longestWait)}
	}
	return nil
}

// standsFor reports whether a table waits for a player because it has three or more fewer than another (T45).
func (s *transition) standsFor(t *state.Table) bool {
	if s.Round.For != 0 || t.Got || s.now >= t.Next.Add(longestWait) {
		return false
	}
	_, most := s.Sizes()
	return t.Players() <= most-3
}

func (c StartHand) apply(s *transition) error {
	if err := s.mayStart(c.Table); err != nil {
		return err
	}
	b, in, ok := s.Table(c.Table).NextHand()
	if !ok {
		b, in = s.anew(c.Table)
	}
	t := s.ownTable(c.Table)
	level, count := s.LevelAt(t)
	t.Before, t.WasNew, t.Blinds = t.Blinds, t.New, b
	t.Dealt, t.New, t.Level = in, t.New&^in|t.Broke, s.Clock.Level
	t.Gave, t.Got, t.Count, t.Began = false, false, count, s.now
	t.Hand++
	s.Count.Running++
	s.Clock.Drawn = false
	s.tell(Event{
		Kind: HandStarted, Table: c.Table, Hand: t.Hand, Level: level,
		Button: int(b.Button), Small: int(b.Small), Big: int(b.Big), Dealt: uint16(in),
	})
	return nil
}

func (c EndHand) apply(s *transition) error {
	t, err := s.openTable(c.Table)
	if err != nil {
		return err
	}
	if !t.Runs() {
		return Refusal{Reason: NoHand, Rule: 40}
	}
	if !s.AddUp(t, &c.Stacks) {
		return Refusal{Reason: WrongStacks, Rule: 124}
	}
	broke, struck := s.newStacks(t, &c.Stacks)
	if err := takeHeads(s, c.Table, broke, &c.Won); err != nil {
		return err
	}
	t = s.ownTable(c.Table)
	rebuys := s.RebuysOpen(t)
	t.Dealt, t.Done = 0, s.Round.On
	t.Count++
	t.Next = s.now.Add(s.Options.Times.Pause)
	if c.Quick {
		t.Next = s.now.Add(min(quickPause, s.Options.Times.Pause))
	}
	t.Paced = s.AllAbsent(t)
	s.Count.Running--
	s.tell(Event{Kind: HandEnded, Table: c.Table, Hand: t.Hand})
	t.Ended = s.Log
	broke = s.afterHand(t, rebuys, broke, struck)
	s.putOut(struck)
	if !s.Round.On {
		s.putOut(broke)
	}
	countHand(s, t.Count)
	return nil
}

// newStacks gives the players of a hand their stacks after it. It returns those who are broke, and those disqualified (T108).
func (s *transition) newStacks(t *state.Table, stacks *[engine.MaxSeats]int64) (broke, struck []int) {
	for i, n := range t.Seats {
		if !t.Dealt.Has(int8(i)) || s.Entry(n).Stack == stacks[i] && !s.Entry(n).Struck {
			continue
		}
		e := s.ownEntry(n)
		had := e.Stack
		e.Stack = stacks[i]
		switch {
		case e.Struck:
			e.Had = had
			struck = append(struck, n)
		case e.Stack == 0:
			e.Had = had
			broke = append(broke, n)
		}
	}
	return broke, struck
}

func (c VoidHand) apply(s *transition) error {
	t, err := s.openTable(c.Table)
	if err != nil {
		return err
	}
	if !t.Runs() {
		return Refusal{Reason: NoHand, Rule: 102}
	}
	s.void(c.Table)
	return nil
}

// void undoes the hand of a table (T102, R65).
func (s *transition) void(number int) {
	t := s.ownTable(number)
	t.New |= t.WasNew & t.Dealt
	t.Blinds, t.Dealt = t.Before, 0
	t.Next = s.now.Add(s.Options.Times.Pause)
	s.Count.Running--
	s.tell(Event{Kind: HandVoided, Table: number, Hand: t.Hand})
	s.afterHand(t, false, nil, nil)
	var struck []int
	for _, n := range t.Seats {
		if n != 0 && s.Entry(n).Struck {
			s.ownEntry(n).Had = s.Entry(n).Stack
			struck = append(struck, n)
		}
	}
	s.putOut(struck)
}
