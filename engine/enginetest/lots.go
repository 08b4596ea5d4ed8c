package enginetest

import (
	"hash/fnv"
	"math/rand/v2"
)

// Lots gives the draws of a seed: the same use gives the same numbers.
type Lots uint64

// Source returns the random numbers of a use.
func (l Lots) Source(use string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(use))
	return rand.New(rand.NewPCG(uint64(l), h.Sum64()))
}

// Number draws one of n numbers, from 0.
func (l Lots) Number(use string, n int) int { return l.Source(use).IntN(n) }

// Shuffle draws an order of n numbers, from 0.
func (l Lots) Shuffle(use string, n int) []int { return l.Source(use).Perm(n) }
