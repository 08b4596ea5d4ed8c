package channel

import (
	"time"

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

// reminder is when to mention the person to act next, and how far they are reminded then; zero where all is said.
func (a *reminders) reminder(w engine.Pending) (next time.Time, as record.ReminderStage) {
	s := a.channel.table.Seat(w.Seat)
	if s.House != engine.Person {
		return time.Time{}, 0
	}
	for i, at := range a.reminders(a.pingOf(s.Player)) {
		if said := record.ReminderStage(i); said > a.reminded.Sent && !at.IsZero() && (next.IsZero() || at.Before(next)) {
			next, as = at, said
		}
	}
	return next, as
}

// reminders is when each of the mentions is due; zero for those that are not to be.
func (a *reminders) reminders(p prefs.MentionPolicy) (at [record.ReminderStages]time.Time) {
	v := a.channel.table.View()
	if v.Until != 0 {
		at[record.Warned] = v.Until.Time().Add(-warnBefore)
	}
	switch {
	case v.Called: // at once, also to those who want no other mention: they have a minute
		at[record.ClockCalled] = a.channel.table.DecisionSince()
		return at
	case p == prefs.MentionOff:
		return at
	case p == prefs.MentionAlways:
		at[record.Nudged] = a.channel.table.DecisionSince()
	default:
		at[record.Nudged] = a.channel.table.DecisionSince().Add(nudgeAfter)
	}
	if v.Rules.Slow() {
		at[record.Reminded] = v.Until.Time().Add(-v.Rules.Clock / 2)
	}
	return at
}

// remind mentions the player to act, as far as the clock has come.
func (a *reminders) remind(w engine.Pending) {
	a.dropNudge()
	s, l, until := a.channel.table.Seat(w.Seat), a.channel.table.Locale(), a.channel.table.View().Until
	content := [record.ReminderStages]string{
		record.Nudged:      text.Nudge(l, a.channel.table.PlayerName(s), w.Turn.Hand),
		record.Reminded:    text.Reminder(l, a.channel.table.PlayerName(s), w.Turn.Hand, until),
		record.ClockCalled: text.ClockCalled(l, a.channel.table.PlayerName(s), w.Turn.Hand),
		record.Warned:      text.Warning(l, a.channel.table.PlayerName(s), w.Turn.Hand),
	}[a.reminded.Sent]
	mark := record.Reminder{Turn: w.Turn, Sent: a.reminded.Sent}
	nonce := a.channel.table.Nonce("remind", w.Turn.Hand, w.Turn.Action, int64(mark.Sent))
	a.channel.mention(content, s.Player, nonce, func(id engine.ID) { a.nudged(id, mark) })
}

// nudged keeps the mention's id, so that it goes even if the program ends before the player acts.
func (a *reminders) nudged(id engine.ID, m record.Reminder) {
	if !a.channel.table.IsOpen() || a.channel.table.View().Turn != m.Turn {
		a.channel.deleteMessage(id, nil)
		return
	}
	if err := a.channel.table.Store("nudge", func(r *record.Table) { r.Nudge, r.Reminded = id, m }); err != nil {
		a.channel.deleteMessage(id, nil)
	}
}

func (a *reminders) dropNudge() {
	if a.channel.table.Record().Nudge == 0 {
		return
	}
	a.channel.deleteMessage(a.channel.table.Record().Nudge, nil)
	a.channel.table.Amend(func(r *record.Table) { r.Nudge = 0 }) // deleting twice does no harm
}

// reminders is what the channel has of it.
type reminders struct {
	channel  *Channel
	reminded record.Reminder // how far the player to act has been reminded
}

// followTurn begins reminding anew with a new decision. A mention for the one before has done its work and goes.
func (a *reminders) followTurn() {
	turn, stored := a.channel.table.View().Turn, a.channel.table.Record().Reminded
	switch turn {
	case a.reminded.Turn:
		return
	case stored.Turn: // a life before has reminded
		a.reminded = stored
	default:
		a.reminded = record.Reminder{Turn: turn}
		a.dropNudge()
	}
}

// pingOf is when a player is mentioned: as they chose, else as the house has it. Until that is known it is as the house
// has it.
func (a *reminders) pingOf(who engine.ID) prefs.MentionPolicy {
	own, known := a.channel.table.Env.Prefs.People.Cached(who)
	if !known {
		a.channel.table.Env.Tasks.Go(func() {
			if _, err := a.channel.table.Env.Prefs.People.Get(who); err == nil {
				a.channel.table.Must(func() {})
			}
		})
	}
	switch {
	case own.Mention != "":
		return own.Mention
	case a.channel.table.Record().Extras.NoMention:
		return prefs.MentionOff
	}
	return prefs.MentionNudge
}
