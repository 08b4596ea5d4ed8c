package bot

import (
	"slices"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/phh"
	"cardroom/store"
)

// TestAHandOfTheHistoryIsAllThatIsNeededToReplayIt has one who leaves with the hand's end: the table does not know any more
// what they had.
func TestAHandOfTheHistoryIsAllThatIsNeededToReplayIt(t *testing.T) {
	a := &actor{held: new(held), bot: newSealing(t, 1), key: store.Key{Guild: 5, Channel: 6}}
	table, err := engine.New(engine.DefaultRules())
	if err != nil {
		t.Fatal(err)
	}
	a.table = table
	r, kept := record{Session: 3}, []store.Hand(nil)
	do := func(c engine.Command) {
		t.Helper()
		next, events, err := a.table.Apply(c, nil)
		if err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		change, err := a.change("id", &next, &r, events)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, change.Hands...)
		a.table = next
		a.version++
	}
	for p := engine.ID(1); p <= 3; p++ {
		do(engine.Sit{Player: p, Seat: int(p), Chips: 200 * int64(p), At: 1})
	}
	do(engine.Start{At: 20_000})
	var deck card.Deck
	deck, r.Shuffle = a.sealedHand(t, 2)
	a.record = r
	do(engine.Deal{Deck: deck, Message: 2, At: 20_000})
	do(engine.Leave{Player: 3, At: 20_000})
	for range 2 {
		if v := a.table.View(0); v.Phase == engine.Betting {
			i := slices.IndexFunc(v.Seats, func(s engine.SeatView) bool { return s.Seat == v.ToAct })
			do(engine.Act{Player: v.Seats[i].Player, Turn: v.Turn, Action: engine.Fold, At: 20_000})
		}
	}
	if len(kept) != 1 {
		t.Fatalf("%d hands are kept", len(kept))
	}
	f, err := a.bot.openHand(a.key, kept[0])
	if err != nil {
		t.Fatal(err)
	}
	end, err := engine.Restore(f.Table, a.bot.seal(a.key, f.Session, f.Serial), a.bot.redeal(a.key, f.shuffle()))
	if err != nil {
		t.Fatal(err)
	}
	h, err := phh.Of(end.View(1), f.Events, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Replay(); err != nil || len(h.Finish) != 3 {
		t.Error(h.Finish, err)
	}
}
