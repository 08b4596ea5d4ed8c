package main

import (
	"cmp"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"cardroom/bench/internal/hands"
	"cardroom/engine"
	"cardroom/engine/ai"
	"cardroom/engine/card"
	"cardroom/engine/poker"
)

const (
	block       = 64  // hands under one message of seals, of which the bot chooses
	stackBlinds = 100 // of every player when a hand begins
	forecasts   = 6   // times that the bot plays a hand ahead of time
	most        = 5   // messages of one hand
	friend      = engine.ID(1)
	dealtAt     = engine.Moment(1_700_000_000_000)
)

// estimate is a mean in big blinds a hundred hands, with its margin of error at 95 %.
type estimate struct{ mean, off float64 }

// result holds the winnings of an attack, and how much more they are than an honest bot's friend wins with the same cards.
type result struct {
	name      string
	won, gain estimate
}

// strategy is a way to cheat. Its wins returns the friend's winnings in a block of hands, in big blinds.
type strategy struct {
	name string
	wins func(b []dealt) float64
}

var strategies = []strategy{
	{"is honest", func(b []dealt) float64 { return sum(b) }},
	{"calls off 1 hand of 64 before a card, by forecast: late, or the message without a deal", func(b []dealt) float64 { return sum(without(b, 1, byForecast)) }},
	{"calls off 3 hands of 64 before a card, by forecast", func(b []dealt) float64 { return sum(without(b, 3, byForecast)) }},
	{"calls off 1 hand of 64 in its course, by outcome", func(b []dealt) float64 { return sum(without(b, 1, byOutcome)) }},
	{"calls off 3 hands of 64 in their course, by outcome", func(b []dealt) float64 { return sum(without(b, 3, byOutcome)) }},
	{"posts the message of each hand up to 2 times, by forecast", func(b []dealt) float64 { return best(b, 2) }},
	{"posts the message of each hand up to 5 times, by forecast", func(b []dealt) float64 { return best(b, most) }},
}

// dealt is a hand with each message that the bot may post for it; an honest bot deals the first. Won has the friend's
// winnings. Forecast has the winnings that the bot expects before.
type dealt [most]struct{ won, forecast float64 }

func byForecast(d dealt) float64 { return d[0].forecast }
func byOutcome(d dealt) float64  { return d[0].won }

// sum returns the friend's winnings in these hands as an honest bot deals them.
func sum(b []dealt) (won float64) {
	for _, d := range b {
		won += d[0].won
	}
	return won
}

// without returns a block without the worst hands. Their chips go back, so they count as zero.
func without(b []dealt, worst int, by func(dealt) float64) []dealt {
	sorted := slices.SortedFunc(slices.Values(b), func(x, y dealt) int { return cmp.Compare(by(x), by(y)) })
	for len(sorted) > 0 && worst > 0 && by(sorted[0]) < 0 {
		sorted, worst = sorted[1:], worst-1
	}
	return sorted
}

// best returns the friend's winnings where the bot deals the best of the first n messages of each hand.
func best(b []dealt, n int) (won float64) {
	for _, d := range b {
		choice := d[0]
		for _, other := range d[1:n] {
			if other.forecast > choice.forecast {
				choice = other
			}
		}
		won += choice.won
	}
	return won
}

// measure plays blocks of hands and returns the winnings of each strategy.
func measure(blocks int, seed uint64) []result {
	table := newTable()
	won := make([][]float64, len(strategies))
	each(blocks, func(at int) []float64 {
		b := play(table, seed, uint64(at))
		var all []float64
		for _, s := range strategies {
			all = append(all, s.wins(b)*100/block)
		}
		return all
	}, func(all []float64) {
		for i, x := range all {
			won[i] = append(won[i], x)
		}
	})
	var results []result
	for i, s := range strategies {
		gains := make([]float64, blocks)
		for j := range gains {
			gains[j] = won[i][j] - won[0][j]
		}
		results = append(results, result{s.name, of(won[i]), of(gains)})
	}
	return results
}

// of returns the mean of some values with its margin.
func of(values []float64) (e estimate) {
	n := float64(len(values))
	for _, x := range values {
		e.mean += x / n
	}
	var squares float64
	for _, x := range values {
		squares += (x - e.mean) * (x - e.mean)
	}
	e.off = 1.96 * math.Sqrt(squares/max(1, n-1)/n)
	return e
}

// play plays a block of hands, each with every message that the bot might post for it.
func play(t engine.Table, seed, number uint64) []dealt {
	r := rand.New(rand.NewPCG(seed, number))
	b := make([]dealt, block)
	for i := range b {
		lot := r.Uint64()
		for try := range b[i] {
			deck := card.Shuffled(r.IntN)
			b[i][try].won = wins(t, deck, lot, r.Uint64())
			for range forecasts {
				b[i][try].forecast += wins(t, deck, lot, r.Uint64()) / forecasts
			}
		}
	}
	return b
}

// newTable returns a table of six before its first hand. The first player is the friend.
func newTable() engine.Table {
	rules := poker.DefaultRules()
	rules.Seats = seats
	t, err := engine.New(rules)
	for i := range seats {
		if err == nil {
			t, _, err = t.Apply(engine.Sit{Player: friend + engine.ID(i), Seat: i, Chips: stackBlinds * rules.BigBlind, At: dealtAt}, nil)
		}
	}
	if err != nil {
		panic(err)
	}
	return t
}

// wins plays a hand to its end and returns the friend's winnings, in big blinds. The luck is that of the players.
func wins(t engine.Table, deck card.Deck, lot, luck uint64) float64 {
	r := rand.New(rand.NewPCG(luck, 0))
	t = hands.Play(t, deck, lot, func(_ int, v engine.View) engine.Act {
		if v.Viewer == friend {
			return ai.Decide(v, engine.Hard, r.Uint64())
		}
		return ai.Decide(v, engine.Normal, r.Uint64())
	})
	v := t.View(0)
	seat, _ := v.SeatOf(friend)
	return float64(seat.Stack)/float64(v.Rules.BigBlind) - stackBlinds
}

// each makes n values on all processors and takes them in their order.
func each[T any](n int, produce func(i int) T, take func(T)) {
	values := make([]T, n)
	var all sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for i := range next {
				values[i] = produce(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	all.Wait()
	for _, v := range values {
		take(v)
	}
}
