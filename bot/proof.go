package bot

import (
	"errors"
	"slices"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/store"
)

// proof is what the history keeps of a hand's shuffle: with the hand's events it is a receipt.
type proof struct {
	Secret  []byte       `json:"secret"`         // of this hand alone, under the bot's key
	Seal    fair.Hash    `json:"seal,omitzero"`  // zero where it was void before the deal
	Batch   fair.Batch   `json:"batch,omitzero"` // none where no receipt could be made
	Entropy fair.Entropy `json:"entropy"`
	Dealt   []engine.ID  `json:"dealt,omitempty"` // in dealing order; nobody where it was void before the deal
	Prev    fair.Hash    `json:"prev,omitzero"`   // transcript of the hand before
}

// proven is a hand with its receipt.
type proven struct {
	receipt *fair.Receipt
	deal    *fair.Deal
	dealt   []fair.Recipient
}

// errUnproven says that no receipt could be made of a hand.
var errUnproven = errors.New("the hand has no proof")

// proveHand keeps the proof of the hand that t has just ended. A hand ends also where no receipt can be made of it: then its
// cards are still known.
func (a *actor) proveHand(s *shuffle, t *engine.Table, events []engine.Event) {
	s.Last = fair.Hash{}
	p, err := a.prove(s, t, events)
	if err != nil {
		a.log.Error("a hand has no proof", "hand", t.View(0).Hand, "err", err)
	}
	if p != nil {
		s.Proof, s.Entropy, s.Path, s.Dealt, s.Prev = p, nil, nil, nil, fair.Hash{}
	}
}

// prove makes the proof of the hand that t has just ended, and takes its transcript into the shuffle.
func (a *actor) prove(s *shuffle, t *engine.Table, events []engine.Event) (*proof, error) {
	v := t.View(0)
	secret, err := a.bot.secretOf(a.key, s, v.Hand)
	if err != nil {
		return nil, err
	}
	p := &proof{Secret: a.bot.secretSeal(a.key, "hand", v.Hand).Seal(secret[:], nil), Seal: s.Seal, Entropy: *s.Entropy, Dealt: s.Dealt, Prev: s.Prev}
	if p.Batch, err = a.placeOf(s, v.Hand); err != nil {
		return p, err
	}
	made, err := p.receipt(a.key, secret, v, events)
	if err != nil {
		p.Batch = fair.Batch{}
		return p, err
	}
	s.Last = made.receipt.Transcript
	return p, nil
}

// placeOf is where in its batch the seal of a hand is.
func (a *actor) placeOf(s *shuffle, hand int64) (b fair.Batch, err error) {
	if s.Path == nil { // void before it was dealt
		s.Path, err = a.pathOf(hand)
	}
	return fair.Batch{
		Index: uint64(hand - s.First), Size: batchSize, Path: s.Path, Root: s.Root,
		Channel: fair.ID(a.key.Channel), Message: fair.ID(s.Message),
	}, err
}

// receiptOf is the receipt of a hand of the history.
func (b *Bot) receiptOf(k store.Key, h store.Hand) (*proven, error) {
	f, v, err := b.ended(k, h)
	if err != nil {
		return nil, err
	}
	if f.Proof == nil || f.Proof.Batch.Size == 0 {
		return nil, errUnproven
	}
	secret, err := openSecret(b.secretSeal(k, "hand", h.Number), f.Proof.Secret)
	if err != nil {
		return nil, err
	}
	return f.Proof.receipt(k, secret, v, f.Events)
}

// receipt is the receipt of a hand with this end and these events.
func (p *proof) receipt(k store.Key, secret fair.Secret, v engine.View, events []engine.Event) (*proven, error) {
	deal, err := sealOf(k, secret, v.Hand).Deal(p.Entropy)
	if err != nil {
		return nil, err
	}
	made := &proven{deal: deal, dealt: placesOf(v.Rules, p.Dealt, events)}
	o := fair.Outcome{Dealt: made.dealt, Batch: &p.Batch, Prev: p.Prev}
	if v.Voided {
		made.receipt, err = deal.Void(o)
		return made, err
	}
	o.Shown = shownOf(deal.Deck(), events)
	made.receipt, err = deal.Receipt(o)
	return made, err
}

// placesOf is who got the first card off the deck, the second, and so on. The fourth card of an exchange comes after
// everyone else was served (R52).
func placesOf(r engine.Rules, dealt []engine.ID, events []engine.Event) (places []fair.Recipient) {
	for range r.Variant.HoleCards() {
		for _, who := range dealt {
			places = append(places, fair.Player(fair.ID(who)))
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

// shownOf is which cards off the deck players have shown to everyone.
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
