// Package draw has the draws of a tournament, from a seed that was sealed before a person could register (section 0 of the rules).
// docs/fair.md describes the bytes.
//
// [Seal] is published when the tournament is made. A message that announces the start fixes the [Start], whose [Start.Key] is
// the key of all draws, its [Lots]. Each draw has a name, and reads a stream of its own. So whoever knows the seed and the two
// messages can make every draw again.
package draw

import (
	"crypto/sha256"

	"cardroom/engine/fair"
)

const (
	sealTag = "tour/1/seal"
	keyTag  = "tour/1"
)

// Seal returns the seal of a seed. The bot publishes it when it makes the tournament.
func Seal(tournament fair.ID, seed fair.Secret) fair.Hash {
	return sha256.Sum256(fair.Tuple(sealTag, fair.U64(uint64(tournament)), seed[:]))
}

// Start holds the inputs of a tournament's draws beside its seed: nothing in it can vary once the message stands.
type Start struct {
	Tournament fair.ID
	Message    fair.ID   // that announces the start
	Beacon     []byte    // the value of the round that the message fixes, in place of its id; empty without a beacon
	Entries    []fair.ID // persons, in the order in which they entered
}

// Key returns the key of the draws.
func (s *Start) Key(seed fair.Secret) [32]byte {
	public := s.Beacon
	if len(public) == 0 {
		public = fair.U64(uint64(s.Message))
	}
	parts := [][]byte{fair.U64(uint64(s.Tournament)), public}
	for _, person := range s.Entries {
		parts = append(parts, fair.U64(uint64(person)))
	}
	return fair.Mac(seed[:], keyTag, parts...)
}

// Lots gives the draws of a key: the same use always gives the same numbers. It prints as [hidden].
type Lots struct{ key fair.Secret }

// NewLots returns the draws of a start.
func NewLots(seed fair.Secret, s *Start) Lots { return Lots{s.Key(seed)} }

// Number returns one number of n, from 0.
func (l Lots) Number(use string, n int) int { return fair.NewStream(l.key[:], use).Uniform(n) }

// Shuffle returns all numbers below n in a drawn order.
func (l Lots) Shuffle(use string, n int) []int { return fair.NewStream(l.key[:], use).Perm(n) }

// InOrder gives the first number and all numbers in order, where the draws do not count: in a try whose result is dropped.
type InOrder struct{}

// Number returns 0.
func (InOrder) Number(string, int) int { return 0 }

// Shuffle returns all numbers below n in order.
func (InOrder) Shuffle(_ string, n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
