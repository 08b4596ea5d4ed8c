package main

import (
	"math"
	"strings"
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
	s, err := match{rules: rulesOf(c.game, c.limit, c.seats), one: players[c.one], two: players[c.two], seed: seed}.play(c.hands / 2)
	if err != nil {
		t.Fatal(err)
	}
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
	won, err := m.play(50)
	if err != nil {
		t.Fatal(err)
	}
	m.one, m.two = m.two, m.one
	if lost, err := m.play(50); err != nil || won.won == 0 || lost.won != -won.won {
		t.Errorf("%+.1f one way round, %+.1f the other (%v)", won.won, lost.won, err)
	}
}

func TestAMatchOfEqualsIsEven(t *testing.T) {
	m := match{rules: rulesOf(poker.Omaha, poker.PotLimit, 2), one: players["easy"], two: players["easy"], seed: seed}
	if even, err := m.play(50); err != nil || even.won != 0 || even.off != 0 {
		t.Errorf("%+.1f ± %.1f (%v)", even.won, even.off, err)
	}
}

func TestAMatchThatCannotBeIsAnError(t *testing.T) {
	m := match{rules: rulesOf(poker.FiveCardDraw, poker.NoLimit, 8), one: players["easy"], two: players["easy"], seed: seed}
	if s, err := m.play(1); err == nil {
		t.Errorf("eight play draw: %+.1f ± %.1f", s.won, s.off)
	}
}

// TestFlagsThatCannotBe checks that each is refused in one sentence with its name, and that no match begins.
func TestFlagsThatCannotBe(t *testing.T) {
	for args, want := range map[string]string{
		"-game holdm":                        "-game is \"holdm\": want holdem, omaha, draw\n",
		"-limit xl":                          "-limit is \"xl\": want nl, pl, fl\n",
		"-pair hard-nromal":                  "-pair is \"hard-nromal\": want one of normal-easy, ",
		"-seats 3":                           "-seats is 3: want an even number from 2 to 6",
		"-seats -2":                          "-seats is -2: want",
		"-seats 12 -game holdem":             "-seats is 12: want an even number from 2 to 10",
		"-seats 8 -game draw":                "-seats is 8: want an even number from 2 to 6",
		"-seats 8":                           "-seats is 8: want an even number from 2 to 6",
		"-hands 1":                           "-hands is 1: want an even number from 2 up",
		"-hands 0":                           "-hands is 0: want",
		"-hands 7":                           "-hands is 7: want",
		"hands":                              "\"hands\" is no flag",
		"-pair hard-easy -hands 2 -game x y": "\"y\" is no flag",
		"-nothing":                           "-nothing",
	} {
		var out, diag strings.Builder
		if code := run(strings.Fields(args), &out, &diag); code != 2 || !strings.Contains(diag.String(), want) || out.Len() > 0 {
			t.Errorf("%s ends with %d and says\n%s%s", args, code, &diag, &out)
		}
	}
}

// TestTheFewestHands plays one deck at each table that the flags allow.
func TestTheFewestHands(t *testing.T) {
	for _, args := range []string{"-seats 6 -game draw", "-seats 10 -game omaha -limit pl", "-game holdem -limit fl"} {
		var out, diag strings.Builder
		if code := run(strings.Fields(args+" -hands 2 -pair normal-easy"), &out, &diag); code == 2 || diag.Len() > 0 || strings.Contains(out.String(), "NaN") || strings.Count(out.String(), " ± ") == 0 {
			t.Errorf("%s ends with %d and says\n%s%s", args, code, &diag, &out)
		}
	}
}
