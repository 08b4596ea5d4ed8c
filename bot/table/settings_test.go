package table_test

import (
	"testing"
	"time"

	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/store"
)

// TestAnotherSourceOfChipsForgetsThoseOfAllDepartures has more players leave than the engine remembers, so that the record alone knows
// the first. They have chips to bring back while the source stays the same (R7).
func TestAnotherSourceOfChipsForgetsThoseOfAllDepartures(t *testing.T) {
	const first, last = 101, 130
	for source, want := range map[options.Funds]int64{options.FromWallets: 500, options.OnceApproved: 500, options.Free: 200} {
		game, at := gameOf(t, poker.DefaultRules()), engine.At(time.Now())
		var r record.Table
		for p := engine.ID(first); p <= last; p++ {
			for _, c := range []engine.Command{engine.Sit{Player: p, Chips: 500, At: at}, engine.Leave{Player: p, At: at}} {
				var err error
				if game, _, err = game.Apply(c, nil); err != nil {
					t.Fatal(err)
				}
			}
			r.KeepDepartures(&game, nil, at)
		}
		a := newEnv(t, 1).Tables.Get(store.Key{Guild: 1, Channel: 7})
		a.Install(r, game, 1)
		if _, err := a.SetOptions(&r, &game, options.Table{Rules: game.Rules(), Extras: options.Extras{Funds: source}}); err != nil {
			t.Fatal(err)
		}
		for _, p := range []engine.ID{first, last} {
			returning := r.Recall(game, p)
			if least, _ := returning.BuyIns(p, at); least != want {
				t.Errorf("chips %q: player %d has to bring %d, want %d", source, p, least, want)
			}
		}
	}
}
