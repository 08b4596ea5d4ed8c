// Package house plays for the house: opponents for a table that has too few people.
//
// [Decide] sees what a person in that seat would see, a [engine.View], and nothing else; so it cannot cheat. It is a
// function: the same view, level and roll give the same decision. Before the flop of hold'em it goes by a chart and by
// position (preflop.go). Everywhere else it asks how often its cards win when the unseen ones fall at random, and what a
// call costs (postflop.go). [Discard] is what it does in the draw (draw.go). The levels differ in a few numbers (style.go).
package house

import (
	"math/rand/v2"
	"time"

	"cardroom/engine"
	"cardroom/engine/card"
)

// Names are first names for house players.
var Names = [...]string{
	"Ada", "Boris", "Cleo", "Dario", "Edda", "Felix", "Greta", "Hugo", "Ines", "Jonas",
	"Kira", "Leo", "Mila", "Nils", "Olga", "Pablo", "Rosa", "Sven", "Tilda", "Yuri",
}

// How long a house player thinks.
const (
	thinkLeast = 800 * time.Millisecond
	thinkMost  = 2500 * time.Millisecond
)

// Think is how long a house player takes for a decision, 0.8 to 2.5 seconds.
func Think(roll uint64) time.Duration {
	return thinkLeast + time.Duration(dice(roll, 1).Int64N(int64(thinkMost-thinkLeast)+1))
}

// Decide is what the viewer of v does with the decision that is theirs, ready to be applied but for its time. It is legal
// by v.Legal, and never a fold where checking is free (R18). Roll is what chance has in it. Where the decision is not the
// viewer's, it is the zero Act.
func Decide(v engine.View, level engine.Level, roll uint64) engine.Act {
	me, ok := v.SeatOf(v.Viewer)
	if !ok || v.ToAct != me.Seat || v.Phase != engine.Betting {
		return engine.Act{}
	}
	s := spot{view: &v, me: me, legal: v.Legal, style: styleOf(level), Rand: dice(roll, 2)}
	s.pot, s.rivals = potOf(&v), rivalsOf(&v, me.Seat)
	a := s.play()
	a.Player, a.Turn = v.Viewer, v.Turn
	return a
}

// dice are as random as roll; streams of one roll have nothing to do with each other.
func dice(roll, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(roll, stream)) }

// spot is one decision and what matters for it.
type spot struct {
	view   *engine.View
	me     engine.SeatView
	legal  engine.Legal
	style  style
	pot    int64 // all chips in the middle and in front of players
	rivals int   // others who can still win
	*rand.Rand
}

func potOf(v *engine.View) (sum int64) {
	for _, p := range v.Pots {
		sum += p.Amount
	}
	return sum
}

func rivalsOf(v *engine.View, seat int) (n int) {
	for _, s := range v.Seats {
		if s.InHand && !s.Folded && s.Seat != seat {
			n++
		}
	}
	return n
}

func (s *spot) play() engine.Act {
	if s.variant() == engine.Holdem && len(s.view.Board) == 0 && len(s.me.Cards) == 2 {
		return s.preflop([2]card.Card(s.me.Cards))
	}
	return s.postflop() // where there is no chart, the first round is played like the others
}

func (s *spot) variant() engine.Variant { return s.view.Rules.Variant }

// pass is a check, or a fold where that is not free.
func (s *spot) pass() engine.Act {
	if s.legal.Call > 0 {
		return engine.Act{Action: engine.Fold}
	}
	return engine.Act{Action: engine.Check}
}

// call is a call, or a check where nothing is to be called.
func (s *spot) call() engine.Act {
	if s.legal.Call > 0 {
		return engine.Act{Action: engine.Call}
	}
	return engine.Act{Action: engine.Check}
}

// raise is a bet or raise to about the street total given, as near to it as is legal; a call where none is. A raise that
// would leave little behind is all-in.
func (s *spot) raise(to int64) engine.Act {
	if s.legal.Min == 0 {
		return s.call()
	}
	all := s.me.Bet + s.me.Stack
	if left := all - to; left < (s.pot+to)/4 {
		to = all
	} else {
		to -= to % max(1, s.view.Rules.SmallBlind)
	}
	return engine.Act{Action: engine.Raise, To: min(max(to, s.legal.Min), s.legal.Max)}
}

// price is the share of the final pot that a call costs, 0 to 1: a hand that wins more often than that may call.
func (s *spot) price() float64 {
	if s.legal.Call == 0 {
		return 0
	}
	return float64(s.legal.Call) / float64(s.pot+s.legal.Call)
}

// chance is true with probability p.
func (s *spot) chance(p float64) bool { return s.Float64() < p }
