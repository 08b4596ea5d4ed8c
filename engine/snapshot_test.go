package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/internal/golden"
)

// betweenBets returns a table in the middle of a hand with something in every field that can have something.
func betweenBets(t *testing.T) Table {
	t.Helper()
	s := newScene(t, func(r *poker.Rules) { r.Ante = 2 })
	s.sit("ABCD", 500)
	s.start("Ks Qs As", "Kd Qd Ad", plainBoard)
	s.foldOut()
	s.change("~D +E7")
	s.start()
	s.do(TopUp{Player: 1, Chips: 100, At: s.now}, Leave{2, s.now})
	s.play("r40 c")
	return s.table
}

// The form of a snapshot is a promise to tables that are stored: it changes with Schema only.
func TestTheFormOfASnapshot(t *testing.T) {
	table := betweenBets(t)
	b, err := table.Snapshot(mask{})
	if err != nil {
		t.Fatal(err)
	}
	if public, err := json.Marshal(&table.g.public); err != nil || !bytes.Contains(b, public) {
		t.Errorf("it has not what encoding/json writes, %s (%v)", public, err)
	}
	var got bytes.Buffer
	if err := json.Indent(&got, b, "", "\t"); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	golden.Equal(t, "snapshot.golden", got.Bytes()) // where it differs: is it another schema?
	want, err := os.ReadFile(golden.File("snapshot.golden"))
	if err != nil {
		t.Fatal(err)
	}
	back, err := Restore(want, mask{}, table.redealt)
	if err != nil || back != table {
		t.Errorf("the stored table is not this one: %v", err)
	}
}

// A table that an earlier version stored opens, and plays on.
func TestASnapshotOfAnEarlierVersionOpens(t *testing.T) {
	b, err := os.ReadFile(golden.File("snapshot_earlier.golden"))
	if err != nil {
		t.Fatal(err)
	}
	s := newScene(t, nil)
	table := betweenBets(t)
	if s.table, err = Restore(b, mask{}, table.redealt); err != nil {
		t.Fatal(err)
	}
	s.now = table.g.Until
	s.play("f f")
	s.start()
	if got := s.places(); got != "C E A ACE" {
		t.Errorf("button, blinds, players are %s, want those after the stored hand", got)
	}
}

// TestASnapshotKnowsNoCardThatWasNotShown looks at a snapshot in which nothing is sealed: with all unseen cards
// in other places it is the same, to the byte.
func TestASnapshotKnowsNoCardThatWasNotShown(t *testing.T) {
	written := func(table *Table) string {
		b, err := table.Snapshot(clear{})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	hands := 0
	for seed := range uint64(40) {
		w, dice := newWorld(t, seed), rand.New(rand.NewPCG(seed, 6))
		w.live(t, 120, func(Command) error {
			other := shuffleUnseen(w.table, 0, dice)
			other.g.Plan = w.table.g.Plan
			if other != w.table {
				hands++
			}
			if a, b := written(&w.table), written(&other); a != b {
				return fmt.Errorf("other cards are written otherwise:\n%s\n%s", a, b)
			}
			return nil
		})
	}
	if hands < 500 {
		t.Errorf("only %d tables had cards that nobody saw", hands)
	}
}

func TestASnapshotOpensWithNoOtherDeck(t *testing.T) {
	for name, table := range map[string]Table{"before the flop": sixHanded(t), "between bets": betweenBets(t)} {
		b, err := table.Snapshot(mask{})
		if err != nil {
			t.Fatal(err)
		}
		last := table.g.Deck
		last[50], last[51] = last[51], last[50]
		for what, deck := range map[string]Redeal{
			"whose last two cards are swapped": anyHand(last),
			"with a card twice":                anyHand(card.Deck{}),
			"that cannot be made":              func(int64) (card.Deck, error) { return table.g.Deck, errMask },
		} {
			var damage *DamageError
			if back, err := Restore(b, mask{}, deck); !errors.As(err, &damage) || back != (Table{}) {
				t.Errorf("%s, with a deck %s: %v", name, what, err)
			}
		}
	}
}

func TestASnapshotThatCannotBeReadSaysWhy(t *testing.T) {
	table := betweenBets(t)
	good, err := table.Snapshot(mask{})
	if err != nil {
		t.Fatal(err)
	}
	change := func(old, new string) []byte {
		if !bytes.Contains(good, []byte(old)) {
			t.Fatalf("%s is not in %s", old, good)
		}
		return bytes.Replace(good, []byte(old), []byte(new), 1)
	}
	var schema *SchemaError
	for name, b := range map[string][]byte{
		"a later one":    change(`"cardroom/table/2"`, `"cardroom/table/3"`),
		"an earlier one": change(`"cardroom/table/2"`, `"cardroom/table/1"`),
		"none":           []byte(`{}`),
	} {
		if _, err := Restore(b, mask{}, table.redealt); !errors.As(err, &schema) || schema.Known != Schema || schema.Found == Schema {
			t.Errorf("schema %s: %v", name, err)
		}
	}
	var damage *DamageError
	for name, b := range map[string][]byte{
		"nothing":                  nil,
		"no JSON":                  good[:len(good)/2],
		"an array":                 []byte(`[]`),
		"no table":                 []byte(`{"schema":"cardroom/table/2"}`),
		"a number that is none":    change(`"hand":2`, `"hand":"two"`),
		"chips that were added":    change(`"stack":`, `"stack":1`),
		"other sealed bytes":       change(`"sealed":"`, `"sealed":"AAAA`),
		"sealed what is no base64": change(`"sealed":"`, `"sealed":"%`),
	} {
		if back, err := Restore(b, mask{}, table.redealt); !errors.As(err, &damage) || back != (Table{}) {
			t.Errorf("%s: %v", name, err)
		}
	}
	open, err := table.Snapshot(clear{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(bytes.Replace(open, []byte(`"hand":`), []byte(`"odds":1,"hand":`), 1), clear{}, table.redealt); !errors.As(err, &damage) {
		t.Errorf("a field that this program does not know: %v", err)
	}
	if _, err := Restore(good, nil, table.redealt); err == nil {
		t.Error("cards without a sealer")
	}
	if _, err := Restore(good, mask{}, nil); err == nil {
		t.Error("cards without a deck")
	}
	if _, err := table.Snapshot(nil); err == nil {
		t.Error("cards without a sealer")
	}
}

func TestATableThatCannotBeIsRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		harm func(*game)
		says string
	}{
		"rules":                  {func(g *game) { g.Rules.Seats = 11 }, "rules: Seats is out of range, want 2 to 10"},
		"a variant":              {func(g *game) { g.Rules.Variant = 9 }, "rules: Variant is out of range, want 1 to 3"},
		"a phase":                {func(g *game) { g.Phase = 7 }, "phase is 7, want 0 to 6"},
		"a street":               {func(g *game) { g.Street = 4 }, "street is 4, want 0 to 3"},
		"the button":             {func(g *game) { g.Button = 9 }, "button is 9, want -1 to 8"},
		"the turn":               {func(g *game) { g.ToAct = 5 }, "toAct is 5, a seat that has no bet to decide"},
		"no turn":                {func(g *game) { g.ToAct = none }, "toAct is -1 in phase 2, want the seat of a player"},
		"the turn of a folded":   {func(g *game) { g.Seats[g.ToAct].Folded = true }, "toAct is 7, a seat that has no bet to decide"},
		"a negative stack":       {func(g *game) { g.Seats[0].Stack = -1 }, "seat 0: stack is -1, want 0 to 1152921504606846976"},
		"a bet from nowhere":     {func(g *game) { g.Seats[0].Bet = g.Seats[0].Total + 1 }, "seat 0: bet 43 exceeds total 42"},
		"too many chips":         {func(g *game) { g.Seats[0].Stack, g.Seats[1].Stack = mostChips, 1 }, "the seats up to 0 have 1152921504606847118 chips, want at most 1152921504606846976"},
		"a player twice":         {func(g *game) { g.Seats[0].Player = g.Seats[1].Player }, "seat 1 has player 2, who sits in seat 0 too"},
		"a ghost":                {func(g *game) { g.Seats[9].Stack = 5 }, "seat 9 has no player and is not empty"},
		"a seat too far":         {func(g *game) { g.Seats[9].Player = 99 }, "seat 9 has a player, want none: the table has 9 seats"},
		"a level":                {func(g *game) { g.Seats[0].House = 4 }, "seat 0: house is 4, want 0 to 3"},
		"a time":                 {func(g *game) { g.Until = -1 }, "until is -1, want 0 to 9007199254740991"},
		"no raise":               {func(g *game) { g.Raise = 0 }, "raise is 0, want 1 to 1152921504606846976"},
		"a card twice":           {func(g *game) { g.Deck[0] = g.Deck[1] }, "the deck is not the fifty-two cards, each once"},
		"a hole card of others":  {func(g *game) { g.Hole[0] = g.Hole[2] }, "a card of a hand or a board is in two places, or not among the first 8 of the deck"},
		"a card from the stub":   {func(g *game) { g.Hole[0][0] = g.Deck[51] }, "a card of a hand or a board is in two places, or not among the first 8 of the deck"},
		"a missing card":         {func(g *game) { g.Hole[0][1] = 0 }, "seat 0 has 1 hole cards, want 2"},
		"cards for nobody":       {func(g *game) { g.Hole[9] = g.Hole[0] }, "seat 9 has 2 hole cards and is not in the hand"},
		"no deck":                {func(g *game) { g.Deck = card.Deck{} }, "the deck is not the fifty-two cards, each once"},
		"a board too soon":       {func(g *game) { g.Board[0] = g.Deck[g.Dealt]; g.Dealt++ }, "board 0 has 1 cards, want the first 0 places filled on street 0"},
		"a card nowhere":         {func(g *game) { g.Dealt++ }, "1 cards are off the deck and in no place, want the 0 that were exchanged"},
		"a draw too soon":        {func(g *game) { g.Seats[0].Drew = 2 }, "seat 0 has a draw, want none: it is not in the hand, or street 0 has no draw"},
		"a fourth card":          {func(g *game) { g.Fourth = 0 }, "seat 0 has a draw, want none: it is not in the hand, or street 0 has no draw"},
		"a street far away":      {func(g *game) { g.Runs, g.Run, g.Common = 2, 1, 40 }, "common is 40, want 0"},
		"a pot of nobody's":      {func(g *game) { g.Paid[0].Won = [MaxRuns]seats{1} }, "pot 0: won is 0b1, want only seats that are in it, 0b0"},
		"a third board's winner": {func(g *game) { g.Paid[0].Won = [MaxRuns]seats{2: 4} }, "pot 0: won is 0b100, want only seats that are in it, 0b0"},
		"too many chips in pots": {func(g *game) { g.Paid[0].Amount, g.Paid[1].Amount = mostChips, 1 }, "the pots up to 1 have 1152921504606846977 chips, want at most 1152921504606846976"},
		"a run-out too late":     {func(g *game) { g.Phase, g.ToAct = Runout, none; g.Street = 3 }, "phase is 3 on street 3, which has no card to come"},
		"a question too late":    {func(g *game) { g.Phase, g.ToAct = Asking, none; g.Street = 3 }, "phase is 5 on street 3, which has no card to come"},
		"bets before the deal":   {func(g *game) { g.hidden, g.Dealt = hidden{}, 0 }, "phase is 2 without a deck, want 0 or 1"},
		"one seat too few":       {func(g *game) { g.Rules.Seats, g.Seats[9].Player = 8, 99 }, "seat 9 has a player, want none: the table has 8 seats"},
		"a closed table's hand":  {func(g *game) { g.Closed = true }, "phase is 2 at a closed table, want 0"},
		"one in the hand":        {func(g *game) { g.Seats[0].Folded, g.Seats[1].Folded, g.Seats[2].Folded = true, true, true }, "phase is 2 with 1 players in the hand, want 2 or more"},
	} {
		table := betweenBets(t)
		tt.harm(&table.g)
		b, err := table.Snapshot(clear{})
		if err != nil {
			t.Fatal(err)
		}
		var damage *DamageError
		if _, err := Restore(b, clear{}, table.redealt); !errors.As(err, &damage) || !strings.HasSuffix(err.Error(), tt.says) || strings.ContainsAny(err.Error(), "♣♦♥♠") {
			t.Errorf("%s: %v, want … %s", name, err, tt.says)
		}
	}
}

// anyHand deals every hand from one deck.
func anyHand(d card.Deck) Redeal { return func(int64) (card.Deck, error) { return d, nil } }

// harm changes one number or flag of a snapshot, or takes one away.
func harm(v any, dice *rand.Rand) any {
	numbers := []any{-1.0, 0.0, 1.0, 2.0, 3.0, 9.0, 10.0, 60.0, 127.0, 255.0, 1023.0, 1 << 30, 1 << 59, float64(dice.IntN(64)), true, false, nil, "A♠"}
	switch v := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		if len(keys) > 0 {
			k := keys[dice.IntN(len(keys))]
			v[k] = harm(v[k], dice)
		}
		return v
	case []any:
		i := dice.IntN(len(v))
		v[i] = harm(v[i], dice)
		return v
	}
	return numbers[dice.IntN(len(numbers))]
}

// playOn plays what a snapshot that was harmed gives, if it gives anything: no panic, and no table that cannot be.
func playOn(t *testing.T, b []byte, deck Redeal, seed uint64) (restored bool) {
	t.Helper()
	table, err := Restore(b, clear{}, deck)
	if err != nil {
		return false
	}
	w := newWorld(t, seed)
	w.table = table
	w.now = max(w.now, table.g.Since)
	for range 60 {
		c := w.command()
		next, _, err := w.table.Apply(c, nil)
		if err == nil && next.Check() != nil {
			t.Fatalf("seed %d: %T made a table that cannot be: %v\n%s", seed, c, next.Check(), b)
		}
		next.View(1)
		next.Pending()
		w.table = next
	}
	return true
}

// TestHarmedSnapshotsAreRefusedOrPlayed is a test of P8.
func TestHarmedSnapshotsAreRefusedOrPlayed(t *testing.T) {
	t.Parallel()
	restored, seeds := 0, uint64(4_000)
	if testing.Short() {
		seeds /= 4
	}
	for seed := range seeds {
		dice := rand.New(rand.NewPCG(seed, 4))
		w := newWorld(t, seed%50)
		w.live(t, dice.IntN(80), nil)
		b, err := w.table.Snapshot(clear{})
		if err != nil {
			t.Fatal(err)
		}
		var doc map[string]any
		if err := json.Unmarshal(b, &doc); err != nil {
			t.Fatal(err)
		}
		for range 1 + dice.IntN(3) {
			doc["table"] = harm(doc["table"], dice)
		}
		if b, err = json.Marshal(doc); err != nil {
			t.Fatal(err)
		}
		if playOn(t, b, anyHand(w.table.g.Deck), seed) {
			restored++
		}
	}
	t.Logf("%d could be played", restored)
	if uint64(restored) < seeds/80 {
		t.Errorf("only %d could be played: that is no test", restored)
	}
}

// FuzzRestore feeds damaged snapshots to a sealer that believes everything: what is restored can be played.
func FuzzRestore(f *testing.F) {
	for seed := range uint64(12) {
		table := seededTable(f, seed)
		b, err := table.Snapshot(clear{})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b, seed)
	}
	f.Fuzz(func(t *testing.T, b []byte, seed uint64) { playOn(t, b, anyHand(card.Ordered()), seed) })
}

func seededTable(f *testing.F, seed uint64) Table {
	f.Helper()
	t := sixHanded(f)
	dice := rand.New(rand.NewPCG(seed, 8))
	for range dice.IntN(14) {
		if t.Pending().Need == NeedAction {
			acts := offered(&t, 50_000)
			t = must(f, t, acts[dice.IntN(len(acts))])
		}
	}
	return t
}

// TestBoardsHaveACommonBeginning changes a card of the flop on the second board of a hand that runs twice from the flop (R37).
func TestBoardsHaveACommonBeginning(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { quiet(r); r.RunIt, r.Runout = 2, time.Second })
	s.sit("AB")
	s.start()
	s.play("c x r490 c")
	s.do(RunIt{Player: id('A'), Hand: 1, Times: 2, At: s.now}, RunIt{Player: id('B'), Hand: 1, Times: 2, At: s.now})
	for s.table.g.Run == 0 {
		s.now += 1_000
		s.do(Tick{s.now})
	}
	flop := s.table.g.Again[0][:3]
	flop[0], flop[1] = flop[1], flop[0]
	if err := s.table.Check(); err == nil || err.Error() != "board 1 does not begin with the first 3 cards of board 0" {
		t.Errorf("a second board with another flop: %v", err)
	}
}

// TestAVoidHandMayLackTheFourthCard voids a hand of draw in which a player is owed the last of four cards. They may hold four cards or
// five, but not three (R52, R65).
func TestAVoidHandMayLackTheFourthCard(t *testing.T) {
	table := tableThatIs(t, "drawing")
	table = must(t, table, Void{1})
	if err := table.Check(); err != nil {
		t.Error(err)
	}
	hole := &table.g.Hole[1]
	hole[0] = card.None
	if err := table.Check(); err == nil || err.Error() != "seat 1 has 3 hole cards, want 4 to 5" {
		t.Errorf("one with three cards: %v", err)
	}
}

// TestTheFirstFaultIsNamed has many faults in a table, and mends them one at a time. The error names the first that is left.
func TestTheFirstFaultIsNamed(t *testing.T) {
	type fault struct {
		name string
		harm func(*game)
	}
	for _, faults := range [][]fault{
		{
			{"button", func(g *game) { g.Button = -9 }},
			{"small", func(g *game) { g.Small = -9 }},
			{"big", func(g *game) { g.Big = -9 }},
			{"before.small", func(g *game) { g.Before.Small = -9 }},
			{"before.big", func(g *game) { g.Before.Big = -9 }},
			{"trail", func(g *game) { g.Trail = -9 }},
			{"laps", func(g *game) { g.Laps = -9 }},
			{"last", func(g *game) { g.Last = -9 }},
			{"fourth", func(g *game) { g.Fourth = -9 }},
			{"toAct", func(g *game) { g.ToAct = -9 }},
			{"aggressor", func(g *game) { g.Aggressor = -9 }},
			{"phase", func(g *game) { g.Phase = 9 }},
			{"street", func(g *game) { g.Street = 9 }},
			{"hand", func(g *game) { g.Hand = -9 }},
			{"earlier", func(g *game) { g.Earlier = -9 }},
			{"action", func(g *game) { g.Action = -9 }},
			{"since", func(g *game) { g.Since = -9 }},
			{"until", func(g *game) { g.Until = -9 }},
			{"high", func(g *game) { g.High = -9 }},
			{"raise", func(g *game) { g.Raise = -9 }},
			{"least", func(g *game) { g.MinBet = -9 }},
			{"seat 1: stack", func(g *game) { g.Seats[1].Stack = -9 }},
			{"seat 1: total", func(g *game) { g.Seats[1].Total = -9 }},
			{"seat 1: dead", func(g *game) { g.Seats[1].Dead = -9 }},
			{"seat 1: pending", func(g *game) { g.Seats[1].Pending = -9 }},
			{"seat 1: level", func(g *game) { g.Seats[1].Level = -9 }},
			{"seat 1: bet", func(g *game) { g.Seats[1].Bet = -9 }},
			{"seat 1: bank", func(g *game) { g.Seats[1].Bank = -9 }},
			{"seat 1: rebuyBy", func(g *game) { g.Seats[1].RebuyBy = -9 }},
			{"seat 1: outSince", func(g *game) { g.Seats[1].OutSince = -9 }},
			{"runs", func(g *game) { g.Runs = -9 }},
			{"run", func(g *game) { g.Run = -9 }},
			{"common", func(g *game) { g.Common = 9 }},
		},
		{
			{"button", func(g *game) { g.Button = none }},
			{"raise", func(g *game) { g.Raise = 0 }},
			{"least", func(g *game) { g.MinBet = 0 }},
		},
	} {
		for i := range faults {
			table := betweenBets(t)
			for _, f := range faults[i:] {
				f.harm(&table.g)
			}
			if err := table.Check(); err == nil || !strings.HasPrefix(err.Error(), faults[i].name+" is ") {
				t.Errorf("%v, want the fault of %s", err, faults[i].name)
			}
		}
	}
}
