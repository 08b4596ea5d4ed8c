package render

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

func flat(rows [][]Button) []Button { return slices.Concat(rows...) }

func TestButtonsKeepToThePlatformsLimitsAndToLegalTotals(t *testing.T) {
	eachView(t, func(t *testing.T, v engine.View) {
		s := Scene{View: v, Name: rendertest.Names, Private: Private{Rebuy: 400}}
		_, own := Panel(s)
		checkRows(t, v, Buttons(s))
		checkRows(t, v, own)
	})
}

func checkRows(t *testing.T, v engine.View, rows [][]Button) {
	t.Helper()
	seen := map[string]bool{}
	if len(rows) > 5 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		if len(row) == 0 || len(row) > 5 {
			t.Errorf("a row of %d", len(row))
		}
		for _, b := range row {
			id := fmt.Sprint(b.Verb, b.To)
			if b.Label == "" || locale.Length(b.Label) > 80 || b.Verb == "" || seen[id] {
				t.Errorf("%+v is too long, empty or there twice", b)
			}
			seen[id] = true
			checkTotal(t, v, b)
		}
	}
}

// checkTotal holds a button against the legal range.
func checkTotal(t *testing.T, v engine.View, b Button) {
	t.Helper()
	legal := v.Legal
	switch b.Verb {
	case VerbRaise, VerbAllIn:
		if b.To < legal.Min || b.To > legal.Max || legal.Min == 0 || v.Phase != engine.Betting {
			t.Errorf("%+v where %+v is legal", b, legal)
		}
		if !strings.HasSuffix(b.Label, " "+locale.Lookup("").Chips(b.To)) && !(b.Label == "All-in" && b.To >= 10_000_000) {
			t.Errorf("%q raises to %d", b.Label, b.To)
		}
	case VerbFold, VerbCall:
		if legal.Call == 0 || v.Phase != engine.Betting {
			t.Errorf("%q where nothing is to call", b.Label)
		}
	case VerbCheck:
		if legal.Call != 0 || v.Phase != engine.Betting {
			t.Errorf("%q where a call costs %d", b.Label, legal.Call)
		}
	case VerbAsk:
		if legal.Min == 0 || legal.Min == legal.Max {
			t.Errorf("%q where %+v is legal", b.Label, legal)
		}
	case VerbShow:
		if b.To < 0 || b.To > 31 {
			t.Errorf("%q shows %b", b.Label, b.To)
		}
	case VerbRun:
		if v.Phase != engine.Asking || b.To < 1 || b.To > int64(v.MostRuns) {
			t.Errorf("%q where %d boards may be dealt", b.Label, v.MostRuns)
		}
	case VerbPlan, VerbPlanCall:
		own, _ := v.SeatOf(v.Viewer)
		plan := engine.PreAction(b.To)
		switch {
		case b.Verb == VerbPlanCall:
			plan = engine.PlanCall
		case b.To == 0: // removes it
			plan = own.Plan
		}
		if !slices.Contains(own.Plans, plan) || !strings.HasPrefix(b.Label, "☐ ") && !strings.HasPrefix(b.Label, "☑ ") {
			t.Errorf("%q where %v may be planned", b.Label, own.Plans)
		}
	case VerbDraw:
		if n := bits.OnesCount64(uint64(b.To)); v.Phase != engine.Drawing || n > 0 && b.Label != fmt.Sprint("Draw ", n) {
			t.Errorf("%q exchanges %b", b.Label, b.To)
		}
	case VerbTick:
		if v.Phase != engine.Drawing || !strings.HasPrefix(b.Label, "☐ ") && !strings.HasPrefix(b.Label, "☑ ") {
			t.Errorf("%q ticks %b", b.Label, b.To)
		}
	case VerbCards, VerbSeat, VerbSit, VerbLeave, VerbSitOut, VerbSitIn, VerbPat, VerbMuck, VerbLine, VerbUnline:
		if b.To != 0 {
			t.Errorf("%q has a total", b.Label)
		}
	case VerbRebuy, VerbRebuyAsk:
		bust := func(s engine.SeatView) bool {
			return s.RebuyBy != 0 && (b.Verb == VerbRebuyAsk || s.Player == v.Viewer)
		}
		if !slices.ContainsFunc(v.Seats, bust) {
			t.Errorf("%q where no player is out of chips", b.Label)
		}
		if sum := "Rebuy " + locale.Lookup("").Chips(b.To); b.Verb == VerbRebuyAsk && b.To != 0 || b.Verb == VerbRebuy && b.Label != sum {
			t.Errorf("%q brings %d", b.Label, b.To)
		}
	case VerbPostHand:
		if b.To != v.Hand || v.Phase != engine.Idle {
			t.Errorf("%q posts hand %d", b.Label, b.To)
		}
	default:
		t.Errorf("verb %q", b.Verb)
	}
}

func TestThereAreActionButtonsOnlyWhileADecisionIsAwaited(t *testing.T) {
	eachView(t, func(t *testing.T, v engine.View) {
		acts := slices.ContainsFunc(flat(Buttons(Scene{View: v})), func(b Button) bool {
			return slices.Contains([]string{VerbFold, VerbCheck, VerbCall, VerbRaise, VerbAllIn, VerbAsk, VerbDraw, VerbMuck, VerbRun}, b.Verb)
		})
		if awaited := v.ToAct >= 0 || v.Phase == engine.Asking; acts != awaited {
			t.Errorf("action buttons: %t, decision awaited: %t", acts, awaited)
		}
	})
}

func TestSizesAreOfferedOnceAndOnlyWhereTheyAreLegal(t *testing.T) {
	for _, c := range []struct {
		name   string
		street poker.Street
		legal  engine.Legal
		stack  int64
		want   string
	}{
		{"first to act before the flop", 0, engine.Legal{Call: 10, Min: 20, Max: 1000, Pot: 35, High: 10}, 1000,
			"[Fold] [Call 10] [Raise…] \n[Raise 22] [Pot 35] [All-in 1,000] \n"},
		{"opening the flop", 1, engine.Legal{Bet: true, Min: 10, Max: 1000, Pot: 120}, 1000,
			"[Check] [Bet…] \n[Bet 60] [Pot 120] [All-in 1,000] \n"},
		{"half the pot is the minimum", 1, engine.Legal{Bet: true, Min: 10, Max: 1000, Pot: 20}, 1000,
			"[Check] [Bet…] \n[Bet 10] [Pot 20] [All-in 1,000] \n"},
		{"half the pot is too little", 1, engine.Legal{Bet: true, Min: 10, Max: 1000, Pot: 15}, 1000,
			"[Check] [Bet…] \n[Bet 10] [Pot 15] [All-in 1,000] \n"},
		{"the pot is more than the stack", 1, engine.Legal{Bet: true, Min: 10, Max: 90, Pot: 120}, 90,
			"[Check] [Bet…] \n[Bet 60] [All-in 90] \n"},
		{"the pot is the stack", 1, engine.Legal{Bet: true, Min: 10, Max: 120, Pot: 120}, 120,
			"[Check] [Bet…] \n[Bet 60] [All-in 120] \n"},
		{"the minimum is the stack", 1, engine.Legal{Bet: true, Min: 10, Max: 10, Pot: 120}, 10,
			"[Check] \n[All-in 10] \n"},
		{"the minimum is the stack, and more than the pot", 1, engine.Legal{Bet: true, Min: 10, Max: 10, Pot: 8}, 10,
			"[Check] \n[All-in 10] \n"},
		{"the stack is less than the minimum", 1, engine.Legal{Call: 60, Min: 100, Max: 100, Pot: 300, High: 60}, 100,
			"[Fold] [Call 60] \n[All-in 100] \n"},
		{"the stack is only a call", 1, engine.Legal{Call: 40, Pot: 300, High: 60}, 40, "[Fold] [Call 40 (all-in)] \n"},
		{"the limit is below the stack", 1, engine.Legal{Call: 20, Min: 40, Max: 140, Pot: 140, High: 20}, 1000,
			"[Fold] [Call 20] [Raise…] \n[Raise 80] [Pot 140] \n"},
		{"one size below the stack", 1, engine.Legal{Call: 20, Min: 40, Max: 40, Pot: 140, High: 20}, 1000,
			"[Fold] [Call 20] \n[Raise 40] \n"},
		{"nobody could call a raise", 1, engine.Legal{Call: 20, Pot: 140, High: 20}, 1000, "[Fold] [Call 20] \n"},
		{"nobody could call a bet", 1, engine.Legal{Bet: true, Pot: 140}, 1000, "[Check] \n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := rendertest.Table(rendertest.Dealt(0, rendertest.Alice, c.stack, 0), rendertest.Dealt(1, rendertest.Bob, 500, 10))
			v.Phase, v.ToAct, v.Street, v.Legal, v.Viewer = engine.Betting, 0, c.street, c.legal, rendertest.Alice
			if _, rows := Panel(Scene{View: v}); Labels(rows) != c.want {
				t.Errorf("got\n%swant\n%s", Labels(rows), c.want)
			}
		})
	}
}

func TestAnAllInCountsWhatIsInAlready(t *testing.T) {
	v := rendertest.Table(rendertest.Dealt(0, rendertest.Alice, 940, 60), rendertest.Dealt(1, rendertest.Bob, 900, 120))
	v.Phase, v.ToAct, v.Legal = engine.Betting, 0, engine.Legal{Call: 60, Min: 180, Max: 1000, Pot: 360, High: 120}
	v.Viewer = rendertest.Alice
	_, rows := Panel(Scene{View: v})
	if len(rows) != 2 {
		t.Fatalf("the buttons are\n%s", Labels(rows))
	}
	if b := rows[1][2]; b.Label != "All-in 1,000" || b.Verb != VerbAllIn || b.To != 1000 {
		t.Errorf("all-in is %+v", b)
	}
}

func TestSitDownIsThereBetweenHandsWhileASeatIsFree(t *testing.T) {
	full := rendertest.Table(rendertest.Dealt(0, rendertest.Alice, 1, 0), rendertest.Dealt(1, rendertest.Bob, 1, 0))
	full.Rules.Seats = 2
	closing, closed := rendertest.Table(), rendertest.Table()
	closing.Closing, closed.Closed = true, true
	for name, c := range map[string]struct {
		v    engine.View
		want bool
	}{"free": {rendertest.Table(), true}, "in a hand": {rendertest.Flop(), false}, "full": {full, false}, "closing": {closing, false}, "closed": {closed, false}} {
		has := slices.ContainsFunc(flat(Buttons(Scene{View: c.v})), func(b Button) bool { return b.Verb == VerbSit })
		if has != c.want {
			t.Errorf("%s: %t", name, has)
		}
	}
}

// TestRowsFitAPhone checks that large sizes leave their last one to the table's own buttons, where these have room for it.
func TestRowsFitAPhone(t *testing.T) {
	v := raised(2400, 4800, 9000)
	want := "[Fold] [Call 60] [Raise…] \n[Raise 2,400] [Pot 4,800] \n[All-in 9,000] [My cards] [Seat…] \n"
	if got := Labels(Buttons(Scene{View: v})); got != want {
		t.Errorf("the buttons are\n%s\nand not\n%s", got, want)
	}
	v.Seats[1].RebuyBy = 60 // brings a button of its own
	want = "[Fold] [Call 60] [Raise…] \n[Raise 2,400] [Pot 4,800] \n[All-in 9,000] [My cards] [Seat…] \n[Rebuy…] \n"
	if got := Labels(Buttons(Scene{View: v})); got != want {
		t.Errorf("with a player out of chips the buttons are\n%s\nand not\n%s", got, want)
	}
}

// raised returns a view of a player who may raise to these totals.
func raised(least, pot, all int64) engine.View {
	v := rendertest.Flop()
	v.Legal = engine.Legal{Call: 60, Min: least, Max: all, Pot: pot}
	for i := range v.Seats {
		v.Seats[i].Stack, v.Seats[i].Bet = all, 0
	}
	return v
}

// TestTheWidestSizesTakeThreeRows checks every language, with totals of as many digits as the stacks allow.
func TestTheWidestSizesTakeThreeRows(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		for all := int64(88); all < 10_000; all = all*10 + 8 {
			for least := int64(8); least < all; least = least*10 + 8 {
				for pot := least + 1; pot < all; pot = pot*10 + 8 {
					for _, bet := range []bool{false, true} {
						v := raised(least, pot, all)
						v.Legal.Bet = bet
						rows := Buttons(Scene{View: v, Lang: l})
						if len(rows) != 3 || slices.ContainsFunc(rows[1:], func(row []Button) bool { return len(flow(row, nil)) > 1 }) {
							t.Errorf("sizes of %d, %d and %d take\n%s", least, pot, all, Labels(rows))
						}
					}
				}
			}
		}
	})
}

func TestTheModalNamesItsRangeAndFits(t *testing.T) {
	v := rendertest.Flop()
	v.Legal.Min, v.Legal.Max = 80, 1000
	if m := Modal(Scene{View: v}); m.Label != "Total 80–1,000" || m.Title != "#12 · Raise to" || m.Min != 80 || m.Max != 1000 {
		t.Errorf("%+v", m)
	}
	v.Legal.Bet, v.Hand = true, 1_000_000_000
	for high, want := range map[int64]string{
		locale.MaxChips: "Total 1–1,000,000,000,000",
		1 << 62:         "Total 1–4,611,686,018,427,387,904",
	} {
		v.Legal.Min, v.Legal.Max = 1, high
		if m := Modal(Scene{View: v}); m.Label != want || m.Title != "#1000000000 · Bet" || locale.Length(m.Placeholder) > 100 {
			t.Errorf("%+v, should say %q", m, want)
		}
	}
	v.Legal.Min = 1 << 50
	v.Legal.Max = v.Legal.Min + 1
	if m := Modal(Scene{View: v}); m.Label != "1,125,899,906,842,624–1,125,899,906,842,625" {
		t.Errorf("%+v", m)
	}
	v.Legal.Min, v.Legal.Max = 1<<62, 1<<62+1
	if m := Modal(Scene{View: v}); m.Label != "4611686018427387904–4611686018427387905" {
		t.Errorf("%+v", m)
	}
}

// Labels returns the labels of rows of buttons. The golden files are written from outside of the package.
func Labels(rows [][]Button) string {
	var b strings.Builder
	for _, row := range rows {
		for _, button := range row {
			fmt.Fprintf(&b, "[%s] ", button.Label)
		}
		b.WriteString("\n")
	}
	return b.String()
}
