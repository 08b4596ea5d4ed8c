package replay

import (
	"slices"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/engine/rank"
)

// apply does an event to the table as it is now.
func (r *reel) apply(e engine.Event) {
	s := r.seat(e)
	switch e.Kind {
	case engine.Posted:
		r.post(s, e)
	case engine.HandDealt:
		r.now.Phase = engine.Betting
		for i := range r.now.Seats {
			r.hold(&r.now.Seats[i])
		}
	case engine.Acted:
		s.Stack, s.Bet, s.Total = s.Stack-e.Amount, s.Bet+e.Amount, s.Total+e.Amount
		s.AllIn = s.Stack == 0
		if e.Action == engine.Fold {
			s.Folded, s.Hidden, s.AllIn = true, 0, false
		}
	case engine.Uncalled:
		s.Stack, s.Bet, s.Total = s.Stack+e.Amount, max(0, s.Bet-e.Amount), s.Total-e.Amount
		s.AllIn = false
	case engine.Drew:
		r.draw(s, e)
	case engine.RunsAsked:
		r.gather()
		r.now.Phase = engine.Runout
	case engine.RunsAgreed:
		r.now.Runs = e.Count
	case engine.BoardDealt:
		r.board(e)
	case engine.Shown:
		s.AllShown, s.Shown, s.Made, s.Hidden = true, e.Faces(), e.Made, 0
		s.Cards = s.Shown
	case engine.Mucked:
		s.Mucked, s.Hidden = true, 0
	}
}

// post applies a forced bet; dead chips are no bet (R13, R14).
func (r *reel) post(s *engine.SeatView, e engine.Event) {
	s.Stack, s.Total = s.Stack-e.Amount, s.Total+e.Amount
	s.AllIn = s.Stack == 0
	switch e.Post {
	case engine.PostAnte:
	case engine.PostBigBlindAnte, engine.PostDeadSmall:
		r.dead[s.Seat] += e.Amount
	default:
		s.Bet += e.Amount
		s.Straddled = e.Post == engine.PostStraddle
	}
}

// hold gives a seat its cards: those the viewer may see of one who has not shown are their own, or of a void hand.
func (r *reel) hold(s *engine.SeatView) {
	n := r.end.Rules.Variant.HoleCards()
	s.Hidden = n
	who := &r.seats[s.Seat]
	own := s.Player == r.end.Viewer && s.House == engine.Person
	cards := who.hold
	switch exchanges := who.drew > 0 && s.Drew < 0; {
	case !own && !r.end.Voided:
		return
	case exchanges && own:
		cards = r.own.Dealt
	case exchanges:
		cards = nil
	case own && len(cards) != n:
		cards = r.own.Held
	}
	if s.Cards, s.Made = nil, (rank.Hand{}); len(cards) != n { // not known, or lost (R65)
		return
	}
	s.Cards, s.Hidden = cards, 0
	r.value(s)
	if r.end.Voided {
		s.Shown = s.Cards
	}
}

// value tells what a seat's cards make now.
func (r *reel) value(s *engine.SeatView) {
	s.Made = rank.Hand{}
	if len(s.Cards) == r.end.Rules.Variant.HoleCards() {
		s.Made = r.end.Rules.Variant.Best(s.Cards, r.now.Board)
	}
}

// draw applies an exchange (R52). The fourth card comes when all players have drawn.
func (r *reel) draw(s *engine.SeatView, e engine.Event) {
	if r.now.Phase != engine.Drawing {
		r.gather()
		r.now.Phase, r.now.Street = engine.Drawing, 1
	}
	s.Drew = e.Count
	if e.Count == 4 && !r.end.Rules.DrawAny {
		s.Cards, s.Hidden, s.Made = nil, s.Hidden+len(s.Cards)-1, rank.Hand{}
	} else {
		r.hold(s)
	}
	for _, other := range r.now.Seats {
		if !other.Folded && other.Drew < 0 {
			return
		}
	}
	r.now.Phase = engine.Betting
	for i := range r.now.Seats {
		if other := &r.now.Seats[i]; !other.Folded && other.Cards == nil {
			r.hold(other)
		}
	}
}

// board deals to the board. A further board begins with the cards that all boards share (R37).
func (r *reel) board(e engine.Event) {
	r.gather()
	cards := e.Faces()
	if e.Run == 0 {
		r.now.Board = append(r.now.Board, cards...)
		r.now.Street = streetOf(len(r.now.Board))
	} else {
		for len(r.now.Again) < e.Run {
			shared := len(r.end.Board) - r.dealtOn(len(r.now.Again)+1)
			r.now.Again = append(r.now.Again, slices.Clone(r.end.Board[:shared]))
		}
		again := &r.now.Again[e.Run-1]
		*again = append(*again, cards...)
		r.now.Street = streetOf(len(*again))
	}
	if r.betting() {
		r.now.Phase = engine.Betting
	} else {
		r.now.Phase = engine.Runout
	}
	if e.Run > 0 {
		return
	}
	for i := range r.now.Seats {
		if s := &r.now.Seats[i]; s.Cards != nil {
			r.value(s)
		}
	}
}

// dealtOn returns how many cards were dealt to one board alone.
func (r *reel) dealtOn(run int) (n int) {
	for _, e := range r.events {
		if e.Kind == engine.BoardDealt && e.Run == run {
			n += len(e.Faces())
		}
	}
	return n
}

// betting reports whether a player may still bet: two live players have chips.
func (r *reel) betting() bool {
	n := 0
	for _, s := range r.now.Seats {
		if !s.Folded && s.Stack > 0 {
			n++
		}
	}
	return n > 1
}

// gather takes the bets of a round to the middle.
func (r *reel) gather() {
	for i := range r.now.Seats {
		r.now.Seats[i].Bet = 0
	}
	if r.now.Street == 0 {
		for i := range r.now.Seats {
			r.now.Seats[i].Straddled = false
		}
	}
}

// streetOf returns the street with so many cards on the board.
func streetOf(cards int) poker.Street { return poker.Street(max(0, cards-2)) }
