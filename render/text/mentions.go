package text

import (
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// Nudge returns the short message to the player to act. The name is a mention, and hand is its number.
func Nudge(l *locale.Lang, name string, hand int64) string {
	return l.Say.Nudge.Format("player", name, "hand", render.HandNumber(hand))
}

// Reminder returns that message at a slow table, halfway to the deadline.
func Reminder(l *locale.Lang, name string, hand int64, until engine.Moment) string {
	return l.Say.Reminder.Format("player", name, "hand", render.HandNumber(hand), "when", render.RelativeTime(until))
}

// ClockCalled returns that message after another player called the clock (R31).
func ClockCalled(l *locale.Lang, name string, hand int64) string {
	return l.Say.CalledClock.Format("player", name, "hand", render.HandNumber(hand))
}

// Warning returns that message shortly before the time is up (R30).
func Warning(l *locale.Lang, name string, hand int64) string {
	return l.Say.Warning.Format("player", name, "hand", render.HandNumber(hand))
}

// person returns how others read of a user: a mention, or a word for a forgotten user, whose id is 0.
func person(l *locale.Lang, id engine.ID) string {
	if id == 0 {
		return string(l.Forget.Someone)
	}
	return render.Mention(id)
}

// Someone returns the name of a forgotten player in a hand. The seat, from 0, tells them from others.
func Someone(l *locale.Lang, seat int) string {
	return l.Forget.SomeoneAt.Format("seat", render.SeatNumber(seat))
}
