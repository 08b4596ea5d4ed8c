package fair

import (
	"cmp"
	"slices"

	"cardroom/engine/card"
)

// Verifier checks receipts. Its zero value knows the chain of [Quicknet] and checks no beacon's signature.
type Verifier struct {
	Chains    []Chain // known beside Quicknet
	Signature func(chain Hash, round uint64, signature []byte) error
}

// Verify checks a receipt with the zero Verifier. Neither the receipt nor an own part may be nil.
func Verify(p Proof, ownProofs ...*OwnProof) Report { return Verifier{}.Verify(p, ownProofs...) }

// Verify checks a receipt, and own parts of players with it. It needs nothing else, and looks at everything even where
// something does not fit: each fault has a sentence that names it. Neither the receipt nor an own part may be nil.
func (v Verifier) Verify(p Proof, ownProofs ...*OwnProof) Report {
	return new(checker).verify(p, &v, ownProofs)
}

// verify checks a receipt, and own parts of players with it.
func (c *checker) verify(p Proof, v *Verifier, ownProofs []*OwnProof) Report {
	for _, o := range ownProofs {
		if err := o.check(); err != nil {
			c.report.fault(StepForm, "%v", err)
			return c.report
		}
	}
	if err := p.check(); err != nil {
		c.report.fault(StepForm, "%v", err)
		return c.report
	}
	p.verify(v, c, ownProofs)
	return c.report
}

// checker is a receipt that is being checked.
type checker struct {
	*Head
	*Cards
	ctx    context
	choice choice
	closed int                 // the deck that was played: the one that was chosen, unless that is a fault
	leaves []Hash              // of that deck
	at     [card.Count + 1]int // by card: 1 + where in the dealing order it was opened; 0 where it was not
	made   *Seal               // by the caller, with its decks, where the receipt is their own; else nil
	report Report
}

// verify checks a receipt of fair/1.
func (r *Receipt1) verify(_ *Verifier, c *checker, ownProofs []*OwnProof) {
	c.begin(&r.Head, &r.Cards, r.sealed(), r.Entropy1.tuple())
	c.checkSeal()
	r.checkBatch(&c.report)
	r.checkMessage(&c.report)
	mixed := cmp.Or(r.Entropy1.String(), "nothing else")
	if c.Secret != nil {
		c.checkVoid(StepEntropy, mixed)
	} else {
		c.checkDecks()
		c.checkChoice(StepEntropy, mixed)
		c.checkRounds()
		c.checkCards()
	}
	c.finish(ownProofs, r.transcript(c.choice.public))
	if c.report.OK() {
		r.grade(&c.report)
		c.report.limits(r, len(ownProofs))
	}
}

// begin sets the values that all checks use.
func (c *checker) begin(head *Head, cards *Cards, h Hand, entropy []byte) {
	c.Head, c.Cards, c.ctx, c.leaves = head, cards, h.context(), cards.Leaves
	c.choice = c.ctx.choice(head.Seal, entropy)
	if c.closed = c.choice.deck; head.Scheme == Fair2 && cards.Seeds != nil {
		c.closed = slices.Index(cards.Seeds, nil)
	}
}

// finish makes the checks with which both schemes end.
func (c *checker) finish(ownProofs []*OwnProof, transcript Hash) {
	for _, o := range ownProofs {
		c.checkOwn(o)
	}
	if transcript != c.Transcript {
		c.report.fault(StepTranscript, "What the receipt tells gives the transcript %s, it says %s.", transcript, c.Transcript)
	}
	c.report.proven(StepTranscript, "Who got which card is part of the transcript %s, which the next hand names as its prev.", c.Transcript)
}

// sealed returns the hand as its seal names it.
func (r *Receipt1) sealed() Hand {
	h := Hand{Scheme: Fair1, Table: r.Table, Number: r.Hand, Prev: r.Prev}
	if r.Batch != nil {
		h.Prev = Hash{}
	}
	return h
}

func (c *checker) checkSeal() {
	if seal := c.ctx.seal(&c.Roots); seal != c.Seal {
		c.report.fault(StepSeal, "The roots give the seal %s for hand %d of table %d, the receipt says %s.", seal, c.Hand, c.Table, c.Seal)
	}
	c.report.proven(StepSeal, "The seal %s holds eight decks, for hand %d of table %d alone.", c.Seal, c.Hand, c.Table)
}

// checkMessage checks that exactly one message of the table was mixed in. A hand that was void before its message stood has
// none.
func (r *Receipt1) checkMessage(report *Report) {
	if len(r.Messages) == 0 && r.Secret != nil && len(r.Dealt) == 0 {
		return
	}
	if n := len(r.Messages); n != 1 {
		report.fault(StepEntropy, "Messages were mixed in (%d), and one belongs there.", n)
	}
	for _, m := range r.Messages {
		if m.Channel != r.Table {
			report.fault(StepEntropy, "Message %d was mixed in, of channel %d, and the table is channel %d.", m.ID, m.Channel, r.Table)
		}
	}
}

// checkBatch checks the path to the root that was published.
func (r *Receipt1) checkBatch(report *Report) {
	b := r.Batch
	if b == nil {
		return
	}
	if root := b.leadsTo(r.Seal); root != b.Root {
		report.fault(StepBatch, "The path of seal %d of %d leads to the root %s, the receipt says %s.", b.Index, b.Size, root, b.Root)
	}
	if b.Index >= r.Hand {
		report.fault(StepBatch, "Hand %d cannot be number %d of a batch, counted from 0.", r.Hand, b.Index)
	}
	for _, m := range r.Messages {
		if m.ID <= b.Message {
			report.fault(StepBatch, "Message %d was mixed in, and is not newer than message %d with the seals.", m.ID, b.Message)
		}
	}
	report.proven(StepBatch, "The seal is number %d of %d, counted from 0, under the root %s.", b.Index, b.Size, b.Root)
}

// checkVoid checks all decks by the secret.
func (c *checker) checkVoid(s Step, mixed string) {
	l := sealOf(Secret(*c.Secret), c.ctx)
	for j := range l.decks {
		c.fits(j, l.decks[j].root)
	}
	c.leaves = l.decks[c.choice.deck].leaves[:]
	c.report.proven(StepDecks, "The hand was void and its secret is open: all eight decks are those that were sealed.")
	c.provenChoice(s, mixed)
	order := make([]card.Card, card.Count)
	for k, i := range c.choice.slot {
		order[k] = cardOf(l.decks[c.choice.deck].cards[i])
	}
	c.report.proven(StepCards, "The deck in its dealing order: %s.", names(order))
}

// checkDecks checks the decks that were not played by their seeds, which make nothing but permutations, and the one that
// was by its leaves.
func (c *checker) checkDecks() {
	for j, seed := range c.Seeds {
		if seed == nil {
			c.fits(j, c.ctx.rootOf(j, join(c.Leaves)))
			continue
		}
		if c.made != nil && *seed == c.made.seeds[j] {
			c.fits(j, c.made.decks[j].root)
			continue
		}
		var d deck
		newLeaves(&c.ctx).open(&d, j, *seed)
		c.fits(j, d.root)
	}
	c.report.proven(StepDecks, "The seven decks that were not played are open: each has every card once and is the one that was sealed.")
}

// fits compares the root of deck j with the one that was sealed.
func (c *checker) fits(j int, root Hash) {
	if root != c.Roots[j] {
		c.report.fault(StepDecks, "Deck %d has the root %s, sealed was %s.", j, root, c.Roots[j])
	}
}

// checkChoice checks that the deck that stayed closed is the one that was chosen.
func (c *checker) checkChoice(s Step, mixed string) {
	if c.Seeds[c.choice.deck] != nil {
		c.report.fault(s, "Seal and entropy chose deck %d, and that is not the one that stayed closed.", c.choice.deck)
	}
	c.provenChoice(s, mixed)
}

func (c *checker) provenChoice(s Step, mixed string) {
	c.report.proven(s, "Deck %d and the order of its cards were chosen by the seal and %s.", c.choice.deck, mixed)
}

// checkRounds checks that hole cards went round the table, because a dealer who chooses the order can give a friend the best
// hand. Only boards may follow, or in a draw game, which deals five, only exchanged cards.
func (c *checker) checkRounds() {
	order := c.order()
	k := 0
	for k < len(c.Dealt) && len(order) > 0 && c.Dealt[k] == order[k%len(order)] {
		k++
	}
	rounds := 0
	if len(order) > 0 {
		rounds = k / len(order)
	}
	rest := c.Dealt[rounds*len(order):]
	players := slices.ContainsFunc(rest, func(p Recipient) bool { return !p.board() })
	boards := slices.ContainsFunc(rest, Recipient.board)
	if !players && (len(order) == 0 || rounds > 1) || players && !boards && rounds >= 5 {
		return
	}
	c.report.fault(StepCards, "The cards did not go round the table: after %d rounds, card %d is out of turn.", rounds, k)
}

// order returns the players in the order in which they got their first cards.
func (r *Cards) order() []Recipient {
	n := 0
	for n < len(r.Dealt) && !r.Dealt[n].board() && !slices.Contains(r.Dealt[:n], r.Dealt[n]) {
		n++
	}
	return r.Dealt[:n]
}

// checkCards checks the cards that were shown. A card of the board that is not opened is a fault.
func (c *checker) checkCards() {
	open := map[int]bool{}
	for _, o := range c.Open {
		open[o.K] = true
		c.opens(StepCards, o)
	}
	for k, to := range c.Dealt {
		if to.board() && !open[k] {
			c.report.fault(StepCards, "Card %d lay on the board and is not opened.", k)
		}
	}
	if len(c.Open) > 0 {
		c.report.proven(StepCards, "The cards that everyone saw (%d) are from that deck, in that order: %s.", len(c.Open), names(cardsOf(c.Open)))
	}
}

// opens checks that an opening fits the leaf at the card's place, and that no other place has the card.
func (c *checker) opens(s Step, o Opening) {
	i := int(c.choice.slot[o.K])
	if c.ctx.leaf(c.closed, i, numberOf(o.Card), o.Salt) != c.leaves[i] {
		c.report.fault(s, "Card %d, %s, is not what was sealed at slot %d of deck %d.", o.K, o.Card, i, c.closed)
	}
	if at := c.at[o.Card]; at != 0 && at != o.K+1 {
		c.report.fault(s, "%s is there twice, as card %d and as card %d.", o.Card, at-1, o.K)
	}
	c.at[o.Card] = o.K + 1
}

// checkOwn checks the cards of a player. Of another hand there is nothing to say.
func (c *checker) checkOwn(o *OwnProof) {
	if o.Scheme != c.Scheme || o.Table != c.Table || o.Hand != c.Hand || o.Seal != c.Seal {
		c.report.fault(StepOwn, "The own part is of hand %d of table %d with the seal %s.", o.Hand, o.Table, o.Seal)
		return
	}
	for _, opened := range o.Open {
		if opened.K >= len(c.Dealt) || c.Dealt[opened.K] != Player(o.Player) {
			c.report.fault(StepOwn, "Card %d was not dealt to player %d.", opened.K, o.Player)
		}
		c.opens(StepOwn, opened)
	}
	c.report.proven(StepOwn, "The cards of player %d (%d) are from that deck, in that order: %s.", o.Player, len(o.Open), names(cardsOf(o.Open)))
}

func cardsOf(open []Opening) (cards []card.Card) {
	for _, o := range open {
		cards = append(cards, o.Card)
	}
	return cards
}
