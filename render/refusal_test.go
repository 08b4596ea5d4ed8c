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
	for why := engine.NotSeated; why <= engine.InTournament; why++ {
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

// TestAFreeSeatIsNamedWithoutAButton has a refusal that comes alone, in the reader's language: the board may be in another, or in a hand.
func TestAFreeSeatIsNamedWithoutAButton(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		if text := Refusal(Scene{Lang: l}, engine.Refusal{Reason: engine.SeatsFree, Rule: 63}); strings.Contains(text, "**") || !strings.Contains(text, "/sit") {
			t.Errorf("it reads %q", text)
		}
	})
}

// TestAPlayerOnTheWaitlistReadsTheirPlace has the refusals of seats: a player on the waitlist cannot join it, unless their seat is free.
func TestAPlayerOnTheWaitlistReadsTheirPlace(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		v := rendertest.Flop()
		v.Rules.Seats = len(v.Seats)
		v.Waitlist, v.Viewer = []engine.ID{7001, 7002}, 7002
		if text := Refusal(Scene{View: v, Lang: l}, engine.Refusal{Reason: engine.NotSeated}); text != l.Panel.InLine.Format("n", "2") {
			t.Errorf("on the waitlist it reads %q", text)
		}
		v.Rules.Seats += 2
		if text := Refusal(Scene{View: v, Lang: l}, engine.Refusal{Reason: engine.NotSeated}); text != string(l.Why.NotSeated) {
			t.Errorf("with a free seat it reads %q", text)
		}
	})
}

func TestRefusalsSayWhatWouldBeRight(t *testing.T) {
	idle := rendertest.Flop()
	idle.ToAct = -1
	opening, short := rendertest.Flop(), rendertest.Flop()
	opening.Legal = engine.Legal{Bet: true, Min: 20, Max: 500}
	short.Legal = engine.Legal{Call: 2}
	for _, c := range []struct {
		view engine.View
		r    engine.Refusal
		want string
	}{
		{rendertest.Flop(), engine.Refusal{Reason: engine.NotYourTurn, Rule: 28}, "It's <@1002>'s turn. You can act when it's yours. (R28)"},
		{idle, engine.Refusal{Reason: engine.NotYourTurn, Rule: 28}, "No one can act right now. The board shows when it's your turn. (R28)"},
		{engine.View{}, engine.Refusal{Reason: engine.NotYourTurn}, "It isn't your turn yet. The board shows whose it is."},
		{rendertest.Flop(), engine.Refusal{Reason: engine.TooMuch, Min: 80, Max: 1000, Rule: 22}, "That's more than you can bet. The legal range is 80–1,000. (R22)"},
		{rendertest.Flop(), engine.Refusal{Reason: engine.TooLittle, Min: 80, Max: 1000, Rule: 21}, "That's below the minimum. The legal range is 80–1,000. (R21)"},
		{rendertest.Flop(), engine.Refusal{Reason: engine.TooLittle, Min: 80, Max: 80, Rule: 21}, "The only size here is 80. (R21)"},
		{rendertest.Flop(), engine.Refusal{Reason: engine.TooMuch, Min: 20, Max: 20, Rule: 26}, "The only size here is 20. (R26)"},
		{rendertest.Flop(), engine.Refusal{Reason: engine.BadBuyIn, Min: 200, Max: 1000, Rule: 4}, "The buy-in here is 200–1,000. (R4)"},
		{rendertest.Flop(), engine.Refusal{Reason: engine.BadBuyIn, Min: 200, Rule: 4}, "The buy-in here is 200 or more. (R4)"},
		{rendertest.Flop(), engine.Refusal{Reason: engine.BadTopUp, Max: 60, Rule: 6}, "You can add 1–60 now. (R6)"},
		{rendertest.Flop(), engine.Refusal{Reason: engine.CannotCheck, Min: 60}, "There's a bet: it costs 60 to call. You can call, raise or fold."},
		{short, engine.Refusal{Reason: engine.CannotCheck, Min: 2}, "There's a bet: it costs 2 to call. You can call or fold."},
		{opening, engine.Refusal{Reason: engine.NothingToCall}, "There's nothing to call. You can check or bet."},
		{rendertest.Flop(), engine.Refusal{Reason: engine.NothingToCall}, "There's nothing to call. You can check or raise."},
		{rendertest.Flop(), engine.Refusal{Reason: engine.CannotRaise, Max: 60, Rule: 23}, "You can't raise here. You can call 60 or fold. (R23)"},
		{rendertest.Flop(), engine.Refusal{Reason: engine.CannotRaise, Rule: 20}, "You can't raise here. You can call or fold, or check if it's free. (R20)"},
		{rendertest.Flop(), engine.Refusal{Reason: engine.NoSuchSeat}, "This table has seats 1 to 9. Choose one of those."},
	} {
		if got := Refusal(Scene{View: c.view, Name: rendertest.Names}, c.r); got != c.want {
			t.Errorf("%+v is\n%q, should be\n%q", c.r, got, c.want)
		}
	}
}

// TestAStackIsBroughtBackFromAWalletWhereThereIsOne has the refusal of R7: at a table outside any wallet there is no exception for a
// smaller wallet.
func TestAStackIsBroughtBackFromAWalletWhereThereIsOne(t *testing.T) {
	r := engine.Refusal{Reason: engine.BadBuyIn, Min: 180, Max: 1000, Rule: 7}
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		without := l.Numbered(l.Why.BringBackFree.Format("amount", "180"), 7)
		for name, s := range map[string]Scene{"free": {Lang: l, Free: true}, "practice": {Lang: l, View: engine.View{Practice: true}}} {
			if text := Refusal(s, r); text != without {
				t.Errorf("with %s chips it reads %q", name, text)
			}
		}
		if text := Refusal(Scene{Lang: l}, r); text != l.Numbered(l.Why.BringBack.Format("amount", "180"), 7) || text == without {
			t.Errorf("with chips of the wallet it reads %q", text)
		}
	})
}
