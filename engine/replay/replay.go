package replay

import (
	"errors"
	"slices"

	"cardroom/engine"
	"cardroom/engine/card"
)

// ErrNotOver is the error of Steps where the hand is not over, or its events are not all there.
var ErrNotOver = errors.New("replay: the hand is not over, or its events are not all there")

// Step is a moment of a hand.
type Step struct {
	Events []engine.Event // events that led to it: posts for the first step, winnings for the last
	View   engine.View    // the table then, with the seats that were dealt in and without legal actions
}

// Own has the viewer's own cards as they are known from elsewhere, where the table at the end no longer has their seat.
type Own struct {
	Dealt []card.Card // before an exchange (R52)
	Held  []card.Card // at the end
}

// Steps returns the steps of the hand that ended with v: the first has the cards just dealt, the last the result. Events are
// the events of the hand as the history keeps them. There are at least two steps, or one for a hand that was void before its
// deal. The error is ErrNotOver.
func Steps(v engine.View, events []engine.Event) ([]Step, error) {
	return StepsWith(v, events, Own{})
}

// Closed returns the view of a closed table with the seats of its last hand, which the table itself no longer has. It returns
// v where the events of that hand are not all there, or where it was void: they do not name players without a decision.
func Closed(v engine.View, events []engine.Event, held []card.Card) engine.View {
	steps, err := StepsWith(v, events, Own{Held: held})
	if err != nil || v.Voided {
		return v
	}
	last := steps[len(steps)-1].View
	last.Closed = true
	return last
}

// StepsWith works like Steps for a viewer whose own cards are known from elsewhere.
func StepsWith(v engine.View, events []engine.Event, own Own) ([]Step, error) {
	r := reel{end: &v, own: own}
	if v.Phase != engine.Idle || !r.read(events) {
		return nil, ErrNotOver
	}
	for i, e := range r.events {
		r.apply(e)
		r.pending = append(r.pending, e)
		if ends(r.events, i) {
			r.cut()
		}
	}
	r.finish()
	return r.steps, nil
}

// ends reports whether a step ends with event i: chips that come back belong to the event before.
func ends(events []engine.Event, i int) bool {
	if i+1 < len(events) && events[i+1].Kind == engine.Uncalled {
		return false
	}
	switch events[i].Kind {
	case engine.HandDealt, engine.Acted, engine.Uncalled, engine.Drew, engine.BoardDealt, engine.RunsAgreed, engine.Shown, engine.Mucked:
		return true
	}
	return false
}

// reel makes the steps of a hand.
type reel struct {
	end     *engine.View
	own     Own
	events  []engine.Event // of the hand, without those of its end
	last    []engine.Event // those of its end, and the shows after it
	now     engine.View
	seats   [engine.MaxSeats]seat
	dead    [engine.MaxSeats]int64 // chips that are the main pot's (R14)
	button  int
	pending []engine.Event
	steps   []Step
}

// seat holds the known data of a player who was dealt in.
type seat struct {
	engine.SeatView              // as they sat down to the hand
	paid, won, later int64       // chips put in and not given back, won, and brought since the hand began
	left             int64       // chips at the end
	there            bool        // left is known
	hold             []card.Card // the cards at the end that the viewer may see
	drew             int         // cards exchanged
}

// read takes the events apart and puts the seats as they were before the hand; false where it is not the whole hand, or none.
func (r *reel) read(events []engine.Event) bool {
	over := false
	r.button = -1
	for _, e := range events {
		switch {
		case e.Hand != r.end.Hand:
			continue
		case !e.Possible():
			return false
		case e.Kind == engine.HandStarted:
			r.button = e.Seat
		case over && (e.Kind == engine.ToppedUp || e.Kind == engine.StoodUp):
			r.noteChips(e)
		case e.Seat >= 0:
			r.seats[e.Seat].note(e)
		}
		r.end.Practice = r.end.Practice || e.Practice && e.House == engine.Person // the last player to leave ends it
		over = over || e.Kind.EndsHand()
		switch {
		case e.Kind == engine.Won || over:
			r.last = append(r.last, e)
		default:
			r.events = append(r.events, e)
		}
	}
	for run := range engine.MaxRuns {
		if r.dealtOn(run) > len(r.end.Board) {
			return false
		}
	}
	return over && r.button >= 0 && r.open()
}

// noteChips adds chips that come or go after the hand to the data of their player, who may have moved to another seat. A player who
// left may have come back for a new stay.
func (r *reel) noteChips(e engine.Event) {
	i := slices.IndexFunc(r.seats[:], func(s seat) bool { return s.Player == e.Player })
	switch {
	case i < 0, r.seats[i].there: // they came after the hand, or left before
	case e.Kind == engine.ToppedUp:
		r.seats[i].later += e.Amount
	default:
		r.seats[i].left, r.seats[i].there = e.Amount-r.seats[i].later, true
	}
}

// note adds an event of a seat to its data.
func (s *seat) note(e engine.Event) {
	switch e.Kind {
	case engine.Posted, engine.Acted:
		s.paid += e.Amount
	case engine.Uncalled:
		s.paid -= e.Amount
	case engine.Won:
		s.won += e.Amount
	case engine.ToppedUp:
		s.later += e.Amount
		return
	case engine.Drew:
		s.drew = e.Count
	case engine.Shown:
		if cards := e.Faces(); len(cards) >= len(s.hold) {
			s.hold = cards
		}
	case engine.Mucked:
	default:
		return
	}
	s.Player, s.House = e.Player, e.House
}

// open puts the table as it was before the first post; false where it is not known what a player had.
func (r *reel) open() bool {
	for _, s := range r.end.Seats {
		if at := &r.seats[s.Seat]; s.InHand {
			at.Player, at.House, at.left, at.there, at.hold = s.Player, s.House, s.Stack, true, s.Cards
		}
	}
	e := r.end
	r.now = engine.View{
		Viewer: e.Viewer, Rules: e.Rules, Hand: e.Hand, Message: e.Message, Phase: engine.Shuffling, Practice: e.Practice,
		Button: r.button, ToAct: -1,
	}
	for i := range r.seats {
		s := &r.seats[i]
		switch {
		case s.Player == 0:
			continue
		case !s.there:
			return false
		}
		if e.Voided { // everything came back
			s.won = s.paid
		}
		r.now.Seats = append(r.now.Seats, engine.SeatView{
			Seat: i, Player: s.Player, House: s.House, Stack: s.left - s.won + s.paid, InHand: true, Drew: -1,
		})
	}
	return len(r.now.Seats) > 1
}

// seat returns the seat of an event, as it is now.
func (r *reel) seat(e engine.Event) *engine.SeatView {
	i := slices.IndexFunc(r.now.Seats, func(s engine.SeatView) bool { return s.Seat == e.Seat })
	if i < 0 {
		return &engine.SeatView{}
	}
	return &r.now.Seats[i]
}

// cut ends a step.
func (r *reel) cut() {
	v := r.now
	v.Seats = slices.Clone(r.now.Seats)
	v.Board = slices.Clone(r.now.Board)
	v.Again = slices.Clone(r.now.Again)
	for i := range v.Again {
		v.Again[i] = slices.Clone(v.Again[i])
	}
	v.Pots = engine.PotsOf(r.now.Seats, r.dead)
	r.steps = append(r.steps, Step{Events: r.pending, View: v})
	r.pending = nil
}

// finish adds the last step: the table as the hand left it.
func (r *reel) finish() {
	v := *r.end
	v.Paused, v.Closing, v.Closed, v.Until, v.Waitlist, v.CallBy = false, false, false, 0, nil, 0
	v.Button, v.Seats = r.button, nil
	for _, was := range r.now.Seats {
		s := r.seats[was.Seat]
		was.Stack, was.Bet, was.AllIn, was.Won = s.left, 0, false, s.won
		if end, ok := r.end.SeatOf(s.Player); ok && end.InHand {
			was.Cards, was.Shown, was.AllShown, was.Hidden, was.Made = end.Cards, end.Shown, end.AllShown, end.Hidden, end.Made
		} else if len(s.hold) > len(was.Shown) { // shown after the hand
			was.Shown, was.AllShown, was.Hidden = s.hold, len(s.hold) == v.Rules.Variant.HoleCards(), max(0, was.Hidden-len(s.hold))
			if len(was.Cards) == 0 {
				was.Cards = s.hold
			}
			r.value(&was)
		}
		if v.Voided {
			was.Won, was.Total = 0, 0
		}
		v.Seats = append(v.Seats, was)
	}
	r.steps = append(r.steps, Step{Events: append(r.pending, r.last...), View: v})
}
