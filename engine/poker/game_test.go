package poker

import (
	"strings"
	"testing"

	"cardroom/engine/card"
	"cardroom/internal/scripts"
)

// Which cards play (R43): in Omaha two of the hand and three of the board, wherever on it they lie.
func TestTheCardsThatPlay(t *testing.T) {
	read := func(text string) []card.Card {
		f := strings.Fields(text)
		d := scripts.Deck(t, f)
		return d[:len(f)]
	}
	for _, tt := range []struct {
		game              Variant
		hole, board, best string
	}{
		{Omaha, "Ac Kd Qh Jh", "2c 3d 4h As Ad", "As Ad Ac Kd 4h"},
		{Omaha, "As Kd Qh Jh", "2s 3s 4s 9s Ks", "Ks Kd As 9s 4s"},
		{Omaha, "Ac Ad Kc Kd", "", "Ad Ac"},
		{Holdem, "As Kd", "2s 3s 4s 9s Ks", "As Ks 9s 4s 3s"},
		{Holdem, "2c 3d", "As Ks Qs Js Ts", "As Ks Qs Js Ts"},
		{FiveCardDraw, "2c 2d 3h 3s 4c", "", "3s 3h 2d 2c 4c"},
	} {
		var want [5]card.Card
		copy(want[:], read(tt.best))
		if got := tt.game.Best(read(tt.hole), read(tt.board)); got.Best != want {
			t.Errorf("%s with %s: %v, want %v", tt.hole, tt.board, got.Best, want)
		}
	}
}

// TestHoleCards counts the cards of each game, and none where there is no such game (R1).
func TestHoleCards(t *testing.T) {
	for game, want := range []int{0, 2, 4, 5, 0, 0} {
		if got := Variant(game).HoleCards(); got != want {
			t.Errorf("game %d deals %d cards, want %d", game, got, want)
		}
	}
}

// TestTheMostOfARaise names the street total that each limit allows (R20, R25, R26).
func TestTheMostOfARaise(t *testing.T) {
	s := Spot{High: 20, Raise: 10, Bet: 5, Stack: 500, Pot: 40}
	for limit, want := range map[Limit]int64{NoLimit: 505, PotLimit: 75, FixedLimit: 30} {
		if got := limit.Most(s); got != want || limit.Fixed() != (limit == FixedLimit) {
			t.Errorf("limit %d: %d, want %d", limit, got, want)
		}
	}
}
