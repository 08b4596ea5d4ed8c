package race

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// cardsOf reads cards: their places in a sorted deck, after 52 those of a second one.
func cardsOf(text string) (cards []int) {
	for f := range strings.FieldsSeq(text) {
		second := 0
		if strings.HasSuffix(f, "'") {
			second = DeckSize
		}
		cards = append(cards, second+4*strings.IndexByte("23456789TJQKA", f[0])+strings.IndexByte("cdhs", f[1]))
	}
	return cards
}

func TestRace(t *testing.T) {
	for _, tt := range []struct {
		stacks    []int64
		old, unit int64
		cards     string
		want      string
	}{
		// T133.6: remainders of 75, 50, 25 and 25 make two chips, and seven cards are dealt.
		{[]int64{375, 150, 25, 225}, 25, 100, "7c 3c 4c 5c 6c 2c Ac", "[400 100 100 300]"}, // the third has 25 and wins nothing
		{[]int64{375, 150, 25, 225}, 25, 100, "Ac Kc Qc 2c 3c 7c 6c", "[400 100 100 200]"}, // no player wins two
		{[]int64{200, 300}, 25, 100, "", "[200 300]"},
		{[]int64{125, 125}, 25, 100, "As Ah", "[200 100]"},                       // half a chip is one
		{[]int64{125, 100}, 25, 100, "As", "[100 100]"},                          // less is none
		{[]int64{150, 150, 150}, 25, 100, "2s 2h 2d 2c 3c 4c'", "[200 100 200]"}, // two of the three
		{[]int64{125, 125}, 25, 100, "2c' 2c", "[100 200]"},                      // the first deck's card is higher
		{[]int64{125, 125}, 25, 100, "2d' 2c", "[200 100]"},
	} {
		cards := cardsOf(tt.cards)
		if got := fmt.Sprint(Off(tt.stacks, tt.old, tt.unit, cards)); got != tt.want {
			t.Errorf("%d from %d to %d with %s: %s, want %s", tt.stacks, tt.old, tt.unit, tt.cards, got, tt.want)
		}
	}
}

// TestRacesAreFair plays random races. All stacks are made of new chips, and each player keeps at least one and wins at most
// one. The house rounds the sum, and adds what those without a chip need.
func TestRacesAreFair(t *testing.T) {
	r := rand.New(rand.NewPCG(28, 1))
	for range 20_000 {
		old := int64(1 + r.IntN(25))
		unit := old * int64(2+r.IntN(9))
		stacks := make([]int64, 2+r.IntN(9))
		rest, before, sum, saved := int64(0), int64(0), int64(0), int64(0)
		for i := range stacks {
			stacks[i] = old * int64(1+r.IntN(40))
			rest += stacks[i] % unit
			before += stacks[i]
		}
		for i, stack := range Off(stacks, old, unit, r.Perm(2*DeckSize)) {
			sum += stack
			if stack%unit != 0 || stack == 0 || stack > stacks[i]-stacks[i]%unit+unit || stacks[i]%unit == 0 && stack != stacks[i] {
				t.Fatalf("%d of %d became %d, chips of %d", stacks[i], old, stack, unit)
			}
			if stacks[i] < unit {
				saved += unit
			}
		}
		if change := sum - before; 2*change < -unit || 2*change > unit+2*saved {
			t.Fatalf("%d chips of %d became %d of %d, %d were left", before, old, sum, unit, rest)
		}
	}
}
