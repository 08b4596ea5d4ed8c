package engine

import "time"

const (
	bankRefill  = 5 * time.Second  // into the time bank, each hand (R30)
	maxTimeouts = 2                // time-outs in a row after which a player sits out (R30)
	minTimeLeft = 15 * time.Second // on a running clock after downtime (R32)
	lastMoment  = 1 << 52          // of a command; deadlines come later
)

// Moment is a point in time: milliseconds since the Unix epoch, UTC. Zero is never. A table takes a moment below zero for zero, and
// one above 1<<52 for that.
type Moment int64

// At returns the moment of a time.
func At(t time.Time) Moment { return Moment(t.UnixMilli()) }

// Time returns the moment as a time in UTC.
func (m Moment) Time() time.Time { return time.UnixMilli(int64(m)).UTC() }

// Add returns the moment d later.
func (m Moment) Add(d time.Duration) Moment { return m + Moment(d.Milliseconds()) }

// sooner returns the earlier of two moments. Zero is never.
func sooner(a, b Moment) Moment {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// Pending returns the next need of the table, and its time.
func (t *Table) Pending() Pending { return t.g.pending() }

// pending returns the same as Pending. Here and in legal the result has a name, so that it is not copied.
func (g *game) pending() (w Pending) {
	w.Seat = none
	if g.Closed || g.Rules.Seats == 0 {
		return w
	}
	w.Due = sooner(g.seatsDue(), g.CallBy)
	switch {
	case g.Phase == Shuffling:
		w.Need = NeedDeal
	case g.ToAct != none:
		w.Need, w.Seat, w.Turn = NeedAction, int(g.ToAct), g.turn()
		w.Due = sooner(w.Due, g.Until)
	case g.Phase == Asking:
		w.Need = NeedRuns
		w.Due = sooner(w.Due, g.Until)
	case g.Phase == Runout:
		w.Need = NeedStreet
		w.Due = sooner(w.Due, g.Until)
	case g.Paused:
		w.Need = NeedNothing
	case !g.enough():
		w.Need = NeedPlayers
	default:
		w.Need = NeedStart
		w.Due = sooner(w.Due, g.Until)
	}
	return w
}

// seatsDue returns when the next seat opens; zero is never.
func (g *game) seatsDue() (due Moment) {
	for i := range g.Seats {
		if p := &g.Seats[i]; p.RebuyBy != 0 || p.Out {
			due = sooner(due, g.seatDue(int8(i)))
		}
	}
	return due
}

// seatDue returns when seat i opens because its player is busted or sits out too long (R62); 0 in a hand, and for never.
func (g *game) seatDue(i int8) Moment {
	p := &g.Seats[i]
	if g.plays(i) {
		return 0
	}
	due := p.RebuyBy
	if p.Out && g.Rules.SitOutLimit != 0 {
		due = sooner(due, p.OutSince.Add(g.Rules.Wait(g.Rules.SitOutLimit)))
	}
	return due
}

// expire stands up the players whose seats are due. It reports whether there was one.
func (s *transition) expire() (any bool) {
	for i := range s.Seats {
		if due := s.seatDue(int8(i)); due != 0 && due <= s.now {
			s.standUp(int8(i))
			any = true
		}
	}
	return any
}

// apply carries out the deadlines that have passed: seats that open, a decision or a question that is over, the next street of a run-out.
func (Tick) apply(s *transition) error {
	due := s.expire()
	due = s.passOver() || due
	if s.Until != 0 && s.Until <= s.now {
		switch s.Phase {
		case Betting, Drawing, Showing:
			s.timeOut()
			due = true
		case Asking:
			s.agree()
			due = true
		case Runout:
			s.runStreet()
			due = true
		}
	}
	if !due {
		return Refusal{Reason: NotDue}
	}
	return nil
}

// timeOut acts for the player to act. After two time-outs in a row they sit out (R30); in a tournament the director has
// them absent (T36). An open question whether to show is none (R31).
func (s *transition) timeOut() {
	if s.Phase == Showing {
		s.silent()
		return
	}
	p := &s.Seats[s.ToAct]
	if p.Away {
		s.silent()
		return
	}
	p.Bank = 0
	if p.Timeouts++; p.Timeouts >= maxTimeouts && !p.Out && !s.Rules.Tournament {
		s.markOut(s.ToAct)
	}
	s.silent()
}

// callTime is how long a player has left once the clock is called (R31).
const callTime = time.Minute

// apply gives the player to act one minute, at a table without a clock or with a slow one, once a decision (R31). The question
// whether to show has less time than that.
func (c CallClock) apply(s *transition) error {
	i := s.seatOf(c.Player)
	switch {
	case i == none:
		return Refusal{Reason: NotSeated}
	case s.ToAct == none:
		return Refusal{Reason: NoHand, Rule: 31}
	case c.Turn != s.turn():
		return Refusal{Reason: Stale, Rule: 28}
	case !s.Seats[i].live() || i == s.ToAct || s.Called || s.Phase == Showing || s.Rules.Clock != 0 && !s.Rules.Slow():
		return Refusal{Reason: CannotCallTime, Rule: 31}
	}
	s.Called = true
	s.Until = sooner(s.Until, s.now.Add(callTime))
	s.tellOf(s.ToAct, Event{Kind: ClockCalled})
	return nil
}

// apply moves every deadline by the time in which the program did not run: on, or back where the clock was set back (R32).
func (c CreditDowntime) apply(s *transition) error {
	down := s.now - c.Last
	if c.Last <= 0 {
		down = 0
	}
	shift(&s.Since, down)
	shift(&s.Until, down)
	shift(&s.CallBy, down)
	for i := range s.Gone {
		shift(&s.Gone[i].At, down)
	}
	if decides := s.ToAct != none && !s.Seats[s.ToAct].Away; (decides || s.Phase == Asking) && s.Until != 0 {
		s.Until = max(s.Until, s.now.Add(minTimeLeft))
	}
	for i := range s.Seats {
		shift(&s.Seats[i].RebuyBy, down)
		shift(&s.Seats[i].OutSince, down)
	}
	return nil
}

// shift moves a moment, to one that can be; never stays never.
func shift(m *Moment, by Moment) {
	if *m != 0 {
		*m = min(max(*m+by, 1), lastMoment)
	}
}
