package odds

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// choose calls f with every choice of n cards, and with the others.
func choose(cards []card.Card, n int, f func(chosen, others []card.Card)) {
	if n == 0 {
		f(nil, cards)
		return
	}
	for i, c := range cards[:len(cards)-n+1] {
		choose(cards[i+1:], n-1, func(chosen, others []card.Card) {
			f(append([]card.Card{c}, chosen...), slices.Concat(cards[:i], others))
		})
	}
}

// against returns the exact equity of a hand against so many that may be any of the cards left.
func (g game) against(hand []card.Card, rivals int, board, rest, dead []card.Card) float64 {
	parts, ends := int64(0), int64(0)
	var seat func(hands [][]card.Card, rest []card.Card)
	seat = func(hands [][]card.Card, rest []card.Card) {
		if len(hands) > rivals {
			o, err := g.odds(hands, board, dead)
			if err != nil {
				panic(err)
			}
			parts, ends = parts+o.Hands[0].Parts, ends+o.Ends
			return
		}
		choose(rest, g.hole, func(rival, rest []card.Card) { seat(append(slices.Clip(hands), rival), rest) })
	}
	seat([][]card.Card{hand}, rest)
	return float64(parts) / float64(Whole*ends)
}

// others returns the cards that are left beside some, and all others, which are dead. Where none are said to be left, all are.
func others(t *testing.T, some []card.Card, left string) (rest, dead []card.Card) {
	for _, c := range card.Ordered() {
		switch {
		case slices.Contains(some, c):
		case left == "" || slices.Contains(cards(t, left), c):
			rest = append(rest, c)
		default:
			dead = append(dead, c)
		}
	}
	return rest, dead
}

const many = 200_000 // ends, of which a share is right to 0.0044

func TestASampleIsNearTheExactOdds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		game        int
		hand, board string
		rivals      int
		left        string // empty for all cards
	}{
		{0, "AsKs", "Qs7s2d9hTc", 1, ""},
		{0, "7d7c", "Qs7s2dTs", 1, "AsKsQdJhTd9s8s7h2c"},
		{0, "QdJd", "Qs7s2d", 2, "AsKsJhTs9s8s7h2c"},
		{0, "AhAd", "", 1, "KsKdKhKcAsAcQhJh9h8h2s"},
		{0, "9h2c", "KsKdAsAdAh", 3, "KhKcAcQsQdJsJdTs"}, // the board plays, mostly
		{1, "AsKsQdJd", "Ts9s2c3d4h", 1, "QsJs8s7s6h5hAcAd4c3c"},
		{1, "AsAd2c3c", "Ts9s2s", 1, "AcAhTcTd9c9dKs8s"},
		{1, "AsAd2c3c", "", 1, "AcAhTcTd9c9dKs8s4s5s"},
		{1, "KsKd7h6h", "8h9hThKc2c", 2, "JhQhAhAsJdQd5h4h3h9s"},
	} {
		g := games[tt.game]
		sample := Sample{many, 3}.Holdem
		if g.hole == 4 {
			sample = Sample{many, 3}.Omaha
		}
		hand, board := cards(t, tt.hand), cards(t, tt.board)
		rest, dead := others(t, slices.Concat(hand, board), tt.left)
		want := g.against(hand, tt.rivals, board, rest, dead)
		got, err := sample(hand, tt.rivals, board, dead)
		if off := math.Abs(got.Equity(0) - want); err != nil || got.Ends != many || off > got.Margin || got.Margin > 0.0044 {
			t.Errorf("%s, %s on %q against %d: %v, want %v (%v)", g.name, tt.hand, tt.board, tt.rivals, got.Equity(0), want, err)
		}
		sum := 0.0
		for i := range got.Hands {
			sum += got.Equity(i)
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%s, %s on %q: all have %v of the pot", g.name, tt.hand, tt.board, sum)
		}
	}
}

// low returns a player who gives away what is below a nine.
func low(hand [5]card.Card) (away uint8) {
	for i, c := range hand {
		if c.Rank() < 7 {
			away |= 1 << i
		}
	}
	return away
}

// drawn returns the exact equity of cards that are kept, against one hand of the rest that draws.
func drawn(kept, rest []card.Card, discard func([5]card.Card) uint8) float64 {
	var parts, ends float64
	choose(rest, held-len(kept), func(more, rest []card.Card) {
		mine := rank.Of(slices.Concat(kept, more))
		choose(rest, held, func(rival, rest []card.Card) {
			away := discard([5]card.Card(rival))
			kept := slices.DeleteFunc(slices.Clone(rival), func(c card.Card) bool {
				return away>>slices.Index(rival, c)&1 == 1
			})
			n, won := 0.0, 0.0
			choose(rest, min(held-len(kept), len(rest)), func(more, _ []card.Card) {
				n++
				switch his := rank.Of(slices.Concat(kept, more)); {
				case mine > his:
					won++
				case mine == his:
					won += 0.5
				}
			})
			parts, ends = parts+won/n, ends+1
		})
	})
	return parts / ends
}

func TestASampleOfTheDrawIsNearTheExactOdds(t *testing.T) {
	none := func([5]card.Card) uint8 { return 0 }
	for _, tt := range []struct {
		kept, left string
		discard    func([5]card.Card) uint8
	}{
		{"KsKd", "AsAcKcKhQsQd9s8s7d2c3c4h", low},
		{"KsKd", "AsAcKcKhQsQd9s8s7d2c3c4h", none},
		{"KsKd9c8h2s", "AsAcKcKhQsQd9s8s7d2c3c4h", low},
		{"", "AsAcKcKhQsQd9s8s7d2c3c", none},
	} {
		kept := cards(t, tt.kept)
		rest, dead := others(t, kept, tt.left)
		want := drawn(kept, rest, tt.discard)
		got, err := Sample{many, 5}.Draw(kept, 1, dead, tt.discard)
		if off := math.Abs(got.Equity(0) - want); err != nil || off > got.Margin {
			t.Errorf("%s: %v, want %v (%v)", tt.kept, got.Equity(0), want, err)
		}
	}
	a, err1 := Sample{1000, 5}.Draw(cards(t, "KsKd"), 5, nil, nil)
	b, err2 := Sample{1000, 5}.Draw(cards(t, "KsKd"), 5, nil, none)
	if a != b || errors.Join(err1, err2) != nil {
		t.Error("a nil discard and one that keeps all cards give different odds")
	}
}

// Nine rivals would draw fifty cards more than there are.
func TestWhereTheCardsRunOutARivalKeepsTheirs(t *testing.T) {
	all := func([5]card.Card) uint8 { return 31 }
	o, err := Sample{1000, 1}.Draw(cards(t, "KsKd"), 9, nil, all)
	if err != nil || o.Ends != 1000 || o.Equity(0) == 0 {
		t.Errorf("%v, %v", o, err)
	}
	var p pack
	p.fill(1<<40 | 1<<41)
	hand := [held]card.Card{1, 2, 3, 4, 5}
	p.exchange(&hand, 31)
	if hand[0] < 40 || hand[1] < 40 || hand[0] == hand[1] || [3]card.Card(hand[2:]) != [3]card.Card{3, 4, 5} {
		t.Errorf("two cards are left for %v", hand)
	}
}

func TestTheSameSampleIsTheSameOdds(t *testing.T) {
	hand := cards(t, "AsKd")
	ask := func(s Sample) Odds {
		o, err := s.Holdem(hand, 3, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	if ask(Sample{500, 1}) != ask(Sample{500, 1}) {
		t.Error("once so and once so")
	}
	if ask(Sample{500, 1}) == ask(Sample{500, 2}) {
		t.Error("the seed makes no difference")
	}
	if o := ask(Sample{-1, 1}); o.Ends != 1 {
		t.Errorf("%d ends, want one at least", o.Ends)
	}
	for ends, most := range map[int]float64{250: 0.124, 1000: 0.062, 10_000: 0.02} {
		if o := ask(Sample{ends, 1}); o.Margin > most || o.Margin < most*0.95 {
			t.Errorf("%d ends are off by no more than %v", ends, o.Margin)
		}
	}
}

func TestSamplesOfCardsThatCannotBe(t *testing.T) {
	type ask = func(hand []card.Card, rivals int, board, dead []card.Card) (Odds, error)
	s := Sample{10, 1}
	draw := func(kept []card.Card, rivals int, _, dead []card.Card) (Odds, error) {
		return s.Draw(kept, rivals, dead, nil)
	}
	deck := card.Ordered()
	for what, o := range map[string]struct {
		ask         ask
		hand        string
		rivals      int
		board, dead []card.Card
	}{
		"nobody else":              {s.Holdem, "AsAd", 0, nil, nil},
		"ten others":               {s.Omaha, "AsAdKsKd", 10, nil, nil},
		"fewer than nobody":        {draw, "AsAd", -3, nil, nil},
		"three hole cards":         {s.Holdem, "AsAdAc", 1, nil, nil},
		"two in Omaha":             {s.Omaha, "AsAd", 1, nil, nil},
		"six cards in the draw":    {draw, "2s3s4s5s6s7s", 1, nil, nil},
		"a card twice":             {s.Holdem, "AsAs", 1, nil, nil},
		"a card that lies":         {s.Omaha, "AsAdKsKd", 1, cards(t, "2c3cAs"), nil},
		"a dead card that is held": {draw, "AsAd", 1, nil, cards(t, "Ad")},
		"a board of six":           {s.Holdem, "AsAd", 1, cards(t, "2c3c4c5c6c7c"), nil},
		"no card":                  {s.Holdem, "AsAd", 1, []card.Card{1, 2, card.None}, nil},
		"too few cards left":       {s.Holdem, "AsAd", 3, nil, deck[:40]},
		"too few left to draw":     {draw, "AsAd", 1, nil, deck[:43]},
	} {
		if got, err := o.ask(cards(t, o.hand), o.rivals, o.board, o.dead); !errors.Is(err, ErrCards) || got != (Odds{}) {
			t.Errorf("%s: %v, %v", what, got.Ends, err)
		}
	}
	if o, err := s.Holdem(cards(t, "AsAd"), 3, nil, deck[:39]); err != nil || o.Ends != 10 {
		t.Errorf("just enough cards left: %v", err)
	}
	if o, err := s.Holdem(cards(t, "AsAd"), 9, cards(t, "2c3c4c5c6c"), nil); err != nil || o.Equity(9) < 0 {
		t.Errorf("nine rivals on a whole board: %v", err)
	}
}

func TestSamplesAllocateNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which goes with short tests, allocates")
	}
	two, four, three, board := cards(t, "AsAd"), cards(t, "AsAdKsQd"), cards(t, "AsAdAh"), cards(t, "2c3c4h")
	s := Sample{20, 1}
	if n := testing.AllocsPerRun(10, func() {
		_, err1 := s.Holdem(two, 9, board, nil)
		_, err2 := s.Omaha(four, 5, board, nil)
		_, err3 := s.Draw(three, 5, nil, low)
		if err := errors.Join(err1, err2, err3); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("they allocate %v times", n)
	}
}

func ExampleSample() {
	aces := []card.Card{card.Of(12, 3), card.Of(12, 2)}
	o, err := Sample{Ends: 10_000, Seed: 1}.Holdem(aces, 2, nil, nil)
	fmt.Printf("%.0f %%, give or take %.0f %v", 100*o.Equity(0), 100*o.Margin, err)
	// Output: 73 %, give or take 2 <nil>
}

// BenchmarkSample is 240 ends against so many.
func BenchmarkSample(b *testing.B) {
	s := Sample{240, 1}
	for _, n := range []int{1, 3, 9} {
		b.Run(fmt.Sprintf("hold'em/rivals=%d", n), func(b *testing.B) {
			hand, board := cards(b, "AsKs"), cards(b, "Qs7d2d")
			for b.Loop() {
				if _, err := s.Holdem(hand, n, board, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("Omaha/rivals=%d", n), func(b *testing.B) {
			hand, board := cards(b, "AsKsQd2c"), cards(b, "Ts7d2d")
			for b.Loop() {
				if _, err := s.Omaha(hand, n, board, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("draw/rivals=3", func(b *testing.B) {
		kept := cards(b, "AsAd")
		for b.Loop() {
			if _, err := s.Draw(kept, 3, nil, low); err != nil {
				b.Fatal(err)
			}
		}
	})
}
