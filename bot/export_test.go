package bot

import (
	"encoding/json"
	"fmt"

	"cardroom/bot/invariant"
	"cardroom/engine/fair"
	"cardroom/store"
)

// Read opens stored records for the tests of this package's users.
func (b *Bot) Read(stored store.Record) (invariant.Stored, error) {
	r, t, err := b.decode(stored)
	s := invariant.Stored{Table: t, First: r.Shuffle.First, Root: r.Shuffle.Root.String(), Message: r.Shuffle.Message}
	seal, mixed := r.Shuffle.Seal, r.Shuffle.Entropy
	if p := r.Shuffle.Proof; p != nil {
		seal, mixed = p.Seal, &p.Entropy
	}
	if seal != (fair.Hash{}) {
		text, _ := json.Marshal(mixed)
		s.Seal, s.Entropy = seal.String(), string(text)
	}
	return s, err
}

// Proven says whether a hand of the history has its proof.
func (b *Bot) Proven(k store.Key, h store.Hand) (bool, error) {
	f, _, err := b.ended(k, h)
	if err != nil {
		return false, fmt.Errorf("hand %d: %w", h.Number, err)
	}
	return f.Proof != nil, nil
}
