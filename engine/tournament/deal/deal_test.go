package deal

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestWorkedCases(t *testing.T) {
	for _, tt := range []struct{ stacks, prizes, want []int64 }{
		{[]int64{5000, 3000, 2000}, []int64{450, 270, 180}, []int64{345, 295, 260}}, // T133.8
		{[]int64{4000, 3000, 2000, 1000}, []int64{500, 300, 200}, []int64{336, 295, 236, 133}},
		{[]int64{1, 1, 1}, []int64{100}, []int64{34, 33, 33}}, // equal remainders: the lowest number
		{[]int64{7, 7}, []int64{65, 35}, []int64{50, 50}},
		{[]int64{3, 1}, []int64{65, 35, 9}, []int64{58, 42}}, // 57.5 and 42.5; a third prize has no player
	} {
		if got := ICM(tt.stacks, tt.prizes); !slices.Equal(got, tt.want) {
			t.Errorf("%v for %v: %v, want %v", tt.stacks, tt.prizes, got, tt.want)
		}
	}
}

func TestByChips(t *testing.T) {
	for _, tt := range []struct {
		stacks, prizes, want []int64
		offered              bool
	}{
		{[]int64{5000, 3000, 2000}, []int64{450, 270, 180}, []int64{360, 288, 252}, true},
		{[]int64{500, 300, 200}, []int64{600, 300}, []int64{450, 270, 180}, true}, // fewer prizes than players
		{[]int64{98, 1, 1}, []int64{450, 270, 180}, []int64{533, 184, 183}, false},
		{[]int64{1, 1, 1}, []int64{500}, []int64{167, 167, 166}, true},
	} {
		if got, ok := ByChips(tt.stacks, tt.prizes); !slices.Equal(got, tt.want) || ok != tt.offered {
			t.Errorf("%v for %v: %v %t, want %v %t", tt.stacks, tt.prizes, got, ok, tt.want, tt.offered)
		}
	}
}

// slowly returns the average prize of each player by going through every order in which all may finish.
func slowly(stacks, prizes []int64) []*big.Rat {
	averages := make([]*big.Rat, len(stacks))
	for i := range averages {
		averages[i] = new(big.Rat)
	}
	var finish func(order []int, chance *big.Rat)
	finish = func(order []int, chance *big.Rat) {
		if len(order) == len(stacks) {
			for place, i := range order {
				if place < len(prizes) {
					averages[i].Add(averages[i], new(big.Rat).Mul(chance, new(big.Rat).SetInt64(prizes[place])))
				}
			}
			return
		}
		left := sum(stacks)
		for _, i := range order {
			left -= stacks[i]
		}
		for i, stack := range stacks {
			if !slices.Contains(order, i) {
				finish(append(slices.Clone(order), i), new(big.Rat).Mul(chance, big.NewRat(stack, left)))
			}
		}
	}
	finish(nil, big.NewRat(1, 1))
	return averages
}

// randomCase returns stacks and prizes that fall.
func randomCase(r *rand.Rand, most int) (stacks, prizes []int64) {
	for range 2 + r.IntN(most-1) {
		stacks = append(stacks, 1+r.Int64N(1+int64(r.IntN(100_000))))
	}
	if r.IntN(3) == 0 {
		stacks[1] = stacks[0]
	}
	for range 1 + r.IntN(len(stacks)) {
		prizes = append(prizes, r.Int64N(10_000))
	}
	slices.Sort(prizes)
	slices.Reverse(prizes)
	return stacks, prizes
}

func TestICMAgreesWithASlowReading(t *testing.T) {
	r := rand.New(rand.NewPCG(94, 1))
	for range 200 {
		stacks, prizes := randomCase(r, 5)
		fast := expected(stacks, prizes)
		for i, want := range slowly(stacks, prizes) {
			if fast[i].Cmp(want) != 0 {
				t.Fatalf("%v for %v: player %d gets %s, slowly %s", stacks, prizes, i, fast[i], want)
			}
		}
	}
}

// TestProposalsAreFair checks the promises of each proposal: amounts add up to the prizes, and more chips never get less.
func TestProposalsAreFair(t *testing.T) {
	r := rand.New(rand.NewPCG(95, 1))
	for range 300 {
		stacks, prizes := randomCase(r, 7)
		chips, _ := ByChips(stacks, prizes)
		for name, amounts := range map[string][]int64{"icm": ICM(stacks, prizes), "chips": chips} {
			if sum(amounts) != sum(prizes) {
				t.Fatalf("%s: %v for %v: %v adds up to %d", name, stacks, prizes, amounts, sum(amounts))
			}
			for i := range stacks {
				for j := range stacks {
					if stacks[i] > stacks[j] && amounts[i] < amounts[j] || stacks[i] == stacks[j] && i < j && (amounts[i] < amounts[j] || amounts[i] > amounts[j]+1) {
						t.Fatalf("%s: %v for %v: %v", name, stacks, prizes, amounts)
					}
				}
			}
		}
	}
}

func BenchmarkICM(b *testing.B) {
	stacks := []int64{51237, 40011, 30333, 29999, 21001, 17777, 9001, 8123, 7001, 1003}
	prizes := []int64{30000, 20000, 14000, 10000, 8000, 6000, 5000, 4000, 3000, 2000}
	for b.Loop() {
		ICM(stacks, prizes)
	}
}
