package fair

import (
	"fmt"
	"slices"
	"strings"
)

// verify checks a receipt of fair/2.
func (r *Receipt) verify(v *Verifier, c *checker, ownProofs []*OwnProof) {
	s, h := r.setup(), Hand{Scheme: Fair2, Table: r.Table, Number: r.Hand}
	c.begin(&r.Head, &r.Cards, h, s.entropy(r.Table))
	c.checkSeal()
	r.checkBatch(&c.report)
	r.checkStart(&c.report)
	s.faults(&c.report, v, h)
	r.checkBeacon(&c.report, v)
	if c.Secret != nil {
		c.checkVoid(StepDecks, s.mixed())
	} else {
		c.checkDecks()
		c.checkChoice(StepDecks, s.mixed())
	}
	r.checkOrder(&c.report)
	if c.Secret == nil {
		c.checkCards()
	}
	c.finish(ownProofs, r.transcript(c.choice.public))
	if c.report.OK() {
		r.grade(&c.report, v)
		r.limits(&c.report, v, len(ownProofs))
	}
}

// checkBatch checks that the batch that was published holds the seal.
func (r *Receipt) checkBatch(report *Report) {
	b := &r.Batch
	if b.has(r.Hand) {
		tree := b.within(r.Hand)
		switch n := len(tree.lefts()); {
		case len(b.Path) != n:
			report.fault(StepBatch, "The path has %d hashes, and %d lead from hand %d to the root.", len(b.Path), n, r.Hand)
		default:
			if published := b.published(r.Table, tree.leadsTo(r.Seal)); published != b.Published {
				report.fault(StepBatch, "The batch gives %s, the receipt says %s.", published, b.Published)
			}
		}
	}
}

// checkStart compares the start with the parts that it holds.
func (r *Receipt) checkStart(report *Report) {
	if r.Start == nil {
		return
	}
	if start := r.setup().start(r.Table, r.Hand); start != *r.Start {
		report.fault(StepStart, "Batch, players and cuts give the start %s, the receipt says %s.", start, *r.Start)
	}
	report.proven(StepStart, "The start %s holds the batch, the players, their order and the cuts.", *r.Start)
}

// faults checks that the setup fits the hand and itself.
func (s *Setup) faults(r *Report, v *Verifier, h Hand) {
	b := &s.Batch
	if !b.has(h.Number) {
		r.fault(StepBatch, "Hand %d is not among hands %d to %d of the batch.", h.Number, b.First, b.last())
	}
	if b.Channel != h.Table {
		r.fault(StepBatch, "The seals stand in channel %d, and the table is channel %d.", b.Channel, h.Table)
	}
	if s.Message != 0 && s.Message <= b.Message {
		r.fault(StepBatch, "Message %d of the hand is not newer than message %d with the seals.", s.Message, b.Message)
	}
	r.proven(StepBatch, "The seal is one of those of hands %d to %d that %s shows, with %s.", b.First, b.last(), b.Published, b.beacon())
	s.cutFaults(r)
	s.beaconFaults(r, v)
}

// cutFaults checks who typed the cuts, and when.
func (s *Setup) cutFaults(r *Report) {
	for _, c := range s.Cuts {
		if c.Message <= s.Batch.Message || c.Message >= s.Message {
			r.fault(StepCuts, "Message %d with the cut of player %d is not between message %d with the seals and message %d of the hand.",
				c.Message, c.By, s.Batch.Message, s.Message)
		}
		if !slices.Contains(s.Players, c.By) {
			r.fault(StepCuts, "Player %d typed a cut and was not dealt in.", c.By)
		}
	}
	if len(s.Cuts) > 0 && s.Batch.Chain != nil {
		r.fault(StepCuts, "There are cuts (%d) beside a beacon.", len(s.Cuts))
	}
	if len(s.Cuts) > 0 {
		r.proven(StepCuts, "The cuts (%d) are of players of the hand, from after the seals and before the hand's message.", len(s.Cuts))
	}
}

// beaconFaults compares the beacon with the batch and with the hand's message.
func (s *Setup) beaconFaults(r *Report, v *Verifier) {
	b := s.Beacon
	switch {
	case b == nil && s.Message != 0 && s.Batch.Chain != nil:
		r.fault(StepBeacon, "The batch names %s, and the receipt has no round of it.", s.Batch.beacon())
	case b != nil && (s.Batch.Chain == nil || *s.Batch.Chain != b.Chain):
		r.fault(StepBeacon, "The batch names %s, and the receipt has a round of %s.", s.Batch.beacon(), nameOf(b.Chain))
	}
	if b == nil {
		return
	}
	chain, known := v.chain(b.Chain)
	if known {
		switch round, err := chain.Round(s.Message); {
		case err != nil:
			r.fault(StepBeacon, "Message %d of the hand is older than the beacon.", s.Message)
		case round != uint64(b.Round):
			r.fault(StepBeacon, "Message %d of the hand fixes round %d, the receipt has round %d.", s.Message, round, b.Round)
		}
	}
	if n := len(b.Signature); n > 0 && (known && n != chain.Signature || n != 48 && n != 96) {
		r.fault(StepBeacon, "The signature has %d bytes, and the beacon's have another number.", n)
	}
	if known {
		r.proven(StepBeacon, "Message %d of the hand fixes round %d of %s.", s.Message, b.Round, nameOf(b.Chain))
	}
}

// checkBeacon checks that a hand without the beacon's value was void before a card was dealt, and the value's signature.
func (r *Receipt) checkBeacon(report *Report, v *Verifier) {
	b := r.Beacon
	if b == nil {
		return
	}
	if len(b.Signature) == 0 {
		if r.Secret == nil || len(r.Dealt) > 0 {
			report.fault(StepBeacon, "The beacon's value was late, and cards were dealt (%d).", len(r.Dealt))
		}
		return
	}
	_, known := v.chain(b.Chain)
	if !known || v.Signature == nil || slices.ContainsFunc(report.Faults, func(f Finding) bool { return f.Step == StepBeacon }) {
		return
	}
	if err := v.Signature(b.Chain, uint64(b.Round), b.Signature); err != nil {
		report.fault(StepSignature, "The signature of round %d is bad: %v.", b.Round, err)
	}
	report.proven(StepSignature, "The signature of round %d is good.", b.Round)
}

// checkOrder checks that cards went round the table in the order of the start. A dealer who chooses the order can give a
// friend the best hand.
func (r *Receipt) checkOrder(report *Report) {
	if r.Players == nil {
		return
	}
	switch k := outOfTurn(r.Players, r.Dealt, r.Secret != nil); {
	case k < 0:
	case k == len(r.Dealt):
		report.fault(StepCards, "The deal stops too early, after %d cards.", k)
	default:
		report.fault(StepCards, "Card %d is out of turn.", k)
	}
}

// beacon names the chain of a batch.
func (b *Batch) beacon() string {
	if b.Chain == nil {
		return "no beacon"
	}
	return nameOf(*b.Chain)
}

// nameOf names a chain as the seals' message does.
func nameOf(chain Hash) string {
	if chain == quicknet {
		return "the beacon quicknet"
	}
	return "the beacon " + chain.Half() + "…"
}

// mixed returns the entropy in words.
func (s *Setup) mixed() string {
	switch b := s.Beacon; {
	case b != nil && len(b.Signature) == 0 || b == nil && s.Message == 0:
		return "nothing else"
	case b != nil:
		return fmt.Sprintf("the value of round %d of %s", b.Round, nameOf(b.Chain))
	}
	var parts []string
	for _, c := range s.Cuts {
		parts = append(parts, fmt.Sprintf("the cut %s by %d in message %d", write(c.Text), c.By, c.Message))
	}
	return strings.Join(append(parts, fmt.Sprintf("message %d of the hand", s.Message)), ", ")
}

// grade sets the grade of a receipt without faults.
func (r *Receipt) grade(report *Report, v *Verifier) {
	report.Grade = GradeD
	switch b := r.Beacon; {
	case r.Message == 0:
	case b != nil && len(b.Signature) > 0:
		if _, known := v.chain(b.Chain); known {
			report.Grade, report.Unchecked = GradeA, v.Signature == nil
		}
	case b == nil:
		report.Grade = GradeC
	}
	report.Others = report.Grade
	if len(r.Cuts) > 0 {
		report.Grade = GradeB
		for _, c := range r.Cuts {
			report.Cutters = append(report.Cutters, c.By)
		}
	}
}

// limits adds the points that a good receipt leaves open.
func (r *Receipt) limits(report *Report, v *Verifier, ownProofs int) {
	b := &r.Batch
	report.limit(StepBatch, "Look at message %d of channel %d: it must be a plain message, not edited, and show hands %d to %d, %s, and %s.",
		b.Message, b.Channel, b.First, b.last(), b.beacon(), b.Published)
	r.lookForMessage(report)
	report.limit(StepGrade, "%s", gradeLimit(report))
	if s := r.Beacon; s != nil && len(s.Signature) > 0 {
		chain, known := v.chain(s.Chain)
		switch {
		case !known:
			report.limit(StepSignature, "This program does not know %s: its value may be made up.", nameOf(s.Chain))
		case report.Unchecked:
			report.limit(StepSignature, "Grade A holds only if the signature is good, and it is not checked here: compare it with %s.", chain.Address(uint64(s.Round)))
		}
		if chain.Note != "" {
			report.limit(StepSignature, "%s", chain.Note)
		}
	}
	if r.Secret == nil {
		report.limit(StepDecks, "A stacked deck is found in seven hands of eight: check more than one hand.")
		if n := len(r.Dealt) - len(r.Open); n > 0 && ownProofs == 0 {
			report.limit(StepCards, "Cards that were not shown (%d) are not checked here: their players can check them with their own part.", n)
		}
	}
	report.limit(StepLimit, "The bot sees every card, and no proof shows that it did not look.")
	report.limit(StepLimit, "Players who tell each other their cards are beyond any shuffle.")
}

// lookForMessage adds the limits about the hand's message and the cuts, and about the channel of a hand without cards.
func (r *Receipt) lookForMessage(report *Report) {
	if r.Message == 0 {
		report.limit(StepStart, "Look in channel %d: it must have no message of hand %d. After such a message, the bot could know the cards before it gave up the hand.", r.Table, r.Hand)
		return
	}
	shows := fmt.Sprintf("hand %d, the players in the order %s (as they sat, from the left of the button), and %s", r.Hand, listed(recipients(r.Players)), r.Start.Half())
	if r.Beacon != nil {
		report.limit(StepStart, "Look at message %d of channel %d: it must be a plain message, not edited, the only line of its number, and show %s, and round %d (or an earlier one, where Discord was slow: the message's number decides).", r.Message, r.Table, shows, r.Beacon.Round)
		if len(r.Beacon.Signature) == 0 {
			report.limit(StepBeacon, "Look at what follows message %d: the channel must have waited 30 seconds for the beacon.", r.Message)
		}
		return
	}
	report.limit(StepStart, "Look at message %d of channel %d: it must be the only board of its number, and its first form showed %s.", r.Message, r.Table, shows)
	for _, cut := range r.Cuts {
		report.limit(StepCuts, "Look at message %d of channel %d: it must be the bot's public answer to the cut %s by %d, not edited.", cut.Message, r.Table, write(cut.Text), cut.By)
	}
}
