package rank

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"unsafe"

	"cardroom/engine/card"
)

// published is how many hands of five and of the best five of seven cards there are of each category.
var published = map[int]map[Category]int{
	5: {
		RoyalFlush: 4, StraightFlush: 36, Quads: 624, FullHouse: 3744, Flush: 5108, Straight: 10_200, Trips: 54_912,
		TwoPairs: 123_552, Pair: 1_098_240, HighCard: 1_302_540,
	},
	7: {
		RoyalFlush: 4324, StraightFlush: 37_260, Quads: 224_848, FullHouse: 3_473_184, Flush: 4_047_644, Straight: 6_180_020,
		Trips: 6_461_620, TwoPairs: 31_433_400, Pair: 58_627_800, HighCard: 23_294_460,
	},
}

// All 2,598,960 hands of five cards and all 133,784,560 of seven. To see the counts:
//
//	go test -run TestCategoriesOfAllHands -v ./engine/rank
func TestCategoriesOfAllHands(t *testing.T) {
	if testing.Short() {
		t.Skip("136,383,520 hands")
	}
	for cards, want := range published {
		var ranks [1 << 16]int
		countAll(Set{}, cards, card.Count, &ranks)
		got, different := map[Category]int{}, 0
		for r, n := range ranks {
			if n > 0 {
				got[Rank(r).Category()] += n
				different++
			}
		}
		t.Logf("%d cards, %d ranks: %v", cards, different, got)
		if !maps.Equal(got, want) {
			t.Errorf("%d cards: %v, want %v", cards, got, want)
		}
	}
}

// countAll counts the ranks of a set with so many more cards, all of them up to one.
func countAll(s Set, more int, last card.Card, into *[1 << 16]int) {
	for c := card.Card(more); c <= last; c++ {
		if more > 1 {
			countAll(s.With(c), more-1, c-1, into)
		} else {
			into[s.With(c).Rank()]++
		}
	}
}

func TestTheTablesAreSmall(t *testing.T) {
	if size := unsafe.Sizeof(tables) + unsafe.Sizeof(sums) + unsafe.Sizeof(cardBits); size > 300_000 {
		t.Errorf("the tables have %d bytes", size)
	}
	if all := tables.worth[:]; !slices.IsSorted(all) || len(slices.Compact(slices.Clone(all))) != len(all) {
		t.Error("two ranks are worth the same")
	}
}

func TestTheKeysAreThoseOfTheGenerator(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a program")
	}
	file := filepath.Join(t.TempDir(), "keys")
	if out, err := exec.Command("go", "run", "gen.go", file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("keys.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("go generate would write\n%s", got)
	}
}

func BenchmarkTables(b *testing.B) {
	for b.Loop() {
		makeTables()
	}
}
