package render

import "cardroom/engine"

// Nudge is the short message to the player to act, whose name is a mention; hand is its number.
func (l *Lang) Nudge(name string, hand int64) string {
	return l.Say.Nudge.Format("player", name, "hand", HandNumber(hand))
}

// Reminder is the same at a slow table, halfway to the deadline.
func (l *Lang) Reminder(name string, hand int64, until engine.Moment) string {
	return l.Say.Reminder.Format("player", name, "hand", HandNumber(hand), "when", RelativeTime(until))
}

// ClockCalled is the same when somebody has called the clock (R31).
func (l *Lang) ClockCalled(name string, hand int64) string {
	return l.Say.CalledClock.Format("player", name, "hand", HandNumber(hand))
}

// Warning is the same shortly before the time is up (R30).
func (l *Lang) Warning(name string, hand int64) string {
	return l.Say.Warning.Format("player", name, "hand", HandNumber(hand))
}
