package shuffle

import (
	"crypto/rand"
	"fmt"

	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/store"
)

// BatchSize is how many hands are sealed by one message.
const BatchSize = 64

// State is what a record keeps of how its hands are dealt (package fair), and all that it keeps of the cards of the hand
// that runs or ran last. All of it but the secrets is for everyone to know.
type State struct {
	Secret     []byte        `json:"secret,omitempty"`  // of the hands of the batch, under the bot's key
	First      int64         `json:"first,omitempty"`   // number of the first of them
	Root       fair.Hash     `json:"root,omitzero"`     // over their seals
	Message    engine.ID     `json:"message,omitempty"` // shows the root; 0 until it stands
	Commitment fair.Hash     `json:"seal,omitzero"`     // of the hand that runs or ran last, once it is dealt
	Entropy    *fair.Entropy `json:"entropy,omitempty"` // of that hand: from its start on the cuts, from the deal on its message
	Path       []fair.Hash   `json:"path,omitempty"`    // from the seal to the root, from the deal on
	Dealt      []engine.ID   `json:"dealt,omitempty"`   // who was dealt in, in dealing order
	Prev       fair.Hash     `json:"prev,omitzero"`     // transcript of the hand before
	Last       fair.Hash     `json:"last,omitzero"`     // transcript of the hand that ended last
	Proof      *Proof        `json:"proof,omitempty"`   // of that hand, until the next: the seals of the next batch may stand when its cards are shown
	Voids      int64         `json:"voids,omitempty"`   // hands of the channel that were void (R65)
}

// Covers says that the seal of a hand stands in the channel.
func (s *State) Covers(hand int64) bool {
	return s.Message != 0 && hand >= s.First && hand < s.First+BatchSize
}

// Secret hides the secret of a batch, or of one hand in the history, by its place.
func (ks *Keys) Secret(k store.Key, kind string, hand int64) Sealer {
	return Sealer{aead: ks.aead, context: fmt.Sprintf("%d/%d/%s/%d\n", k.Guild, k.Channel, kind, hand)}
}

// NewSecret is 32 bytes that nobody can guess, but for the tests that fix the seed.
func (ks *Keys) NewSecret(k store.Key, first int64) (secret fair.Secret) {
	if ks.Seed != nil {
		return fair.Mac(fair.U64(*ks.Seed), "cardroom/seed", fair.U64(uint64(k.Channel)), fair.U64(uint64(first)))
	}
	rand.Read(secret[:])
	return secret
}

// handSecret is the secret of one hand of a batch: it tells nothing of the others.
func handSecret(batch fair.Secret, hand int64) fair.Secret {
	return fair.Mac(batch[:], "cardroom/hand", fair.U64(uint64(hand)))
}

// handAt is what a hand at a table is sealed for.
func handAt(k store.Key, hand int64) fair.Hand {
	return fair.Hand{Table: fair.ID(k.Channel), Number: uint64(hand)}
}

// commitmentOf is the seal of a hand at a table.
func commitmentOf(k store.Key, secret fair.Secret, hand int64) *fair.Seal {
	return fair.NewSeal(secret, handAt(k, hand))
}

// Batch is hands that are sealed together.
type Batch struct {
	First       int64
	Secret      []byte // under the bot's key
	Commitments []fair.Hash
	Root        fair.Hash
}

// NewBatch makes the seals of the hands from first on: about 40 ms of work, which no press has to wait for.
func (ks *Keys) NewBatch(k store.Key, secret fair.Secret, first int64) Batch {
	made := Batch{First: first, Commitments: make([]fair.Hash, BatchSize)}
	for i := range made.Commitments {
		hand := first + int64(i)
		made.Commitments[i] = commitmentOf(k, handSecret(secret, hand), hand).Hash()
	}
	made.Secret, made.Root = ks.Secret(k, "batch", first).Seal(secret[:], nil), fair.BatchRoot(made.Commitments)
	return made
}

// openSecret is a secret that secretSeal has hidden.
func openSecret(s Sealer, hidden []byte) (secret fair.Secret, err error) {
	clear, err := s.Open(hidden, nil)
	if err == nil && copy(secret[:], clear) != len(secret) {
		err = errSeal
	}
	return secret, err
}

// BatchSecret is the secret of the batch of a shuffle.
func (ks *Keys) BatchSecret(k store.Key, s *State) (fair.Secret, error) {
	return openSecret(ks.Secret(k, "batch", s.First), s.Secret)
}

// With is the shuffle with a new batch, whose root nobody has seen yet.
func (s State) With(made Batch) State {
	s.First, s.Message, s.Root, s.Secret = made.First, 0, made.Root, made.Secret
	return s
}

// path returns the way from the commitment of a hand to the root.
func (b *Batch) path(hand int64) ([]fair.Hash, error) {
	proof, err := fair.NewBatch(b.Commitments, int(hand-b.First))
	return proof.Path, err
}
