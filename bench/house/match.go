package main

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"cardroom/bench/internal/hands"
	"cardroom/engine"
	"cardroom/engine/ai"
	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// player decides for a seat.
type player func(v engine.View, roll uint64) engine.Act

var players = map[string]player{
	"easy": level(engine.Easy), "normal": level(engine.Normal), "hard": level(engine.Hard), "caller": calls, "maniac": raises,
}

func level(l engine.Level) player {
	return func(v engine.View, roll uint64) engine.Act { return ai.Decide(v, l, roll) }
}

// calls never folds and never raises.
func calls(v engine.View, _ uint64) engine.Act {
	a := engine.Act{Player: v.Viewer, Turn: v.Turn, Action: engine.Check}
	if v.Legal.Call > 0 {
		a.Action = engine.Call
	}
	return a
}

// raises always makes the greatest raise there is.
func raises(v engine.View, roll uint64) engine.Act {
	a := calls(v, roll)
	if v.Legal.Min > 0 {
		a.Action, a.To = engine.Raise, v.Legal.Max
	}
	return a
}

// match is a match of two players, who fill half of the seats of a table each.
type match struct {
	rules    poker.Rules
	one, two player
	seed     uint64
}

// score is the mean win of a seat of the first, in big blinds a hundred hands, and its margin of error at 95 %.
type score struct{ won, off float64 }

const stackBlinds = 100

// play plays decks, each from either side, and a seat gets its share. The sums are of whole numbers, so it does not matter
// which processor has played what.
func (m match) play(decks int) (score, error) {
	fresh, err := m.table()
	if err != nil {
		return score{}, err
	}
	var next, sum, squares atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for i := next.Add(1); i <= int64(decks); i = next.Add(1) {
				won := m.deck(fresh, uint64(i))
				sum.Add(won)
				squares.Add(won * won)
			}
		})
	}
	all.Wait()
	n := float64(decks)
	mean := float64(sum.Load()) / n
	spread := math.Sqrt(max(0, float64(squares.Load())/n-mean*mean))
	hundred := 100 / float64(m.rules.BigBlind) / float64(m.rules.Seats) // two hands with half of the seats
	return score{won: mean * hundred, off: 1.96 * spread / math.Sqrt(n) * hundred}, nil
}

// table returns a full table before its first hand.
func (m match) table() (t engine.Table, err error) {
	if t, err = engine.New(m.rules); err != nil {
		return t, err
	}
	for i := range m.rules.Seats {
		c := engine.Sit{Player: engine.ID(i + 1), Seat: i, Chips: stackBlinds * m.rules.BigBlind, At: dealtAt}
		if t, _, err = t.Apply(c, nil); err != nil {
			return t, err
		}
	}
	return t, nil
}

// deck returns the winnings of the first with a deck, in chips, from both sides.
func (m match) deck(fresh engine.Table, number uint64) (won int64) {
	r := rand.New(rand.NewPCG(m.seed, number))
	deck, lot, luck := card.Shuffled(r.IntN), r.Uint64(), r.Uint64()
	seats := r.Perm(m.rules.Seats)
	for side := range 2 {
		who := make([]player, m.rules.Seats)
		for i, seat := range seats {
			who[seat] = m.one
			if i%2 != side {
				who[seat] = m.two
			}
		}
		stacks := hand(fresh, deck, lot, luck, who)
		for i, seat := range seats {
			if i%2 == side {
				won += stacks[seat] - stackBlinds*m.rules.BigBlind
			}
		}
	}
	return won
}

const dealtAt = engine.Moment(1_700_000_000_000)

// hand plays a hand to its end and returns the stacks by seats.
func hand(t engine.Table, deck card.Deck, lot, luck uint64, who []player) (stacks [engine.MaxSeats]int64) {
	r := rand.New(rand.NewPCG(luck, 0))
	t = hands.Play(t, deck, lot, func(seat int, v engine.View) engine.Act { return who[seat](v, r.Uint64()) })
	for _, s := range t.View(0).Seats {
		stacks[s.Seat] = s.Stack
	}
	return stacks
}
