package main

import (
	"math"
	"testing"

	"cardroom/engine/poker"
)

// seed makes these matches the same every time: none is won or lost by chance.
const seed = 20261122

// contest is a match that one shall win by a margin, in big blinds a hundred hands.
type contest struct {
	game     poker.Variant
	limit    poker.Limit
	seats    int
	one, two string
	hands    int
	margin   float64
}

func (c contest) check(t *testing.T) {
	t.Helper()
	s := match{rules: rulesOf(c.game, c.limit, c.seats), one: players[c.one], two: players[c.two], seed: seed}.play(c.hands / 2)
	t.Logf("game %d, limit %d, seats %d: %s wins %+.1f ± %.1f from %s", c.game, c.limit, c.seats, c.one, s.won, s.off, c.two)
	if s.won < c.margin {
		t.Errorf("game %d, limit %d, seats %d, seed %d: %s wins %+.1f big blinds a hundred hands from %s, want %+.0f at least",
			c.game, c.limit, c.seats, seed, c.one, s.won, c.two, c.margin)
	}
}

// The margins are a fraction of those over fifty thousand hands (go doc ./engine/ai), and a match of so few hands is not
// off by more than the rest.
func TestTheBetterLevelWins(t *testing.T) {
	t.Parallel()
	for _, c := range []contest{
		{poker.Holdem, poker.NoLimit, 2, "hard", "normal", 3000, 10},
		{poker.Holdem, poker.NoLimit, 2, "normal", "easy", 1000, 50},
		{poker.Holdem, poker.NoLimit, 6, "normal", "easy", 400, 50},
		{poker.Holdem, poker.FixedLimit, 2, "hard", "easy", 800, 20},
		{poker.Omaha, poker.NoLimit, 2, "hard", "normal", 1500, 10},
		{poker.Omaha, poker.PotLimit, 2, "normal", "easy", 600, 20},
		{poker.FiveCardDraw, poker.NoLimit, 2, "hard", "normal", 1500, 10},
		{poker.FiveCardDraw, poker.FixedLimit, 4, "normal", "easy", 600, 10},
	} {
		if testing.Short() { // the race detector is slow, and looks for something else
			c.hands, c.margin = 40, math.Inf(-1)
		}
		c.check(t)
	}
}

func TestEveryLevelWinsFromThoseWhoDoNotThink(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("nothing of this is the race detector's")
	}
	for _, level := range []string{"easy", "normal", "hard"} {
		for _, game := range []poker.Variant{poker.Holdem, poker.Omaha, poker.FiveCardDraw} {
			for fool, hands := range map[string]int{"caller": 300, "maniac": 1500} {
				contest{game, poker.NoLimit, 2, level, fool, hands, 20}.check(t)
			}
		}
	}
}

// One player wins what the other loses: with the levels exchanged the tests above fail.
func TestExchangedPlayersExchangeTheirWinnings(t *testing.T) {
	m := match{rules: rulesOf(poker.Holdem, poker.NoLimit, 6), one: players["normal"], two: players["easy"], seed: seed}
	won := m.play(50)
	m.one, m.two = m.two, m.one
	if lost := m.play(50); won.won == 0 || lost.won != -won.won {
		t.Errorf("%+.1f one way round, %+.1f the other", won.won, lost.won)
	}
}

func TestAMatchOfEqualsIsEven(t *testing.T) {
	m := match{rules: rulesOf(poker.Omaha, poker.PotLimit, 2), one: players["easy"], two: players["easy"], seed: seed}
	if even := m.play(50); even.won != 0 || even.off != 0 {
		t.Errorf("%+.1f ± %.1f", even.won, even.off)
	}
}
