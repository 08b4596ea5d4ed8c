package tournament

import (
	"reflect"
	"time"

	"cardroom/engine"
	"cardroom/engine/tournament/state"
)

const absentLimit = 15 * time.Minute // T37

// present changes how an entry takes part, and tells it (T36).
func (s *transition) present(n int, change func(*state.Entry)) {
	e := s.ownEntry(n)
	was := e.Absent()
	change(e)
	switch now := e.Absent(); {
	case now && !was:
		s.Count.Absent++
		s.tellOf(n, Event{Kind: TurnedAbsent})
	case was && !now:
		s.Count.Absent--
		s.tellOf(n, Event{Kind: TurnedPresent})
	}
}

func (c Press) apply(s *transition) error {
	e, err := s.aliveEntry(c.Entry)
	if err != nil {
		return err
	}
	if !state.PressCounts(&s.State, e) {
		return nil
	}
	came(s, c.Entry)
	t := s.Table(e.Table)
	counts := s.Halt.Kind == ByVanished && e.Press < s.Halt.Since && (!e.Absent() || t.Silent.Has(e.Seat))
	s.present(c.Entry, func(e *state.Entry) {
		e.TimeOuts, e.Away, e.Pressed = 0, false, true
		if s.Halt.Kind != 0 {
			e.Press = max(s.now, s.Halt.Since) // a long time away may move the pause ahead: one press counts once
		}
	})
	switch {
	case counts:
		if s.Halt.Needed--; s.Halt.Needed <= 0 {
			s.resume()
		}
	case s.Halt.Kind == ByAbsence:
		s.resume()
	}
	if s.Halt.Kind != ByVanished && t.Silent != 0 {
		s.ownTable(e.Table).Silent = 0
	}
	return nil
}

func (c TimeOut) apply(s *transition) error {
	e, err := s.aliveEntry(c.Entry)
	if err != nil {
		return err
	}
	if s.Options.NoShow && !e.Missed {
		s.ownEntry(c.Entry).Missed = true
	}
	if e.Absent() || e.House != engine.Person {
		return nil // their turns do not count (T100)
	}
	s.ownTable(e.Table).Silent |= 1 << e.Seat
	s.present(c.Entry, func(e *state.Entry) { e.TimeOuts++ })
	if s.Phase == Running && s.Halt.Kind == 0 && s.Vanished(s.Table(e.Table)) && s.ManyVanished() {
		s.halt(ByVanished, shortLimit)
		s.Halt.Needed = (2*s.Present() + 2) / 3
	}
	return nil
}

// watchAbsence pauses once all who are alive were absent for a while (T37).
func watchAbsence(s *transition) {
	switch all := s.Count.Absent == s.Count.Alive && s.Halt.Kind == 0; {
	case !all:
		s.Halt.Absent = 0
	case s.Halt.Absent == 0:
		s.Halt.Absent = s.now
	}
}

func haltAbsent(s *transition) {
	s.halt(ByAbsence, haltLimit)
	s.Halt.Absent = 0
}

// halt pauses the tournament (T101).
func (s *transition) halt(kind Halt, limit time.Duration) {
	s.Halt.Kind, s.Halt.Since, s.Halt.Until = kind, s.now, s.now.Add(limit)
	s.tell(Event{Kind: Paused, Halt: kind, Until: s.Halt.Until})
}

// haltBy pauses by an organiser. A pause for a table that cannot play ends with it, and comes back after it if the table is still needed.
func haltBy(s *transition, kind Halt, limit time.Duration) {
	if s.Halt.Kind == ByLoss {
		s.resume()
	}
	s.halt(kind, limit)
}

// endHalt ends a pause whose time is over: a long one cancels the tournament (T100, T101).
func endHalt(s *transition) {
	if s.Halt.Kind.Cancels() {
		s.cancel()
		return
	}
	s.resume()
}

// resume ends a pause. A break goes on with the time that was left of it (T101).
func (s *transition) resume() {
	if s.Clock.Break != 0 {
		s.Clock.Break += s.now - s.Halt.Since
	}
	if s.Money.Deal.Open() {
		s.Money.Deal.Until += s.now - s.Halt.Since
	}
	s.DelayAnswers(s.now)
	for _, number := range s.Open {
		if s.Table(number).Silent != 0 {
			s.ownTable(number).Silent = 0
		}
	}
	s.tell(Event{Kind: Resumed, Halt: s.Halt.Kind})
	s.Halt.Kind, s.Halt.Since, s.Halt.Until, s.Halt.Needed = 0, 0, 0, 0
}

func (c Leave) apply(s *transition) error {
	e, err := s.aliveEntry(c.Entry)
	if err == nil && !e.Away {
		s.present(c.Entry, func(e *state.Entry) { e.Away = true })
	}
	return err
}

func (c Pause) apply(s *transition) error {
	switch {
	case s.Phase != Running:
		return Refusal{Reason: NotStarted, Rule: 101}
	case s.Halt.Kind != 0 && s.Halt.Kind != ByLoss:
		return Refusal{Reason: IsPaused, Rule: 101, Until: s.Halt.Until}
	case !c.Limited:
		haltBy(s, ByOrganiser, haltLimit)
		return nil
	case s.Halt.Limited == s.Clock.Level+1:
		return Refusal{Reason: OncePerLevel, Rule: 107}
	}
	s.Halt.Limited = s.Clock.Level + 1
	haltBy(s, ByLimited, shortLimit)
	return nil
}

func (Resume) apply(s *transition) error {
	switch {
	case s.Halt.Kind == 0:
		return Refusal{Reason: NotPaused, Rule: 101}
	case s.Halt.Kind == ByLoss: // it ends as soon as the table is found or no longer needed
		return Refusal{Reason: TableIsLost, Rule: 118}
	}
	s.resume()
	return nil
}

func (c Change) apply(s *transition) error {
	o := s.Allowed(&c.Options)
	if !reflect.DeepEqual(o, c.Options) {
		return Refusal{Reason: TooLate, Rule: 7}
	}
	if err := state.CheckChange(&s.State, &o, s.now); err != nil {
		return err
	}
	if state.NewCheckIn(&s.State, &o) {
		s.Start.Ready, s.Start.At, s.Start.Grace, s.Start.Checked = 0, 0, 0, false
	}
	state.KeepPresses(&s.State, &o, s.now)
	added, opensBefore := o.Added-s.Options.Added, s.Options.Times.Opens
	s.Options = o.Clone()
	s.Money.Pool += added
	s.fund(max(0, added))
	s.giveBack(max(0, -added))
	if opens := o.Times.Opens; s.Phase == Registering && opens != opensBefore && s.now < opens {
		s.Phase = Announced
		unsetStart(s)
	}
	s.tell(Event{Kind: Changed})
	openRegistration(s)
	return nil
}

func (c LoseTable) apply(s *transition) error { return setLost(s, c.Table, c.Loss, true) }

func (c FindTable) apply(s *transition) error { return setLost(s, c.Table, c.Loss, false) }

// setLost notes that a table lacks something or no longer does, and tells it.
func setLost(s *transition, number int, loss Loss, lacks bool) error {
	t, err := s.openTable(number)
	if err != nil {
		return err
	}
	next, kind := t.Lost, TableFound
	if lacks {
		kind = TableLost
	}
	switch {
	case loss == OfRecord:
		next.NoRecord = lacks
	case !lacks:
		next.NoPlace, next.TooLong = 0, false
	case t.NoPlace == 0:
		next.NoPlace = s.now
	}
	switch {
	case next == t.Lost && lacks:
		return Refusal{Reason: TableIsLost, Rule: 118}
	case next == t.Lost:
		return Refusal{Reason: NotLost, Rule: 118}
	case next.IsLost() && !t.IsLost():
		s.Count.Lost++
	case t.IsLost() && !next.IsLost():
		s.Count.Lost--
	}
	s.ownTable(number).Lost = next
	s.tell(Event{Kind: kind, Table: number, Of: int(loss)})
	return nil
}

// endPlaces marks the tables without a place for ten minutes, so that they are broken or pause play (T118).
func endPlaces(s *transition) {
	for _, number := range s.Open {
		if t := s.Table(number); t.PlaceEnds() != 0 && t.PlaceEnds() <= s.now {
			s.ownTable(number).TooLong = true
		}
	}
}

// watchLost pauses while a table is needed that cannot play (T104, T118).
func watchLost(s *transition) {
	switch needed := s.LostIsNeeded(s.moved); {
	case needed && s.Halt.Kind == 0:
		s.halt(ByLoss, haltLimit)
	case !needed && s.Halt.Kind == ByLoss:
		s.resume()
	}
}
