package render

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"cardroom/engine"
)

func TestEveryRefusalIsASentence(t *testing.T) {
	seen := map[string]engine.Reason{}
	for why := engine.NotSeated; why <= engine.BadRules; why++ {
		text := Refusal(Scene{View: flop(), Name: names}, engine.Refusal{Reason: why, Min: 80, Max: 1000})
		if !strings.HasSuffix(text, ".") || strings.ContainsAny(text, "{}") || len(text) < 20 {
			t.Errorf("%d is %q", why, text)
		}
		if text == string(Lookup("").Why.Other) {
			t.Errorf("%d has no sentence of its own", why)
		}
		if other, ok := seen[text]; ok && why != engine.TooMuch {
			t.Errorf("%d and %d are both %q", why, other, text)
		}
		seen[text] = why
		if numbered := Refusal(Scene{View: flop(), Name: names}, engine.Refusal{Reason: why, Min: 80, Max: 1000, Rule: 22}); numbered != text+" (R22)" {
			t.Errorf("%d does not end with its rule: %q", why, numbered)
		}
	}
	if text := Refusal(Scene{}, engine.Refusal{Reason: 250}); text != string(Lookup("").Why.Other) {
		t.Errorf("a reason of tomorrow is %q", text)
	}
}

func TestRefusalsSayWhatWouldBeRight(t *testing.T) {
	idle := flop()
	idle.ToAct = -1
	for _, c := range []struct {
		view engine.View
		r    engine.Refusal
		want string
	}{
		{flop(), engine.Refusal{Reason: engine.NotYourTurn, Rule: 28}, "It's <@1002>'s turn; yours comes after. (R28)"},
		{idle, engine.Refusal{Reason: engine.NotYourTurn, Rule: 28}, "It's nobody's turn right now. The board shows when it is yours. (R28)"},
		{engine.View{}, engine.Refusal{Reason: engine.NotYourTurn}, "It isn't your turn yet. The board shows whose it is."},
		{flop(), engine.Refusal{Reason: engine.TooMuch, Min: 80, Max: 1000, Rule: 22}, "That's more than can be bet here. 80–1,000 is legal. (R22)"},
		{flop(), engine.Refusal{Reason: engine.TooLittle, Min: 80, Max: 80, Rule: 21}, "That's less than the minimum. From here 80 is legal. (R21)"},
		{flop(), engine.Refusal{Reason: engine.BadBuyIn, Min: 200, Max: 1000, Rule: 4}, "You can sit down here with 200–1,000. (R4)"},
		{flop(), engine.Refusal{Reason: engine.BadBuyIn, Min: 200, Rule: 4}, "You can sit down here with 200 or more. (R4)"},
		{flop(), engine.Refusal{Reason: engine.BadTopUp, Max: 60, Rule: 6}, "You can add 1–60 now. (R6)"},
		{flop(), engine.Refusal{Reason: engine.CannotCheck, Min: 60}, "There is a bet: calling costs 60. You can call, raise or fold."},
		{flop(), engine.Refusal{Reason: engine.CannotRaise, Max: 60, Rule: 23}, "No raise is possible here. You can call 60 or fold. (R23)"},
		{flop(), engine.Refusal{Reason: engine.CannotRaise, Rule: 20}, "No raise is possible here. You can call or fold, or check if it is free. (R20)"},
		{flop(), engine.Refusal{Reason: engine.NoSuchSeat}, "This table has seats 1 to 9. Pick one of those."},
	} {
		if got := Refusal(Scene{View: c.view, Name: names}, c.r); got != c.want {
			t.Errorf("%+v is\n%q, should be\n%q", c.r, got, c.want)
		}
	}
}

func TestTheLedgerReadsAsItsGoldenFile(t *testing.T) {
	l := Lookup("")
	golden(t, "ledger", strings.Join([]string{
		l.Ledger([]Line{{alice, 1000, 0, -60}, {bob, 500, 560, 60}}, nil),
		l.Ledger([]Line{{alice, 1000, 1300, 300}, {bob, 500, 0, -500}, {carol, 200, 500, 300}, {5, 200, 100, -100}}, nil),
		l.Ledger([]Line{{alice, 1000, 1000, 0}}, nil),
		l.Ledger([]Line{{alice, 1000, 0, -60}}, nil),
		l.Ledger(nil, nil),
		l.Ledger([]Line{{alice, 1000, 1000, 0}}, []Line{{alice, 500, 300, -200}, {bob, 500, 700, 200}}),
	}, "\n\n")+"\n")
}

func TestOnlyPeopleBeginALineOfTheLedger(t *testing.T) {
	d := rand.New(rand.NewPCG(1, 2))
	for n := range 80 {
		lines := make([]Line, n)
		for i := range lines {
			lines[i] = Line{Person: engine.ID(1e18 + i), In: d.Int64N(1e9), Out: d.Int64N(1e9), Net: d.Int64N(2e9) - 1e9}
		}
		text := Lookup("").Ledger(lines, nil)
		people := 0
		for _, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(line, "<@") {
				people++
			}
		}
		if length(text) > maxText || people > n || n <= 12 && people != n {
			t.Errorf("%d people: %d lines, %d characters", n, people, length(text))
		}
		if people < n && !strings.Contains(text, fmt.Sprintf("-# and %d more", n-people)) {
			t.Errorf("%d of %d people, and nothing said of the others:\n%s", people, n, text)
		}
	}
}

func TestASceneSpeaksItsLanguage(t *testing.T) {
	other := *Lookup("")
	other.Help.Now.NoTable, other.Board.Waiting = "Kein Tisch", "Warten"
	if text := NowOpen(&other, true, 0); !strings.HasPrefix(text, "Kein Tisch") {
		t.Errorf("help\n%s", text)
	}
	if text := Board(Scene{View: table(), Lang: &other}); !strings.HasPrefix(text, "**Warten**") {
		t.Errorf("board\n%s", text)
	}
}

func TestRemindersMentionThePlayerAndTheHand(t *testing.T) {
	l := Lookup("")
	if got := l.Nudge("<@1>", 12); got != "<@1> it's your turn · #12" {
		t.Errorf("nudge %q", got)
	}
	if got := l.Warning("<@1>", 12); !strings.HasPrefix(got, "<@1> ") || !strings.Contains(got, "#12") {
		t.Errorf("warning %q", got)
	}
}

func TestWagersOnOfferAreLegal(t *testing.T) {
	offer := func(v engine.View) string { return fmt.Sprint(Wagers(Scene{View: v})) }
	if got := offer(flop()); got != "[{min · 120 min} {half · 240 half} {pot · 300 pot} {max · 940 max}]" {
		t.Errorf("offers %s", got)
	}
	small := flop()
	small.Legal.Max = 120
	if got := offer(small); got != "[{max · 120 max}]" {
		t.Errorf("offers %s", got)
	}
	if got := offer(table()); got != "[]" {
		t.Errorf("offers %s", got)
	}
}
