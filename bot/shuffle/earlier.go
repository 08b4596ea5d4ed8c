package shuffle

import (
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/store"
)

// Earlier holds the mixed-in parts of a hand of fair/1. Such a hand was sealed by an earlier release. It keeps its cards, and
// its receipt can be made for ever.
type Earlier struct {
	Entropy *fair.Entropy1 `json:"entropy,omitempty"` // its cuts, and from the deal on its message
	Path    []fair.Hash    `json:"path,omitempty"`    // from the commitment to the root, from the deal on
	Dealt   []engine.ID    `json:"dealt,omitempty"`   // the players dealt in, in dealing order
	Prev    fair.Hash      `json:"prev,omitzero"`     // transcript of the hand before
}

// deal1 mixes the hand's message into a hand of fair/1.
func (s State) deal1(k store.Key, secret fair.Secret, path []fair.Hash, hand int64, message engine.ID, dealt []engine.ID) (card.Deck, State, error) {
	mixed := fair.Entropy1{Cuts: s.Entropy.Cuts, Messages: []fair.Message1{{Channel: fair.ID(k.Channel), ID: fair.ID(message)}}}
	commitment := commitmentOf(k, fair.Fair1, secret, hand)
	deal, err := commitment.Deal1(mixed)
	if err != nil {
		return card.Deck{}, s, err
	}
	mixed = deal.Entropy1()
	s.Commitment, s.Path, s.Entropy, s.Dealt = commitment.Hash(), path, &mixed, dealt
	return deal.Deck(), s, nil
}

// receipt1 returns the receipt of a hand of fair/1.
func (p *Proof) receipt1(k store.Key, secret fair.Secret, v engine.View, events []engine.Event) (*Receipt, error) {
	deal, err := commitmentOf(k, fair.Fair1, secret, v.Hand).Deal1(p.Entropy)
	if err != nil {
		return nil, err
	}
	made := &Receipt{Deal: deal, Dealt: dealOrder(v.Rules, ids(p.Dealt), events)}
	o := fair.Outcome{Dealt: made.Dealt, Batch: &p.Batch, Prev: p.Prev}
	if v.Voided {
		made.Receipt, err = deal.Void1(o)
		return made, err
	}
	o.Shown = shownOf(deal.Deck(), events)
	made.Receipt, err = deal.Receipt1(o)
	return made, err
}

// ids returns players in the form of package fair.
func ids(players []engine.ID) (list []fair.ID) {
	for _, who := range players {
		list = append(list, fair.ID(who))
	}
	return list
}
