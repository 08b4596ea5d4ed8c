package rank

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/card"
)

func cards(t *testing.T, text string) []card.Card {
	t.Helper()
	var out []card.Card
	for _, f := range strings.Fields(text) {
		c, err := card.Parse(f)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// The rank is that of the best hand of up to seven cards (R44).
func TestTheHandsOfTheRuleBook(t *testing.T) {
	for _, tt := range []struct {
		cards string
		kind  Category
		best  string
	}{
		{"As Ks Qs Js Ts 9s 8s", RoyalFlush, "As Ks Qs Js Ts"},
		{"9s Ks Qs Js Ts Ad Ac", StraightFlush, "Ks Qs Js Ts 9s"},
		{"As 2s 3s 4s 5s 6d Ad", StraightFlush, "5s 4s 3s 2s As"},
		{"9s 9h 9d 9c Ks Kd 2c", Quads, "9s 9h 9d 9c Ks"},
		{"9s 9h 9d Kc Ks Kd 2c", FullHouse, "Ks Kd Kc 9s 9h"},
		{"9s 9h 9d Kc Ks 2d 2c", FullHouse, "9s 9h 9d Ks Kc"},
		{"2s 4s 9s Js Ks As 3d", Flush, "As Ks Js 9s 4s"},
		{"9s Kd Qs Js Ts Ad 2c", Straight, "Ad Kd Qs Js Ts"},
		{"As 2d 3s 4s 5c Kd Kc", Straight, "5c 4s 3s 2d As"},
		{"As 2d 3s Qs Kc Jd 9c", HighCard, "As Kc Qs Jd 9c"},
		{"7s 7d 7c As 2d 9h Jc", Trips, "7s 7d 7c As Jc"},
		{"7s 7d 2c 2s 9d 9h Jc", TwoPairs, "9h 9d 7s 7d Jc"},
		{"7s 7d 6c 6s 5d 5h 4c", TwoPairs, "7s 7d 6s 6c 5h"},
		{"7s 7d 6c 2s 5d Kh 3c", Pair, "7s 7d Kh 6c 5d"},
		{"As Ad", Pair, "As Ad"},
		{"As Kd", HighCard, "As Kd"},
		{"As 2d 3s 4s", HighCard, "As 4s 3s 2d"},
		{"As Ks Qs Js", HighCard, "As Ks Qs Js"},
		{"", 0, ""},
	} {
		h := Best(cards(t, tt.cards))
		var best [5]card.Card
		copy(best[:], cards(t, tt.best))
		if h.Category() != tt.kind || h.Best != best {
			t.Errorf("%s: category %d %v, want %d %v", tt.cards, h.Category(), h.Best, tt.kind, best)
		}
	}
}

// The page's order of hands, from high to low (R44), kickers and the low ace included. Each hand beats all below it;
// hands on one line are equal.
func TestTheRanksInOrder(t *testing.T) {
	order := []string{
		"As Ks Qs Js Ts | Ah Kh Qh Jh Th", // royal flush
		"Kd Qd Jd Td 9d",                  // straight flush
		"6c 5c 4c 3c 2c",
		"5h 4h 3h 2h Ah | 5s 4s 3s 2s As", // the lowest: the ace is low
		"Ac Ad Ah As 2c",                  // four of a kind
		"2c 2d 2h 2s Ac | 2c 2d 2h 2s Ad",
		"2c 2d 2h 2s Kc",
		"3c 3d 3h 2s 2c", // full house: the three count first
		"2c 2d 2h As Ac",
		"As Js 9s 7s 5s", // flush
		"As Js 9s 7s 4s | Ad Jd 9d 7d 4d",
		"Ks Qs Js Ts 8s",
		"As Kd Qc Jh Ts", // straight
		"6s 5d 4c 3h 2s",
		"5s 4d 3c 2h As | 5c 4c 3d 2d Ah",
		"Ac Ad Ah 3s 2c", // three of a kind
		"2c 2d 2h As Kc",
		"2c 2d 2h As Qc",
		"Ac Ad 2h 2s 3c", // two pair
		"Kc Kd Qh Qs Ac",
		"3c 3d 2h 2s Ac | 3h 3s 2c 2d Ad",
		"3c 3d 2h 2s Kc",
		"Ac Ad 4h 3s 2c", // a pair
		"2c 2d Ah Ks Qc",
		"2c 2d Ah Ks Jc",
		"As Kd Qc Jh 9s", // high card
		"As Kd Qc 3h 2s", // no straight goes round the ace
		"As Kd Jc Th 9s",
		"Ks Qd Jc Th 8s",
		"7s 5d 4c 3h 2s | 7c 5h 4d 3s 2c",
	}
	for i, line := range order {
		equal := strings.Split(line, "|")
		a := Best(cards(t, equal[0]))
		for _, other := range equal[1:] {
			if a.Compare(Best(cards(t, other))) != 0 {
				t.Errorf("%s are not equal", line)
			}
		}
		for _, lower := range order[i+1:] {
			if b := Best(cards(t, strings.Split(lower, "|")[0])); a.Compare(b) != 1 || b.Compare(a) != -1 {
				t.Errorf("%s does not beat %s", line, lower)
			}
		}
	}
}

// Ties break by the cards of the rank, then kickers, five cards in all (R44).
func TestTiesBreakByKickersAndNeverBySuit(t *testing.T) {
	for _, tt := range []struct {
		better, worse string
		want          int
	}{
		{"As Ad Kc 7h 3d", "Ah Ac Kd 7s 2c", 1},
		{"As Ad Kc 7h 3d", "Ah Ac Kd 7s 3c", 0},
		{"6s 5d 4c 3h 2d", "As 5d 4c 3h 2d", 1},
		{"Ks Kd 2c 2h 3d", "Qs Qd Jc Jh Ad", 1},
		{"2s 2d 2c 2h 3d", "As Ad Ac Kh Kd", 1},
		{"As Kd Qc Jh 9d 2c 3c", "As Kd Qc Jh 9h 7c 6d", 0},
		{"Ks Kd", "As Qd", 1},
		{"Ks 3d", "Ks 2d", 1},
	} {
		a, b := Best(cards(t, tt.better)), Best(cards(t, tt.worse))
		if a.Compare(b) != tt.want || b.Compare(a) != -tt.want {
			t.Errorf("%s against %s: %d and %d, want %d", tt.better, tt.worse, a.Compare(b), b.Compare(a), tt.want)
		}
	}
}

// slow ranks exactly five cards by counting and sorting, in a way unlike that of Best; the result is comparable as text.
func slow(c []card.Card) string {
	var ranks []int
	count := map[int]int{}
	suits := map[int]bool{}
	for _, x := range c {
		count[x.Rank()]++
		suits[x.Suit()] = true
	}
	for _, x := range c {
		ranks = append(ranks, count[x.Rank()]*100+x.Rank())
	}
	slices.Sort(ranks)
	slices.Reverse(ranks)
	low, high := ranks[4], ranks[0]
	run := len(count) == 5 && high-low == 4
	if fmt.Sprint(ranks) == "[112 103 102 101 100]" {
		run, ranks = true, []int{103, 102, 101, 100, 99}
	}
	kind := map[string]int{"2 1": 2, "2 2": 3, "3 1": 4, "3 2": 7, "4 4": 8}[fmt.Sprint(ranks[0]/100, ranks[3]/100)]
	if ranks[0]/100 == 2 && ranks[2]/100 == 2 {
		kind = 3
	} else if ranks[0]/100 == 2 {
		kind = 2
	}
	switch flush := len(suits) == 1; {
	case flush && run && high == 112 && low == 108:
		kind = 10
	case flush && run:
		kind = 9
	case flush:
		kind = 6
	case run:
		kind = 5
	case kind == 0:
		kind = 1
	}
	return fmt.Sprintf("%02d %v", kind, ranks)
}

// slowest returns the best of all choices of five among five to seven cards.
func slowest(c []card.Card) (best string) {
	if len(c) == 5 {
		return slow(c)
	}
	for i := range c {
		best = max(best, slowest(slices.Delete(slices.Clone(c), i, i+1)))
	}
	return best
}

func TestBestAgreesWithASlowIndependentReading(t *testing.T) {
	const seed = 7
	r := rand.New(rand.NewPCG(seed, 1))
	text := map[Rank]string{}
	value := map[string]Rank{}
	deals := 20_000
	if testing.Short() {
		deals /= 5
	}
	for n := range deals {
		d := card.Shuffled(r.IntN)
		of := d[:5+n%3]
		h, want := Best(of), slowest(of)
		if slow(h.Best[:]) != want {
			t.Fatalf("seed %d, deal %d: %v of %v, want %s", seed, n, h.Best, []card.Card(of), want)
		}
		if old, ok := text[h.Rank]; ok && old != want {
			t.Fatalf("seed %d, deal %d: rank %d is both %s and %s", seed, n, h.Rank, old, want)
		}
		text[h.Rank], value[want] = want, h.Rank
	}
	keys := slices.Sorted(func(yield func(string) bool) {
		for k := range value {
			if !yield(k) {
				return
			}
		}
	})
	if !slices.IsSortedFunc(keys, func(a, b string) int { return int(value[a]) - int(value[b]) }) {
		t.Error("ranks do not go by strength")
	}
}

// A rank agrees with the cards that play.
func TestARankTellsItsCards(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 5))
	for n := range 20_000 {
		d := card.Shuffled(dice.IntN)
		h := Best(d[:n%8])
		var want [5]int
		for i, c := range h.Best {
			if want[i] = -1; c != card.None {
				want[i] = c.Rank()
			}
		}
		if h.Rank.Ranks() != want || Of(d[:n%8]) != h.Rank || Of(h.Best[:]) != h.Rank || Of(append(h.Best[:], 0, 0)) != h.Rank ||
			Best(h.Best[:]) != h {
			t.Fatalf("%v: rank %d is %v, Of says %d", []card.Card(d[:n%8]), h.Rank, h.Rank.Ranks(), Of(d[:n%8]))
		}
	}
}

func TestSixCardsAndASeventh(t *testing.T) {
	const seed = 13
	dice := rand.New(rand.NewPCG(seed, 1))
	for n := range 20_000 {
		d := card.Shuffled(dice.IntN)
		six := SetOf(d[:6])
		for _, c := range d[6:20] {
			want := Of(append(d[:6:6], c))
			if got := six.Six().With(c); got != want {
				t.Fatalf("seed %d, deal %d: %v and %v: rank %d, want %d", seed, n, []card.Card(d[:6]), c, got, want)
			}
			if six.With(c).MayFlush(0) && !six.MayFlush(1) {
				t.Fatalf("seed %d, deal %d: %v may become a flush", seed, n, []card.Card(d[:6]))
			}
		}
	}
}

// choose returns every choice of n of some cards.
func choose(c []card.Card, n int) (all [][]card.Card) {
	if n == 0 {
		return [][]card.Card{nil}
	}
	for i := range c {
		for _, rest := range choose(c[i+1:], n-1) {
			all = append(all, append(rest, c[i]))
		}
	}
	return all
}

func TestOmahaIsTheBestOfAllTwosAndThrees(t *testing.T) {
	const seed = 11
	dice := rand.New(rand.NewPCG(seed, 1))
	for n := range 500 {
		d := card.Shuffled(dice.IntN)
		hole, board := d[:4], d[4:9]
		want := ""
		for _, two := range choose(hole, 2) {
			for _, three := range choose(board, 3) {
				want = max(want, slow(append(two, three...)))
			}
		}
		h := Omaha(hole, board)
		if got := slow(h.Best[:]); got != want || Of(h.Best[:]) != h.Rank {
			t.Fatalf("seed %d, deal %d: %v with %v is %v, %s, want %s", seed, n, hole, board, h.Best, got, want)
		}
	}
}

func TestOmahaWithFewerCards(t *testing.T) {
	for _, tt := range []struct{ hole, board, best string }{
		{"As Ad Kc Kd", "", "As Ad"},
		{"As Ad Kc Kd", "Kh 2c 3d", "Kh Kd Kc 3d 2c"},
		{"As Kd", "Ah Kc Ks 2d 3d", "Ks Kd Kc As Ah"},
		{"As Ks Qs Js", "Ah Ad Ac 2d 3d", "As Ah Ad Ac Ks"},
		{"", "Ah Ad Ac 2d 3d", "Ah Ad Ac"},
		{"", "", ""},
	} {
		var want [5]card.Card
		copy(want[:], cards(t, tt.best))
		if got := Omaha(cards(t, tt.hole), cards(t, tt.board)); got.Best != want {
			t.Errorf("%q with %q: %v, want %v", tt.hole, tt.board, got.Best, want)
		}
	}
}

func TestAStoredHandIsRankedAnew(t *testing.T) {
	h := Best(cards(t, "9s 9h 9d Kc Ks Kd 2c"))
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"best":["K♠","K♦","K♣","9♠","9♥"]}`; string(text) != want {
		t.Errorf("stored as %s, want %s", text, want)
	}
	for _, stored := range []string{string(text), `{"value":8321234,"best":["K♠","K♦","K♣","9♠","9♥"]}`} {
		var back Hand
		if err := json.Unmarshal([]byte(stored), &back); err != nil || back != h {
			t.Errorf("%s is read as %v, %v", stored, back, err)
		}
	}
	for _, bad := range []string{`{"best":["1♠"]}`, `{"best":["K♠","K♠"]}`} {
		if err := new(Hand).UnmarshalJSON([]byte(bad)); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}

func TestRankingAllocatesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which goes with short tests, allocates")
	}
	d := card.Shuffled(rand.New(rand.NewPCG(1, 1)).IntN)
	if n := testing.AllocsPerRun(100, func() {
		for n := range 8 {
			Best(d[:n])
			Of(d[:n])
		}
		Omaha(d[:4], d[4:9])
	}); n > 0 {
		t.Errorf("it allocates %v times", n)
	}
}

func FuzzBest(f *testing.F) {
	f.Add(uint64(1), uint8(7))
	f.Fuzz(func(t *testing.T, seed uint64, n uint8) {
		d := card.Shuffled(rand.New(rand.NewPCG(seed, 0)).IntN)
		n %= 8
		h := Best(d[:n])
		slices.Reverse(d[:n])
		if Best(d[:n]) != h {
			t.Errorf("seed %d, %d cards: the order of the cards matters", seed, n)
		}
		for _, c := range h.Best {
			if c != card.None && !slices.Contains(d[:n], c) {
				t.Errorf("seed %d: %v is not among the cards", seed, c)
			}
		}
		if n >= 5 && slow(h.Best[:]) != slowest(d[:n]) {
			t.Errorf("seed %d: %v is not the best of %v", seed, h.Best, []card.Card(d[:n]))
		}
	})
}

func ExampleBest() {
	board := []card.Card{card.Of(8, 0), card.Of(8, 1), card.Of(8, 2)}
	h := Best(append(board, card.Of(12, 3), card.Of(12, 0)))
	fmt.Println(h.Category() == FullHouse, h.Best)
	// Output: true [10♥ 10♦ 10♣ A♠ A♣]
}

func BenchmarkOf(b *testing.B) {
	for _, n := range []int{5, 6, 7} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d := card.Shuffled(rand.New(rand.NewPCG(1, 1)).IntN)
			b.ReportAllocs()
			for i := range b.N {
				Of(d[i%40 : i%40+n])
			}
		})
	}
}

func BenchmarkBest(b *testing.B) {
	d := card.Shuffled(rand.New(rand.NewPCG(1, 1)).IntN)
	b.ReportAllocs()
	for i := range b.N {
		Best(d[i%40 : i%40+7])
	}
}

func BenchmarkOmaha(b *testing.B) {
	d := card.Shuffled(rand.New(rand.NewPCG(1, 1)).IntN)
	b.ReportAllocs()
	for i := range b.N {
		Omaha(d[i%40:i%40+4], d[i%40+4:i%40+9])
	}
}
