package poker

import (
	"slices"

	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// MaxHole is the largest number of hole cards, that of five-card draw.
const MaxHole = 5

// Game describes a game of cards (R1, R43).
type Game struct {
	Hole    int                                                         // cards dealt to each player
	Bets    int8                                                        // most bets and raises a round in fixed limit (R26)
	Streets []Round                                                     // by Street
	Best    func(hole [MaxHole]card.Card, board [5]card.Card) rank.Hand // the value of a hand; None in empty places
}

// Street is a betting round, from 0: in hold'em before the flop, flop, turn, river.
type Street uint8

// Round describes what happens before a betting round.
type Round struct {
	Board int  // cards dealt to the board
	Draw  bool // players may exchange cards (R52)
	Big   bool // in fixed limit the big bet is played (R26)
}

// HasBoard reports whether the game has cards that all players share.
func (g *Game) HasBoard() bool { return g.Streets[1].Board > 0 }

// Last returns the last street.
func (g *Game) Last() Street { return Street(len(g.Streets) - 1) }

// BoardAt returns the number of cards on the board on a street.
func (g *Game) BoardAt(s Street) (n int) {
	for _, round := range g.Streets[:s+1] {
		n += round.Board
	}
	return n
}

// flopGame are the streets of a game with a board.
var flopGame = []Round{{}, {Board: 3}, {Board: 1, Big: true}, {Board: 1, Big: true}}

// games are the games by Variant.
var games = [...]Game{
	Holdem:       {Hole: 2, Bets: 4, Streets: flopGame, Best: anyFive},
	Omaha:        {Hole: 4, Bets: 4, Streets: flopGame, Best: twoAndThree},
	FiveCardDraw: {Hole: 5, Bets: 5, Streets: []Round{{}, {Draw: true, Big: true}}, Best: anyFive},
}

// Game returns the game of one of the variants. It must not be changed.
func (v Variant) Game() *Game { return &games[v] }

// HoleCards returns the number of cards dealt to each player; 0 for no variant.
func (v Variant) HoleCards() int {
	if int(v) >= len(games) {
		return 0
	}
	return games[v].Hole
}

// Sorted returns a player's cards in the order in which players see them: highest first at Omaha and at the draw, as dealt
// at hold'em.
func (v Variant) Sorted(cards []card.Card) []card.Card {
	if v == Holdem {
		return cards
	}
	sorted := slices.Clone(cards)
	slices.SortFunc(sorted, func(a, b card.Card) int { return int(b) - int(a) })
	return sorted
}

// Best returns the best hand of hole cards and a board in the game of one of the variants (R43). It takes fewer cards than the game
// deals, too.
func (v Variant) Best(hole, common []card.Card) rank.Hand {
	var cards [MaxHole]card.Card
	var b [5]card.Card
	copy(cards[:], hole)
	copy(b[:], common)
	return games[v].Best(cards, b)
}

// anyFive returns the best hand of all cards, with any number of hole cards (R43).
func anyFive(hole [MaxHole]card.Card, board [5]card.Card) rank.Hand {
	var all [MaxHole + 5]card.Card
	copy(all[:], hole[:])
	copy(all[MaxHole:], board[:])
	return rank.Best(all[:])
}

// twoAndThree returns the best hand of exactly two hole cards and three cards of the board. Before the board has three
// cards, all of them count (R43).
func twoAndThree(hole [MaxHole]card.Card, board [5]card.Card) rank.Hand {
	return rank.Omaha(card.Present(hole), card.Present(board))
}

// Spot has all that the size of a raise can depend on, in chips.
type Spot struct {
	High  int64 // the bet to match
	Raise int64 // the least full raise on top of it (R21)
	Bet   int64 // of the player, on this street
	Stack int64 // of the player, behind
	Pot   int64 // every chip in the middle and in front of players (R25)
}

// PotRaise returns the street total of a raise of the size of the pot after the call (R25).
func (s Spot) PotRaise() int64 { return s.High + s.Pot + (s.High - s.Bet) }

// Fixed reports whether bets have one size, and a round has a limited number of them (R26, R27).
func (l Limit) Fixed() bool { return l == FixedLimit }

// Most returns the greatest street total of a raise, not cut to the stack in all limits (R20, R25, R26).
func (l Limit) Most(s Spot) int64 {
	switch l {
	case PotLimit:
		return s.PotRaise()
	case FixedLimit:
		return s.High + s.Raise
	}
	return s.Bet + s.Stack
}
