package shuffle

import (
	"crypto/rand"
	"fmt"

	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/store"
)

// BatchSize is how many hands one published commitment covers.
const BatchSize = 64

// State is the part of a record about dealing its hands (see package fair). Everything in it but Secret is public.
type State struct {
	Secret     []byte        `json:"secret,omitempty"`  // of the batch, encrypted
	First      int64         `json:"first,omitempty"`   // number of its first hand
	Root       fair.Hash     `json:"root,omitzero"`     // over the commitments
	Message    engine.ID     `json:"message,omitempty"` // shows the root; 0 until it is posted
	Commitment fair.Hash     `json:"seal,omitzero"`     // to the latest hand, once it is dealt
	Entropy    *fair.Entropy `json:"entropy,omitempty"` // of that hand: its cuts, and from the deal on its message
	Path       []fair.Hash   `json:"path,omitempty"`    // from the commitment to the root, from the deal on
	Dealt      []engine.ID   `json:"dealt,omitempty"`   // the players dealt in, in dealing order
	Prev       fair.Hash     `json:"prev,omitzero"`     // transcript of the hand before
	Last       fair.Hash     `json:"last,omitzero"`     // transcript of the hand that ended last
	Cuts       []Cut         `json:"cuts,omitempty"`    // of the next hand, the latest last
	Proof      *Proof        `json:"proof,omitempty"`   // of that hand, until the next one starts: the next batch may be posted before its cards are shown
	Voids      int64         `json:"voids,omitempty"`   // void hands of the channel (R65)
}

// Covers reports whether the commitment to a hand is published in the channel.
func (s *State) Covers(hand int64) bool {
	return s.Message != 0 && hand >= s.First && hand < s.First+BatchSize
}

// Secret returns the sealer for the secret of a batch, or of one hand of the history.
func (ks *Keys) Secret(k store.Key, kind string, hand int64) Sealer {
	return Sealer{aead: ks.aead, context: fmt.Sprintf("%d/%d/%s/%d\n", k.Guild, k.Channel, kind, hand)}
}

// NewSecret returns 32 random bytes. Tests that fix the seed get a function of it.
func (ks *Keys) NewSecret(k store.Key, first int64) (secret fair.Secret) {
	if ks.Seed != nil {
		return fair.Mac(fair.U64(*ks.Seed), "cardroom/seed", fair.U64(uint64(k.Channel)), fair.U64(uint64(first)))
	}
	rand.Read(secret[:])
	return secret
}

// handSecret derives the secret of one hand of a batch. It reveals nothing about the other hands.
func handSecret(batch fair.Secret, hand int64) fair.Secret {
	return fair.Mac(batch[:], "cardroom/hand", fair.U64(uint64(hand)))
}

// handAt returns the hand of a commitment.
func handAt(k store.Key, hand int64) fair.Hand {
	return fair.Hand{Table: fair.ID(k.Channel), Number: uint64(hand)}
}

// commitmentOf returns the commitment to a hand.
func commitmentOf(k store.Key, secret fair.Secret, hand int64) *fair.Seal {
	return fair.NewSeal(secret, handAt(k, hand))
}

// Batch holds the commitments to the hands of one batch.
type Batch struct {
	First       int64
	Secret      []byte // encrypted
	Commitments []fair.Hash
	Root        fair.Hash
}

// Commitments returns the commitments to the hands from first on. The same arguments return the same ones.
func Commitments(k store.Key, secret fair.Secret, first int64) []fair.Hash {
	list := make([]fair.Hash, BatchSize)
	for i := range list {
		hand := first + int64(i)
		list[i] = commitmentOf(k, handSecret(secret, hand), hand).Hash()
	}
	return list
}

// NewBatch makes the commitments to the hands from first on. It takes about 40 ms, so run it outside the table's jobs.
func (ks *Keys) NewBatch(k store.Key, secret fair.Secret, first int64) Batch {
	commit := Commitments
	if ks.Made != nil {
		commit = ks.Made
	}
	made := Batch{First: first, Commitments: commit(k, secret, first)}
	made.Secret, made.Root = ks.Secret(k, "batch", first).Seal(secret[:], nil), fair.BatchRoot(made.Commitments)
	return made
}

// openSecret decrypts a secret.
func openSecret(s Sealer, hidden []byte) (secret fair.Secret, err error) {
	clear, err := s.Open(hidden, nil)
	if err == nil && copy(secret[:], clear) != len(secret) {
		err = errSeal
	}
	return secret, err
}

// BatchSecret returns the secret of the batch of a shuffle.
func (ks *Keys) BatchSecret(k store.Key, s *State) (fair.Secret, error) {
	return openSecret(ks.Secret(k, "batch", s.First), s.Secret)
}

// With returns the shuffle with a new batch, whose root is not published yet.
func (s State) With(made Batch) State {
	s.First, s.Message, s.Root, s.Secret = made.First, 0, made.Root, made.Secret
	return s
}

// path returns the Merkle path from the commitment of a hand to the root.
func (b *Batch) path(hand int64) ([]fair.Hash, error) {
	proof, err := fair.NewBatch(b.Commitments, int(hand-b.First))
	return proof.Path, err
}
