package render

import (
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

func TestEveryRefusalIsASentence(t *testing.T) {
	seen := map[string]engine.Reason{}
	for why := engine.NotSeated; why <= engine.BadRules; why++ {
		text := Refusal(Scene{View: rendertest.Flop(), Name: rendertest.Names}, engine.Refusal{Reason: why, Min: 80, Max: 1000})
		if !strings.HasSuffix(text, ".") || strings.ContainsAny(text, "{}") || len(text) < 20 {
			t.Errorf("%d is %q", why, text)
		}
		if text == string(locale.Lookup("").Why.Other) {
			t.Errorf("%d has no sentence of its own", why)
		}
		if other, ok := seen[text]; ok && why != engine.TooMuch {
			t.Errorf("%d and %d are both %q", why, other, text)
		}
		seen[text] = why
		if numbered := Refusal(Scene{View: rendertest.Flop(), Name: rendertest.Names}, engine.Refusal{Reason: why, Min: 80, Max: 1000, Rule: 22}); numbered != text+" (R22)" {
			t.Errorf("%d does not end with its rule: %q", why, numbered)
		}
	}
	if text := Refusal(Scene{}, engine.Refusal{Reason: 250}); text != string(locale.Lookup("").Why.Other) {
		t.Errorf("a reason of tomorrow is %q", text)
	}
}

func TestRefusalsSayWhatWouldBeRight(t *testing.T) {
	idle := rendertest.Flop()
	idle.ToAct = -1
	for _, c := range []struct {
		view engine.View
		r    engine.Refusal
		want string
	}{
		{rendertest.Flop(), engine.Refusal{Reason: engine.NotYourTurn, Rule: 28}, "It's <@1002>'s turn; yours comes after. (R28)"},
		{idle, engine.Refusal{Reason: engine.NotYourTurn, Rule: 28}, "It's nobody's turn right now. The board shows when it is yours. (R28)"},
		{engine.View{}, engine.Refusal{Reason: engine.NotYourTurn}, "It isn't your turn yet. The board shows whose it is."},
		{rendertest.Flop(), engine.Refusal{Reason: engine.TooMuch, Min: 80, Max: 1000, Rule: 22}, "That's more than can be bet here. 80–1,000 is legal. (R22)"},
		{rendertest.Flop(), engine.Refusal{Reason: engine.TooLittle, Min: 80, Max: 80, Rule: 21}, "That's less than the minimum. From here 80 is legal. (R21)"},
		{rendertest.Flop(), engine.Refusal{Reason: engine.BadBuyIn, Min: 200, Max: 1000, Rule: 4}, "You can sit down here with 200–1,000. (R4)"},
		{rendertest.Flop(), engine.Refusal{Reason: engine.BadBuyIn, Min: 200, Rule: 4}, "You can sit down here with 200 or more. (R4)"},
		{rendertest.Flop(), engine.Refusal{Reason: engine.BadTopUp, Max: 60, Rule: 6}, "You can add 1–60 now. (R6)"},
		{rendertest.Flop(), engine.Refusal{Reason: engine.CannotCheck, Min: 60}, "There is a bet: calling costs 60. You can call, raise or fold."},
		{rendertest.Flop(), engine.Refusal{Reason: engine.CannotRaise, Max: 60, Rule: 23}, "No raise is possible here. You can call 60 or fold. (R23)"},
		{rendertest.Flop(), engine.Refusal{Reason: engine.CannotRaise, Rule: 20}, "No raise is possible here. You can call or fold, or check if it is free. (R20)"},
		{rendertest.Flop(), engine.Refusal{Reason: engine.NoSuchSeat}, "This table has seats 1 to 9. Pick one of those."},
	} {
		if got := Refusal(Scene{View: c.view, Name: rendertest.Names}, c.r); got != c.want {
			t.Errorf("%+v is\n%q, should be\n%q", c.r, got, c.want)
		}
	}
}
