package record

import (
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// Followers get a notice of a pot over 50 big blinds, and none of exactly 50.
func TestABigPotIsOverFiftyBigBlinds(t *testing.T) {
	for pot, want := range map[int64]bool{1000: false, 1001: true} {
		r := Table{Followers: []engine.ID{9}}
		v := engine.View{Hand: 3, Rules: poker.Rules{BigBlind: 20}, Pots: []engine.Pot{{Amount: pot}}}
		r.NoteForFollowers(v, []engine.Event{{Kind: engine.Acted}}, time.Now())
		if r.Notice.Hand != 0 != want {
			t.Errorf("with a pot of %d the notice is %+v", pot, r.Notice)
		}
	}
}

// TestABigPotHasTheDeadChips raises and calls where the big blind posted an ante, which is dead (R14): it counts, and an uncalled raise
// does not.
func TestABigPotHasTheDeadChips(t *testing.T) {
	rules := poker.DefaultRules()
	rules.SmallBlind, rules.BigBlind, rules.BigBlindAnte = 5, 10, true
	for to, want := range map[int64]int64{245: 0, 246: 502, 490: 990} {
		game, err := engine.New(rules)
		r, at := Table{Followers: []engine.ID{9}}, engine.At(time.Now())
		do := func(c engine.Command) {
			var events []engine.Event
			if err == nil {
				game, events, err = game.Apply(c, nil)
			}
			r.NoteForFollowers(game.View(0), events, time.Now())
		}
		for i := range 2 {
			do(engine.Sit{Player: engine.ID(101 + i), Seat: i, Chips: 1000, At: at})
		}
		do(engine.Start{At: at})
		do(engine.Deal{Deck: card.Ordered(), Message: 5, At: at})
		for _, c := range []engine.Act{{Action: engine.Raise, To: to}, {Action: engine.Call}} {
			if r.Notice.Hand != 0 {
				t.Errorf("before a raise to %d is called, the notice is %+v", to, r.Notice)
			}
			v := game.View(0)
			seat, _ := v.SeatOf(engine.ID(101 + v.ToAct))
			c.Player, c.Turn, c.At = seat.Player, v.Turn, at
			do(c)
		}
		if err != nil || r.Notice.Pot != want {
			t.Errorf("after a raise to %d that is called, the notice is %+v, want a pot of %d; %v", to, r.Notice, want, err)
		}
	}
}
