package table

import (
	"slices"
	"time"

	"cardroom/bot/message"
	"cardroom/engine"
	"cardroom/internal/retry"
)

// timer runs the table when its next deadline is due.
type timer struct {
	table     *Table
	decision  decision
	alarm     *time.Timer
	overdue   time.Time     // when the alarm rings for overdue work.
	notBefore time.Time     // when to retry work that failed.
	failures  int           // of due work, in a row; an outage is none
	clockJump time.Duration // how far the clock was changed, already applied to the deadlines
}

// decision holds the table's own data about the pending decision.
type decision struct {
	turn    engine.Turn
	since   time.Time
	aiDelay time.Time // when a house player will act; zero for people
}

// retryPause is how long a table waits before it asks the store again.
const retryPause = 500 * time.Millisecond

// setAlarm sets the alarm for the next deadline, or for sleep if that is far off.
func (t *timer) setAlarm() {
	if t.table.Asleep() {
		return
	}
	switch at := t.nextDue(); {
	case t.table.version != 0 && !t.table.Env.Draining.Load() && !t.table.Recovery.uncertain.ongoing && !soon(at):
		t.wakeAt(time.Now().Add(sleepAfter), t.sleep)
	default:
		t.wakeAt(at, t.wakeUp)
	}
}

// wakeAt makes a job the alarm's next; zero is never.
func (t *timer) wakeAt(at time.Time, job func()) {
	if t.alarm != nil {
		t.alarm.Stop()
		t.alarm = nil
	}
	if at.IsZero() {
		return
	}
	if now := time.Now(); !at.After(now) { // never at once: a job that keeps failing must not run in a loop
		if !t.overdue.After(now) { // else a press in between would delay it
			t.overdue = now.Add(5 * time.Millisecond)
		}
		at = t.overdue
	}
	t.alarm = time.AfterFunc(time.Until(at), func() {
		t.table.mailbox.Ring(func() {
			defer t.table.Env.Throttle.Acquire()()
			job()
		})
	})
}

// nextDue returns when wakeUp has work to do; zero is never.
func (t *timer) nextDue() time.Time {
	switch {
	case t.table.Env.Draining.Load():
		return time.Time{}
	case t.table.Recovery.uncertain.ongoing:
		return time.Now().Add(retryPause)
	case t.table.version == 0:
		return time.Time{}
	case t.table.Recovery.orphaned:
		return time.Now().Add(message.OutageMax)
	}
	if ready, again := t.table.Display.Ready(); !ready {
		return again
	}
	next := time.Time{}
	sooner := func(t time.Time) {
		if !t.IsZero() && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	w, start := t.pending()
	lacks, waits := t.table.Dealer.needsCommitment(), t.table.Dealer.needsValues()
	if lacks && !t.table.Dealer.commitments.InFlight {
		sooner(later(t.table.Dealer.commitments.NotBefore(), time.Now()))
	}
	if waits && !t.table.Dealer.value.probe.InFlight {
		sooner(later(t.table.Dealer.value.probe.NotBefore(), time.Now()))
	}
	unseen := w.Need == engine.NeedStart && !t.table.Display.Swept()
	sooner(t.table.Display.Next(w))
	if w.Due != 0 && !((lacks || waits || unseen) && start <= engine.At(time.Now())) {
		sooner(w.Due.Time())
	}
	if directed(t.table) {
		sooner(t.table.Director.Due())
	}
	if w.Need == engine.NeedAction {
		t.table.bots.setAIDelay(w)
		sooner(t.decision.aiDelay)
	}
	if !t.notBefore.IsZero() && next.Before(t.notBefore) && !next.IsZero() {
		return t.notBefore
	}
	return next
}

// pending returns the table's next need, and when a start is due. A hand under a beacon starts before the pause is over: its
// value comes some seconds later. In a tournament it starts after the pause (T35), and a running hand may stand (T100).
func (t *timer) pending() (w engine.Pending, start engine.Moment) {
	w, start = t.table.state.game.Pending(), t.table.View().Until
	switch {
	case t.table.state.record.Event.HandStands():
		w.Need, w.Due = engine.NeedNothing, 0
	case w.Need != engine.NeedStart:
	case directed(t.table):
		start = t.table.Director.HandDue()
		if w.Due = start; start == 0 {
			w.Need = engine.NeedNothing
		}
	case start != 0 && t.table.Dealer.UnderBeacon():
		start = start.Add(-BeaconLead)
		w.Due = min(w.Due, start)
	}
	return w, start
}

func later(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{a, b}, time.Time.Compare) }

// DecisionSince returns when the pending decision began.
func (t *Table) DecisionSince() time.Time { return t.timer.decision.since }

// wakeUp does the work that is due.
func (t *timer) wakeUp() {
	switch {
	case t.table.version == 0 || t.table.Env.Draining.Load():
		return
	case t.table.Recovery.orphaned:
		t.table.Venue().CloseOrphan()
		return
	case t.table.Venue().IsDeleted(): // the director looks for another channel
		t.table.Director.Advance(time.Now())
		return
	}
	if !t.table.Display.Prepare() {
		return // no player could see the result
	}
	t.table.Dealer.publish()
	if t.table.Recovery.uncertain.ongoing {
		return
	}
	t.table.Dealer.probeBeacon()
	t.table.Display.Sweep()
	now := time.Now()
	t.notBefore = time.Time{}
	if directed(t.table) {
		if t.table.Director.Advance(now); !directed(t.table) || t.table.Recovery.uncertain.ongoing {
			return
		}
	}
	w, start := t.pending()
	switch {
	case w.Due != 0 && !w.Due.Time().After(now):
		t.due(w, start, now)
	case w.Need == engine.NeedAction:
		t.attend(w, now)
	}
}

// due starts the next hand, or lets the engine handle the time.
func (t *timer) due(w engine.Pending, start engine.Moment, now time.Time) {
	var err error
	if w.Need == engine.NeedStart && start <= engine.At(now) {
		if t.table.Dealer.needsCommitment() || t.table.Dealer.needsValues() || !t.table.Display.Swept() {
			return // the commitments or the sweep are not finished, or the beacon is away
		}
		err = t.table.Dealer.startHand(now)
	} else {
		err = t.table.apply(t.table.idempotencyKey("due"), engine.Tick{At: engine.At(now)}, nil)
	}
	if err == nil || t.table.Recovery.uncertain.ongoing { // an outage has a log and retries of its own
		t.failures = 0
	} else if t.failures++; t.failures == 1 {
		t.table.Log.Error("could not do what was due at the table; retrying", "turn", w.Turn, "err", err)
	}
	if err != nil {
		t.notBefore = now.Add(retry.Backoff{First: time.Second, Max: time.Minute}.Delay(t.failures))
	}
}

// attend makes a house player act, and reminds a person that it is their turn.
func (t *timer) attend(w engine.Pending, now time.Time) {
	if t.table.Seat(w.Seat).House != engine.Person {
		t.table.bots.setAIDelay(w) // the decision may be newer than the alarm
		if !t.decision.aiDelay.After(now) {
			t.table.bots.playAI(w, now)
		}
		return
	}
	if again := t.table.Display.Remind(w, now); !again.IsZero() {
		t.notBefore = again
	}
}

// HandRuns reports whether a hand is running or about to start.
func (t *Table) HandRuns() bool {
	return t.version != 0 && (t.View().Phase != engine.Idle || t.state.game.Pending().Need == engine.NeedStart)
}

// minClockJump is the smallest change of the clock to correct for.
const minClockJump = 2 * time.Second

// moveDeadlines moves the table's deadlines by the change of the clock. It returns false while the store does not accept
// that.
func (t *timer) moveDeadlines() bool {
	jump := t.table.Env.Jump() - t.clockJump
	if jump.Abs() < minClockJump {
		return true
	}
	t.table.run(func() {
		t.clockJump += jump
		now := time.Now()
		if t.table.version == 0 {
			return
		}
		t.table.Log.Warn("the clock was set; moving the deadlines", "by", jump)
		if err := t.table.apply(t.table.idempotencyKey("step"), engine.CreditDowntime{Last: engine.At(now.Add(-jump)), At: engine.At(now)}, nil); err != nil {
			t.table.Log.Error("could not move the deadlines after the machine's clock was changed; retrying", "err", err)
			t.clockJump -= jump
		}
	})
	return !t.table.Recovery.uncertain.ongoing
}
