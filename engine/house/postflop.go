package house

import (
	"math"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// trials is how many random ends of the hand are looked at: the chance is then right to about three in a hundred.
const trials = 240

func (s *spot) postflop() engine.Act {
	win := s.winning()
	if s.legal.Call > 0 {
		return s.faceBet(win)
	}
	return s.leadOut(win)
}

// against is a chance against one rival as it must be seen against all of them: fewer hands win.
func (s *spot) against(one float64) float64 {
	return math.Pow(one, math.Sqrt(float64(max(1, s.rivals))))
}

// leadOut bets hands that are good, some that may become good where cards are to come, and a few that are nothing.
func (s *spot) leadOut(win float64) engine.Act {
	switch {
	case win >= s.against(s.style.value):
		return s.raise(s.me.Bet + s.share(0.5, 0.8))
	case s.cardsToCome() && win >= s.against(0.35) && s.chance(s.style.semi):
		return s.raise(s.me.Bet + s.share(0.5, 0.7))
	case s.rivals <= 2 && s.chance(s.style.bluff):
		return s.raise(s.me.Bet + s.share(0.5, 0.7))
	}
	return s.pass()
}

// faceBet raises what is strong and calls what wins more often than it costs, with a margin: who bets is not holding
// random cards.
func (s *spot) faceBet(win float64) engine.Act {
	before := max(1, s.pot-s.legal.Call)
	margin := s.style.trust * min(1.5, float64(s.legal.Call)/float64(before))
	switch {
	case win >= s.against(s.style.again):
		return s.raise(s.legal.High + s.share(0.6, 0.9))
	case win >= s.price()+margin:
		return s.call()
	}
	return s.pass()
}

// share is part of the pot as it would be after a call, between two shares of it, in chips.
func (s *spot) share(low, high float64) int64 {
	return int64(float64(s.pot+s.legal.Call) * (low + s.Float64()*(high-low)))
}

// cardsToCome says whether hands may still become others.
func (s *spot) cardsToCome() bool {
	if s.variant() == engine.FiveCardDraw {
		return s.me.Drew < 0
	}
	return len(s.view.Board) < 5
}

// winning is the viewer's share of the pot when the cards they cannot see fall at random, 0 to 1.
func (s *spot) winning() float64 {
	deck := without(s.me.Cards, s.view.Board)
	sum := 0.0
	for range trials {
		sum += s.deal(deck)
	}
	return sum / trials
}

// deal plays one hand to its end with random cards from the deck and gives the viewer's share of it. In the draw everyone
// exchanges what they would.
func (s *spot) deal(deck []card.Card) float64 {
	hole, taken := s.variant().HoleCards(), 0
	next := func(n int) []card.Card {
		for i := taken; i < taken+n; i++ {
			j := i + s.IntN(len(deck)-i)
			deck[i], deck[j] = deck[j], deck[i]
		}
		taken += n
		return deck[taken-n : taken]
	}
	board := s.view.Board
	if s.variant() != engine.FiveCardDraw {
		board = append(board[:len(board):len(board)], next(5-len(board))...)
	}
	worth := func(cards []card.Card, drawn bool) rank.Hand {
		if s.variant() == engine.FiveCardDraw && !drawn {
			cards = exchanged(cards, next)
		}
		return s.variant().Best(cards, board)
	}
	mine := worth(s.me.Cards, s.me.Drew >= 0)
	ties := 1
	for range s.rivals {
		switch c := worth(next(hole), false).Compare(mine); {
		case c > 0:
			return 0
		case c == 0:
			ties++
		}
	}
	return 1 / float64(ties)
}

// without is the deck without some cards.
func without(hands ...[]card.Card) []card.Card {
	var gone [card.Count + 1]bool
	for _, cards := range hands {
		for _, c := range cards {
			gone[c] = true
		}
	}
	deck := make([]card.Card, 0, card.Count)
	for c := card.Card(1); c <= card.Count; c++ {
		if !gone[c] {
			deck = append(deck, c)
		}
	}
	return deck
}
