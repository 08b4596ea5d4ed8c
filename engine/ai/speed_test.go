package ai

import (
	"fmt"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// BenchmarkDecide is a decision on the flop, or before the draw: with one rival, and with as many as the game seats.
func BenchmarkDecide(b *testing.B) {
	for _, g := range []struct {
		name string
		game poker.Variant
	}{{"holdem", poker.Holdem}, {"omaha", poker.Omaha}, {"draw", poker.FiveCardDraw}} {
		for _, level := range levels {
			for _, seats := range []int{2, poker.Rules{Variant: g.game}.MostSeats()} {
				b.Run(fmt.Sprintf("%s/level=%d/seats=%d", g.name, level, seats), func(b *testing.B) {
					v := crowded(g.game, seats)
					for roll := uint64(0); b.Loop(); roll++ {
						Decide(v, level, roll)
					}
				})
			}
		}
	}
}

// crowded returns a decision on a bet, with all players still in.
func crowded(game poker.Variant, seats int) engine.View {
	deck := card.Ordered()
	v := engine.View{
		Viewer: 1, Rules: poker.DefaultRules(), Hand: 1, Phase: engine.Betting, Turn: engine.Turn{Hand: 1, Action: 9},
		Pots: []engine.Pot{{Amount: 100}}, Legal: engine.Legal{Call: 30, Min: 60, Max: 1000, High: 30},
	}
	v.Rules.Variant = game
	hole := game.HoleCards()
	if game != poker.FiveCardDraw {
		v.Street, v.Board = 1, deck[40:43]
	}
	for i := range seats {
		v.Seats = append(v.Seats, engine.SeatView{Seat: i, Player: engine.ID(i + 1), InHand: true, Stack: 1000, Drew: -1, Total: 10})
	}
	v.Seats[0].Cards, v.Seats[1].Bet = deck[20:20+hole], 30
	return v
}
