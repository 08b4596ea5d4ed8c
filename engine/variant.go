package engine

import (
	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// maxHole is the largest number of hole cards, that of five-card draw.
const maxHole = 5

// variant describes a game of cards (R1, R43).
type variant struct {
	hole    int                                                         // cards dealt to each player
	bets    int8                                                        // most bets and raises a round in fixed limit (R26)
	streets []street                                                    // the betting rounds, in order
	best    func(hole [maxHole]card.Card, board [5]card.Card) rank.Hand // the value of a hand; None in empty places
}

// street describes what happens before a betting round.
type street struct {
	board int  // cards dealt to the board
	draw  bool // players may exchange cards (R52)
	big   bool // in fixed limit the big bet is played (R26)
}

func (v *variant) hasBoard() bool { return v.streets[1].board > 0 }

// last returns the last street.
func (v *variant) last() Street { return Street(len(v.streets) - 1) }

// boardAt returns the number of cards on the board on a street.
func (v *variant) boardAt(s Street) (n int) {
	for _, street := range v.streets[:s+1] {
		n += street.board
	}
	return n
}

// flopGame are the streets of a game with a board.
var flopGame = []street{{}, {board: 3}, {board: 1, big: true}, {board: 1, big: true}}

// variants are the games by Variant.
var variants = [...]variant{
	Holdem:       {hole: 2, bets: 4, streets: flopGame, best: anyFive},
	Omaha:        {hole: 4, bets: 4, streets: flopGame, best: twoAndThree},
	FiveCardDraw: {hole: 5, bets: 5, streets: []street{{}, {draw: true, big: true}}, best: anyFive},
}

// HoleCards returns the number of cards dealt to each player; 0 for no variant.
func (v Variant) HoleCards() int {
	if int(v) >= len(variants) {
		return 0
	}
	return variants[v].hole
}

// Best returns the best hand of hole cards and a board in a game (R43). It takes fewer cards than the game deals, too.
func (v Variant) Best(hole, common []card.Card) rank.Hand {
	var cards [maxHole]card.Card
	var b board
	copy(cards[:], hole)
	copy(b[:], common)
	return variants[v].best(cards, b)
}

// anyFive returns the best hand of all cards, with any number of hole cards (R43).
func anyFive(hole [maxHole]card.Card, board [5]card.Card) rank.Hand {
	var all [maxHole + 5]card.Card
	n := 0
	for _, row := range [2][5]card.Card{hole, board} {
		for _, c := range row {
			if c != card.None {
				all[n] = c
				n++
			}
		}
	}
	return rank.Best(all[:n])
}

// twoAndThree returns the best hand of exactly two hole cards and three cards of the board. Before the board has three
// cards, all of them count (R43).
func twoAndThree(hole [maxHole]card.Card, board [5]card.Card) rank.Hand {
	return rank.Omaha(present(hole), present(board))
}

// limit describes a betting structure (R1).
type limit struct {
	most  func(spot) int64 // the greatest street total of a raise, not cut to the stack (R20, R25, R26)
	fixed bool             // bets have one size, and a round has a limited number of them (R26, R27)
}

// spot has all that the size of a raise can depend on, in chips.
type spot struct {
	high  int64 // the bet to match
	raise int64 // the least full raise on top of it (R21)
	bet   int64 // of the player, on this street
	stack int64 // of the player, behind
	pot   int64 // every chip in the middle and in front of players (R25)
}

// potRaise returns the street total of a raise of the size of the pot after the call (R25).
func (s spot) potRaise() int64 { return s.high + s.pot + (s.high - s.bet) }

// limits are the betting structures by Limit.
var limits = [...]limit{
	NoLimit:    {most: func(s spot) int64 { return s.bet + s.stack }},
	PotLimit:   {most: spot.potRaise},
	FixedLimit: {most: func(s spot) int64 { return s.high + s.raise }, fixed: true},
}
