package shuffle

import (
	"errors"
	"fmt"
	"slices"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/store"
)

// ErrUnfit reports that a hand cannot be dealt with its message, for instance because that is not newer than a cut. Such a hand
// is void.
var ErrUnfit = errors.New("the hand's message does not fit its start")

// errUndealt reports that the deck of a hand cannot be made.
var errUndealt = errors.New("cannot make the deck of this hand")

// handSecret returns the secret of the hand that is running or waits for its message. Its batch must be published and its
// cuts closed.
func (ks *Keys) handSecret(k store.Key, s *State, hand int64) (fair.Secret, error) {
	if !s.Covers(hand) || s.Setup == nil && s.Entropy == nil {
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
		p, secret, err := s.Proof, fair.Secret{}, error(nil)
		if p != nil {
			secret, err = ks.OpenHand(k, p, hand)
		} else if secret, err = ks.handSecret(k, s, hand); err == nil {
			p = s.proof()
		}
		switch {
		case err != nil:
			return card.Deck{}, err
		case p.Setup == nil:
			return fair.Redeal1(secret, handAt(k, fair.Fair1, hand), p.Commitment, p.Entropy)
		}
		return fair.Redeal(secret, handAt(k, fair.Fair2, hand), p.Commitment, *p.Setup)
	}
}

// Deal returns the deck of the hand that waits for its message, and the state with all entropy mixed in. The batch is that
// of the state; dealt are the players who get cards, in dealing order.
func (ks *Keys) Deal(k store.Key, s State, batch Batch, hand int64, message engine.ID, dealt []engine.ID) (card.Deck, State, error) {
	secret, err := ks.handSecret(k, &s, hand)
	if err != nil {
		return card.Deck{}, s, err
	}
	path, err := batch.path(hand)
	var deck card.Deck
	switch {
	case err != nil:
	case s.Setup == nil:
		deck, s, err = s.deal1(k, secret, path, hand, message, dealt)
	case batch.Root != s.Root:
		err = errors.New("the commitments are not the published ones")
	case !slices.Equal(s.Setup.Players, ids(dealt)):
		err = errors.New("other players are in the hand than at its start")
	default:
		deck, s, err = s.deal2(k, secret, batch.Commitments[hand-batch.First], path, hand, message)
	}
	if err != nil {
		return card.Deck{}, s, fmt.Errorf("%w: %w", errUndealt, err)
	}
	return deck, s, nil
}

// deal2 mixes the hand's message into a hand of fair/2. It makes the one deck that is dealt: that the commitment is to this one and
// seven others comes out when its receipt is made.
func (s State) deal2(k store.Key, secret fair.Secret, commitment fair.Hash, path []fair.Hash, hand int64, message engine.ID) (card.Deck, State, error) {
	setup, at := s.Setup.Sorted(), handAt(k, fair.Fair2, hand)
	setup.Message, setup.Batch.Path = fair.ID(message), path
	if err := setup.Check(at); err != nil {
		return card.Deck{}, s, fmt.Errorf("%w: %w", ErrUnfit, err)
	}
	deck, err := fair.Redeal(secret, at, commitment, setup)
	if err != nil {
		return card.Deck{}, s, err
	}
	s.Commitment, s.Setup = commitment, &setup
	return deck, s, nil
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

// SeenSince reports whether a player saw a card of the earlier state's hand between the two states. The later one is lost.
func SeenSince(later, earlier engine.View) bool {
	switch {
	case earlier.Phase == engine.Idle:
		return false // no hand to void
	case earlier.Phase == engine.Shuffling:
		return true // it was dealt, and is dealt the same only with the same message
	case later.Hand != earlier.Hand, later.Voided:
		return true // it ended, or its later part is unknown
	case earlier.Phase == engine.Drawing && later.Turn != earlier.Turn:
		return true // a player who drew has seen their new cards
	}
	return public(later) > public(earlier)
}

// public returns how many cards everyone can see.
func public(v engine.View) int {
	n := len(v.Board)
	for _, b := range v.Again {
		n += len(b)
	}
	for _, s := range v.Seats {
		n += len(s.Shown)
	}
	return n
}
