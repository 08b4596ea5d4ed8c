package render

import "cardroom/engine"

// ForgetText is what is said to who wants to be forgotten, and of who is.
type ForgetText struct {
	Ask       Text `json:"ask"` // with a button
	Done      Text `json:"done"`
	Seated    Text `json:"seated" args:"channels"`
	Hosts     Text `json:"hosts" args:"channels"`
	Follows   Text `json:"follows" args:"channels"`
	Someone   Text `json:"someone"`
	SomeoneAt Text `json:"someone_at" args:"seat"` // in a hand
}

// person is somebody as others are told of them: a mention, but of who is forgotten, whose id is 0.
func (l *Lang) person(id engine.ID) string {
	if id == 0 {
		return string(l.Forget.Someone)
	}
	return Mention(id)
}

// Someone is a player of a hand who is forgotten: the seat, from 0, tells them from others.
func (l *Lang) Someone(seat int) string { return l.Forget.SomeoneAt.Format("seat", seatNumber(seat)) }
