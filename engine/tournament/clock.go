package tournament

import (
	"time"

	"cardroom/engine"
	"cardroom/engine/tournament/state"
)

// deadline is something that is due at a moment.
type deadline struct {
	at    engine.Moment
	carry func(*transition)
}

// nextDue returns the next deadline; at is 0 if there is none.
func nextDue(s *state.State) (next deadline) {
	for _, d := range deadlines(s) {
		if d.at != 0 && (next.at == 0 || d.at < next.at) {
			next = d
		}
	}
	return next
}

// deadlines returns all that the tournament waits for. Of two at the same moment the first is carried out first.
func deadlines(s *state.State) []deadline {
	switch s.Phase {
	case Announced:
		return []deadline{{s.Options.Times.Opens, openRegistration}}
	case Registering:
		if s.Options.Scheduled {
			return scheduledStart(s)
		}
		return []deadline{{s.Start.Ready, endReady}, {s.Start.At, (*transition).begin}, {state.Expiry(s), (*transition).cancel}}
	case Running:
		d := []deadline{{s.Clock.End, endLevel}, {s.Halt.Until, endHalt}, {s.PlaceEnds(), endPlaces}}
		if s.Halt.Kind == 0 {
			d = append(d, deadline{s.Clock.Break, endBreak}, deadline{s.FirstAnswer(), endAnswers}, deadline{s.Money.Deal.Until, func(s *transition) { endDeal(s, 0) }})
		}
		if s.Halt.Absent != 0 {
			d = append(d, deadline{s.Halt.Absent.Add(absentLimit), haltAbsent})
		}
		return d
	}
	return nil
}

// scheduledStart returns the deadlines that lead to the start of a scheduled tournament (T14, T15).
func scheduledStart(s *state.State) []deadline {
	t := &s.Options.Times
	switch {
	case !s.Start.Checked && t.CheckIn != 0 && s.Start.Ready == 0:
		return []deadline{{t.Start.Add(-t.CheckIn), beginCheckIn}, {t.Start, endCheckIn}}
	case !s.Start.Checked:
		return []deadline{{t.Start, endCheckIn}}
	case s.Start.At != 0:
		return []deadline{{s.Start.At, (*transition).begin}}
	}
	return []deadline{{s.Start.Grace, func(*transition) {}}} // startOnTime sees that it is over
}

// carryOutDue carries out every deadline up to a moment, each at its own.
func (s *transition) carryOutDue(until engine.Moment) {
	for d := nextDue(&s.State); d.at != 0 && d.at <= until && !s.Over(); d = nextDue(&s.State) {
		if s.lots == nil && s.Phase == Registering && d.at == s.Start.At {
			break // the draws wait for the message of the start
		}
		s.now = d.at
		d.carry(s)
		s.settle()
		if nextDue(&s.State).at == d.at && s.Phase == Registering && s.Start.Grace == d.at {
			break // the start waits for a person on the waitlist
		}
	}
	s.now = until
}

// beginCheckIn asks all who are registered to say that they are here (T14).
func beginCheckIn(s *transition) {
	s.Start.Ready = s.Options.Times.Start
	s.tell(Event{Kind: ReadyAsked, Until: s.Start.Ready})
}

// endCheckIn ends the check-in at the time of the start (T14).
func endCheckIn(s *transition) {
	s.Start.Checked, s.Start.Ready = true, 0
	if window := s.Options.Times.CheckIn; window != 0 {
		dropMissing(s, s.now.Add(-window))
	}
}

// endReady takes the seats of those who are not ready (T15).
func endReady(s *transition) {
	s.Start.Ready = 0
	dropMissing(s, s.ReadySince())
}

// Pending describes the next need of a tournament.
type Pending struct {
	Due   engine.Moment // of the next Tick; 0 is never
	Admit engine.ID     // the person on the waitlist who gets a free place: bring Admit or Skip
	Start bool          // at Due the seats are drawn: post the message of the start, then bring a Tick with the draws
	Begin bool          // make the places of the tables, then bring Begin (T18)
}

// Pending returns the next need of the tournament.
func (t *Tournament) Pending() Pending {
	p := Pending{Begin: t.s.Phase == Seated}
	if t.s.Over() {
		return p
	}
	p.Due = nextDue(&t.s).at
	p.Start = t.s.Phase == Registering && t.s.Start.At != 0
	if i := t.s.Candidate(); i >= 0 {
		p.Admit = t.s.Waitlist[i].Person
	}
	return p
}

func (Begin) apply(s *transition) error {
	if s.Phase != Seated {
		return Refusal{Reason: NotStarted, Rule: 18}
	}
	s.Phase = Running
	s.fewer = s.Options.Edition > 0 && s.Count.Out > 0 // before play (T108)
	s.Clock.Left = engine.Moment(s.Options.Schedule.LevelTime(0).Milliseconds())
	for _, number := range s.Open {
		s.ownTable(number).Next = s.now
	}
	s.tell(Event{Kind: Began})
	s.tell(Event{Kind: LevelBegan})
	return nil
}

// settle does all that follows from a change.
func (s *transition) settle() {
	if s.Phase == Registering {
		checkReady(s)
	}
	if s.Phase != Running {
		return
	}
	endRound(s)
	endPractice(s)
	closeIfFew(s)
	closeIfDone(s)
	endIfOver(s)
	if s.Halt.Ending && s.Count.Running == 0 && !s.Over() {
		s.cancel()
	}
	if s.Over() {
		return
	}
	if !s.Round.On {
		raceOff(s)
		s.move()
		was := s.Round.For
		if handForHand(s); s.Round.For != was { // other tables may give a player now
			s.move()
		}
	}
	watchLost(s) // a pause that it ends must not keep a break or a round from beginning
	if !s.Round.On {
		beginBreak(s)
		beginRound(s)
	}
	watchAbsence(s)
	askWanted(s)
	watchDeal(s)
	settleClock(s)
}

// settleClock stops the clock of the levels or lets it run (T27).
func settleClock(s *transition) {
	c := &s.Clock
	switch stands := s.ClockStands(); {
	case stands && c.End != 0:
		c.Left, c.End = max(0, c.End-s.now), 0
	case !stands && c.End == 0:
		c.End, c.Left = s.now+c.Left, 0
	}
}

// endLevel begins the next level because the time of this one is over.
func endLevel(s *transition) {
	s.Clock.End = 0
	s.nextLevel()
	s.Clock.Left = engine.Moment(s.Options.Schedule.LevelTime(s.Clock.Level).Milliseconds())
}

// nextLevel begins the next level (T20). A break may follow the last one (T26), and late entry may end with it (T65).
func (s *transition) nextLevel() {
	s.Clock.Level++
	s.tell(Event{Kind: LevelBegan, Level: s.Clock.Level})
	was, due := s.Clock.Due, s.Options.Schedule.BreakAfter(s.Clock.Level-1)
	if s.Clock.Level >= s.Options.Rebuys.Until {
		endRebuys(s, state.ByLevel)
	}
	if due && (was || !s.Clock.Due) {
		s.Clock.Due = true
		s.tell(Event{Kind: BreakDue})
	}
	if !due && was == s.Clock.Due {
		endLate(s)
	}
}

// endLate closes entries after the last level with late entry.
func endLate(s *transition) {
	switch {
	case s.Clock.Closed || s.Clock.Level < s.Options.Late:
	case s.Options.Rebuys.Until == 0:
		s.closeEntries()
	default:
		endLateEntry(s)
	}
}

// countHand begins a level that a table has reached, where levels are counted in hands (T22). In a round it waits (T61).
func countHand(s *transition, count int) {
	hands := s.Options.Schedule.Hands
	for hands != 0 && !s.Round.On && count/hands > s.Clock.Level && s.Clock.Level < len(s.Options.Schedule.Levels)-1 {
		s.nextLevel()
	}
}

// beginBreak begins a break that is due, once no hand runs (T26).
func beginBreak(s *transition) {
	if !s.Clock.Due || s.Count.Running > 0 || s.Halt.Kind != 0 || s.Gathers() != 0 {
		return
	}
	s.Clock.Due = false
	length := s.Options.Schedule.Break
	if s.Clock.AddOn == state.AddOnDue {
		s.Clock.AddOn = state.AddOnOpen
		length = max(length, addOnTime)
	}
	s.Clock.Break = s.now.Add(length)
	s.tell(Event{Kind: BreakBegan, Until: s.Clock.Break})
	s.move()
}

func endBreak(s *transition) {
	s.Clock.Break = 0
	if s.Clock.AddOn == state.AddOnOpen {
		s.Clock.AddOn = state.AddOnDone
	}
	s.tell(Event{Kind: BreakEnded})
	endLate(s)
}

// LongAway is for how long the program has to be away until a tournament calls its players. Play goes on AfterAway later (T98).
const (
	LongAway  = time.Minute
	AfterAway = 30 * time.Second
)

const (
	haltLimit  = 24 * time.Hour   // T101
	shortLimit = 10 * time.Minute // T100, T107
)

func (c CreditDowntime) apply(s *transition) error {
	away := max(0, s.now-c.Last)
	if s.Clock.Hold != 0 {
		s.Clock.Hold += away
	}
	if s.Phase == Running && away >= engine.Moment(LongAway.Milliseconds()) {
		away = away.Add(AfterAway)
		s.Clock.Hold = s.now.Add(AfterAway)
	}
	s.Delay(away)
	s.tell(Event{Kind: DowntimeCredited, Amount: int64(away)})
	return nil
}
