package shuffle

import (
	"errors"
	"fmt"
	"slices"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/engine/poker"
	"cardroom/store"
)

// Proof is the part of a hand's shuffle that the history keeps. Together with the hand's events it makes a receipt.
type Proof struct {
	Secret     []byte      `json:"secret"`             // of this hand alone, encrypted
	Commitment fair.Hash   `json:"seal,omitzero"`      // zero if the hand was void before the deal
	Setup      *fair.Setup `json:"setup,omitempty"`    // nil: the hand is of fair/1
	Unproven   bool        `json:"unproven,omitempty"` // no receipt could be made

	// Of a hand of fair/1.
	Batch   fair.Batch1   `json:"batch,omitzero"` // empty if no receipt could be made
	Entropy fair.Entropy1 `json:"entropy,omitzero"`
	Dealt   []engine.ID   `json:"dealt,omitempty"` // in dealing order; empty if the hand was void before the deal
	Prev    fair.Hash     `json:"prev,omitzero"`   // transcript of the hand before
}

// Receipt is a receipt with the deal it proves.
type Receipt struct {
	Receipt fair.Proof
	Deal    *fair.Deal // nil if the hand was void before the deal
	Dealt   []fair.Recipient
}

// ErrUnproven reports that a hand has no proof, so no receipt can be made.
var ErrUnproven = errors.New("the hand has no proof")

// ErrFalse reports that a hand has a proof of which no receipt can be made.
var ErrFalse = errors.New("the proof of the hand is false")

// Prove stores in s the proof of the hand that has just ended with view v. The batch is that of the state. After an error
// no receipt can be made; the hand ends all the same, and its cards stay readable.
func (ks *Keys) Prove(k store.Key, s *State, batch Batch, v engine.View, events []engine.Event) error {
	secret, err := ks.handSecret(k, s, v.Hand)
	if err != nil {
		return err
	}
	p := s.proof()
	p.Secret = ks.Secret(k, "hand", v.Hand).Seal(secret[:], nil)
	if err = p.locate(k, s, batch, v.Hand); err == nil {
		var transcript fair.Hash
		if transcript, err = p.transcript(k, secret, v, events); err == nil {
			s.Last = transcript
		}
	}
	p.Unproven = err != nil
	s.Proof, s.Setup, s.Start, s.Earlier = p, nil, fair.Hash{}, Earlier{}
	return err
}

// proof returns the proof of the latest hand, without its secret and its place in the batch.
func (s *State) proof() *Proof {
	if s.Setup != nil {
		setup := *s.Setup
		return &Proof{Commitment: s.Commitment, Setup: &setup}
	}
	return &Proof{Commitment: s.Commitment, Entropy: *s.Entropy, Dealt: s.Dealt, Prev: s.Prev}
}

// locate stores in the proof where the batch has the commitment to the hand.
func (p *Proof) locate(k store.Key, s *State, batch Batch, hand int64) (err error) {
	path := s.Path
	if p.Setup != nil {
		path = p.Setup.Batch.Path
	}
	if path == nil { // void before it was dealt
		path, err = batch.path(hand)
	}
	if p.Setup != nil {
		p.Setup.Batch.Path = path
		return err
	}
	p.Batch = fair.Batch1{
		Index: uint64(hand - s.First), Size: uint64(s.Hands()), Path: path, Root: s.Root, Channel: fair.ID(k.Channel), Message: fair.ID(s.Message),
	}
	return err
}

// Provable reports whether a receipt can be made of the proof. It returns false for nil, the proof of a hand without one.
func (p *Proof) Provable() bool {
	return p != nil && !p.Unproven && (p.Setup != nil || p.Batch.Size != 0)
}

// Receipt returns the receipt of a hand of the history that ended with view v, or [ErrUnproven] or an [ErrFalse].
func (ks *Keys) Receipt(k store.Key, p *Proof, v engine.View, events []engine.Event) (*Receipt, error) {
	if !p.Provable() {
		return nil, ErrUnproven
	}
	secret, err := ks.OpenHand(k, p, v.Hand)
	if err != nil {
		return nil, err
	}
	made, err := p.receipt(k, secret, v, events)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFalse, err)
	}
	return made, nil
}

// OpenHand returns the secret of a hand of the history.
func (ks *Keys) OpenHand(k store.Key, p *Proof, hand int64) (fair.Secret, error) {
	return openSecret(ks.Secret(k, "hand", hand), p.Secret)
}

// receipt returns the receipt of a hand that ended with view v and these events.
func (p *Proof) receipt(k store.Key, secret fair.Secret, v engine.View, events []engine.Event) (*Receipt, error) {
	if p.Setup == nil {
		return p.receipt1(k, secret, v, events)
	}
	commitment := commitmentOf(k, fair.Fair2, secret, v.Hand)
	if p.Commitment == (fair.Hash{}) {
		void, err := commitment.Void(*p.Setup)
		return &Receipt{Receipt: void}, err
	}
	deal, err := commitment.Deal(*p.Setup)
	if err != nil {
		return nil, err
	}
	o := fair.Outcome{Dealt: dealOrder(v.Rules, p.Setup.Players, events)}
	made := &Receipt{Deal: deal, Dealt: o.Dealt}
	if v.Voided {
		made.Receipt, err = deal.Void(o)
		return made, err
	}
	o.Shown = shownOf(deal.Deck(), events)
	made.Receipt, err = deal.Receipt(o)
	return made, err
}

// transcript returns the transcript of the receipt. Of a hand that was played to its end the receipt is not made: its commitment is
// one of the batch, which was made of the same secret.
func (p *Proof) transcript(k store.Key, secret fair.Secret, v engine.View, events []engine.Event) (fair.Hash, error) {
	if p.Setup == nil || p.Commitment == (fair.Hash{}) || v.Voided {
		made, err := p.receipt(k, secret, v, events)
		if err != nil {
			return fair.Hash{}, err
		}
		return made.Receipt.Facts().Transcript, nil
	}
	at, dealt := handAt(k, fair.Fair2, v.Hand), dealOrder(v.Rules, p.Setup.Players, events)
	deck, err := fair.Redeal(secret, at, p.Commitment, *p.Setup)
	if err != nil {
		return fair.Hash{}, err
	}
	for _, i := range shownOf(deck, events) {
		if i < 0 || i >= len(dealt) {
			return fair.Hash{}, fmt.Errorf("hand %d shows a card that was not dealt", v.Hand)
		}
	}
	return p.Setup.Transcript(at, p.Commitment, dealt)
}

// dealOrder returns the player of each card, from the first card off the deck. The fourth card of an exchange comes after all
// other players' cards (R52).
func dealOrder(r poker.Rules, dealt []fair.ID, events []engine.Event) (places []fair.Recipient) {
	for range r.Variant.HoleCards() {
		for _, who := range dealt {
			places = append(places, fair.Player(who))
		}
	}
	var fourth []fair.Recipient
	for _, e := range events {
		switch e.Kind {
		case engine.Drew:
			n, who := e.Count, fair.Player(fair.ID(e.Player))
			if n == 4 && !r.DrawAny {
				n, fourth = 3, []fair.Recipient{who}
			}
			places = append(places, slices.Repeat([]fair.Recipient{who}, n)...)
		case engine.Acted, engine.Uncalled, engine.Shown, engine.Mucked, engine.Won: // the exchange is over
			places, fourth = append(places, fourth...), nil
		case engine.BoardDealt:
			for _, c := range e.Cards {
				if c != card.None {
					places = append(places, fair.Board(e.Run))
				}
			}
		}
	}
	return places
}

// shownOf returns the positions in the deck of the cards that players showed.
func shownOf(deck card.Deck, events []engine.Event) (shown []int) {
	for _, e := range events {
		for _, c := range e.Cards {
			if e.Kind == engine.Shown && c != card.None {
				shown = append(shown, slices.Index(deck[:], c))
			}
		}
	}
	return shown
}
