package record

import (
	"slices"

	"cardroom/bot/options"
	"cardroom/engine"
	"cardroom/render"
)

// BuyInRequests are the buy-ins that wait for the host, or for a seat after the host has approved them, in display order.
type BuyInRequests []BuyInRequest

// RequestEnd is why a request has ended without an answer of the host.
type RequestEnd int

// The reasons.
const (
	Unneeded   RequestEnd = iota // buy-ins need no approval any more
	Unanswered                   // the seat of the busted player has opened
	SatOut                       // so long that the seat has opened (R62)
)

// EndedRequest is a request that has ended without an answer of the host.
type EndedRequest struct {
	BuyInRequest
	Why RequestEnd
}

// Scene returns the requests as a scene has them.
func (all BuyInRequests) Scene() (list []render.Request) {
	for _, q := range all {
		list = append(list, render.Request{ID: q.ID, Player: q.Player, Chips: q.Chips, TopUp: q.TopUp, Approved: q.Approved, Message: q.Message, Asked: q.Asked})
	}
	return list
}

// Unapproved returns the requests that wait for the host, as a scene has them.
func (all BuyInRequests) Unapproved() []render.Request {
	return slices.DeleteFunc(all.Scene(), func(q render.Request) bool { return q.Approved })
}

// Open returns the ID of a player's request that waits for the host; 0 where none does.
func (all BuyInRequests) Open(player engine.ID) engine.ID {
	for _, q := range all {
		if q.Player == player && !q.Approved {
			return q.ID
		}
	}
	return 0
}

// DropEnded drops the requests that a change ends. One for a seat ends when its player sits down or stands up, approved or not: a later answer
// would take chips for which they no longer ask. An approved one also ends when its player is off the waitlist. A top-up ends when its player
// leaves. Each ends where buy-ins need no approval any more, as those of practice chips. Ended gets the requests that the host left without an
// answer. Before and t are the table before and after the change, and next is the view of t.
func (r *Table) DropEnded(before, t *engine.Table, events []engine.Event, next engine.View, now engine.Moment) {
	if len(r.Requests) == 0 {
		return
	}
	was := before.View(0)
	_, due, _ := before.Apply(engine.Tick{At: now}, nil) // a refusal has no events
	for _, q := range r.Requests {
		stoodUp := func(e engine.Event) bool { return e.Kind == engine.StoodUp && e.Player == q.Player }
		if !slices.ContainsFunc(due, stoodUp) || !slices.ContainsFunc(events, stoodUp) {
			continue
		}
		why := SatOut
		if s, _ := was.SeatOf(q.Player); s.RebuyBy != 0 && s.RebuyBy <= now {
			why = Unanswered
		}
		r.Ended = append(slices.Clip(r.Ended), EndedRequest{BuyInRequest: q, Why: why})
	}
	ended := func(q BuyInRequest) bool {
		return slices.ContainsFunc(events, func(e engine.Event) bool {
			if e.Player != q.Player {
				return false
			}
			switch e.Kind {
			case engine.SatDown:
				return !q.TopUp
			case engine.StoodUp:
				return true
			case engine.NotWaiting:
				return q.Approved
			default:
				return q.TopUp && e.Kind == engine.Leaving
			}
		})
	}
	if slices.ContainsFunc(r.Requests, ended) {
		r.Requests = slices.DeleteFunc(slices.Clone(r.Requests), ended)
	}
	if r.Extras.Funds == options.OnceApproved && !next.Practice {
		return
	}
	for _, q := range r.Requests {
		if !q.Approved {
			r.Ended = append(slices.Clip(r.Ended), EndedRequest{BuyInRequest: q})
			endHold(t, next, q.Player, now)
		}
	}
	r.Requests = nil
}

// endHold ends the longer hold of a seat whose player waited for the host. They can take it, or rebuy, without the host now, and have the usual
// time for that. It does nothing if no seat is held.
func endHold(t *engine.Table, v engine.View, who engine.ID, now engine.Moment) {
	wait := engine.SeatCallTime
	if _, seated := v.SeatOf(who); seated {
		wait = v.Rules.Rebuy
	}
	kept, _, err := t.Apply(engine.HoldSeat{Player: who, Until: now.Add(v.Rules.Wait(wait)), At: now}, nil) // the board says the time
	if err == nil {
		*t = kept
	}
}

// NoteAsked notes the message that asks a host about a request.
func (r *Table) NoteAsked(request, message, host engine.ID) {
	r.Requests = slices.Clone(r.Requests)
	for i := range r.Requests {
		if r.Requests[i].ID == request {
			r.Requests[i].Message, r.Requests[i].Asked = message, host
		}
	}
}

// NoteAnswered notes the messages that asked about requests which are over: the program may end before it deletes them.
func (r *Table) NoteAnswered(before []BuyInRequest) {
	for _, was := range before {
		open := slices.ContainsFunc(r.Requests, func(q BuyInRequest) bool { return q.Message == was.Message })
		if was.Message != 0 && !open {
			r.Answered = append(slices.Clip(r.Answered), was.Message)
		}
	}
}

// LeftWith returns the stacks of the players of the hand that has just ended, by player.
func LeftWith(v engine.View) map[engine.ID]int64 {
	left := map[engine.ID]int64{}
	for _, s := range v.Seats {
		if s.InHand {
			left[s.Player] = s.Stack
		}
	}
	return left
}

// IsBust reports whether a seated player has no chips left, and none at stake.
func IsBust(s engine.SeatView) bool { return s.Stack+s.Pending == 0 && !s.AllIn }

// OwnChips returns a player's own chips: in a running hand, those they had when it began.
func OwnChips(v *engine.View, s engine.SeatView) int64 {
	n := s.Stack + s.Pending
	if v.Phase != engine.Idle && s.InHand {
		n += s.Total
	}
	return n
}

// brought returns the chips that a player added during the hand of a log.
func brought(log []engine.Event, who engine.ID) (sum int64) {
	for _, e := range log {
		if e.Kind == engine.ToppedUp && e.Player == who {
			sum += e.Amount
		}
	}
	return sum
}

// InLog returns an event as the log of the latest hand has it, and reports whether the log has it at all. V is the table before the
// event, running whether a hand ran then, and over whether the same commit ended that. Between hands the log takes only two kinds of
// events: cards shown late, and a player of the hand standing up.
func (r *Table) InLog(v engine.View, e engine.Event, running, over bool) (engine.Event, bool) {
	switch {
	case running, e.Kind == engine.Shown:
		return e, true
	case e.Kind != engine.StoodUp:
		return e, false
	case over:
		return e, true
	}
	left, played := r.Left[e.Player]
	s, seated := v.SeatOf(e.Player)
	e.Amount = left + brought(r.Log, e.Player) // as if they had left at the end of the hand
	return e, played && seated && s.InHand
}
