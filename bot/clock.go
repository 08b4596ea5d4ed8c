package bot

import (
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/interaction"
	"cardroom/bot/prefs"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/render/text"
)

// When the player to act is mentioned, and when they are warned (R30).
const (
	nudgeAfter = 8 * time.Second
	warnBefore = 10 * time.Second
)

// clock is what has been done about the decision that is awaited.
type clock struct {
	turn  engine.Turn
	since time.Time
	stage record.ReminderStage
	think time.Time // when a house player will act; zero for people
	roll  uint64
}

// doubtPause is how long after a store did not answer a table asks it again.
const doubtPause = 500 * time.Millisecond

// setAlarm wakes the actor when the next thing is due; where that is far off, it goes to sleep before.
func (a *actor) setAlarm() {
	if a.asleep() {
		return
	}
	switch at := a.nextDue(); {
	case a.version != 0 && !a.bot.draining.Load() && !a.doubt.is && !soon(at):
		a.wakeAt(time.Now().Add(dozeAfter), a.doze)
	default:
		a.wakeAt(at, a.wakeUp)
	}
}

// wakeAt makes a job the next that the alarm brings; zero is never.
func (a *actor) wakeAt(at time.Time, job func()) {
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
		a.ring(func() {
			defer a.bot.standIn(a.bot.line)()
			job()
		})
	})
}

// nextDue is when wakeUp has something to do; zero is never.
func (a *actor) nextDue() time.Time {
	switch {
	case a.bot.draining.Load():
		return time.Time{}
	case a.doubt.is:
		return time.Now().Add(doubtPause)
	case a.version == 0:
		return time.Time{}
	case a.board == nil && a.posting.flying:
		return time.Time{} // nobody could see what would happen
	case (a.board == nil || a.boardIsBehind()) && a.posting.waits() && !a.posting.flying:
		return a.posting.next
	case a.board == nil:
		return time.Now()
	}
	next := time.Time{}
	sooner := func(t time.Time) {
		if !t.IsZero() && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	w := a.table.Pending()
	lacks := a.lacksSeal()
	if lacks && !a.sealing.flying {
		sooner(later(a.sealing.next, time.Now()))
	}
	unseen := a.awaitsSweep()
	if unseen && !a.sweeping && a.bot.me.Load() != nil {
		sooner(time.Now())
	}
	if w.Due != 0 && !((lacks || unseen) && a.view().Until <= engine.At(time.Now())) {
		sooner(w.Due.Time())
	}
	if w.Need == engine.NeedAction {
		a.setThink(w)
		sooner(a.clock.think)
		if !a.posting.flying {
			remind, _ := a.reminder(w)
			sooner(remind)
		}
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

// reminder is when to mention the person to act next, and how far they are reminded then; zero where all is said.
func (a *actor) reminder(w engine.Pending) (next time.Time, as record.ReminderStage) {
	s := a.seat(w.Seat)
	if s.House != engine.Person {
		return time.Time{}, 0
	}
	for i, at := range a.reminders(a.pingOf(s.Player)) {
		if said := record.ReminderStage(i); said > a.clock.stage && !at.IsZero() && (next.IsZero() || at.Before(next)) {
			next, as = at, said
		}
	}
	return next, as
}

// reminders is when each of the mentions is due; zero for those that are not to be.
func (a *actor) reminders(p prefs.MentionPolicy) (at [record.ReminderStages]time.Time) {
	v := a.view()
	if v.Until != 0 {
		at[record.Warned] = v.Until.Time().Add(-warnBefore)
	}
	switch {
	case v.Called: // at once, also to those who want no other mention: they have a minute
		at[record.ClockCalled] = a.clock.since
		return at
	case p == prefs.MentionOff:
		return at
	case p == prefs.MentionAlways:
		at[record.Nudged] = a.clock.since
	default:
		at[record.Nudged] = a.clock.since.Add(nudgeAfter)
	}
	if v.Rules.Slow() {
		at[record.Reminded] = v.Until.Time().Add(-v.Rules.Clock / 2)
	}
	return at
}

func (a *actor) seat(n int) engine.SeatView {
	for _, s := range a.view().Seats {
		if s.Seat == n {
			return s
		}
	}
	return engine.SeatView{Seat: n}
}

// wakeUp does what is due.
func (a *actor) wakeUp() {
	if a.version == 0 || a.bot.draining.Load() {
		return
	}
	if a.board == nil || a.boardIsBehind() {
		a.postBoard()
	}
	if a.board == nil {
		return // nobody could see what would happen
	}
	a.publish()
	if a.doubt.is {
		return
	}
	if a.awaitsSweep() {
		a.sweep()
	}
	now := time.Now()
	w := a.table.Pending()
	a.notBefore = time.Time{}
	switch {
	case w.Due != 0 && !w.Due.Time().After(now):
		a.due(w, now)
	case w.Need == engine.NeedAction:
		a.attend(w, now)
	}
}

// due starts the next hand, or lets the table know what time it is.
func (a *actor) due(w engine.Pending, now time.Time) {
	var err error
	if until := a.view().Until; w.Need == engine.NeedStart && until <= engine.At(now) {
		if a.lacksSeal() || a.unswept {
			return // published starts it, or looked
		}
		err = a.startHand(now)
	} else {
		err = a.apply(a.once("due"), engine.Tick{At: engine.At(now)})
	}
	if err != nil {
		if !a.doubt.is { // else the outage was logged
			a.log.Error("what was due was not done", "turn", w.Turn, "err", err)
		}
		a.notBefore = now.Add(time.Second)
	}
}

// attend lets a house player act, and sees to it that a person knows that it is their turn.
func (a *actor) attend(w engine.Pending, now time.Time) {
	if a.seat(w.Seat).House != engine.Person {
		if !a.clock.think.After(now) {
			a.playHouse(w, now)
		}
		return
	}
	if a.posting.flying {
		return // nobody is called to a board that is about to stand elsewhere
	}
	at, as := a.reminder(w)
	if at.IsZero() || at.After(now) {
		return
	}
	if !a.boardIsBehind() && !a.board.Found() { // whoever is called shall find it
		a.notBefore = now.Add(editor.Moment)
		return
	}
	a.clock.stage = as
	a.remind(w)
}

// callClock is /clock: the player to act has a minute (R31).
func (a *actor) callClock(k *interaction.Interaction) {
	v := a.view()
	c := engine.CallClock{Player: k.User, Turn: v.Turn, At: engine.At(time.Now())}
	a.do(k, c, func() string { return k.Lang.Say.ClockCalled.Format("player", a.name(a.seat(v.ToAct))) })
}

// remind mentions the player to act, as far as the clock has come.
func (a *actor) remind(w engine.Pending) {
	a.dropNudge()
	s, l, until := a.seat(w.Seat), a.public(), a.view().Until
	content := [record.ReminderStages]string{
		record.Nudged:      text.Nudge(l, a.name(s), w.Turn.Hand),
		record.Reminded:    text.Reminder(l, a.name(s), w.Turn.Hand, until),
		record.ClockCalled: text.ClockCalled(l, a.name(s), w.Turn.Hand),
		record.Warned:      text.Warning(l, a.name(s), w.Turn.Hand),
	}[a.clock.stage]
	mark := record.Reminder{Turn: w.Turn, Stage: a.clock.stage}
	nonce := a.nonce("remind", w.Turn.Hand, w.Turn.Action, int64(mark.Stage))
	a.mention(content, s.Player, nonce, func(id engine.ID) { a.nudged(id, mark) })
}

// nudged keeps the mention's id, so that it goes even if the program ends before the player acts.
func (a *actor) nudged(id engine.ID, m record.Reminder) {
	if a.version == 0 || a.view().Turn != m.Turn {
		a.deleteMessage(id, nil)
		return
	}
	r := a.record
	r.Nudge, r.Reminded = id, m
	if err := a.commit(a.once("nudge"), a.table, r, nil); err != nil {
		a.deleteMessage(id, nil)
	}
}

func (a *actor) dropNudge() {
	if a.record.Nudge == 0 {
		return
	}
	a.deleteMessage(a.record.Nudge, nil)
	a.record.Nudge, a.untidy = 0, true // stored with the next commit; deleting twice does no harm
}
