package table_test

import (
	"testing"

	"cardroom/engine"
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
