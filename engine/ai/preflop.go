package ai

import (
	"math"

	"cardroom/engine"
	"cardroom/engine/card"
)

// The points on the chart that the plays before the flop ask for, at a full table from an early seat. A pair of aces has
// 20, sevens 7, ace and king suited 12, king and queen 8, seven and deuce less than nothing.
const (
	openPoints  = 9.0  // raise when no player has
	limpPoints  = 8.5  // call the blind
	facePoints  = 8.0  // call a raise to three big blinds
	againPoints = 12.5 // raise a raise to three big blinds
	stackPoints = 11.0 // play for most of the stack
	shoveBlinds = 10   // with a stack of fewer big blinds it is all-in or nothing
	shovePoints = 7.5
	bigRaise    = 8 // big blinds to call, from which on chances count
)

// points rates two cards by the chart that card players know by the name of Bill Chen.
func points(a, b card.Card) float64 {
	high, low := max(a.Rank(), b.Rank()), min(a.Rank(), b.Rank())
	p := highCard(high)
	if high == low {
		return max(2*p, 5)
	}
	gap := high - low - 1
	p -= [...]float64{0, 1, 2, 4, 5, 5, 5, 5, 5, 5, 5, 5}[gap]
	if gap <= 1 && high < queen {
		p++ // straights on both sides
	}
	if a.Suit() == b.Suit() {
		p += 2
	}
	return math.Ceil(p)
}

// Ranks of cards, as card.Card has them.
const (
	jack  = 9
	queen = 10
	king  = 11
	ace   = 12
)

func highCard(rank int) float64 {
	switch rank {
	case ace:
		return 10
	case king:
		return 8
	case queen:
		return 7
	case jack:
		return 6
	}
	return float64(rank+2) / 2
}

// preflop plays the first round by the points of the hand.
func (s *spot) preflop(points float64) engine.Act {
	s.rivals = s.rivalsOf()
	p := points + s.Float64() - 0.5
	big := max(1, s.view.Rules.BigBlind)
	raised := math.Log2(max(1, float64(s.legal.High)/float64(big)))
	p += s.relief() / (1 + raised/2) // a large raise means a hand, however few are in
	switch {
	case s.me.Bet+s.me.Stack <= shoveBlinds*big:
		return s.short(p)
	case s.legal.Call >= bigRaise*big:
		s.calm = points < stackPoints+s.relief()/4
		return s.weigh()
	case s.legal.High > big:
		return s.faceRaise(p, float64(s.legal.High)/float64(3*big))
	case p >= openPoints-s.style.eager:
		callers := s.pot/big - 1
		return s.raise(big*(5+int64(s.IntN(2)))/2 + big*max(0, callers-1))
	case p >= limpPoints-s.style.loose || s.price() <= 0.25 && p >= limpPoints-s.style.loose-3:
		return s.call()
	}
	return s.pass()
}

// relief returns by how many points a hand may be weaker, because fewer players could hold a better one: 0 with nine in the
// hand, 5 heads-up. Half of it depends on the players in the hand, half on those who have yet to answer the bet.
func (s *spot) relief() float64 {
	in, behind := len(s.rivals)+1, s.behind()
	return 2.5*float64(10-in)/8 + 2.5*float64(8-behind)/8
}

// behind returns how many rivals have yet to answer the highest bet.
func (s *spot) behind() (n int) {
	for _, r := range s.view.Seats {
		if r.InHand && !r.Folded && !r.AllIn && r.Seat != s.me.Seat && r.Bet < s.legal.High {
			n++
		}
	}
	return n
}

// faceRaise answers a raise; size is 1 for one to three big blinds. Every doubling asks for a point and a half more, up
// to the points that playing for the stack asks for.
func (s *spot) faceRaise(p, size float64) engine.Act {
	more := 1.5 * math.Log2(max(size, 0.5))
	calls := min(facePoints+more, stackPoints) - s.style.loose
	if s.price() < 0.15 {
		calls -= 3
	}
	switch {
	case p >= againPoints+more-s.style.eager && s.legal.Min > 0:
		return s.raise(3 * s.legal.High)
	case 3*s.legal.Call > s.me.Stack && p < stackPoints-s.style.loose && s.price() > 0.25:
		return s.pass()
	case p >= calls:
		return s.call()
	}
	return s.pass()
}

// short plays a short stack: all-in, or nothing that costs.
func (s *spot) short(p float64) engine.Act {
	if p >= shovePoints-s.style.eager {
		return s.raise(s.me.Bet + s.me.Stack)
	}
	if s.price() < 0.2 || p >= shovePoints-s.style.loose-1 && s.price() < 0.34 {
		return s.call()
	}
	return s.pass()
}
