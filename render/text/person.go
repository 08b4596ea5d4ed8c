package text

import (
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// person is somebody as others are told of them: a mention, but of who is forgotten, whose id is 0.
func person(l *locale.Lang, id engine.ID) string {
	if id == 0 {
		return string(l.Forget.Someone)
	}
	return render.Mention(id)
}

// Someone is a player of a hand who is forgotten: the seat, from 0, tells them from others.
func Someone(l *locale.Lang, seat int) string {
	return l.Forget.SomeoneAt.Format("seat", render.SeatNumber(seat))
}
