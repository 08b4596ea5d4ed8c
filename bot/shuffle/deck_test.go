package shuffle

import (
	"errors"
	"slices"
	"testing"

	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/engine/poker"
	"cardroom/store"
)

// atDeal returns a hand of two players that waits for its message, and its batch.
func atDeal(t *testing.T, ks *Keys, k store.Key) (engine.View, State, Batch) {
	t.Helper()
	v := engine.View{Hand: 3, Rules: poker.Rules{Variant: poker.Holdem}, Seats: []engine.SeatView{
		{Seat: 0, Player: 11, InHand: true}, {Seat: 4, Player: 12, InHand: true},
	}}
	batch := ks.NewBatch(k, ks.NewSecret(k, 1), 1, BatchSize, nil)
	s := State{}.With(batch)
	s.Message = 100
	s, err := s.StartHand(k, v)
	if err != nil {
		t.Fatal(err)
	}
	return v, s, batch
}

// A hand gets the deck that its published commitment, its players and its message choose, and it is proven.
func TestAHandIsDealtFromItsCommitment(t *testing.T) {
	ks, k := keysOf(t, 1), store.Key{Guild: 5, Channel: 6}
	v, s, batch := atDeal(t, ks, k)
	deck, s, err := ks.Deal(k, s, batch, v.Hand, 200, DealtIn(v))
	if err != nil {
		t.Fatal(err)
	}
	secret, err := ks.BatchSecret(k, &s)
	if err != nil {
		t.Fatal(err)
	}
	deal, err := commitmentOf(k, fair.Fair2, handSecret(secret, v.Hand), v.Hand).Deal(*s.Setup)
	if err != nil || deal.Deck() != deck {
		t.Errorf("another deck than that of the commitment is dealt; %v", err)
	}
	if err := ks.Prove(k, &s, batch, v, nil); err != nil || s.Proof.Unproven {
		t.Errorf("the hand is not proven: %v", err)
	}
	made, err := ks.Receipt(k, s.Proof, v, nil)
	if err != nil || made.Receipt.Facts().Transcript != s.Last {
		t.Errorf("the receipt has another transcript than the proof, %v", err)
	}
}

// A hand is dealt only with the batch that was published. Where a commitment is to other decks, the hand has no receipt.
func TestAHandOfAnotherBatchIsNotDealtOrHasNoReceipt(t *testing.T) {
	ks, k := keysOf(t, 1), store.Key{Guild: 5, Channel: 6}
	v, s, batch := atDeal(t, ks, k)
	other := ks.NewBatch(k, ks.NewSecret(k, 1), 1, BatchSize, nil)
	if _, _, err := ks.Deal(k, s, other, v.Hand, 200, DealtIn(v)); err == nil {
		t.Error("a hand is dealt with a batch that was not published")
	}
	forged := batch
	forged.Commitments = slices.Clone(batch.Commitments)
	forged.Commitments[v.Hand-1] = other.Commitments[v.Hand-1]
	forged.Root = fair.Published(fair.ID(k.Channel), 1, nil, forged.Commitments)
	s = State{}.With(forged)
	s.Message, s.Secret = 100, batch.Secret
	s, err := s.StartHand(k, v)
	if err != nil {
		t.Fatal(err)
	}
	if _, s, err = ks.Deal(k, s, forged, v.Hand, 200, DealtIn(v)); err != nil {
		t.Fatal(err)
	}
	if err := ks.Prove(k, &s, forged, v, nil); err != nil {
		t.Fatal(err)
	}
	if made, err := ks.Receipt(k, s.Proof, v, nil); made != nil || !errors.Is(err, ErrFalse) {
		t.Errorf("a hand whose commitment is to other decks has a receipt, %v", err)
	}
}
