package fair

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
)

// Receipt is the public proof of one hand of fair/2, written as a [Receipt1] is.
type Receipt struct {
	Head
	Batch   Batch   `json:"batch"`
	Players []ID    `json:"players,omitempty"` // as they got cards; none of the fields to Start where the hand was void before its message
	Message ID      `json:"message,omitempty"` // of the hand
	Cuts    []Cut   `json:"cuts,omitempty"`
	Beacon  *Beacon `json:"beacon,omitempty"`
	Start   *Hash   `json:"start,omitempty"`
	Cards
}

// Proof is a receipt of either scheme: a [Receipt1] or a [Receipt].
type Proof interface {
	JSON() []byte // as it is written
	Facts() Facts
	check() error
	verify(*Verifier, *checker, []*OwnProof)
}

// Facts are the statements of a receipt about its hand. They are only as true as the receipt.
type Facts struct {
	Head
	Published  Hash   // the root, or B, that the message shows
	Channel    ID     // where the seals were published; 0 for a hand that was sealed alone
	Seals      ID     // the message with them
	First      uint64 // number of the first hand that they are for
	Size       uint64 // how many hands they are for
	Message    ID     // of the hand; 0 for a hand that was void before it stood
	Chain      *Hash  // the beacon of the batch
	Round      ID     // which the message fixed
	Late, Void bool
	Dealt      []Recipient
	Transcript Hash
}

// Facts returns the statements of the receipt about its hand.
func (r *Receipt1) Facts() Facts {
	f := Facts{Head: r.Head, Void: r.Secret != nil, Dealt: r.Dealt, Transcript: r.Transcript}
	if b := r.Batch; b != nil {
		f.Published, f.Channel, f.Seals, f.First, f.Size = b.Root, b.Channel, b.Message, r.Hand-b.Index, b.Size
	}
	if len(r.Messages) > 0 {
		f.Message = r.Messages[0].ID
	}
	return f
}

// Facts returns the statements of the receipt about its hand.
func (r *Receipt) Facts() Facts {
	f := Facts{Head: r.Head, Published: r.Batch.Published, Channel: r.Batch.Channel, Seals: r.Batch.Message, First: r.Batch.First, Size: r.Batch.Size,
		Message: r.Message, Chain: r.Batch.Chain, Void: r.Secret != nil, Dealt: r.Dealt, Transcript: r.Transcript}
	if r.Beacon != nil {
		f.Round, f.Late = r.Beacon.Round, len(r.Beacon.Signature) == 0
	}
	return f
}

// ReadProof reads a receipt of either scheme, as strictly as [ReadReceipt1].
func ReadProof(data []byte) (Proof, error) {
	var of struct{ Scheme Scheme }
	if json.Unmarshal(data, &of) == nil {
		switch of.Scheme {
		case Fair2:
			return ReadReceipt(data)
		case "", Fair1:
		default:
			return nil, fmt.Errorf("not a receipt: scheme: %q; there are %q and %q", of.Scheme, Fair1, Fair2)
		}
	}
	return ReadReceipt1(data)
}

// ReadReceipt reads a receipt of fair/2, as strictly as [ReadReceipt1] reads one of fair/1.
func ReadReceipt(data []byte) (*Receipt, error) {
	var r Receipt
	if err := cmp.Or(read(data, &r), r.check()); err != nil {
		return nil, fmt.Errorf("not a receipt: %w", err)
	}
	return &r, nil
}

// JSON returns the receipt as it is written.
func (r *Receipt) JSON() []byte { return write(r) }

// setup returns the part of the receipt that was fixed before the first card.
func (r *Receipt) setup() *Setup {
	return &Setup{Prev: r.Prev, Batch: r.Batch, Players: r.Players, Message: r.Message, Cuts: r.Cuts, Beacon: r.Beacon}
}

// check names the first thing that no receipt of fair/2 has.
func (r *Receipt) check() error {
	if r.Scheme != Fair2 {
		return fmt.Errorf("scheme: %q; this is for %q", r.Scheme, Fair2)
	}
	if err := cmp.Or(checkHead(r.Table, r.Hand), r.setup().check()); err != nil {
		return err
	}
	stands := r.Message != 0
	switch {
	case (r.Players != nil) != stands || (r.Start != nil) != stands:
		return errors.New("players, message, start: a receipt has all of them or none")
	case !stands && r.Secret == nil:
		return errors.New("message: only a void hand has none")
	case !stands && r.Dealt != nil:
		return errors.New("dealt: no card is dealt before the hand's message stands")
	}
	return r.Cards.check()
}

// transcript returns the hash of everything of the receipt that the seal does not hold.
func (r *Receipt) transcript(public Hash) Hash {
	var start, message, round []byte
	if r.Start != nil {
		start, message = r.Start[:], U64(uint64(r.Message))
	}
	word := "none"
	if b := r.Beacon; b != nil {
		if word, round = "late", U64(uint64(b.Round)); len(b.Signature) > 0 {
			word = "taken"
		}
	}
	return digest(tags2.transcript, append([][]byte{r.Prev[:], public[:], r.Batch.Published[:], U64(uint64(r.Batch.Message)),
		start, message, round, []byte(word)}, r.end()...)...)
}

// Receipt returns the public proof of a hand of fair/2 that was played to its end, with Dealt and Shown of the outcome. It opens
// the board and the shown cards, no other card. Cards that were not dealt in the order of the scheme are an error.
func (d *Deal) Receipt(o Outcome) (*Receipt, error) {
	r := d.receipt(o)
	if err := d.fill(&r.Cards, o); err != nil {
		return nil, fmt.Errorf("fair: %w", err)
	}
	return r.done(d)
}

// Transcript returns the transcript of a hand of fair/2 that was played to its end, as the receipt of [Deal.Receipt] has it, with a
// small part of the work. It makes no deck, so it checks batch, cuts, beacon and order alone; the caller must pass the hash of the seal.
func (s Setup) Transcript(h Hand, seal Hash, dealt []Recipient) (Hash, error) {
	s = s.Sorted()
	if err := s.dealable(h); err != nil {
		return Hash{}, err
	}
	r, report := s.receipt(Head{Scheme: Fair2, Table: h.Table, Hand: h.Number, Seal: seal}, Cards{Dealt: dealt}), Report{}
	if err := r.checkDealt(); err != nil {
		return Hash{}, fmt.Errorf("fair: %w", err)
	}
	r.checkBatch(&report)
	s.faults(&report, &Verifier{}, h)
	if r.checkOrder(&report); !report.OK() {
		return Hash{}, errors.New("fair: " + report.Faults[0].Text)
	}
	ctx := h.context()
	return r.transcript(ctx.choice(seal, s.entropy(h.Table)).public), nil
}

// Void returns the public proof of a hand of fair/2 that was called off after it was dealt (R65); Dealt of the outcome holds
// the cards that went out so far. It opens the secret, and with it every card.
func (d *Deal) Void(o Outcome) (*Receipt, error) {
	r := d.receipt(o)
	secret := Hash(d.seal.secret)
	r.Secret = &secret
	return r.done(d)
}

// Void returns the public proof of a hand that was void before a card was dealt: before its message stood, or because the
// beacon's value was late. Of a hand without a message, the receipt has no players, cuts or beacon.
func (l *Seal) Void(s Setup) (*Receipt, error) {
	if s.Message == 0 {
		s.Players, s.Cuts, s.Beacon = nil, nil, nil
	}
	return l.deal(s.Sorted()).Void(Outcome{})
}

// receipt returns the parts that every receipt of the deal has.
func (d *Deal) receipt(o Outcome) *Receipt { return d.setup.receipt(d.seal.head(), d.seal.cards(o)) }

// receipt returns the parts that every receipt of the setup has.
func (s *Setup) receipt(h Head, c Cards) *Receipt {
	r := &Receipt{Head: h, Batch: s.Batch, Players: s.Players, Message: s.Message, Cuts: s.Cuts, Beacon: s.Beacon, Cards: c}
	if r.Prev = s.Prev; s.Message != 0 {
		start := s.start(r.Table, r.Hand)
		r.Start = &start
	}
	return r
}

// done closes a receipt with its transcript.
func (r *Receipt) done(d *Deal) (*Receipt, error) {
	if r.Scheme != Fair2 {
		return nil, errScheme
	}
	r.Transcript = r.transcript(d.choice.public)
	c := checker{made: d.seal}
	if report := c.verify(r, &Verifier{}, nil); !report.OK() {
		return nil, errors.New("fair: " + report.Faults[0].Text)
	}
	return r, nil
}
