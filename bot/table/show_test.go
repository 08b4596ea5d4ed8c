package table_test

import (
	"strings"
	"testing"
	"time"

	"cardroom/bot/board"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/store"
)

// A new board is about to appear while the old one still has the buttons: it leaves them there, whatever the decision.
func TestANewBoardBeginsWithoutADecision(t *testing.T) {
	b := sleeper(t)
	rules := poker.DefaultRules()
	rules.Variant = poker.FiveCardDraw
	rules.Seats = rules.MostSeats()
	table, err := engine.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	at := engine.At(time.Now())
	for _, c := range []engine.Command{
		engine.Sit{Player: 101, Seat: 0, Chips: 1000, At: at}, engine.Sit{Player: 102, Seat: 1, Chips: 1000, At: at},
		engine.Start{At: at}, engine.Deal{Deck: card.Ordered(), Message: 5, At: at},
		engine.Act{Player: 101, Turn: engine.Turn{Hand: 1, Action: 1}, Action: engine.Call, At: at},
		engine.Act{Player: 102, Turn: engine.Turn{Hand: 1, Action: 2}, Action: engine.Check, At: at},
	} {
		if table, _, err = table.Apply(c, nil); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		a := b.Tables.Get(store.Key{Guild: 1, Channel: 7})
		a.Install(record.Table{}, table, 1)
		f := board.First(a)
		v := table.View(0)
		if decides := v.ToAct >= 0; strings.Contains(f.Text, "▶") || decides && len(f.Rows) > 0 {
			t.Errorf("phase %d: %s with %d rows", v.Phase, f.Text, len(f.Rows))
		}
	}
	if table.View(0).Phase != engine.Drawing {
		t.Errorf("the hand did not come to the draw")
	}
}
