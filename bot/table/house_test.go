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

// After a restart in the middle of a decision, the program decides as before. Without its key, a player cannot predict the
// decision.
func TestAHousePlayersLuckIsItsOwnAndStays(t *testing.T) {
	lucky := func(key byte, at store.Key, turn engine.Turn) uint64 {
		return newEnv(t, key).Tables.Get(at).Seed(turn)
	}
	here, now := store.Key{Guild: 1, Channel: 2}, engine.Turn{Hand: 3, Action: 4}
	seed := lucky(1, here, now)
	if again := lucky(1, here, now); again != seed {
		t.Errorf("%d, and in another life of the program %d", seed, again)
	}
	for name, other := range map[string]uint64{
		"another key":     lucky(2, here, now),
		"another channel": lucky(1, store.Key{Guild: 1, Channel: 3}, now),
		"another hand":    lucky(1, here, engine.Turn{Hand: 4, Action: 4}),
		"another action":  lucky(1, here, engine.Turn{Hand: 3, Action: 5}),
	} {
		if other == seed {
			t.Errorf("%s has the same luck", name)
		}
	}
}

// TestAHousePlayerActsWithinItsClock has one that wants a minute for its decision, at tables with a short clock, a long one and none.
func TestAHousePlayerActsWithinItsClock(t *testing.T) {
	e := newEnv(t, 1)
	e.AIDelay = func(engine.View, uint64) time.Duration { return time.Minute }
	for clock, want := range map[time.Duration]time.Duration{6 * time.Second: 2 * time.Second, time.Hour: time.Minute, 0: time.Minute} {
		rules := poker.DefaultRules()
		rules.Clock, rules.TimeBank = clock, 0
		at := engine.At(time.Now())
		game := gameOf(t, rules, engine.Sit{Player: 101, Seat: 0, House: engine.Easy, Chips: 1000, At: at}, engine.Sit{Player: 102, Seat: 1, Chips: 1000, At: at},
			engine.Start{At: at}, engine.Deal{Deck: card.Ordered(), Message: 5, At: at})
		a := e.Tables.Get(store.Key{Guild: 1, Channel: 7})
		a.Install(record.Table{}, game, 1)
		if acts := a.HouseActs().Sub(at.Time()); (acts - want).Abs() > 100*time.Millisecond {
			t.Errorf("with a clock of %v it acts after %v, want %v", clock, acts, want)
		}
	}
}

// gameOf applies commands to a new table.
func gameOf(t *testing.T, rules poker.Rules, commands ...engine.Command) engine.Table {
	t.Helper()
	game, err := engine.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range commands {
		if game, _, err = game.Apply(c, nil); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	return game
}
