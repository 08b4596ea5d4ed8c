package odds

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// dealt counts the winners when cards are drawn one after the other in any order: the hands as they are, the cards left, and
// the number of the hand that draws next.
func dealt(t *tally, hands [][]card.Card, rest []card.Card) {
	for i, hand := range hands {
		if len(hand) == held {
			continue
		}
		for j, c := range rest {
			next := slices.Clone(hands)
			next[i] = append(slices.Clone(hand), c)
			dealt(t, next, slices.Delete(slices.Clone(rest), j, j+1))
		}
		return
	}
	var worth []rank.Rank
	for _, hand := range hands {
		worth = append(worth, rank.Best(hand).Rank)
	}
	best, who := slices.Max(worth), 0
	for i, r := range worth {
		if r == best {
			who |= 1 << i
		}
	}
	t[who]++
}

func TestDrawOddsAreThoseOfEveryOrderOfTheDeck(t *testing.T) {
	t.Parallel()
	random := uint64(time.Now().UnixNano())
	dice := rand.New(rand.NewPCG(random, 0))
	deals := 60
	if testing.Short() {
		deals /= 10
	}
	for k := range deals {
		deck := card.Shuffled(dice.IntN)
		n, used, orders, left := 2+dice.IntN(3), 0, 1, 12
		var hands [][]card.Card
		ways := int64(1)
		for range n {
			lacks := dice.IntN(held + 1)
			for orders*left > 50_000 && lacks > 0 {
				lacks--
			}
			for range lacks {
				orders, left = orders*left, left-1
			}
			hands = append(hands, deck[used:used+held-lacks])
			used += held - lacks
			ways *= []int64{1, 1, 2, 6, 24, 120}[lacks]
		}
		rest := deck[used : used+12]
		if orders > 200_000 {
			continue
		}
		var want tally
		dealt(&want, hands, rest)
		for who := range want {
			want[who] /= ways
		}
		got, err := Draw(hands, deck[used+12:])
		if err != nil || got != want.odds(n) {
			t.Fatalf("seed %d, deal %d: %v, rest %v: %v, want %v (%v)", random, k, hands, rest, got, want.odds(n), err)
		}
	}
}

// Counted by hand: 42 cards are left, and of their 11,480 threes aces do not improve by 8036. Three deuces they beat with
// an ace more, 1600 threes, or with three of a kind, 29.
func TestDrawToAPairOfAces(t *testing.T) {
	for _, tt := range []struct {
		against string
		wins    int64
	}{
		{"KsKdQcQh2s", 11_480 - 8036},
		{"2s2d2c3h4s", 1629},
	} {
		o, err := Draw([][]card.Card{cards(t, "AsAd"), cards(t, tt.against)}, cards(t, "9c8d7h"))
		if want := (Count{Wins: tt.wins, Parts: tt.wins * Whole}); err != nil || o.Ends != 11_480 || o.Hands[0] != want {
			t.Errorf("against %s: %v of %d, want %v (%v)", tt.against, o.Hands[0], o.Ends, want, err)
		}
	}
}

func TestASampleKeepsToItsMargin(t *testing.T) {
	for _, kept := range [][]string{{"AsAd", "KcKd2s2d"}, {"9h8h7h6h", "AcAd3s"}, {"AsKsQsJs", "TcTd", "2c2d2h2s3c"}} {
		var hands [][]card.Card
		for _, k := range kept {
			hands = append(hands, cards(t, k))
		}
		exact, err := Draw(hands, nil)
		if err != nil || exact.Margin != 0 {
			t.Fatal(err, exact.Margin)
		}
		var d draw
		if err := d.set(hands, nil); err != nil {
			t.Fatal(err)
		}
		if ends := d.ends(); int64(ends) != exact.Ends {
			t.Errorf("%v: %d ends, found %d", kept, ends, exact.Ends)
		}
		d.sample()
		got := d.tally.odds(d.n)
		for i := range hands {
			if off := math.Abs(got.Equity(i) - exact.Equity(i)); off > 0.0054 || got.Ends != samples {
				t.Errorf("%v, hand %d: %v is off by %v", kept, i, got.Equity(i), off)
			}
		}
	}
	o, err := Draw([][]card.Card{cards(t, "AsAd"), cards(t, "KcKd")}, nil)
	if err != nil || o.Margin < 0.005 || o.Margin > 0.006 || o.Ends != samples {
		t.Errorf("two draws of three: %v, %v", o, err)
	}
}
