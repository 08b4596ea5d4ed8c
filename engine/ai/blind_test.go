package ai

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// Every hand is played again, up to each decision, with all cards exchanged among themselves that its player does not see:
// the decision is the same.
func TestNobodyDecidesByCardsTheyDoNotSee(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 0))
	seen := map[poker.Variant]int{}
	games := 60
	if testing.Short() {
		games = 15
	}
	for range games {
		g, who := randomGame(t, r)
		for i := range who {
			who[i] = plays(levels[r.IntN(len(levels))])
		}
		g.each = func(v engine.View, c engine.Command) {
			seen[v.Rules.Variant]++
			other := g.elsewhere(v, r)
			if !reflect.DeepEqual(v, other) {
				t.Fatalf("seed %d: with other unseen cards the view is another", seed)
			}
			if d, ok := c.(engine.Draw); ok {
				if again := Discard(other); again != d.Discard {
					t.Fatalf("seed %d: %05b exchanged, and %05b with other unseen cards", seed, d.Discard, again)
				}
				return
			}
			roll, level := r.Uint64(), levels[r.IntN(len(levels))]
			if a, b := Decide(v, level, roll), Decide(other, level, roll); a != b {
				t.Fatalf("seed %d, level %d: %+v, and %+v with other unseen cards", seed, level, a, b)
			}
		}
		for range 3 {
			if w := g.table.Pending(); w.Need != engine.NeedStart {
				break
			}
			g.hand(card.Shuffled(r.IntN), r.Uint64(), r, who)
		}
	}
	t.Logf("seed %d: %v decisions", seed, seen)
	for v := poker.Holdem; v <= poker.FiveCardDraw; v++ {
		if seen[v] == 0 {
			t.Errorf("seed %d: game %d was not played", seed, v)
		}
	}
}

// elsewhere returns the view of a decision where the cards its viewer does not see lie in another order.
func (g *game) elsewhere(v engine.View, r *rand.Rand) engine.View {
	g.t.Helper()
	known := map[card.Card]bool{}
	for _, c := range v.Board {
		known[c] = true
	}
	for _, s := range v.Seats {
		for _, c := range s.Cards {
			known[c] = true
		}
	}
	t := g.begun
	for _, c := range g.done {
		if d, ok := c.(engine.Deal); ok {
			d.Deck = exchanged(d.Deck, known, r)
			c = d
		}
		next, _, err := t.Apply(c, nil)
		if err != nil {
			g.t.Fatalf("%T with other cards: %v", c, err)
		}
		t = next
	}
	return t.View(v.Viewer)
}

// exchanged returns a deck with the cards that are not known in another order.
func exchanged(deck card.Deck, known map[card.Card]bool, r *rand.Rand) card.Deck {
	var places []int
	for i, c := range deck {
		if !known[c] {
			places = append(places, i)
		}
	}
	for i, j := range r.Perm(len(places)) {
		if i < j {
			a, b := places[i], places[j]
			deck[a], deck[b] = deck[b], deck[a]
		}
	}
	return deck
}
