package engine

import (
	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// maxHole is the most hole cards any variant deals: five-card draw.
const maxHole = 5

// variant is what a game of cards is made of (R1, R43).
type variant struct {
	hole    int                                                         // cards dealt to each player
	streets []street                                                    // the betting rounds, in order
	best    func(hole [maxHole]card.Card, board [5]card.Card) rank.Hand // what a hand is worth; None in empty places
}

// street is what happens before a betting round.
type street struct {
	board int // cards dealt to the board
}

// variants are the games by Variant.
var variants = [...]variant{
	Holdem: {hole: 2, streets: []street{{0}, {3}, {1}, {1}}, best: anyFive},
}

// anyFive is the best of all cards, using as many hole cards as one likes (R43).
func anyFive(hole [maxHole]card.Card, board [5]card.Card) rank.Hand {
	var all [maxHole + 5]card.Card
	n := 0
	for _, c := range append(hole[:], board[:]...) {
		if c != card.None {
			all[n] = c
			n++
		}
	}
	return rank.Best(all[:n])
}

// limit is what a betting structure is made of (R1).
type limit struct {
	// raise is the least and the greatest street total of a full bet or raise in a spot, not cut to the stack.
	raise func(spot) (least, most int64)
}

// spot is what the size of a raise can depend on, in chips.
type spot struct {
	high  int64 // the bet to match
	step  int64 // the least full raise on top of it (R21)
	bet   int64 // of the player, on this street
	stack int64 // of the player, behind
	pot   int64 // every chip in the middle and in front of players (R25)
}

// potRaise is the street total of a raise of the size of the pot after the call (R25).
func (s spot) potRaise() int64 { return s.high + s.pot + (s.high - s.bet) }

// limits are the betting structures by Limit.
var limits = [...]limit{
	NoLimit: {raise: func(s spot) (least, most int64) { return s.high + s.step, s.bet + s.stack }},
}
