package shuffle

import (
	"errors"
	"fmt"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/store"
)

// errUndealt reports that the deck of a hand cannot be made.
var errUndealt = errors.New("cannot make the deck of this hand")

// handSecret returns the secret of the hand that is running or waits for its message. Its batch must be published and its
// cuts closed.
func (ks *Keys) handSecret(k store.Key, s *State, hand int64) (fair.Secret, error) {
	if !s.Covers(hand) || s.Entropy == nil {
		return fair.Secret{}, errUndealt
	}
	batch, err := ks.BatchSecret(k, s)
	if err != nil {
		return fair.Secret{}, fmt.Errorf("%w: %w", errUndealt, err)
	}
	return handSecret(batch, hand), nil
}

// Redeal returns a function that makes the deck of the latest hand again from stored data. While the hand runs its secret
// comes from the batch, afterwards from the proof.
func (ks *Keys) Redeal(k store.Key, s *State) engine.Redeal {
	return func(hand int64) (card.Deck, error) {
		if p := s.Proof; p != nil {
			secret, err := ks.OpenHand(k, p, hand)
			if err != nil {
				return card.Deck{}, err
			}
			return fair.Redeal(secret, handAt(k, hand), p.Commitment, p.Entropy)
		}
		secret, err := ks.handSecret(k, s, hand)
		if err != nil {
			return card.Deck{}, err
		}
		return fair.Redeal(secret, handAt(k, hand), s.Commitment, *s.Entropy)
	}
}

// Deal returns the deck of the hand that waits for its message, board, and the state with all entropy mixed in. The batch
// is that of the state; dealt are the players who get cards, in dealing order.
func (ks *Keys) Deal(k store.Key, s State, batch Batch, hand int64, board engine.ID, dealt []engine.ID) (card.Deck, State, error) {
	secret, err := ks.handSecret(k, &s, hand)
	if err != nil {
		return card.Deck{}, s, err
	}
	mixed := fair.Entropy{Cuts: s.Entropy.Cuts, Messages: []fair.Message{{Channel: fair.ID(k.Channel), ID: fair.ID(board)}}}
	commitment := commitmentOf(k, secret, hand)
	deal, err := commitment.Deal(mixed)
	if err == nil {
		s.Path, err = batch.path(hand)
	}
	if err != nil {
		return card.Deck{}, s, fmt.Errorf("%w: %w", errUndealt, err)
	}
	mixed = deal.Entropy()
	s.Commitment, s.Entropy, s.Dealt = commitment.Hash(), &mixed, dealt
	return deal.Deck(), s, nil
}

// DealtIn returns the players who get cards in dealing order: clockwise from the left of the button.
func DealtIn(v engine.View) (players []engine.ID) {
	for i := range engine.MaxSeats {
		for _, s := range v.Seats {
			if s.Seat == (v.Button+1+i)%engine.MaxSeats && s.InHand && !s.Folded {
				players = append(players, s.Player)
			}
		}
	}
	return players
}
