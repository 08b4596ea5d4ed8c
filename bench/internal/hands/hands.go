// Package hands plays hands to their end without a bot, for the simulations beside it.
package hands

import (
	"fmt"

	"cardroom/engine"
	"cardroom/engine/ai"
	"cardroom/engine/card"
)

// Play plays a hand and returns the table after it. The player in seat n has the ID n+1. Decide returns the act of the player
// whose view it gets; draws are those of house players. All act at once, so no clock ever runs out.
func Play(t engine.Table, deck card.Deck, lot uint64, decide func(seat int, v engine.View) engine.Act) engine.Table {
	now := t.Pending().Due
	apply := func(c engine.Command) {
		next, _, err := t.Apply(c, nil)
		if err != nil {
			panic(fmt.Sprintf("%T: %v", c, err)) // a player did what is not legal
		}
		t = next
	}
	apply(engine.Start{Lot: lot, At: now})
	apply(engine.Deal{Deck: deck, Message: 1, At: now})
	for {
		switch w := t.Pending(); w.Need {
		case engine.NeedAction:
			v := t.View(engine.ID(w.Seat + 1))
			if v.Phase == engine.Drawing {
				apply(engine.Draw{Player: v.Viewer, Turn: v.Turn, Discard: ai.Discard(v), At: now})
				continue
			}
			act := decide(w.Seat, v)
			act.At = now
			apply(act)
		case engine.NeedStreet:
			now = max(now, w.Due)
			apply(engine.Tick{At: now})
		default:
			return t
		}
	}
}
