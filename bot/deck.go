package bot

import (
	"errors"
	"fmt"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/store"
)

// errUndealt says that the deck of a hand cannot be made.
var errUndealt = errors.New("the deck cannot be made")

// secretOf is the secret of the hand that runs or waits for its message: one of a batch whose seals stand in the channel,
// with the cuts closed.
func (b *Bot) secretOf(k store.Key, s *shuffle, hand int64) (fair.Secret, error) {
	if !s.covers(hand) || s.Entropy == nil {
		return fair.Secret{}, errUndealt
	}
	batch, err := b.batchSecret(k, s)
	if err != nil {
		return fair.Secret{}, fmt.Errorf("%w: %w", errUndealt, err)
	}
	return handSecret(batch, hand), nil
}

// deckOf is the deck of the hand that waits for its message, and the shuffle with all that was mixed in.
func (a *actor) deckOf(hand int64, message engine.ID) (card.Deck, shuffle, error) {
	s := a.record.Shuffle
	secret, err := a.bot.secretOf(a.key, &s, hand)
	if err != nil {
		return card.Deck{}, s, err
	}
	mixed := fair.Entropy{Cuts: s.Entropy.Cuts, Messages: []fair.Message{{Channel: fair.ID(a.key.Channel), ID: fair.ID(message)}}}
	sealed := sealOf(a.key, secret, hand)
	deal, err := sealed.Deal(mixed)
	if err != nil {
		return card.Deck{}, s, fmt.Errorf("%w: %w", errUndealt, err)
	}
	if s.Path, err = a.pathOf(hand); err != nil {
		return card.Deck{}, s, fmt.Errorf("%w: %w", errUndealt, err)
	}
	mixed = deal.Entropy()
	s.Seal, s.Entropy, s.Dealt = sealed.Hash(), &mixed, dealtIn(a.view())
	return deal.Deck(), s, nil
}

// pathOf is the way from the seal of a hand to the root.
func (a *actor) pathOf(hand int64) ([]fair.Hash, error) {
	made := a.seals()() // remembered since the hand's message was posted
	place, err := fair.NewBatch(made.seals, int(hand-made.first))
	return place.Path, err
}

// redeal makes the deck of the hand that runs or ran last once more, of what is stored: its secret is one of the batch while
// it runs, and in its proof from its end on.
func (b *Bot) redeal(k store.Key, s *shuffle) engine.Redeal {
	return func(hand int64) (card.Deck, error) {
		if p := s.Proof; p != nil {
			secret, err := openSecret(b.secretSeal(k, "hand", hand), p.Secret)
			if err != nil {
				return card.Deck{}, err
			}
			return fair.Redeal(secret, handAt(k, hand), p.Seal, p.Entropy)
		}
		secret, err := b.secretOf(k, s, hand)
		if err != nil {
			return card.Deck{}, err
		}
		return fair.Redeal(secret, handAt(k, hand), s.Seal, *s.Entropy)
	}
}

// dealtIn is who gets cards, in the order in which they get them: clockwise from the left of the button.
func dealtIn(v engine.View) (players []engine.ID) {
	for i := range engine.MaxSeats {
		for _, s := range v.Seats {
			if s.Seat == (v.Button+1+i)%engine.MaxSeats && s.InHand && !s.Folded {
				players = append(players, s.Player)
			}
		}
	}
	return players
}
