package engine_test

import (
	"errors"
	"fmt"
	"time"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// A hand from the first seat to the last chip. The program asks what the table needs, brings it, and shows what every viewer
// may see.
func Example() {
	t, err := engine.New(poker.DefaultRules())
	if err != nil {
		fmt.Println(err)
		return
	}
	now := engine.At(time.Date(2026, 1, 1, 20, 0, 0, 0, time.UTC))
	var events []engine.Event
	apply := func(c engine.Command) {
		if t, events, err = t.Apply(c, events[:0]); err != nil {
			fmt.Println(err)
		}
	}
	const ann, bob = 1, 2
	apply(engine.Sit{Player: ann, Seat: 0, Chips: 500, At: now})
	apply(engine.Sit{Player: bob, Seat: 1, Chips: 500, At: now})

	now = t.Pending().Due
	apply(engine.Start{Lot: 0, At: now})
	apply(engine.Deal{Deck: card.Ordered(), Message: 99, At: now}) // a real deck is shuffled

	v := t.View(ann)
	me, _ := v.SeatOf(ann)
	fmt.Println("Ann holds", me.Cards, "and may raise to", v.Legal.Min, "or up to", v.Legal.Max)
	fmt.Println("the public sees", t.View(0).Seats[0].Cards, "and", t.View(0).Seats[0].Hidden, "backs")

	apply(engine.Act{Player: ann, Turn: v.Turn, Action: engine.Raise, To: 30, At: now})
	apply(engine.Act{Player: bob, Turn: t.View(0).Turn, Action: engine.Fold, At: now})
	for _, e := range events {
		if e.Kind == engine.Won {
			fmt.Println("seat", e.Seat, "wins", e.Amount)
		}
	}
	fmt.Println("next:", t.Pending().Need == engine.NeedStart, "in", time.Duration(t.Pending().Due-now)*time.Millisecond)
	// Output:
	// Ann holds [2♦ 2♠] and may raise to 20 or up to 500
	// the public sees [] and 2 backs
	// seat 0 wins 20
	// next: true in 8s
}

// A refusal is data: why, the legal range, the rule. The table stays the same.
func ExampleTable_Apply() {
	t, _ := engine.New(poker.DefaultRules())
	next, _, err := t.Apply(engine.Sit{Player: 1, Seat: engine.AnySeat, Chips: 50}, nil)
	var r engine.Refusal
	if errors.As(err, &r) {
		fmt.Println(r.Reason == engine.BadBuyIn, r.Min, r.Max, r.Rule, next == t)
	}
	// Output: true 200 1000 4 true
}

// Nothing that is printed has a card in it.
func ExampleTable_Format() {
	t, _ := engine.New(poker.DefaultRules())
	fmt.Printf("%+v\n", t)
	fmt.Println(engine.Deal{Deck: card.Ordered(), Message: 7})
	// Output:
	// [hidden]
	// {[hidden] 7 0}
}

// Rules that cannot be played say which field is wrong, and what it could be.
func ExampleRules_Check() {
	r := poker.DefaultRules()
	r.Seats = 11
	var wrong poker.RulesError
	if errors.As(r.Check(), &wrong) {
		fmt.Println(wrong.Field, wrong.Min, wrong.Max)
	}
	// Output: Seats 2 10
}
