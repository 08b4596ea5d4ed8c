package render

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render/equity"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

// allIn returns a run-out of hands, with the boards as far as they are dealt.
func allIn(t testing.TB, variant poker.Variant, hands []string, boards ...string) engine.View {
	t.Helper()
	v := rendertest.Table()
	v.Rules.Variant, v.Hand, v.Phase, v.Runs = variant, 12, engine.Runout, len(boards)
	for i, hole := range hands {
		v.Seats = append(v.Seats, rendertest.Tabled(t, rendertest.Dealt(i, engine.ID(900+i), 0, 0), hole, ""))
	}
	for i, board := range boards {
		if i == 0 {
			v.Board = rendertest.Cards(t, board)
			continue
		}
		v.Again = append(v.Again, rendertest.Cards(t, board))
	}
	return v
}

func TestChancesAreThoseOfTheMainPotAndTheBoardThatIsDealt(t *testing.T) {
	for _, tt := range []struct {
		what    string
		variant poker.Variant
		hands   []string
		boards  []string
		want    string
	}{
		{"before the flop", poker.Holdem, []string{"As Ad", "Ks Kd"}, []string{""}, "82.6% 17.4%"},
		{"two outs", poker.Holdem, []string{"As Ad", "Ks Kd"}, []string{"2c 3d 4h 9s"}, "95.5% 4.5%"},
		{"one of them on the board before", poker.Holdem, []string{"As Ad", "Ks Kd"}, []string{"2c 3d 4h 9s Kc", "2c 3d 4h 9s"}, "97.7% 2.3%"},
		{"both on the boards before", poker.Holdem, []string{"As Ad", "Ks Kd"},
			[]string{"2c 3d 4h 9s Kc", "2c 3d 4h 9s Kh", "2c 3d 4h 9s"}, "100% 0%"},
		{"the second board has yet to begin", poker.Holdem, []string{"As Ad", "Ks Kd"}, []string{"2c 3d Kh 9s Kc", ""}, "98.7% 1.3%"},
		{"a split for certain", poker.Holdem, []string{"As 2d", "Ah 3d"}, []string{"Kc Kd Kh Qs"}, "50% 50%"},
		{"one end of 990", poker.Holdem, []string{"Ks Kd", "Th 9h"}, []string{"Kc Kh 2d"}, "99.9% 0.1%"},
		{"only two of the hand play", poker.Omaha, []string{"As Ks Qs Js", "2c 2d 7h 8h"}, []string{"Ts 3d 2h 9c"}, "30% 70%"},
	} {
		var got []string
		for _, c := range equity.Of(allIn(t, tt.variant, tt.hands, tt.boards...)) {
			got = append(got, locale.Lookup("").Percent(int64(c.Tenths)))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %s, want %s", tt.what, strings.Join(got, " "), tt.want)
		}
	}
}

func TestThereAreChancesOnlyWhileTheBoardIsComing(t *testing.T) {
	for what, change := range map[string]func(v *engine.View){
		"betting":               func(v *engine.View) { v.Phase = engine.Betting },
		"showdown":              func(v *engine.View) { v.Phase = engine.Showing },
		"the result":            func(v *engine.View) { v.Phase = engine.Idle },
		"the draw":              func(v *engine.View) { v.Phase = engine.Drawing },
		"no card to come":       func(v *engine.View) { v.Board = rendertest.Cards(t, "2c 3d 4h 9s Tc") },
		"a hand not tabled":     func(v *engine.View) { v.Seats[1].Shown = nil },
		"a hand tabled in part": func(v *engine.View) { v.Seats[1].Shown = v.Seats[1].Shown[:1] },
		"one hand alone":        func(v *engine.View) { v.Seats[1].Folded = true },
		"one was not dealt in":  func(v *engine.View) { v.Seats[1].InHand = false },
	} {
		v := allIn(t, poker.Holdem, []string{"As Ad", "Ks Kd"}, "2c 3d 4h")
		if len(equity.Of(v)) != 2 {
			t.Fatal("there are no chances at all")
		}
		if change(&v); equity.Of(v) != nil {
			t.Errorf("%s: %v", what, equity.Of(v))
		}
	}
	asking := allIn(t, poker.Holdem, []string{"As Ad", "Ks Kd"}, "2c 3d 4h")
	if asking.Phase = engine.Asking; len(equity.Of(asking)) != 2 {
		t.Error("a player who is asked how often to run it should see their chance")
	}
}

func TestChancesAreShownToATenth(t *testing.T) {
	for c, want := range map[equity.Chance]string{
		{Tenths: 634}: "63.4%", {Tenths: 630}: "63%", {Tenths: 1}: "0.1%", {Tenths: 0}: "0%", {Tenths: 1000}: "100%",
	} {
		if got := locale.Lookup("").Percent(int64(c.Tenths)); got != want {
			t.Errorf("%+v is %s, should be %s", c, got, want)
		}
	}
	if comma := (&locale.Lang{Group: ".", Board: locale.BoardText{Percent: "{n} %"}}).Percent(634); comma != "63,4 %" {
		t.Errorf("with a comma it is %q", comma)
	}
}

// R36: exact, at any moment of a run-out, on any of its boards.
func TestChancesAreThoseOfEveryBoardThatCanCome(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	dice := rand.New(rand.NewPCG(seed, 0))
	for n := range 60 {
		v := anyRunout(dice)
		want := byHand(v)
		for i, c := range equity.Of(v) {
			if c != want[i] {
				t.Errorf("seed %d, run-out %d: seat %d has %d tenths of a percent, should have %d: %v %v", seed, n, c.Seat, c.Tenths, want[i].Tenths, v.Board, v.Again)
			}
		}
		if got := equity.Of(v); len(got) != len(want) || len(got) < 2 {
			t.Errorf("seed %d, run-out %d: %d chances, want %d", seed, n, len(got), len(want))
		}
	}
}

// anyRunout returns an all-in on the flop or turn of a game with a board, on any of the boards. Some have folded.
func anyRunout(dice *rand.Rand) engine.View {
	v := rendertest.Table()
	v.Rules.Variant, v.Phase = []poker.Variant{poker.Holdem, poker.Omaha}[dice.IntN(2)], engine.Runout
	deck := card.Shuffled(dice.IntN)
	next := func(n int) (cards []card.Card) {
		cards = slices.Clone(deck[:n])
		copy(deck[:], deck[n:])
		return cards
	}
	common := next(3 + dice.IntN(2))
	run := dice.IntN(3)
	for n := range run {
		v.Again = append(v.Again, nil)
		v.Runs = n + 2
	}
	for i := range run {
		full := append(slices.Clone(common), next(5-len(common))...)
		if i == 0 {
			v.Board = full
		} else {
			v.Again[i-1] = full
		}
	}
	if run == 0 {
		v.Board = common
	} else {
		v.Again[run-1] = common
	}
	players := 2 + dice.IntN(3)
	for i := range players + dice.IntN(3) {
		seat := rendertest.Dealt(i, engine.ID(900+i), 0, 0)
		if seat.Folded = i >= players; !seat.Folded {
			seat.Shown = next(v.Rules.Variant.HoleCards())
		}
		v.Seats = append(v.Seats, seat)
	}
	dice.Shuffle(len(v.Seats), func(i, j int) { v.Seats[i], v.Seats[j] = v.Seats[j], v.Seats[i] })
	return v
}

// byHand computes chances the plain way: it deals every unseen card, and reads every hand as the engine does.
func byHand(v engine.View) (all []equity.Chance) {
	seen, board := map[card.Card]bool{}, v.Board
	for _, b := range append([][]card.Card{v.Board}, v.Again...) {
		for _, c := range b {
			seen[c] = true
		}
		if board = b; len(b) < 5 {
			break
		}
	}
	for _, s := range v.Seats {
		for _, c := range s.Shown {
			seen[c] = true
		}
		if len(s.Shown) > 0 {
			all = append(all, equity.Chance{Seat: s.Seat})
		}
	}
	var rest []card.Card
	for _, c := range card.Ordered() {
		if !seen[c] {
			rest = append(rest, c)
		}
	}
	ends, parts := 0.0, map[int]float64{}
	var deal func(board, rest []card.Card)
	deal = func(board, rest []card.Card) {
		if len(board) == 5 {
			ends++
			who := best(v, board)
			for _, seat := range who {
				parts[seat] += 1 / float64(len(who))
			}
			return
		}
		for i, c := range rest {
			deal(append(slices.Clone(board), c), rest[i+1:])
		}
	}
	deal(board, rest)
	for i, c := range all {
		share := 1000 * parts[c.Seat] / ends
		switch all[i].Tenths = int(share + 0.5 + 1e-9); {
		case share > 0 && all[i].Tenths == 0:
			all[i].Tenths = 1
		case share < 1000-1e-6 && all[i].Tenths == 1000:
			all[i].Tenths = 999
		}
	}
	return all
}

// best returns the seats with the best hand on a board.
func best(v engine.View, board []card.Card) (who []int) {
	top := v.Rules.Variant.Best(nil, nil).Rank
	for _, s := range v.Seats {
		if len(s.Shown) == 0 {
			continue
		}
		switch r := v.Rules.Variant.Best(s.Shown, board).Rank; {
		case r > top:
			top, who = r, []int{s.Seat}
		case r == top:
			who = append(who, s.Seat)
		}
	}
	return who
}

// BenchmarkChances measures the cost of the chances each time that a table's board is drawn in a run-out.
func BenchmarkChances(b *testing.B) {
	for _, variant := range []poker.Variant{poker.Holdem, poker.Omaha} {
		for _, lies := range []int{0, 3, 4} {
			for _, players := range []int{2, 4, 6, 10} {
				b.Run(fmt.Sprintf("variant=%d/board=%d/players=%d", variant, lies, players), func(b *testing.B) {
					dice := rand.New(rand.NewPCG(1, 1))
					for b.Loop() {
						deck := card.Shuffled(dice.IntN)
						v := rendertest.Table()
						v.Rules.Variant, v.Phase, v.Board = variant, engine.Runout, deck[:lies]
						for i := range players {
							s := rendertest.Dealt(i, engine.ID(900+i), 0, 0)
							s.Shown = deck[5+i*variant.HoleCards():][:variant.HoleCards()]
							v.Seats = append(v.Seats, s)
						}
						if len(equity.Of(v)) != players {
							b.Fatal("no chances")
						}
					}
				})
			}
		}
	}
}

// A run-out with other unseen cards, folded or still to come, is the same text at every moment, with the same chances.
// Chances do not depend on the view that they are taken from.
func TestChancesAreTheSameWhateverTheCardsNobodySees(t *testing.T) {
	for seed := range uint64(40) {
		dice := rand.New(rand.NewPCG(seed, 8))
		seen := 0
		first, log := shove(t, dice)
		for k := range log {
			table := playedOut(t, first, log[:k+1])
			v := table.View(0)
			if v.Phase != engine.Runout && v.Phase != engine.Asking {
				continue
			}
			seen++
			text := Board(Scene{View: v, Equities: equity.Of(v)})
			if got := strings.Count(text, "% to win"); got < 2 {
				t.Fatalf("seed %d: %d chances in\n%s", seed, got, text)
			}
			other := playedOut(t, first, otherwise(v, log[:k+1], dice))
			for _, s := range v.Seats {
				own := other.View(s.Player)
				if got := Board(Scene{View: own, Equities: equity.Of(own)}); got != text {
					t.Fatalf("seed %d: with other hidden cards player %d sees\n%s\nand not\n%s", seed, s.Player, got, text)
				}
			}
		}
		if seen < 2 {
			t.Fatalf("seed %d: %d moments of a run-out", seed, seen)
		}
	}
}

// shove returns a hand of five in which two fold and three go all-in before the flop or on it, from the deal on.
func shove(t *testing.T, dice *rand.Rand) (first engine.Table, log []engine.Command) {
	t.Helper()
	rules := poker.DefaultRules()
	rules.Variant, rules.RunIt = []poker.Variant{poker.Holdem, poker.Omaha}[dice.IntN(2)], 1+dice.IntN(3)
	first, err := engine.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		first = playedOut(t, first, []engine.Command{engine.Sit{Player: engine.ID(900 + i), Seat: i, Chips: 200 + 100*int64(i), At: 1000}})
	}
	first = playedOut(t, first, []engine.Command{engine.Start{Lot: 1, At: first.Pending().Due}})
	log = []engine.Command{engine.Deal{Deck: card.Shuffled(dice.IntN), Message: 5, At: first.Pending().Due}}
	calls := dice.IntN(2) * 5 // how many call before a player goes all-in
	for table := playedOut(t, first, log); table.View(0).Phase != engine.Idle; {
		c := shoves(table.View(0), table.Pending(), &calls)
		log = append(log, c)
		table = playedOut(t, table, []engine.Command{c})
	}
	return first, log
}

// shoves returns the next command of such a hand.
func shoves(v engine.View, w engine.Pending, calls *int) engine.Command {
	for _, s := range v.Seats {
		if v.Phase == engine.Asking && !s.Folded && s.Runs == 0 {
			return engine.RunIt{Player: s.Player, Hand: v.Hand, Times: v.MostRuns, At: 1000}
		}
	}
	if w.Need != engine.NeedAction {
		return engine.Tick{At: w.Due}
	}
	act := engine.Act{Player: engine.ID(900 + v.ToAct), Turn: v.Turn, Action: engine.Call, At: 1000}
	switch {
	case *calls > 0:
		*calls--
		if v.Legal.Call == 0 {
			act.Action = engine.Check
		}
	case v.ToAct < 2 && v.Legal.Call > 0:
		act.Action = engine.Fold
	case v.Legal.Max > 0:
		act.Action, act.To = engine.Raise, v.Legal.Max
	}
	return act
}

func playedOut(t *testing.T, table engine.Table, log []engine.Command) engine.Table {
	t.Helper()
	for _, c := range log {
		next, _, err := table.Apply(c, nil)
		if err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		table = next
	}
	return table
}

// otherwise returns a hand with other unseen cards.
func otherwise(v engine.View, log []engine.Command, dice *rand.Rand) []engine.Command {
	shown := slices.Concat(append(slices.Clone(v.Again), v.Board)...)
	for _, s := range v.Seats {
		shown = append(shown, s.Shown...)
	}
	deal := log[0].(engine.Deal)
	var hidden []int
	for i, c := range deal.Deck {
		if !slices.Contains(shown, c) {
			hidden = append(hidden, i)
		}
	}
	dice.Shuffle(len(hidden), func(i, j int) {
		deal.Deck[hidden[i]], deal.Deck[hidden[j]] = deal.Deck[hidden[j]], deal.Deck[hidden[i]]
	})
	return append([]engine.Command{deal}, log[1:]...)
}

// TestABoardSaysThatItRunsOnce has a run-out before which the players were asked, and one before which they were not (R37).
func TestABoardSaysThatItRunsOnce(t *testing.T) {
	once := string(Scene{}.Language().Board.RunoutOnce)
	for runs, want := range []int{0, 1} {
		v := rendertest.Flop()
		v.Phase, v.Runs = engine.Runout, runs
		for _, text := range []string{Board(Scene{View: v}), Caption(Scene{View: v})} {
			if strings.Count(text, once) != want {
				t.Errorf("%d runs: %q stands not %d times in\n%s", runs, once, want, text)
			}
		}
	}
}
