package bot

import (
	"encoding/json"
	"fmt"

	"cardroom/bot/invariant"
	"cardroom/store"
)

// Read opens stored records for the tests of this package's users.
func (b *Bot) Read(stored store.Record) (invariant.Stored, error) {
	r, t, err := b.decode(stored)
	s := invariant.Stored{Table: t, First: r.Shuffle.First, Root: r.Shuffle.Root.String(), Message: r.Shuffle.Message}
	if r.Shuffle.Dealt != nil {
		mixed, _ := json.Marshal(r.Shuffle.Entropy)
		s.Seal, s.Entropy = r.Shuffle.Seal.String(), string(mixed)
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
