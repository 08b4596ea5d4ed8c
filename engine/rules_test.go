package engine

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"cardroom/engine/poker"
)

// Rules make no table if they have no game (R1), no seats or too many (R2), or blinds and buy-ins that do not fit (R4).
func TestRulesThatCannotBePlayedNameTheField(t *testing.T) {
	rules := map[string]int{
		"Variant": 1, "Limit": 1, "SmallBlind": 4, "BigBlind": 4, "Ante": 14, "NoBlinds": 51, "Straddle": 16, "MinBet": 20, "ChipUnit": 8,
		"MinBuyIn": 4, "MaxBuyIn": 4, "Seats": 2, "Clock": 31, "TimeBank": 30, "Pause": 30, "Runout": 36, "Rebuy": 62, "SitOutLimit": 62,
		"ReturnWindow": 7, "RunIt": 37,
	}
	for _, tt := range []struct {
		field  string
		change func(*poker.Rules)
	}{
		{"Variant", func(r *poker.Rules) { r.Variant = 0 }},
		{"Variant", func(r *poker.Rules) { r.Variant = 4 }},
		{"Limit", func(r *poker.Rules) { r.Limit = 4 }},
		{"Limit", func(r *poker.Rules) { r.Limit = 0 }},
		{"SmallBlind", func(r *poker.Rules) { r.SmallBlind = 0 }},
		{"BigBlind", func(r *poker.Rules) { r.BigBlind = 4 }},
		{"Ante", func(r *poker.Rules) { r.Ante = 11 }},
		{"Ante", func(r *poker.Rules) { r.Ante = -1 }},
		{"Ante", func(r *poker.Rules) { r.Ante, r.BigBlindAnte = 1, true }},
		{"MinBuyIn", func(r *poker.Rules) { r.MinBuyIn = 0 }},
		{"MaxBuyIn", func(r *poker.Rules) { r.MaxBuyIn = 199 }},
		{"MaxBuyIn", func(r *poker.Rules) { r.MaxBuyIn = 1 << 62 }},
		{"Seats", func(r *poker.Rules) { r.Seats = 1 }},
		{"Seats", func(r *poker.Rules) { r.Seats = 11 }},
		{"Clock", func(r *poker.Rules) { r.Clock = -1 }},
		{"Clock", func(r *poker.Rules) { r.Clock = 73 * time.Hour }},
		{"TimeBank", func(r *poker.Rules) { r.TimeBank = -1 }},
		{"Pause", func(r *poker.Rules) { r.Pause = -1 }},
		{"Runout", func(r *poker.Rules) { r.Runout = -1 }},
		{"Rebuy", func(r *poker.Rules) { r.Rebuy = -1 }},
		{"SitOutLimit", func(r *poker.Rules) { r.SitOutLimit = -1 }},
		{"ReturnWindow", func(r *poker.Rules) { r.ReturnWindow = -1 }},
		{"Seats", func(r *poker.Rules) { r.Variant, r.Seats = poker.FiveCardDraw, 7 }},
		{"Seats", func(r *poker.Rules) { r.Variant, r.DrawAny, r.Seats = poker.FiveCardDraw, true, 6 }},
		{"NoBlinds", func(r *poker.Rules) { r.NoBlinds, r.Ante = true, 1 }},
		{"Ante", func(r *poker.Rules) { r.Variant, r.Seats, r.NoBlinds = poker.FiveCardDraw, 6, true }},
		{"NoBlinds", func(r *poker.Rules) {
			r.Variant, r.Seats, r.NoBlinds, r.BigBlindAnte = poker.FiveCardDraw, 6, true, true
		}},
		{"Straddle", func(r *poker.Rules) { r.Limit, r.Straddle = poker.FixedLimit, true }},
		{"Straddle", func(r *poker.Rules) { r.Variant, r.Seats, r.Straddle = poker.FiveCardDraw, 6, true }},
		{"MinBet", func(r *poker.Rules) { r.MinBet = 9 }},
		{"MinBet", func(r *poker.Rules) { r.Limit, r.MinBet = poker.FixedLimit, 20 }},
		{"ChipUnit", func(r *poker.Rules) { r.Limit, r.ChipUnit = poker.FixedLimit, 4 }},
		{"ChipUnit", func(r *poker.Rules) { r.Limit, r.ChipUnit = poker.FixedLimit, 20 }},
		{"ChipUnit", func(r *poker.Rules) { r.ChipUnit = -1 }},
		{"RunIt", func(r *poker.Rules) { r.RunIt = 4 }},
		{"RunIt", func(r *poker.Rules) { r.Variant, r.Seats, r.RunIt = poker.FiveCardDraw, 6, 2 }},
	} {
		r := poker.DefaultRules()
		tt.change(&r)
		table, err := New(r)
		var wrong poker.RulesError
		var refusal Refusal
		if !errors.As(err, &wrong) || wrong.Field != tt.field || table != (Table{}) {
			t.Errorf("%s: %v", tt.field, err)
		}
		if !errors.As(err, &refusal) || refusal.Reason != BadRules || refusal.Max != wrong.Max || refusal.Rule != rules[tt.field] {
			t.Errorf("%s is no refusal by R%d: %+v", tt.field, rules[tt.field], refusal)
		}
	}
}

func TestRulesOnTheEdgeCanBePlayed(t *testing.T) {
	for _, change := range []func(*poker.Rules){
		func(*poker.Rules) {},
		func(r *poker.Rules) { r.MaxBuyIn = 0 },
		func(r *poker.Rules) { r.MaxBuyIn = r.MinBuyIn },
		func(r *poker.Rules) { r.SmallBlind, r.BigBlind, r.MinBuyIn = 1, 1, 1 },
		func(r *poker.Rules) { r.Ante = r.BigBlind },
		func(r *poker.Rules) { r.BigBlindAnte = true },
		func(r *poker.Rules) { r.Variant, r.Limit, r.RunIt = poker.Omaha, poker.PotLimit, 3 },
		func(r *poker.Rules) { r.Variant, r.Limit, r.Seats = poker.FiveCardDraw, poker.FixedLimit, 6 },
		func(r *poker.Rules) {
			r.Variant, r.DrawAny, r.Seats, r.NoBlinds, r.Ante = poker.FiveCardDraw, true, 5, true, 1
		},
		func(r *poker.Rules) { r.Straddle, r.MinBet, r.ChipUnit = true, 20, 5 },
		func(r *poker.Rules) { r.Seats, r.Clock = 2, 72*time.Hour },
		func(r *poker.Rules) {
			r.Clock, r.TimeBank, r.Pause, r.Runout, r.Rebuy, r.SitOutLimit = 0, 0, 0, 0, 0, 0
		},
	} {
		r := poker.DefaultRules()
		change(&r)
		if table, err := New(r); err != nil || table.Check() != nil || table.Rules() != r {
			t.Errorf("%+v: %v, %v", r, err, table.Check())
		}
	}
}

func TestWhatIsNoTableRefusesEverything(t *testing.T) {
	var table Table
	if _, _, err := table.Apply(Sit{Player: 1, Seat: AnySeat, Chips: 1}, nil); err != (Refusal{Reason: TableClosedNow, Rule: 64}) {
		t.Errorf("the zero table takes a player, or says %v", err)
	}
	if w := table.Pending(); w.Need != NeedNothing {
		t.Errorf("it awaits %+v", w)
	}
	table.View(1)
	live := sixHanded(t)
	for _, c := range []Command{nil, &Tick{}, (*Act)(nil)} {
		if next, _, err := live.Apply(c, nil); !errors.Is(err, ErrCommand) || next != live {
			t.Errorf("%T: %v", c, err)
		}
	}
}

// TestEveryCommandIsCarriedOut compares the types that have an apply with the cases of carryOut: a command without a case
// would be refused as no command.
func TestEveryCommandIsCarriedOut(t *testing.T) {
	fset := token.NewFileSet()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var commands, cases []string
	for _, name := range files {
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			switch {
			case !ok:
			case f.Name.Name == "carryOut" || f.Name.Name == "carryOutDirected":
				ast.Inspect(f, func(n ast.Node) bool {
					if c, ok := n.(*ast.CaseClause); ok {
						cases = append(cases, c.List[0].(*ast.Ident).Name)
					}
					return true
				})
			case f.Name.Name == "apply" && f.Recv != nil:
				if command, ok := f.Recv.List[0].Type.(*ast.Ident); ok {
					commands = append(commands, command.Name)
				}
			}
		}
	}
	slices.Sort(commands)
	slices.Sort(cases)
	if len(commands) < 26 || !slices.Equal(commands, cases) {
		t.Errorf("commands: %v\ncases: %v", commands, cases)
	}
}

func TestMoments(t *testing.T) {
	at := time.Date(2026, 2, 3, 4, 5, 6, 7_000_000, time.UTC)
	if m := At(at); !m.Time().Equal(at) || !m.Add(time.Second).Time().Equal(at.Add(time.Second)) {
		t.Errorf("%d", m)
	}
	for _, tt := range [][3]Moment{{0, 0, 0}, {1, 0, 1}, {0, 1, 1}, {1, 2, 1}, {2, 1, 1}} {
		if got := sooner(tt[0], tt[1]); got != tt[2] {
			t.Errorf("sooner of %d and %d is %d", tt[0], tt[1], got)
		}
	}
}
