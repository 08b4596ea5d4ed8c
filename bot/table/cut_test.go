package table_test

import (
	"testing"
	"time"

	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/store"
)

// TestPlayersWhoPlayNoFurtherHandAreNotDealtNext asks in the middle of a hand: only players who stay may cut the next one.
func TestPlayersWhoPlayNoFurtherHandAreNotDealtNext(t *testing.T) {
	const stays, kicked, leaves, sitsOut, waits, posts, watches = 101, 102, 103, 104, 105, 106, 107
	at := engine.At(time.Now())
	commands := []engine.Command{}
	for i, p := range []engine.ID{stays, kicked, leaves, sitsOut} {
		commands = append(commands, engine.Sit{Player: p, Seat: i, Chips: 1000, At: at})
	}
	commands = append(commands, engine.Start{At: at}, engine.Deal{Deck: card.Ordered(), Message: 5, At: at},
		engine.Sit{Player: waits, Seat: 4, Chips: 1000, At: at}, engine.Sit{Player: posts, Seat: 5, Chips: 1000, Post: true, At: at},
		engine.Kick{Player: kicked, At: at}, engine.Leave{Player: leaves, At: at}, engine.SitOut{Player: sitsOut, At: at})
	game := gameOf(t, poker.DefaultRules(), commands...)
	if v := game.View(0); v.Phase == engine.Idle {
		t.Fatal("no hand runs")
	}
	a := newEnv(t, 1).Tables.Get(store.Key{Guild: 1, Channel: 7})
	a.Install(record.Table{}, game, 1)
	for who, want := range map[engine.ID]bool{stays: true, kicked: false, leaves: false, sitsOut: false, waits: false, posts: true, watches: false} {
		if next := a.Dealer.DealtNext(who); next != want {
			t.Errorf("player %d is dealt into the next hand: %t, want %t", who, next, want)
		}
	}
}
