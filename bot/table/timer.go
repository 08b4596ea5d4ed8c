package table

import (
	"time"

	"cardroom/engine"
)

// Decision is what has been done about the decision that is awaited.
type Decision struct {
	Turn  engine.Turn
	Since time.Time
	think time.Time // when a house player will act; zero for people
	roll  uint64
}

// doubtPause is how long after a store did not answer a table asks it again.
const doubtPause = 500 * time.Millisecond

// setAlarm wakes the actor when the next thing is due; where that is far off, it goes to sleep before.
func (a *Table) setAlarm() {
	if a.Asleep() {
		return
	}
	switch at := a.NextDue(); {
	case a.Version != 0 && !a.Env.Draining.Load() && !a.Recovery.Doubt.Is && !Soon(at):
		a.wakeAt(time.Now().Add(dozeAfter), a.Doze)
	default:
		a.wakeAt(at, a.wakeUp)
	}
}

// wakeAt makes a job the next that the alarm brings; zero is never.
func (a *Table) wakeAt(at time.Time, job func()) {
	if a.Timer.Alarm != nil {
		a.Timer.Alarm.Stop()
		a.Timer.Alarm = nil
	}
	if at.IsZero() {
		return
	}
	if now := time.Now(); !at.After(now) { // never at once: whatever refuses to be done must not be asked for in a loop
		if !a.Timer.overdue.After(now) { // else a press in between would put it off
			a.Timer.overdue = now.Add(5 * time.Millisecond)
		}
		at = a.Timer.overdue
	}
	a.Timer.Alarm = time.AfterFunc(time.Until(at), func() {
		a.Ring(func() {
			defer a.Env.Throttle.Acquire()()
			job()
		})
	})
}

// NextDue is when wakeUp has something to do; zero is never.
func (a *Table) NextDue() time.Time {
	switch {
	case a.Env.Draining.Load():
		return time.Time{}
	case a.Recovery.Doubt.Is:
		return time.Now().Add(doubtPause)
	case a.Version == 0:
		return time.Time{}
	}
	if ready, again := a.Display.Ready(); !ready {
		return again
	}
	next := time.Time{}
	sooner := func(t time.Time) {
		if !t.IsZero() && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	w := a.State.Table.Pending()
	lacks := a.NeedsCommitment()
	if lacks && !a.Dealer.Sealing.InFlight {
		sooner(later(a.Dealer.Sealing.NotBefore(), time.Now()))
	}
	unseen := w.Need == engine.NeedStart && !a.Display.Swept()
	sooner(a.Display.Next(w))
	if w.Due != 0 && !((lacks || unseen) && a.View().Until <= engine.At(time.Now())) {
		sooner(w.Due.Time())
	}
	if w.Need == engine.NeedAction {
		a.setAIDelay(w)
		sooner(a.Timer.Decision.think)
	}
	if !a.Timer.notBefore.IsZero() && next.Before(a.Timer.notBefore) && !next.IsZero() {
		return a.Timer.notBefore
	}
	return next
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// DecisionSince returns when the decision that is awaited began.
func (a *Table) DecisionSince() time.Time { return a.Timer.Decision.Since }

// wakeUp does what is due.
func (a *Table) wakeUp() {
	if a.Version == 0 || a.Env.Draining.Load() {
		return
	}
	if !a.Display.Prepare() {
		return // nobody could see what would happen
	}
	a.Publish()
	if a.Recovery.Doubt.Is {
		return
	}
	a.Display.Sweep()
	now := time.Now()
	w := a.State.Table.Pending()
	a.Timer.notBefore = time.Time{}
	switch {
	case w.Due != 0 && !w.Due.Time().After(now):
		a.due(w, now)
	case w.Need == engine.NeedAction:
		a.attend(w, now)
	}
}

// due starts the next hand, or lets the table know what time it is.
func (a *Table) due(w engine.Pending, now time.Time) {
	var err error
	if until := a.View().Until; w.Need == engine.NeedStart && until <= engine.At(now) {
		if a.NeedsCommitment() || !a.Display.Swept() {
			return // published starts it, or looked
		}
		err = a.startHand(now)
	} else {
		err = a.apply(a.Once("due"), engine.Tick{At: engine.At(now)}, nil)
	}
	if err != nil {
		if !a.Recovery.Doubt.Is { // else the outage was logged
			a.Log.Error("what was due was not done", "turn", w.Turn, "err", err)
		}
		a.Timer.notBefore = now.Add(time.Second)
	}
}

// attend lets a house player act, and sees to it that a person knows that it is their turn.
func (a *Table) attend(w engine.Pending, now time.Time) {
	if a.Seat(w.Seat).House != engine.Person {
		if !a.Timer.Decision.think.After(now) {
			a.playAI(w, now)
		}
		return
	}
	if again := a.Display.Remind(w, now); !again.IsZero() {
		a.Timer.notBefore = again
	}
}

// Moves says whether a hand runs, or is about to.
func (a *Table) Moves() bool {
	return a.Version != 0 && (a.View().Phase != engine.Idle || a.State.Table.Pending().Need == engine.NeedStart)
}
