// Package tabletest makes tables in the middle of a hand for tests and benchmarks of several packages.
package tabletest

import (
	"testing"
	"time"

	"cardroom/bot/prefs"
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/engine/poker"
	"cardroom/store"
)

// Deal returns the deck of the hand that waits for its message, the first of a posted batch, and its shuffle.
func Deal(t testing.TB, e *table.Env, k store.Key, game engine.Table, board engine.ID) (card.Deck, shuffle.State) {
	t.Helper()
	first, keys := game.View(0).Hand, &e.Codec.Keys
	secret := keys.NewSecret(k, first)
	hidden := keys.Secret(k, "batch", first).Seal(secret[:], nil)
	batch := shuffle.Batch{First: first, Secret: hidden, Commitments: make([]fair.Hash, shuffle.BatchSize), Root: fair.Hash{1}}
	s := shuffle.State{}.With(batch)
	s.Message = board - 1
	s, err := s.StartHand(k, game.View(0))
	if err != nil {
		t.Fatal(err)
	}
	deck, s, err := keys.Deal(k, s, batch, first, board, shuffle.DealtIn(game.View(0)))
	if err != nil {
		t.Fatal(err)
	}
	return deck, s
}

// InHand returns a slow table of ten players with a long hand behind it, at the start of a player's turn. Its board is
// message 5.
func InHand(t testing.TB, e *table.Env, k store.Key) (record.Table, engine.Table) {
	t.Helper()
	r := poker.DefaultRules()
	r.Seats, r.Clock, r.Pause, r.Runout = engine.MaxSeats, 24*time.Hour, 0, 0
	game, err := engine.New(r)
	if err != nil {
		t.Fatal(err)
	}
	var log []engine.Event
	do := func(c engine.Command) {
		t.Helper()
		if game, log, err = game.Apply(c, log); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	at := engine.At(time.Now())
	for i := range r.Seats {
		e.Prefs.People.Remember(engine.ID(100+i), prefs.Person{}) // or the test would also read the store
		do(engine.Sit{Player: engine.ID(100 + i), Seat: i, Chips: 1000, At: at})
	}
	do(engine.Start{At: at})
	deck, s := Deal(t, e, k, game, 5)
	do(engine.Deal{Deck: deck, Message: 5, At: at})
	for range 25 {
		v := game.View(0)
		do(engine.Act{Player: v.Seats[v.ToAct].Player, Turn: v.Turn, Action: CheckOrCall(v), At: at})
	}
	board := record.BoardRef{Message: 5, Hand: 1, Posted: at}
	return record.Table{Host: 100, Session: 1, Serial: 30, Board: board, Shuffle: s, Log: log}, game
}

// CheckOrCall returns the player's cheapest action other than a fold.
func CheckOrCall(v engine.View) engine.Action {
	if v.Legal.Call > 0 {
		return engine.Call
	}
	return engine.Check
}
