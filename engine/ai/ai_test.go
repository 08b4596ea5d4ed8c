package ai

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
)

var levels = []engine.Level{engine.Easy, engine.Normal, engine.Hard}

func TestDiscards(t *testing.T) {
	for _, tt := range []struct {
		cards string
		most  int
		want  uint8
	}{
		{"As Kd 7c 4h 2s", 4, 0b11100}, // ace and king stay
		{"7c As 4h Kd 2s", 4, 0b10101}, // wherever they are
		{"As Ad 7c 4h 2s", 4, 0b11100}, // a pair
		{"As Ad 7c 7h 2s", 4, 0b10000}, // two pair
		{"7s 7d 7c Ah 2s", 4, 0b11000}, // three of a kind
		{"7s 7d 7c 7h 2s", 4, 0},       // four of a kind
		{"7s 7d 7c 2h 2s", 4, 0},       // a full house
		{"As 9s 7s 4s 2s", 4, 0},       // a flush
		{"9s 8d 7c 6h 5s", 4, 0},       // a straight
		{"As 9s 7s 4s 2d", 4, 0b10000}, // one short of a flush
		{"As 9s 7s 4s 4d", 4, 0b10000}, // also with a pair
		{"9s 8d 7c 6h 2s", 4, 0b10000}, // one short of a straight
		{"As Kd Qc Jh 2s", 4, 0b11100}, // of one that is closed at an end: ace and king
		{"As Kd 7c 4h 2s", 2, 0b11000}, // no more than the table lets one
		{"As Kd 7c 4h 2s", 0, 0},
	} {
		v := engine.View{Viewer: 1, Phase: engine.Drawing, Discards: tt.most}
		v.Seats = []engine.SeatView{{Player: 1, Cards: cards(t, tt.cards)}}
		if got := Discard(v); got != tt.want {
			t.Errorf("%s, %d at most: %05b, want %05b", tt.cards, tt.most, got, tt.want)
		}
	}
	if Discard(engine.View{Viewer: 1, Phase: engine.Betting, Seats: []engine.SeatView{{Player: 1}}}) != 0 {
		t.Error("a draw out of time")
	}
}

// Whole games of random tables: the engine refuses what is not legal, and that fails the test.
func TestDecisionsAreLegalInRandomGames(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	decisions := 0
	games := 40
	if testing.Short() {
		games = 10
	}
	for range games {
		g, who := randomGame(t, r)
		g.each = func(v engine.View, c engine.Command) {
			decisions++
			if a, ok := c.(engine.Act); ok && a.Action == engine.Fold && v.Legal.Call == 0 {
				t.Fatalf("seed %d: folded where checking is free", seed)
			}
		}
		for range 6 {
			if w := g.table.Pending(); w.Need != engine.NeedStart {
				break
			}
			g.hand(card.Shuffled(r.IntN), r.Uint64(), r, who)
		}
	}
	t.Logf("%d decisions", decisions)
}

func randomGame(t *testing.T, r *rand.Rand) (*game, []player) {
	rules := poker.DefaultRules()
	rules.SmallBlind = 1 + r.Int64N(60)
	rules.BigBlind = rules.SmallBlind * (1 + r.Int64N(3))
	rules.Ante = r.Int64N(2) * r.Int64N(rules.BigBlind+1)
	rules.Variant, rules.Limit = poker.Variant(1+r.IntN(3)), poker.Limit(1+r.IntN(3))
	rules.ChipUnit = randomUnit(r, &rules)
	if rules.Limit != poker.FixedLimit && r.IntN(3) == 0 {
		rules.MinBet = rules.BigBlind * (1 + r.Int64N(4))
	}
	if rules.Variant == poker.FiveCardDraw && r.IntN(3) == 0 {
		rules.NoBlinds, rules.Ante = true, rules.SmallBlind
	}
	rules.DrawAny = rules.Variant == poker.FiveCardDraw && r.IntN(2) == 0
	rules.MinBuyIn, rules.MaxBuyIn, rules.Seats = 1, 0, 2+r.IntN(rules.MostSeats()-1)
	var stacks []int64
	var who []player
	for range 2 + r.IntN(rules.Seats-1) {
		stacks = append(stacks, 1+r.Int64N(rules.BigBlind*int64(1+r.IntN(300))))
		who = append(who, []player{plays(engine.Easy), plays(engine.Normal), plays(engine.Hard), guesses}[r.IntN(4)])
	}
	return newGame(t, rules, stacks...), who
}

// randomUnit returns a unit for all wagers (R8): mostly none or the small blind, else one that need not divide it, or a larger one. In
// fixed limit it divides the big blind (R20).
func randomUnit(r *rand.Rand, rules *poker.Rules) int64 {
	unit := int64(0)
	switch r.IntN(4) {
	case 0:
		unit = rules.SmallBlind
	case 1:
		unit = 1 + r.Int64N(rules.SmallBlind)
	case 2:
		unit = rules.SmallBlind + r.Int64N(3*rules.BigBlind)
	}
	if rules.Limit == poker.FixedLimit && unit > 0 && rules.BigBlind%unit != 0 {
		return 0
	}
	return unit
}

func TestADecisionIsAFunctionOfWhatIsSeen(t *testing.T) {
	v := flop(t, "As Kd", "Ah 7c 2s", 60, 30)
	for roll := range uint64(50) {
		a, b := Decide(v, engine.Normal, roll), Decide(v, engine.Normal, roll)
		if a != b {
			t.Fatalf("roll %d: %+v and %+v", roll, a, b)
		}
		if a.Player != v.Viewer || a.Turn != v.Turn || a.At != 0 {
			t.Fatalf("roll %d: %+v is not an answer to the turn", roll, a)
		}
	}
}

func TestNobodyActsOutOfTurn(t *testing.T) {
	for name, spoil := range map[string]func(*engine.View){
		"the public":     func(v *engine.View) { v.Viewer = 0 },
		"a stranger":     func(v *engine.View) { v.Viewer = 77 },
		"another's turn": func(v *engine.View) { v.ToAct = 1 },
		"between hands":  func(v *engine.View) { v.ToAct, v.Phase = -1, engine.Idle },
		"run out":        func(v *engine.View) { v.Phase = engine.Runout },
	} {
		v := flop(t, "As Kd", "Ah 7c 2s", 60, 0)
		spoil(&v)
		if a := Decide(v, engine.Normal, 1); a != (engine.Act{}) {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

func TestNamesAreShortAndDistinct(t *testing.T) {
	seen := map[string]bool{}
	for _, n := range Names {
		if seen[n] || len(n) < 2 || len(n) > 6 {
			t.Errorf("%q", n)
		}
		seen[n] = true
	}
	if len(seen) < 20 {
		t.Errorf("%d names, want 20", len(seen))
	}
}

// Sessions are milliseconds since 1970, which an int of 32 bits does not hold.
func TestHousePlayersOfASessionHaveNamesInARow(t *testing.T) {
	for _, session := range []int64{0, 1, 1767268800000, 1769860800007, math.MaxInt64} {
		for player := engine.ID(1); player < 10; player++ {
			want := Names[(slices.Index(Names[:], NameOf(player, session))+1)%len(Names)]
			if got := NameOf(player+1, session); got != want {
				t.Errorf("session %d: after %s comes %s, want %s", session, NameOf(player, session), got, want)
			}
		}
	}
	if got := NameOf(1, 1767268800003); got != Names[4] {
		t.Errorf("the name is %s", got)
	}
}

func TestThinkingTakesAsLongAsTheDecisionIsHard(t *testing.T) {
	easy, small, big, alone := flop(t, "As Kd", "Ah 7c 2s", 60, 0), flop(t, "As Kd", "Ah 7c 2s", 60, 30), flop(t, "As Kd", "Ah 7c 2s", 600, 500),
		flop(t, "As Kd", "Ah 7c 2s", 600, 500)
	alone.Seats[1].House = engine.Hard
	for _, tt := range []struct {
		what              string
		v                 engine.View
		shortest, longest time.Duration
	}{
		{"a check", easy, 1100, 2500}, {"a bet", small, 1500, 3500}, {"half of the stack", big, 2500, 5500}, {"no person is in", alone, 1100, 1500},
	} {
		var all []time.Duration
		for roll := range uint64(1000) {
			all = append(all, Think(tt.v, roll)/time.Millisecond)
			if again := Think(tt.v, roll) / time.Millisecond; again != all[roll] {
				t.Errorf("%s: roll %d gives %v, then %v", tt.what, roll, all[roll], again)
			}
		}
		if shortest, longest := slices.Min(all), slices.Max(all); shortest < tt.shortest || longest > tt.longest || longest-shortest < (tt.longest-tt.shortest)*9/10 {
			t.Errorf("%s: from %d to %d ms, want %d to %d", tt.what, shortest, longest, tt.shortest, tt.longest)
		}
	}
}

// flop returns a view of a heads-up decision with 1000 chips behind: a pot with all earlier bets, and the bet to call.
func flop(t testing.TB, hole, board string, pot, bet int64) engine.View {
	t.Helper()
	v := engine.View{
		Viewer: 1, Rules: poker.DefaultRules(), Hand: 3, Phase: engine.Betting, Street: 1, Board: cards(t, board),
		Turn: engine.Turn{Hand: 3, Action: 4}, ToAct: 0, Pots: []engine.Pot{{Amount: pot, Players: []int{0, 1}}},
		Seats: []engine.SeatView{
			{Seat: 0, Player: 1, House: engine.Normal, Stack: 1000, InHand: true, Cards: cards(t, hole)},
			{Seat: 1, Player: 2, Stack: 1000 - bet, Bet: bet, InHand: true, Hidden: 2},
		},
	}
	v.Legal = engine.Legal{Call: bet, Bet: bet == 0, Min: max(10, 2*bet), Max: 1000, Pot: pot + 2*bet, High: bet}
	return v
}

func cards(t testing.TB, s string) (cs []card.Card) {
	t.Helper()
	for i := 0; i < len(s); i += 3 {
		c, err := card.Parse(s[i : i+2])
		if err != nil {
			t.Fatal(err)
		}
		cs = append(cs, c)
	}
	return cs
}

// often returns how often, of a hundred rolls, a level does an action.
func often(v engine.View, level engine.Level, action engine.Action) (n int) {
	for roll := range uint64(100) {
		if Decide(v, level, roll).Action == action {
			n++
		}
	}
	return n
}

func TestSense(t *testing.T) {
	const F, X, C, R = engine.Fold, engine.Check, engine.Call, engine.Raise
	for _, c := range []struct {
		name         string
		hole, board  string
		pot, bet     int64
		action       engine.Action
		fewest, most int // times in a hundred
	}{
		{"the nuts on the river are never folded", "As Ks", "Qs Js Ts 2d 2h", 400, 200, F, 0, 0},
		{"they are raised", "As Ks", "Qs Js Ts 2d 2h", 400, 200, R, 100, 100},
		{"nothing is folded to a bet of the pot", "3d 2c", "Ks Qh 9s 8c 7h", 400, 200, F, 90, 100},
		{"nothing mostly checks", "3d 2c", "Ks Qh 9s 8c 7h", 200, 0, X, 75, 99},
		{"a good pair bets", "As Kd", "Ah 7c 2s", 60, 0, R, 100, 100},
		{"a good pair does not fold to a bet", "As Kd", "Ah 7c 2s", 120, 60, F, 0, 0},
		{"a flush to come calls a small bet", "9s 8s", "As 4s 2d", 125, 25, F, 0, 5},
		{"a flush to come may bet", "9s 8s", "As 4s 2d", 60, 0, R, 5, 99},
		{"a gutshot folds to a bet of twice the pot", "9c 8d", "Ks 6h 5d 2c", 300, 200, F, 90, 100},
		{"a set raises", "7d 7h", "Ah 7c 2s", 120, 60, R, 90, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, level := range levels[1:] {
				n := often(flop(t, c.hole, c.board, c.pot, c.bet), level, c.action)
				if n < c.fewest || n > c.most {
					t.Errorf("level %d: action %d %d times in a hundred, want %d to %d", level, c.action, n, c.fewest, c.most)
				}
			}
		})
	}
}

func TestBetsAreAPartOfThePot(t *testing.T) {
	const pot = 100
	v := flop(t, "As Kd", "Ah 7c 2s", pot, 0)
	seen := map[int64]bool{}
	for roll := range uint64(200) {
		a := Decide(v, engine.Normal, roll)
		if a.To < pot/3 || a.To > pot*5/4 || a.To%v.Rules.SmallBlind != 0 {
			t.Fatalf("roll %d: bet %d into %d", roll, a.To, pot)
		}
		seen[a.To] = true
	}
	if len(seen) < 4 {
		t.Errorf("bets are always one of %v", seen)
	}
}

func TestLittleIsNotLeftBehind(t *testing.T) {
	v := flop(t, "As Kd", "Ah 7c 2s", 400, 0)
	v.Seats[0].Stack, v.Legal.Max = 300, 300
	for roll := range uint64(50) {
		if a := Decide(v, engine.Normal, roll); a.Action == engine.Raise && a.To != 300 {
			t.Fatalf("roll %d: %+v with 300 behind and 400 in the pot", roll, a)
		}
	}
}

func TestFoldedHandsDoNotCount(t *testing.T) {
	v := flop(t, "As Kd", "Ah 7c 2s", 60, 0)
	more := v
	for seat := 2; seat < 8; seat++ {
		more.Seats = append(slices.Clip(more.Seats), engine.SeatView{Seat: seat, Player: engine.ID(seat + 1), InHand: true, Folded: true})
	}
	for roll := range uint64(50) {
		if a, b := Decide(v, engine.Normal, roll), Decide(more, engine.Normal, roll); a != b {
			t.Fatalf("roll %d: %+v, and %+v with six more who have folded", roll, a, b)
		}
	}
}

func TestDecisionsAreLegalForAnyNumbers(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 0))
	for i := range 2000 {
		v, level := randomView(r), engine.Level(r.IntN(6))
		if err := legal(v.Legal, Decide(v, level, r.Uint64())); err != nil {
			t.Fatalf("seed %d, view %d, level %d: %v by %+v", seed, i, level, err, v.Legal)
		}
	}
}

func FuzzDecisionsAreLegal(f *testing.F) {
	f.Add(uint64(1), uint64(2), uint8(2))
	f.Add(uint64(20261121), uint64(5), uint8(0))
	f.Fuzz(func(t *testing.T, seed, roll uint64, level uint8) {
		v := randomView(rand.New(rand.NewPCG(seed, 0)))
		a := Decide(v, engine.Level(level), roll)
		if err := legal(v.Legal, a); err != nil {
			t.Errorf("%v: %+v with %+v", err, a, v.Legal)
		}
	})
}

// randomView returns a decision with numbers that need not come from any game.
func randomView(r *rand.Rand) engine.View {
	deck := card.Shuffled(r.IntN)
	rivals := 1 + r.IntN(9)
	v := engine.View{Viewer: 1, Phase: engine.Betting, Turn: engine.Turn{Hand: 1, Action: 1}, Rules: poker.DefaultRules()}
	v.Rules.BigBlind = r.Int64N(1000)
	v.Rules.SmallBlind = r.Int64N(1 + v.Rules.BigBlind)
	v.Board = deck[2:][:[]int{0, 3, 4, 5}[r.IntN(4)]]
	v.Pots = []engine.Pot{{Amount: r.Int64N(100_000)}}
	v.Seats = []engine.SeatView{{Player: 1, InHand: true, Stack: 1 + r.Int64N(100_000), Bet: r.Int64N(1000), Cards: deck[:2]}}
	for i := range rivals {
		v.Seats = append(v.Seats, engine.SeatView{Seat: i + 1, Player: engine.ID(i + 2), InHand: r.IntN(4) > 0, Folded: r.IntN(3) == 0,
			Stack: r.Int64N(10_000), Bet: r.Int64N(1000), AllIn: r.IntN(3) == 0})
	}
	all := v.Seats[0].Stack + v.Seats[0].Bet
	v.Legal.Call = r.Int64N(2) * r.Int64N(v.Seats[0].Stack+1)
	v.Legal.High = v.Seats[0].Bet + v.Legal.Call
	if r.IntN(3) > 0 {
		v.Legal.Max = 1 + r.Int64N(all)
		v.Legal.Min = 1 + r.Int64N(v.Legal.Max)
	}
	return v
}

func legal(l engine.Legal, a engine.Act) error {
	switch {
	case a.Action == engine.Fold && l.Call > 0, a.Action == engine.Check && l.Call == 0, a.Action == engine.Call && l.Call > 0:
		return nil
	case a.Action == engine.Raise && l.Min > 0 && a.To >= l.Min && a.To <= l.Max:
		return nil
	}
	return fmt.Errorf("action %d to %d is not legal", a.Action, a.To)
}
