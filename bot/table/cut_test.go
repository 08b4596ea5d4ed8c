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

// TestAPlayerWithoutChipsIsNotDealtNext asks during an all-in and after it: a player who is all-in may still win, and one who has lost
// needs a rebuy first.
func TestAPlayerWithoutChipsIsNotDealtNext(t *testing.T) {
	rules, deck, at := poker.DefaultRules(), card.Ordered(), engine.At(time.Now())
	rules.Runout = 0
	deck[0], deck[51] = deck[51], deck[0] // an ace wins beside a board of four threes
	game := gameOf(t, rules, engine.Sit{Player: 101, Seat: 0, Chips: 1000, At: at}, engine.Sit{Player: 102, Seat: 1, Chips: 1000, At: at},
		engine.Start{At: at}, engine.Deal{Deck: deck, Message: 5, At: at})
	a := newEnv(t, 1).Tables.Get(store.Key{Guild: 1, Channel: 7})
	for _, act := range []engine.Act{{Action: engine.Raise, To: 1000}, {Action: engine.Call}} {
		v, err := game.View(0), error(nil)
		act.Player, act.Turn, act.At = engine.ID(101+v.ToAct), v.Turn, at
		if game, _, err = game.Apply(act, nil); err != nil {
			t.Fatal(err)
		}
		a.Install(record.Table{}, game, 1)
		v = game.View(0)
		for _, s := range v.Seats {
			if next, want := a.Dealer.DealtNext(s.Player), v.Phase != engine.Idle || s.Stack > 0; next != want {
				t.Errorf("in phase %d a player with %d is dealt into the next hand: %t, want %t", v.Phase, s.Stack, next, want)
			}
		}
	}
	if v := game.View(0); v.Phase != engine.Idle || v.Seats[0].Stack != 0 && v.Seats[1].Stack != 0 {
		t.Errorf("neither player is out of chips: %+v", v.Seats)
	}
}
