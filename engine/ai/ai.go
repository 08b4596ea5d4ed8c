package ai

import (
	"math/rand/v2"
	"slices"
	"time"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// Names are first names for house players.
var Names = [...]string{
	"Ada", "Boris", "Cleo", "Dario", "Edda", "Felix", "Greta", "Hugo", "Ines", "Jonas",
	"Kira", "Leo", "Mila", "Nils", "Olga", "Pablo", "Rosa", "Sven", "Tilda", "Yuri",
}

// NameOf returns the name of a house player. Those of one session have names in a row, which begin with another one each time.
func NameOf(player engine.ID, session int64) string {
	return Names[(uint64(player)+uint64(session))%uint64(len(Names))] // an int may have 32 bits
}

// How long a house player thinks, least and most. A board shows at most one change a second, so no house player is faster.
var (
	thinkAlone = [2]time.Duration{1100 * time.Millisecond, 1500 * time.Millisecond} // no person is in the hand any more
	thinkEasy  = [2]time.Duration{1100 * time.Millisecond, 2500 * time.Millisecond}
	thinkBet   = [2]time.Duration{1500 * time.Millisecond, 3500 * time.Millisecond} // a bet is to be answered
	thinkHard  = [2]time.Duration{2500 * time.Millisecond, 5500 * time.Millisecond} // for a large part of the stack
)

// Think returns how long the viewer of v takes for their decision, 1.1 to 5.5 seconds: longer where more depends on it, and
// shortest where no person is left in the hand.
func Think(v engine.View, roll uint64) time.Duration {
	me, _ := v.SeatOf(v.Viewer)
	span := thinkEasy
	switch {
	case !persons(v):
		span = thinkAlone
	case v.Legal.Call > 0 && 3*v.Legal.Call >= me.Stack:
		span = thinkHard
	case v.Legal.Call > 0 && v.Legal.Call >= 2*v.Rules.BigBlind:
		span = thinkBet
	}
	return span[0] + time.Duration(dice(roll, 1).Int64N(int64(span[1]-span[0])+1))
}

// persons reports whether a person is still in the hand.
func persons(v engine.View) bool {
	return slices.ContainsFunc(v.Seats, func(s engine.SeatView) bool {
		return s.House == engine.Person && s.InHand && !s.Folded
	})
}

// Decide returns the action of the viewer of v, complete but for its moment. The action is legal by v.Legal, and never a fold
// where checking is free (R18). Roll is a random number. If it is not the turn of the viewer, Decide returns the zero Act.
func Decide(v engine.View, level engine.Level, roll uint64) engine.Act {
	me, ok := v.SeatOf(v.Viewer)
	if !ok || v.ToAct != me.Seat || v.Phase != engine.Betting {
		return engine.Act{}
	}
	s := spot{view: &v, me: me, legal: v.Legal, style: styleOf(level), Rand: dice(roll, 2)}
	s.pot = potOf(&v)
	a := s.decide()
	a.Player, a.Turn = v.Viewer, v.Turn
	return a
}

// dice returns random numbers that follow from roll. The streams of one roll are independent.
func dice(roll, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(roll, stream)) }

// spot is one decision with all that matters for it.
type spot struct {
	view    *engine.View
	me      engine.SeatView
	legal   engine.Legal
	style   style
	pot     int64 // all chips in the middle and in front of players
	calm    bool  // no more raises
	discard uint8 // the cards that the viewer will exchange
	*rand.Rand

	rivals []rival
	pools  [7]pool // of hands that rivals may hold; after the draw, by one more than the cards they exchanged
	ends   []end
}

func potOf(v *engine.View) (sum int64) {
	for _, p := range v.Pots {
		sum += p.Amount
	}
	return sum
}

func (s *spot) decide() engine.Act {
	if s.view.Street == 0 && len(s.view.Board) == 0 {
		switch c := s.me.Cards; {
		case s.variant() == poker.Holdem && len(c) == 2:
			return s.preflop(points(c[0], c[1]))
		case s.variant() == poker.Omaha && len(c) == 4:
			return s.preflop(fourPoints([4]card.Card(c)))
		}
	}
	if s.variant() == poker.FiveCardDraw && s.me.Drew < 0 {
		s.discard = discards(s.me.Cards)
	}
	return s.weigh() // where there is no chart, the first round is played like the others
}

// cardsToCome reports whether hands may still change.
func (s *spot) cardsToCome() bool {
	if s.variant() == poker.FiveCardDraw {
		return s.me.Drew < 0
	}
	return len(s.view.Board) < 5
}

func (s *spot) variant() poker.Variant { return s.view.Rules.Variant }

// pass returns a check, or a fold where that is not free.
func (s *spot) pass() engine.Act {
	if s.legal.Call > 0 {
		return engine.Act{Action: engine.Fold}
	}
	return engine.Act{Action: engine.Check}
}

// call returns a call, or a check where there is no bet.
func (s *spot) call() engine.Act {
	if s.legal.Call > 0 {
		return engine.Act{Action: engine.Call}
	}
	return engine.Act{Action: engine.Check}
}

// raise returns a bet or raise to about the street total given, as near to it as is legal; a call where none is. A raise that
// would leave little behind is all-in.
func (s *spot) raise(to int64) engine.Act {
	if s.legal.Min == 0 {
		return s.call()
	}
	all := s.me.Bet + s.me.Stack
	if left := all - to; left < (s.pot+to)/3 {
		to = all
	} else {
		to -= to % betUnit(&s.view.Rules)
	}
	return engine.Act{Action: engine.Raise, To: min(max(to, s.legal.Min), s.legal.Max)}
}

// betUnit returns the chips of which each bet is a multiple: the small blind, or the chip unit where the blind is no multiple of it (R8).
func betUnit(r *poker.Rules) int64 {
	unit := max(1, r.ChipUnit)
	if r.SmallBlind > 0 && r.SmallBlind%unit == 0 {
		return r.SmallBlind
	}
	return unit
}

// price returns the share of the final pot that a call costs, 0 to 1: a hand that wins more often than that may call.
func (s *spot) price() float64 {
	if s.legal.Call == 0 {
		return 0
	}
	return float64(s.legal.Call) / float64(s.pot+s.legal.Call)
}

// chance returns true with probability p.
func (s *spot) chance(p float64) bool { return s.Float64() < p }
