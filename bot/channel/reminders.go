package channel

import (
	"time"

	"cardroom/bot/prefs"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render/text"
)

// These are the times at which the player to act is mentioned and warned (R30).
const (
	nudgeAfter = 8 * time.Second
	warnBefore = 10 * time.Second
)

// reminders mentions the player to act, as often as they want it.
type reminders struct {
	channel  *Channel
	table    *table.Table
	reminded record.Reminder // the last reminder sent
}

// next returns the time and stage of the next mention of the player to act; zero if none is left.
func (m *reminders) next(w engine.Pending) (next time.Time, due record.ReminderStage) {
	s := m.table.Seat(w.Seat)
	if s.House != engine.Person || s.Away { // T36
		return time.Time{}, 0
	}
	for i, at := range m.schedule(m.policy(s.Player)) {
		if i := record.ReminderStage(i); i > m.reminded.Sent && !at.IsZero() && (next.IsZero() || at.Before(next)) {
			next, due = at, i
		}
	}
	return next, due
}

// schedule returns the time of each mention; zero for those that the policy leaves out.
func (m *reminders) schedule(p prefs.MentionPolicy) (at [record.ReminderStages]time.Time) {
	v := m.table.View()
	if v.Until != 0 {
		at[record.Warned] = v.Until.Time().Add(-warnBefore)
	}
	switch {
	case v.Called: // at once, also to players who want no mentions: they have one minute
		at[record.ClockCalled] = m.table.DecisionSince()
		return at
	case p == prefs.MentionOff:
		return at
	case p == prefs.MentionAlways:
		at[record.Nudged] = m.table.DecisionSince()
	default:
		at[record.Nudged] = m.table.DecisionSince().Add(nudgeAfter)
	}
	if v.Rules.Slow() && v.Phase != engine.Showing { // deciding whether to show takes 15 seconds (R31)
		at[record.Reminded] = v.Until.Time().Add(-v.Rules.Clock / 2)
	}
	return at
}

// send mentions the player to act, with the text of the current stage.
func (m *reminders) send(w engine.Pending) {
	m.removeMention()
	s, l, until := m.table.Seat(w.Seat), m.table.Locale(), m.table.View().Until
	name, as := m.table.Names.Player(s), m.reminded
	content := [record.ReminderStages]string{
		record.Nudged:      text.Nudge(l, name, w.Turn.Hand),
		record.Reminded:    text.Reminder(l, name, w.Turn.Hand, until),
		record.ClockCalled: text.ClockCalled(l, name, w.Turn.Hand),
		record.Warned:      text.Warning(l, name, w.Turn.Hand),
	}[as.Sent]
	nonce := m.table.Nonce("remind", w.Turn.Hand, w.Turn.Action, int64(as.Sent))
	due := func() bool { return m.reminded == as && m.table.View().Until == until && !m.channel.posting.InFlight }
	m.channel.messages.mention(content, nonce, due, func(id engine.ID) { m.sent(id, as) }, s.Player)
}

// sent keeps the mention's id, so that it is deleted even if the program ends before the player acts.
func (m *reminders) sent(id engine.ID, as record.Reminder) {
	if !m.table.IsOpen() || m.table.View().Turn != as.Turn {
		m.channel.messages.delete(id, nil)
		return
	}
	if err := m.table.Store("nudge", func(r *record.Table) { r.Nudge, r.Reminded = id, as }); err != nil {
		m.channel.messages.delete(id, nil)
	}
}

// removeMention deletes the last mention.
func (m *reminders) removeMention() {
	if m.table.Record().Nudge == 0 {
		return
	}
	m.channel.messages.delete(m.table.Record().Nudge, nil)
	m.table.Amend(func(r *record.Table) { r.Nudge = 0 }) // deleting twice is harmless
}

// startDecision starts over with a new decision and deletes the mention for the last one.
func (m *reminders) startDecision() {
	turn, stored := m.table.View().Turn, m.table.Record().Reminded
	switch turn {
	case m.reminded.Turn:
		return
	case stored.Turn: // an earlier run of the program sent the reminders
		m.reminded = stored
	default:
		m.reminded = record.Reminder{Turn: turn}
		m.removeMention()
	}
}

// policy returns when a player wants to be mentioned: their preference, else the table's default. Until the preference is
// known it returns the default.
func (m *reminders) policy(who engine.ID) prefs.MentionPolicy {
	own, known := m.table.Env.Prefs.People.Cached(who)
	if !known {
		m.table.Env.Tasks.Go(func() {
			if _, err := m.table.Env.Prefs.People.Get(who); err == nil {
				m.table.Must(func() {}) // every job sets the alarm again
			}
		})
	}
	switch {
	case own.Mention != "":
		return own.Mention
	case m.table.Record().Extras.NoMention:
		return prefs.MentionOff
	}
	return prefs.MentionNudge
}
