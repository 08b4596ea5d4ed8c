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

// Verify checks a receipt with the zero Verifier.
func Verify(p Proof, ownProofs ...*OwnProof) Report { return Verifier{}.Verify(p, ownProofs...) }

// Verify checks a receipt, and own parts of players with it. It needs nothing else, and looks at everything even where
// something does not fit: each fault has a sentence that names it.
func (v Verifier) Verify(p Proof, ownProofs ...*OwnProof) Report {
	c := checker{}
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
	p.verify(&v, &c, ownProofs)
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

// begin sets what all checks are made of.
func (v *checker) begin(head *Head, cards *Cards, h Hand, entropy []byte) {
	v.Head, v.Cards, v.ctx, v.leaves = head, cards, h.context(), cards.Leaves
	v.choice = v.ctx.choice(head.Seal, entropy)
	if v.closed = v.choice.deck; head.Scheme == Fair2 && cards.Seeds != nil {
		v.closed = slices.Index(cards.Seeds, nil)
	}
}

// finish makes the checks with which both schemes end.
func (v *checker) finish(ownProofs []*OwnProof, transcript Hash) {
	for _, o := range ownProofs {
		v.checkOwn(o)
	}
	if transcript != v.Transcript {
		v.report.fault(StepTranscript, "What the receipt tells gives the transcript %s, it says %s.", transcript, v.Transcript)
	}
	v.report.proven(StepTranscript, "Who got which card is part of the transcript %s, which the next hand names as its prev.", v.Transcript)
}

// sealed returns the hand as its seal names it.
func (r *Receipt1) sealed() Hand {
	h := Hand{Scheme: Fair1, Table: r.Table, Number: r.Hand, Prev: r.Prev}
	if r.Batch != nil {
		h.Prev = Hash{}
	}
	return h
}

func (v *checker) checkSeal() {
	if c := v.ctx.seal(&v.Roots); c != v.Seal {
		v.report.fault(StepSeal, "The roots give the seal %s for hand %d of table %d, the receipt says %s.", c, v.Hand, v.Table, v.Seal)
	}
	v.report.proven(StepSeal, "The seal %s holds eight decks, for hand %d of table %d alone.", v.Seal, v.Hand, v.Table)
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
func (v *checker) checkVoid(s Step, mixed string) {
	l := sealOf(Secret(*v.Secret), v.ctx)
	for j := range l.decks {
		v.fits(j, l.decks[j].root)
	}
	v.leaves = l.decks[v.choice.deck].leaves[:]
	v.report.proven(StepDecks, "The hand was void and its secret is open: all eight decks are those that were sealed.")
	v.provenChoice(s, mixed)
	order := make([]card.Card, card.Count)
	for k, i := range v.choice.slot {
		order[k] = cardOf(l.decks[v.choice.deck].cards[i])
	}
	v.report.proven(StepCards, "The deck in its dealing order: %s.", names(order))
}

// checkDecks checks the decks that were not played by their seeds, which make nothing but permutations, and the one that
// was by its leaves.
func (v *checker) checkDecks() {
	for j, seed := range v.Seeds {
		if seed == nil {
			v.fits(j, v.ctx.rootOf(j, v.Leaves))
			continue
		}
		d := v.ctx.openDeck(j, *seed)
		v.fits(j, d.root)
	}
	v.report.proven(StepDecks, "The seven decks that were not played are open: each has every card once and is the one that was sealed.")
}

// fits compares the root of deck j with the one that was sealed.
func (v *checker) fits(j int, root Hash) {
	if root != v.Roots[j] {
		v.report.fault(StepDecks, "Deck %d has the root %s, sealed was %s.", j, root, v.Roots[j])
	}
}

// checkChoice checks that the deck that stayed closed is the one that was chosen.
func (v *checker) checkChoice(s Step, mixed string) {
	if v.Seeds[v.choice.deck] != nil {
		v.report.fault(s, "Seal and entropy chose deck %d, and that is not the one that stayed closed.", v.choice.deck)
	}
	v.provenChoice(s, mixed)
}

func (v *checker) provenChoice(s Step, mixed string) {
	v.report.proven(s, "Deck %d and the order of its cards were chosen by the seal and %s.", v.choice.deck, mixed)
}

// checkRounds checks that hole cards went round the table, because a dealer who chooses the order can give a friend the best
// hand. Only boards may follow, or in a draw game, which deals five, only exchanged cards.
func (v *checker) checkRounds() {
	order := v.order()
	k := 0
	for k < len(v.Dealt) && len(order) > 0 && v.Dealt[k] == order[k%len(order)] {
		k++
	}
	rounds := 0
	if len(order) > 0 {
		rounds = k / len(order)
	}
	rest := v.Dealt[rounds*len(order):]
	players := slices.ContainsFunc(rest, func(p Recipient) bool { return !p.board() })
	boards := slices.ContainsFunc(rest, Recipient.board)
	if !players && (len(order) == 0 || rounds > 1) || players && !boards && rounds >= 5 {
		return
	}
	v.report.fault(StepCards, "The cards did not go round the table: after %d rounds, card %d is out of turn.", rounds, k)
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
func (v *checker) checkCards() {
	open := map[int]bool{}
	for _, o := range v.Open {
		open[o.K] = true
		v.opens(StepCards, o)
	}
	for k, to := range v.Dealt {
		if to.board() && !open[k] {
			v.report.fault(StepCards, "Card %d lay on the board and is not opened.", k)
		}
	}
	if len(v.Open) > 0 {
		v.report.proven(StepCards, "The cards that everyone saw (%d) are from that deck, in that order: %s.", len(v.Open), names(cardsOf(v.Open)))
	}
}

// opens checks that an opening is what was sealed where the card was, and that no other place has the card.
func (v *checker) opens(s Step, o Opening) {
	i := int(v.choice.slot[o.K])
	if v.ctx.leaf(v.closed, i, numberOf(o.Card), o.Salt) != v.leaves[i] {
		v.report.fault(s, "Card %d, %s, is not what was sealed at slot %d of deck %d.", o.K, o.Card, i, v.closed)
	}
	if at := v.at[o.Card]; at != 0 && at != o.K+1 {
		v.report.fault(s, "%s is there twice, as card %d and as card %d.", o.Card, at-1, o.K)
	}
	v.at[o.Card] = o.K + 1
}

// checkOwn checks the cards of a player. Of another hand there is nothing to say.
func (v *checker) checkOwn(o *OwnProof) {
	if o.Scheme != v.Scheme || o.Table != v.Table || o.Hand != v.Hand || o.Seal != v.Seal {
		v.report.fault(StepOwn, "The own part is of hand %d of table %d with the seal %s.", o.Hand, o.Table, o.Seal)
		return
	}
	for _, c := range o.Open {
		if c.K >= len(v.Dealt) || v.Dealt[c.K] != Player(o.Player) {
			v.report.fault(StepOwn, "Card %d was not dealt to player %d.", c.K, o.Player)
		}
		v.opens(StepOwn, c)
	}
	v.report.proven(StepOwn, "The cards of player %d (%d) are from that deck, in that order: %s.", o.Player, len(o.Open), names(cardsOf(o.Open)))
}

func cardsOf(open []Opening) (cards []card.Card) {
	for _, o := range open {
		cards = append(cards, o.Card)
	}
	return cards
}
