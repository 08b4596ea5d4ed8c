package table

import (
	"time"

	"cardroom/engine"
)

// timer wakes the table when its next thing is due.
type timer struct {
	table     *Table
	decision  decision
	alarm     *time.Timer
	overdue   time.Time     // when the alarm rings for what was due before
	notBefore time.Time     // when to try again what was due and could not be done
	clockJump time.Duration // how far the machine's clock was set, as far as the deadlines know
}

// decision is what the table knows of the decision that it awaits.
type decision struct {
	turn  engine.Turn
	since time.Time
	think time.Time // when a house player will act; zero for people
	seed  uint64    // of a house player's choice
}

// retryPause is how long after a store did not answer a table asks it again.
const retryPause = 500 * time.Millisecond

// setAlarm wakes the table when the next thing is due; where that is far off, it goes to sleep before.
func (a *timer) setAlarm() {
	if a.table.Asleep() {
		return
	}
	switch at := a.nextDue(); {
	case a.table.version != 0 && !a.table.Env.Draining.Load() && !a.table.recovery.uncertain.is && !soon(at):
		a.wakeAt(time.Now().Add(sleepAfter), a.sleep)
	default:
		a.wakeAt(at, a.wakeUp)
	}
}

// wakeAt makes a job the next that the alarm brings; zero is never.
func (a *timer) wakeAt(at time.Time, job func()) {
	if a.alarm != nil {
		a.alarm.Stop()
		a.alarm = nil
	}
	if at.IsZero() {
		return
	}
	if now := time.Now(); !at.After(now) { // never at once: whatever refuses to be done must not be asked for in a loop
		if !a.overdue.After(now) { // else a press in between would put it off
			a.overdue = now.Add(5 * time.Millisecond)
		}
		at = a.overdue
	}
	a.alarm = time.AfterFunc(time.Until(at), func() {
		a.table.mailbox.ring(func() {
			defer a.table.Env.Throttle.Acquire()()
			job()
		})
	})
}

// nextDue is when wakeUp has something to do; zero is never.
func (a *timer) nextDue() time.Time {
	switch {
	case a.table.Env.Draining.Load():
		return time.Time{}
	case a.table.recovery.uncertain.is:
		return time.Now().Add(retryPause)
	case a.table.version == 0:
		return time.Time{}
	}
	if ready, again := a.table.Display.Ready(); !ready {
		return again
	}
	next := time.Time{}
	sooner := func(t time.Time) {
		if !t.IsZero() && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	w := a.table.state.game.Pending()
	lacks := a.table.Dealer.needsCommitment()
	if lacks && !a.table.Dealer.commitments.InFlight {
		sooner(later(a.table.Dealer.commitments.NotBefore(), time.Now()))
	}
	unseen := w.Need == engine.NeedStart && !a.table.Display.Swept()
	sooner(a.table.Display.Next(w))
	if w.Due != 0 && !((lacks || unseen) && a.table.View().Until <= engine.At(time.Now())) {
		sooner(w.Due.Time())
	}
	if w.Need == engine.NeedAction {
		a.table.bots.setAIDelay(w)
		sooner(a.decision.think)
	}
	if !a.notBefore.IsZero() && next.Before(a.notBefore) && !next.IsZero() {
		return a.notBefore
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
func (a *Table) DecisionSince() time.Time { return a.timer.decision.since }

// wakeUp does what is due.
func (a *timer) wakeUp() {
	if a.table.version == 0 || a.table.Env.Draining.Load() {
		return
	}
	if !a.table.Display.Prepare() {
		return // nobody could see what would happen
	}
	a.table.Dealer.publish()
	if a.table.recovery.uncertain.is {
		return
	}
	a.table.Display.Sweep()
	now := time.Now()
	w := a.table.state.game.Pending()
	a.notBefore = time.Time{}
	switch {
	case w.Due != 0 && !w.Due.Time().After(now):
		a.due(w, now)
	case w.Need == engine.NeedAction:
		a.attend(w, now)
	}
}

// due starts the next hand, or lets the table know what time it is.
func (a *timer) due(w engine.Pending, now time.Time) {
	var err error
	if until := a.table.View().Until; w.Need == engine.NeedStart && until <= engine.At(now) {
		if a.table.Dealer.needsCommitment() || !a.table.Display.Swept() {
			return // published starts it, or looked
		}
		err = a.table.Dealer.startHand(now)
	} else {
		err = a.table.apply(a.table.idempotencyKey("due"), engine.Tick{At: engine.At(now)}, nil)
	}
	if err != nil {
		if !a.table.recovery.uncertain.is { // else the outage was logged
			a.table.Log.Error("what was due was not done", "turn", w.Turn, "err", err)
		}
		a.notBefore = now.Add(time.Second)
	}
}

// attend lets a house player act, and sees to it that a person knows that it is their turn.
func (a *timer) attend(w engine.Pending, now time.Time) {
	if a.table.Seat(w.Seat).House != engine.Person {
		if !a.decision.think.After(now) {
			a.table.bots.playAI(w, now)
		}
		return
	}
	if again := a.table.Display.Remind(w, now); !again.IsZero() {
		a.notBefore = again
	}
}

// HandRuns says whether a hand runs, or is about to.
func (a *Table) HandRuns() bool {
	return a.version != 0 && (a.View().Phase != engine.Idle || a.state.game.Pending().Need == engine.NeedStart)
}

// minClockJump is the least jump of the clock that is heeded.
const minClockJump = 2 * time.Second

// ClockStep is how far a clock has been set since a moment of which it knows wall time and, by the machine's own count, how
// long it is ago.
func ClockStep(then, now time.Time, elapsed time.Duration) time.Duration {
	return now.Round(0).Sub(then.Round(0)) - elapsed
}

// followClock moves the table's deadlines as far as the clock was set. It is false while the store does not take that.
func (a *timer) followClock() bool {
	step := a.table.Env.Jump() - a.clockJump
	if step.Abs() < minClockJump {
		return true
	}
	a.table.run(func() {
		a.clockJump += step
		now := time.Now()
		if a.table.version == 0 {
			return
		}
		a.table.Log.Warn("the clock was set", "by", step)
		if err := a.table.apply(a.table.idempotencyKey("step"), engine.CreditDowntime{Last: engine.At(now.Add(-step)), At: engine.At(now)}, nil); err != nil {
			a.table.Log.Error("the deadlines were not moved", "err", err)
			a.clockJump -= step
		}
	})
	return !a.table.recovery.uncertain.is
}
