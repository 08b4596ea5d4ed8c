package tournament

import (
	"fmt"
	"math"
	"time"

	"cardroom/engine"
	"cardroom/engine/sidepot"
)

const (
	quickPause  = 2 * time.Second  // T35
	absentPace  = time.Minute      // T37
	longestWait = 60 * time.Second // T45
)

// nextHand returns the seats of the next hand of a table and who is dealt in (T32, T33). It returns false where the blinds
// begin anew.
func (t *table) nextHand() (b blinds, in sidepot.Seats, ok bool) {
	if t.Blinds.Big == none {
		return noBlinds, 0, false
	}
	b = blinds{Button: t.Blinds.Small, Small: t.Blinds.Big}
	in = t.taken() &^ (t.New & sidepot.Between(b.Button, b.Small))
	if in.Count() < 2 {
		return noBlinds, 0, false
	}
	b.Big = in.Next(t.Blinds.Big)
	if in.Count() == 2 { // R11
		b.Small = in.Next(b.Big)
		b.Button = b.Small
	}
	return b, in, true
}

// anew returns the seats of a hand with a drawn button (T17).
func (s *transition) anew(number int) (b blinds, in sidepot.Seats) {
	t := s.table(number)
	in = t.taken()
	b.Button = nth(in, s.number(fmt.Sprintf("button/%d/%d", number, t.Hand+1), in.Count()))
	b.Small = in.Next(b.Button)
	if in.Count() == 2 {
		b.Small = b.Button
	}
	b.Big = in.Next(b.Small)
	return b, in
}

// MayStart returns nil if a table may start a hand at a moment, or a Refusal. It does not look at what is due by then.
func (t *Tournament) MayStart(number int, at engine.Moment) error {
	s := transition{state: t.s, now: at}
	if _, err := s.openTable(number); err != nil {
		return err
	}
	return s.mayStart(number)
}

// mayStart returns nil if an open table may start a hand now, or a Refusal.
func (s *transition) mayStart(number int) error {
	t := s.table(number)
	switch {
	case t.runs():
		return Refusal{Reason: HandRuns, Rule: 40}
	case s.Halt.Kind != 0 || s.Halt.Ending:
		return Refusal{Reason: IsPaused, Rule: 101}
	case s.Clock.Due || s.Clock.Break != 0:
		return Refusal{Reason: OnBreak, Rule: 26, Until: s.Clock.Break}
	case s.gathers() != 0:
		return Refusal{Reason: FinalDue, Rule: 50}
	case t.players() < 2:
		return Refusal{Reason: TooFew, Rule: 34}
	case s.isDue(number):
		return Refusal{Reason: TableDue, Rule: 46}
	case s.Round.For != 0 && (!s.Round.On || t.Done):
		return Refusal{Reason: RoundOver, Rule: 61}
	case s.now < max(t.Next, s.Clock.Hold):
		return Refusal{Reason: TooSoon, Rule: 35, Until: max(t.Next, s.Clock.Hold)}
	case s.standsFor(t):
		return Refusal{Reason: WaitsForMove, Rule: 45, Until: t.Next.Add(longestWait)}
	}
	return nil
}

// standsFor reports whether a table waits for a player because it has three or more fewer than another (T45).
func (s *transition) standsFor(t *table) bool {
	if s.Round.For != 0 || t.Got || s.now >= t.Next.Add(longestWait) {
		return false
	}
	_, most := s.sizes()
	return t.players() <= most-3
}

// levelAt returns the level of a table's next hand, from 0, and its count of hands (T21, T22).
func (s *state) levelAt(t *table) (level, count int) {
	hands := s.Options.Schedule.Hands
	if hands == 0 {
		return s.Clock.Level, t.Count
	}
	count = max(t.Count, (s.Clock.Level-1)*hands)
	return min(count/hands, len(s.Options.Schedule.Levels)-1), count
}

func (c StartHand) apply(s *transition) error {
	if _, err := s.openTable(c.Table); err != nil {
		return err
	}
	if err := s.mayStart(c.Table); err != nil {
		return err
	}
	b, in, ok := s.table(c.Table).nextHand()
	if !ok {
		b, in = s.anew(c.Table)
	}
	t := s.ownTable(c.Table)
	level, count := s.levelAt(t)
	t.Before, t.WasNew, t.Blinds = t.Blinds, t.New, b
	t.Dealt, t.New = in, t.New&^in
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
	if !t.runs() {
		return Refusal{Reason: NoHand, Rule: 40}
	}
	if !s.addUp(t, &c.Stacks) {
		return Refusal{Reason: WrongStacks, Rule: 124}
	}
	broke, struck := s.newStacks(t, &c.Stacks)
	t = s.ownTable(c.Table)
	t.Dealt, t.Done = 0, s.Round.On
	t.Count++
	t.Next = s.now.Add(s.Options.Times.Pause)
	if c.Quick {
		t.Next = s.now.Add(min(quickPause, s.Options.Times.Pause))
	}
	if s.allAbsent(t) {
		t.Next = max(t.Next, t.Began.Add(absentPace))
	}
	s.Count.Running--
	s.tell(Event{Kind: HandEnded, Table: c.Table, Hand: t.Hand})
	t.Ended = s.Log
	s.putOut(struck)
	if !s.Round.On {
		s.putOut(broke)
	}
	countHand(s, t.Count)
	return nil
}

// addUp reports whether stacks have as many chips as the hand had.
func (s *state) addUp(t *table, stacks *[engine.MaxSeats]int64) bool {
	sum := int64(0)
	for i, n := range t.Seats {
		dealt := t.Dealt.Has(int8(i))
		if stacks[i] < 0 || !dealt && stacks[i] != 0 || s.Options.Schedule.ColourUp && stacks[i]%t.Unit != 0 || stacks[i] > math.MaxInt64/engine.MaxSeats {
			return false
		}
		sum += stacks[i]
		if dealt {
			sum -= s.entry(n).Stack
		}
	}
	return sum == 0
}

// newStacks gives the players of a hand their stacks after it. It returns those who are broke, and those disqualified (T108).
func (s *transition) newStacks(t *table, stacks *[engine.MaxSeats]int64) (broke, struck []int) {
	for i, n := range t.Seats {
		if !t.Dealt.Has(int8(i)) || s.entry(n).Stack == stacks[i] && !s.entry(n).Struck {
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

// allAbsent reports whether all players of a table are absent (T37).
func (s *state) allAbsent(t *table) bool {
	for _, n := range t.Seats {
		if n != 0 && !s.entry(n).absent() {
			return false
		}
	}
	return true
}

func (c VoidHand) apply(s *transition) error {
	t, err := s.openTable(c.Table)
	if err != nil {
		return err
	}
	if !t.runs() {
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
	var struck []int
	for _, n := range t.Seats {
		if n != 0 && s.entry(n).Struck {
			s.ownEntry(n).Had = s.entry(n).Stack
			struck = append(struck, n)
		}
	}
	s.putOut(struck)
}
