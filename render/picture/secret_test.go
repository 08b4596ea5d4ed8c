package picture

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/render"
)

// A viewer's own cards, and every other that was not tabled, may be any: the picture and its text are the same.
func TestHiddenCardsAreNotSeen(t *testing.T) {
	p := painter(t)
	held := 0
	for seed, s := range scenes(t) {
		d := dice{rand.New(rand.NewPCG(uint64(seed), 3))}
		public, text := drawn(t, p, s), render.Alt(s.Scene)
		for range 3 {
			private := s
			private.View.Seats, held = d.hold(s.View, held)
			if !bytes.Equal(public, drawn(t, p, private)) {
				t.Errorf("%s: hidden cards change the picture", s.name)
			}
			if said := render.Alt(private.Scene); said != text {
				t.Errorf("%s: hidden cards change the text: %s", s.name, said)
			}
		}
	}
	if held < 100 {
		t.Errorf("only %d hands were held", held)
	}
}

// hold gives every seat that has not shown all its cards some that no viewer may see.
func (d dice) hold(v engine.View, held int) ([]engine.SeatView, int) {
	seats := append([]engine.SeatView(nil), v.Seats...)
	for i := range seats {
		s := &seats[i]
		if s.AllShown || !s.InHand {
			continue
		}
		s.Cards, held = append([]card.Card(nil), s.Shown...), held+1
		for len(s.Cards) < v.Rules.Variant.HoleCards() {
			if c := card.Card(1 + d.IntN(card.Count)); !slices.Contains(s.Cards, c) && !slices.Contains(v.Board, c) {
				s.Cards = append(s.Cards, c)
			}
		}
		s.Made = v.Rules.Variant.Best(s.Cards, v.Board)
		s.Plan, s.Hidden = engine.PlanCall, 0
	}
	return seats, held
}

// A picture for one reader shows their own cards, and changes for no others.
func TestAFaceUpPictureShowsOnlyItsReadersCards(t *testing.T) {
	p, drew := painter(t), 0
	for seed, s := range scenes(t) {
		d := dice{rand.New(rand.NewPCG(uint64(seed), 5))}
		s.View.Seats, _ = d.hold(s.View, 0)
		public := drawn(t, p, s)
		s.FaceUp = true
		for i, seat := range s.View.Seats {
			s.View.Viewer = seat.Player
			private := drawn(t, p, s)
			if !bytes.Equal(public, private) {
				drew++
			}
			if faults := layoutOf(p, s.Scene).faults(); len(faults) > 0 {
				t.Errorf("%s, seat %d: %s", s.name, seat.Seat+1, faults[0])
			}
			others := s
			others.View.Seats, _ = d.hold(s.View, 0)
			others.View.Seats[i] = seat
			if !bytes.Equal(private, drawn(t, p, others)) {
				t.Errorf("%s, seat %d: other cards change the picture", s.name, seat.Seat+1)
			}
		}
	}
	if drew < 50 {
		t.Errorf("only %d pictures show cards", drew)
	}
}
