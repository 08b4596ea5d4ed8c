package text

import (
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

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
