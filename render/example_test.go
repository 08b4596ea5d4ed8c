package render_test

import (
	"errors"
	"fmt"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/render/locale"
)

// headsUp returns a hand on the turn, with 240 in the pot and Bob to call 60.
func headsUp() engine.View {
	return engine.View{
		Rules: poker.DefaultRules(), Hand: 12, Phase: engine.Betting, Street: 2, Button: 0, ToAct: 1,
		Board: []card.Card{card.Of(12, 3), card.Of(8, 2), card.Of(5, 0), card.Of(0, 1)},
		Legal: engine.Legal{Call: 60, Min: 120, Max: 850, Pot: 360, High: 60}, Until: 1_795_000_000_000,
		Pots: []engine.Pot{{Amount: 240}},
		Seats: []engine.SeatView{
			{Seat: 0, Player: 1001, Stack: 910, Bet: 60, InHand: true, Hidden: 2},
			{Seat: 1, Player: 1002, Stack: 850, InHand: true, Hidden: 2},
		},
	}
}

func ExampleBoard() {
	fmt.Println(render.Board(render.Scene{View: headsUp()}))
	// Output:
	// #12 · **Turn**
	// A♠ 10♥ 7♣ 2♦
	// Pot 240
	// -# NL hold'em 5/10
	// `1` <@1001> 910 · bet 60 · dealer
	// ▶ `2` <@1002> 850 · to call 60 · <t:1795000000:R>
}

func ExampleButtons() {
	for _, row := range render.Buttons(render.Scene{View: headsUp()}) {
		for _, b := range row {
			fmt.Println(b.Verb, b.To, b.Label)
		}
	}
	// Output:
	// fold 0 Fold
	// call 0 Call 60
	// ask 0 Raise…
	// raise 210 Raise 210
	// raise 360 Pot 360
	// allin 850 All-in 850
	// cards 0 My cards
	// seat 0 Seat…
}

func ExampleParseAmount() {
	lang := locale.Lookup("en-US")
	for _, text := range []string{"250", "100", "pot", "2.5k"} {
		to, adjusted, err := render.ParseAmount(lang, text, headsUp())
		var wrong *locale.AmountError
		if errors.As(err, &wrong) {
			fmt.Println(lang.BadAmount(wrong))
			continue
		}
		fmt.Println(to, adjusted)
	}
	// Output:
	// 250 false
	// 120 true
	// 360 false
	// That's more than you can bet. The legal range is 120–850. (R22)
}
