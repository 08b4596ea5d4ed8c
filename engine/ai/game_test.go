package ai

import (
	"math/rand/v2"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// player decides for a seat of a test game.
type player func(v engine.View, roll uint64) engine.Act

func plays(level engine.Level) player {
	return func(v engine.View, roll uint64) engine.Act { return Decide(v, level, roll) }
}

// calls never folds and never raises.
func calls(v engine.View, _ uint64) engine.Act {
	a := engine.Act{Player: v.Viewer, Turn: v.Turn, Action: engine.Check}
	if v.Legal.Call > 0 {
		a.Action = engine.Call
	}
	return a
}

// guesses does anything legal.
func guesses(v engine.View, roll uint64) engine.Act {
	r := rand.New(rand.NewPCG(roll, 7))
	a := calls(v, roll)
	switch r.IntN(3) {
	case 0:
		if v.Legal.Call > 0 {
			a.Action = engine.Fold
		}
	case 1:
		if v.Legal.Min > 0 {
			steps := (v.Legal.Max - v.Legal.Min) / max(1, v.Rules.ChipUnit)
			a.Action, a.To = engine.Raise, v.Legal.Min+max(1, v.Rules.ChipUnit)*r.Int64N(steps+1)
		}
	}
	return a
}

// game is a table that plays hands from the first deal to the last chip.
type game struct {
	t     testing.TB
	table engine.Table
	now   engine.Moment
	each  func(v engine.View, a engine.Command) // sees every decision
	begun engine.Table                          // before the hand
	done  []engine.Command                      // in the hand
}

func newGame(t testing.TB, r poker.Rules, stacks ...int64) *game {
	t.Helper()
	table, err := engine.New(r)
	if err != nil {
		t.Fatal(err)
	}
	g := &game{t: t, table: table, now: 1_700_000_000_000}
	for i, chips := range stacks {
		g.do(engine.Sit{Player: engine.ID(i + 1), Seat: i, Chips: chips, At: g.now})
	}
	return g
}

func (g *game) do(c engine.Command) {
	g.t.Helper()
	next, _, err := g.table.Apply(c, nil)
	if err != nil {
		g.t.Fatalf("%T: %v", c, err)
	}
	g.table = next
	g.done = append(g.done, c)
}

// hand plays one hand; player i+1 is played by who[i].
func (g *game) hand(deck card.Deck, lot uint64, r *rand.Rand, who []player) {
	g.t.Helper()
	g.now = max(g.now, g.table.Pending().Due)
	g.begun, g.done = g.table, nil
	g.do(engine.Start{Lot: lot, At: g.now})
	g.do(engine.Deal{Deck: deck, Message: 1, At: g.now})
	for {
		w := g.table.Pending()
		switch w.Need {
		case engine.NeedAction:
			public := g.table.View(0)
			v := g.table.View(playerAt(public, w.Seat))
			if v.Phase == engine.Drawing {
				d := engine.Draw{Player: v.Viewer, Turn: v.Turn, Discard: Discard(v), At: g.now}
				g.seen(v, d)
				g.do(d)
				continue
			}
			a := who[v.Viewer-1](v, r.Uint64())
			g.seen(v, a)
			a.At = g.now
			g.do(a)
		case engine.NeedStreet:
			g.now = max(g.now, w.Due)
			g.do(engine.Tick{At: g.now})
		default:
			return
		}
	}
}

func (g *game) seen(v engine.View, c engine.Command) {
	if g.each != nil {
		g.each(v, c)
	}
}

func playerAt(v engine.View, seat int) engine.ID {
	for _, s := range v.Seats {
		if s.Seat == seat {
			return s.Player
		}
	}
	return 0
}
