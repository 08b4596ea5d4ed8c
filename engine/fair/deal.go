package fair

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"

	"cardroom/engine/card"
)

// Deal is a seal with its entropy: the cards in the order in which they come off the deck. It prints as [hidden].
type Deal struct {
	seal    *Seal
	entropy Entropy1 // of Fair1
	setup   Setup    // of Fair2
	choice  choice
}

// choice has the values that seal and entropy decide together.
type choice struct {
	public Hash              // P
	deck   int               // which of the eight
	slot   [card.Count]uint8 // where in it the k-th card is that is dealt
}

// choice makes the choice of a seal and the tuple E of its entropy.
func (t *tags) choice(seal Hash, entropy []byte) (c choice) {
	c.public = digest(t.public, seal[:], entropy)
	key := newKeyed(c.public[:])
	c.deck = key.stream(t.choose).Uniform(Decks)
	for k, i := range key.stream(t.cut).Perm(card.Count) {
		c.slot[k] = uint8(i)
	}
	return c
}

// Deal1 mixes the items that were gathered after the seal into it. The items may come in any order; two of one source, a cut that is
// empty or longer than 64 bytes or no UTF-8, and ids of 0 are errors. Without any, the seal alone decides.
func (l *Seal) Deal1(e Entropy1) (*Deal, error) {
	e = e.sorted()
	if err := e.check(); err != nil {
		return nil, fmt.Errorf("fair: %w", err)
	}
	if l.hand.Scheme == Fair2 {
		return nil, errScheme
	}
	return &Deal{seal: l, entropy: e, choice: l.ctx.choice(l.hash, e.tuple())}, nil
}

// errScheme reports a mix of both schemes.
var errScheme = errors.New("fair: this is of another scheme than the seal")

// Entropy1 returns the entropy, in the order of the scheme.
func (d *Deal) Entropy1() Entropy1 { return d.entropy }

// Deck returns the cards as they are dealt: hole cards in dealing order, no burns, then the board.
func (d *Deal) Deck() (deck card.Deck) {
	for k, i := range d.choice.slot {
		deck[k] = cardOf(d.seal.decks[d.choice.deck].cards[i])
	}
	return deck
}

// Redeal1 returns the deck of a hand that was dealt, from its stored parts: the deck of NewSeal(s, h).Deal1(e) with a small
// part of the work. The caller must pass the hash of that seal: another gives other cards. The error is that of Deal1.
func Redeal1(s Secret, h Hand, seal Hash, e Entropy1) (deck card.Deck, err error) {
	e = e.sorted()
	if err := e.check(); err != nil {
		return deck, fmt.Errorf("fair: %w", err)
	}
	if h.Scheme == Fair2 {
		return deck, errScheme
	}
	return redeal(s, h, seal, e.tuple()), nil
}

// redeal returns the deck that a seal and the tuple E of its entropy choose.
func redeal(s Secret, h Hand, seal Hash, entropy []byte) (deck card.Deck) {
	ctx := h.context()
	c := ctx.choice(seal, entropy)
	seed := ctx.seed(newKeyed(s[:]), c.deck)
	cards := newKeyed(seed[:]).stream(ctx.deck).Perm(card.Count)
	for k, i := range c.slot {
		deck[k] = cardOf(uint8(cards[i]))
	}
	return deck
}

// Raw returns the bytes that the two shuffles of the deal begin with, 64 each: what they nearly always need. They are for
// statistics and as secret as the deck.
func (d *Deal) Raw() (b [128]byte) {
	seed := d.seal.seeds[d.choice.deck]
	deck, cut := NewStream(seed[:], d.seal.ctx.deck), NewStream(d.choice.public[:], d.seal.ctx.cut)
	for i := range 64 {
		b[i], b[64+i] = deck.Byte(), cut.Byte()
	}
	return b
}

// Format prints [hidden] for every verb.
func (*Deal) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, card.Hidden) }

// LogValue returns [hidden].
func (*Deal) LogValue() slog.Value { return slog.StringValue(card.Hidden) }

// open opens the k-th card that is dealt.
func (d *Deal) open(k int) Opening {
	i := int(d.choice.slot[k])
	seed := d.seal.seeds[d.choice.deck]
	return Opening{K: k, Card: cardOf(d.seal.decks[d.choice.deck].cards[i]), Salt: d.seal.ctx.slotSalt(newKeyed(seed[:]), i)}
}

// Outcome says where the cards of a hand went.
type Outcome struct {
	Dealt []Recipient // recipients of the first card, the second, and so on; hole cards go round the table
	Shown []int       // the cards among them, from 0, of shown hands. The board needs no mention
	Batch *Batch1     // where the seal was published among others
	Prev  Hash        // only with Batch: the transcript of the hand before, zero for the first
}

// Receipt1 returns the public proof of a hand that was played to its end. It opens the board and the shown cards, no other card.
// An outcome that cannot be is an error.
func (d *Deal) Receipt1(o Outcome) (*Receipt1, error) {
	r := d.receipt1(o)
	if err := d.fill(&r.Cards, o); err != nil {
		return nil, fmt.Errorf("fair: %w", err)
	}
	return r.done(d)
}

// fill opens the seven decks that were not played, the board and the cards that were shown.
func (d *Deal) fill(r *Cards, o Outcome) error {
	r.Seeds = make([]*Hash, Decks)
	for j, seed := range d.seal.seeds {
		if j != d.choice.deck {
			r.Seeds[j] = &seed
		}
	}
	r.Leaves = slices.Clone(d.seal.decks[d.choice.deck].leaves[:])
	if err := r.checkDealt(); err != nil {
		return err
	}
	for k, to := range o.Dealt {
		if to.board() || slices.Contains(o.Shown, k) {
			r.Open = append(r.Open, d.open(k))
		}
	}
	for _, k := range o.Shown {
		if k < 0 || k >= len(o.Dealt) {
			return fmt.Errorf("card %d was shown, and %d were dealt", k, len(o.Dealt))
		}
	}
	return nil
}

// Void1 returns the public proof of a hand that was called off (R65). It opens the secret, and with it every card.
func (d *Deal) Void1(o Outcome) (*Receipt1, error) {
	r := d.receipt1(o)
	secret := Hash(d.seal.secret)
	r.Secret = &secret
	return r.done(d)
}

// receipt1 returns the parts that every receipt of the deal has.
func (d *Deal) receipt1(o Outcome) *Receipt1 {
	r := &Receipt1{Head: d.seal.head(), Entropy1: d.entropy, Cards: d.seal.cards(o)}
	if o.Batch != nil {
		b := *o.Batch
		r.Batch, r.Prev = &b, o.Prev
	}
	return r
}

// head returns how every receipt of the seal begins.
func (l *Seal) head() Head {
	return Head{Scheme: cmp.Or(l.hand.Scheme, Fair1), Table: l.hand.Table, Hand: l.hand.Number, Prev: l.hand.Prev, Seal: l.hash}
}

// cards returns how every receipt of the seal ends.
func (l *Seal) cards(o Outcome) Cards {
	c := Cards{Dealt: slices.Clone(o.Dealt)}
	for j := range c.Roots {
		c.Roots[j] = l.decks[j].root
	}
	return c
}

// done closes a receipt with its transcript.
func (r *Receipt1) done(d *Deal) (*Receipt1, error) {
	if r.Scheme != Fair1 {
		return nil, errScheme
	}
	r.Transcript = r.transcript(d.choice.public)
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("fair: %w", err)
	}
	return r, nil
}

// OwnProof opens to a player the cards that they were dealt, exchanged ones too. It is for that player alone. If they were
// dealt none, it returns an error.
func (d *Deal) OwnProof(player ID, dealt []Recipient) (*OwnProof, error) {
	h := d.seal.head()
	o := &OwnProof{Scheme: h.Scheme, Table: h.Table, Hand: h.Hand, Seal: h.Seal, Player: player}
	for k, to := range dealt {
		if k < card.Count && to == Player(player) {
			o.Open = append(o.Open, d.open(k))
		}
	}
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("fair: %w", err)
	}
	return o, nil
}
