package odds

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// cards reads cards that are written one after the other, "AsKd".
func cards(tb testing.TB, text string) (out []card.Card) {
	tb.Helper()
	for ; len(text) > 1; text = text[2:] {
		c, err := card.Parse(text[:2])
		if err != nil {
			tb.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// vectors returns the folder of hands played elsewhere, seen from here.
func vectors(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("CARDROOM_VECTORS"); dir != "" {
		return dir
	}
	return "../../../shared/vectors"
}

// Odds that were found by other means, to the last board.
func TestVectors(t *testing.T) {
	file, err := os.Open(filepath.Join(vectors(t), "equities.jsonl"))
	if err != nil {
		t.Skip("no vectors:", err)
	}
	defer file.Close()
	lines := 0
	for in := bufio.NewScanner(file); in.Scan(); lines++ {
		var v struct {
			ID, Board     string
			Players       []string
			Boards        int64
			Wins, Ties    []int64
			Equity60Ths   []int64   `json:"equity_60ths"`
			EquityPercent []float64 `json:"equity_pct"`
		}
		if err := json.Unmarshal(in.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		var hands [][]card.Card
		for _, p := range v.Players {
			hands = append(hands, cards(t, p))
		}
		o, err := Holdem(hands, cards(t, v.Board), nil)
		if err != nil {
			t.Fatal(v.ID, err)
		}
		if o.Ends != v.Boards || o.Margin != 0 {
			t.Errorf("%s: %d boards, want %d", v.ID, o.Ends, v.Boards)
		}
		for i := range hands {
			if got, want := o.Hands[i], (Count{v.Wins[i], v.Ties[i], v.Equity60Ths[i] * Whole / 60}); got != want {
				t.Errorf("%s, hand %d: %v, want %v", v.ID, i, got, want)
			}
			if percent := 100 * o.Equity(i); math.Abs(percent-v.EquityPercent[i]) > 0.00005 {
				t.Errorf("%s, hand %d: %v %%, want %v", v.ID, i, percent, v.EquityPercent[i])
			}
		}
	}
	t.Logf("equities.jsonl: %d all-ins", lines)
	if lines < 15 {
		t.Error("there are fewer than there were")
	}
}

// game is a game with a board: its number of hole cards, its odds, and the rank of a hand.
type game struct {
	name string
	hole int
	odds func(hands [][]card.Card, board, dead []card.Card) (Odds, error)
	rank func(hole, board []card.Card) rank.Rank
}

var games = []game{
	{"hold'em", 2, Holdem, func(hole, board []card.Card) rank.Rank { return rank.Of(append(hole[:2:2], board...)) }},
	{"Omaha", 4, Omaha, func(hole, board []card.Card) rank.Rank { return rank.Omaha(hole, board).Rank }},
}

// boardByBoard returns odds in the plain way: every board is dealt and every hand ranked.
func (g game) boardByBoard(hands [][]card.Card, board, rest []card.Card) *tally {
	t := new(tally)
	g.addBoards(t, hands, slices.Clone(board), rest)
	return t
}

func (g game) addBoards(t *tally, hands [][]card.Card, board, rest []card.Card) {
	if len(board) < full {
		for i, c := range rest {
			g.addBoards(t, hands, append(board, c), rest[i+1:])
		}
		return
	}
	best, who := rank.Rank(0), 0
	for i, hole := range hands {
		switch r := g.rank(hole, board); {
		case r > best:
			best, who = r, 1<<i
		case r == best:
			who |= 1 << i
		}
	}
	t[who]++
}

// random returns a deal of a game: hands, a board, and no more than so many cards that may still come; the others are dead. Some
// decks have few suits and some few ranks, so that there are flushes, full houses and ties.
func (g game) random(dice *rand.Rand, n, lies, most int) (hands [][]card.Card, board, dead, rest []card.Card) {
	deck := card.Shuffled(dice.IntN)
	low, suits := dice.IntN(8), 2+dice.IntN(3)
	slices.SortStableFunc(deck[:], func(a, b card.Card) int {
		in := func(c card.Card) int {
			if c.Rank() >= low && c.Suit() < suits {
				return 0
			}
			return 1
		}
		return in(a) - in(b)
	})
	used := n*g.hole + lies
	for i := range used {
		j := dice.IntN(used)
		deck[i], deck[j] = deck[j], deck[i]
	}
	for i := range n {
		hands = append(hands, deck[i*g.hole:(i+1)*g.hole])
	}
	end := min(card.Count, used+most)
	return hands, deck[used-lies : used], deck[end:], deck[used:end]
}

func TestOddsAreThoseOfEveryBoard(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	dice := rand.New(rand.NewPCG(seed, 0))
	deals := 600
	if testing.Short() {
		deals /= 6
	}
	for k := range deals {
		g, lies := games[k%2], []int{0, 1, 2, 3, 4, 5, 0, 3}[k/2%8]
		n := 2 + dice.IntN(Most-1)
		hands, board, dead, rest := g.random(dice, n, lies, []int{10, 10, 13, 18, 48, 48}[lies])
		got, err := g.odds(hands, board, dead)
		if want := g.boardByBoard(hands, board, rest); err != nil || got != want.odds(n) {
			t.Fatalf("seed %d, deal %d of %s: hands %v, board %v, rest %v: %v, want %v (%v)",
				seed, k, g.name, hands, board, rest, got, want.odds(n), err)
		}
	}
}

// Whole decks, before the flop, a few times.
func TestOddsAreThoseOfEveryBoardOfAWholeDeck(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a million boards each")
	}
	dice := rand.New(rand.NewPCG(9, 9))
	for k := range 4 {
		g, n := games[k%2], []int{2, 8, 6, 4}[k]
		hands, board, dead, rest := g.random(dice, n, 0, card.Count)
		got, err := g.odds(hands, board, dead)
		if want := g.boardByBoard(hands, board, rest); err != nil || got != want.odds(n) {
			t.Errorf("%s: %v: %v, want %v (%v)", g.name, hands, got, want.odds(n), err)
		}
	}
}

// The board plays for all players, so the pot is shared by two to ten.
func TestAnyNumberOfHandsCanTie(t *testing.T) {
	board := cards(t, "AsKsQsJsTs")
	deck := card.Ordered()
	for n := 2; n <= Most; n++ {
		var hands [][]card.Card
		for i := range n {
			hands = append(hands, deck[2*i:2*i+2])
		}
		o, err := Holdem(hands, board, nil)
		for i := range hands {
			if want := (Count{Ties: 1, Parts: int64(Whole / n)}); err != nil || o.Ends != 1 || o.Hands[i] != want {
				t.Errorf("%d hands, hand %d: %v of %d, want %v (%v)", n, i, o.Hands[i], o.Ends, want, err)
			}
		}
		if o.Equity(0) != 1/float64(n) {
			t.Errorf("%d hands: %v of the pot", n, o.Equity(0))
		}
	}
}

// Of three hands the shortest stack has the best cards, and is in the main pot alone.
func TestASidePotHasOddsOfItsOwn(t *testing.T) {
	aces, kings, queens, board := cards(t, "AsAd"), cards(t, "KsKd"), cards(t, "QsQd"), cards(t, "2c7hJs9c")
	main, err1 := Holdem([][]card.Card{aces, kings, queens}, board, nil)
	side, err2 := Holdem([][]card.Card{kings, queens}, board, aces)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	// Of 42 cards two kings help the kings and two queens the queens, against either.
	for i, want := range []Count{{38, 0, 38 * Whole}, {2, 0, 2 * Whole}, {2, 0, 2 * Whole}} {
		if main.Ends != 42 || main.Hands[i] != want {
			t.Errorf("main pot, hand %d: %v of %d, want %v", i, main.Hands[i], main.Ends, want)
		}
	}
	for i, want := range []Count{{40, 0, 40 * Whole}, {2, 0, 2 * Whole}} {
		if side.Ends != 42 || side.Hands[i] != want {
			t.Errorf("side pot, hand %d: %v of %d, want %v", i, side.Hands[i], side.Ends, want)
		}
	}
}

func TestCardsThatCannotBe(t *testing.T) {
	type ask = func(hands [][]card.Card, board, dead []card.Card) (Odds, error)
	draw := func(kept [][]card.Card, _, dead []card.Card) (Odds, error) { return Draw(kept, dead) }
	for _, tt := range []struct {
		what        string
		ask         ask
		hands       []string
		board, dead string
	}{
		{"a hand alone", Holdem, []string{"AsAd"}, "", ""},
		{"eleven hands", draw, make([]string, 11), "", ""},
		{"a card in two hands", Holdem, []string{"AsAd", "AsKd"}, "", ""},
		{"a card of a hand on the board", Omaha, []string{"AsAdKsKd", "QsQdJsJd"}, "2c3cAs", ""},
		{"a dead card on the board", Holdem, []string{"AsAd", "QsKd"}, "2c3c4c", "4c"},
		{"too many hole cards", Holdem, []string{"AsAd", "QsKdJs"}, "", ""},
		{"too few hole cards", Omaha, []string{"AsAdKsKd", "QsQdJs"}, "", ""},
		{"a board of six", Holdem, []string{"AsAd", "QsKd"}, "2c3c4c5c6c7c", ""},
		{"six cards of draw", draw, []string{"AsAd", "2c3c4c5c6c7c"}, "", ""},
		{"more draws than cards", draw, make([]string, 10), "", "2c3c4c"},
	} {
		var hands [][]card.Card
		for _, h := range tt.hands {
			hands = append(hands, cards(t, h))
		}
		if o, err := tt.ask(hands, cards(t, tt.board), cards(t, tt.dead)); !errors.Is(err, ErrCards) || o != (Odds{}) {
			t.Errorf("%s: %v, %v", tt.what, o.Ends, err)
		}
	}
	for _, no := range []card.Card{card.None, card.Count + 1, 64, 255} {
		if _, err := Holdem([][]card.Card{{1, 2}, {3, no}}, nil, nil); !errors.Is(err, ErrCards) {
			t.Errorf("%d in a hand: %v", no, err)
		}
	}
	deck := card.Ordered()
	if _, err := Holdem([][]card.Card{deck[:2], deck[2:4]}, deck[4:7], deck[8:]); !errors.Is(err, ErrCards) {
		t.Errorf("one card left for two places on the board: %v", err)
	}
	if (&Odds{}).Equity(0) != 0 {
		t.Error("no ends have odds")
	}
}

func TestOddsAllocateNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which goes with short tests, allocates")
	}
	d := card.Shuffled(rand.New(rand.NewPCG(3, 3)).IntN)
	two, four, three := [][]card.Card{}, [][]card.Card{}, [][]card.Card{}
	for i := range 4 {
		two, four, three = append(two, d[4*i:4*i+2]), append(four, d[4*i:4*i+4]), append(three, d[4*i:4*i+3])
	}
	if n := testing.AllocsPerRun(3, func() {
		for _, lies := range []int{0, 3, 4, 5} {
			_, err1 := Holdem(two, d[40:40+lies], d[45:])
			_, err2 := Omaha(four, d[40:40+lies], nil)
			if err := errors.Join(err1, err2); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Draw(three, nil); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("they allocate %v times", n)
	}
}

func FuzzOdds(f *testing.F) {
	f.Add(uint64(1), uint8(3), uint8(3), true)
	f.Fuzz(func(t *testing.T, seed uint64, n, lies uint8, omaha bool) {
		g := games[0]
		if omaha {
			g = games[1]
		}
		hands, board, dead, rest := g.random(rand.New(rand.NewPCG(seed, 1)), 2+int(n)%(Most-1), int(lies)%(full+1), 11)
		o, err := g.odds(hands, board, dead)
		if want := g.boardByBoard(hands, board, rest); err != nil || o != want.odds(len(hands)) {
			t.Errorf("%s, seed %d: %v, board %v, rest %v: %v (%v)", g.name, seed, hands, board, rest, o, err)
		}
	})
}

func ExampleHoldem() {
	aces := []card.Card{card.Of(12, 3), card.Of(12, 2)}
	kings := []card.Card{card.Of(11, 3), card.Of(11, 2)}
	o, err := Holdem([][]card.Card{aces, kings}, nil, nil)
	fmt.Println(o.Ends, o.Hands[:2], err)
	fmt.Printf("%.1f %% %.1f %%", 100*o.Equity(0), 100*o.Equity(1))
	// Output:
	// 1712304 [{1410336 9308 3565774800} {292660 9308 749231280}] <nil>
	// 82.6 % 17.4 %
}

// BenchmarkOdds is all-ins of so many hands, random ones that are always the same.
func BenchmarkOdds(b *testing.B) {
	for _, g := range games {
		for _, lies := range []int{0, 3, 4} {
			for _, n := range []int{2, 6, 10} {
				b.Run(fmt.Sprintf("%s/board=%d/hands=%d", g.name, lies, n), func(b *testing.B) {
					dice := rand.New(rand.NewPCG(1, 1))
					b.ReportAllocs()
					for b.Loop() {
						d := card.Shuffled(dice.IntN)
						var hands [Most][]card.Card
						for i := range n {
							hands[i] = d[full+i*g.hole:][:g.hole]
						}
						if _, err := g.odds(hands[:n], d[:lies], nil); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	kept := [][]card.Card{cards(b, "AsAdKc"), cards(b, "QsQdQc")}
	for b.Loop() {
		if _, err := Draw(kept, nil); err != nil {
			b.Fatal(err)
		}
	}
}
