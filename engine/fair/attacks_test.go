package fair

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/engine/card"
)

// cheat is a bot that wants its friend, the third player of the vectors, to have aces.
type cheat struct {
	t     *testing.T
	seal  *Seal
	setup Setup // as the channel shows it
	tries int
	start time.Time
}

// newCheat returns a cheat with the setup of a published hand: 0 has cuts, 1 a beacon.
func newCheat(t *testing.T, of int) *cheat {
	_, seal, _ := vectorSeals()
	return &cheat{t: t, seal: seal, setup: vectors(t)[of].setup.Sorted(), start: time.Now()}
}

const friend = 2 // his place in the order of dealing

// search tries setups until the friend has aces, and returns the deal.
func (c *cheat) search(change func(s *Setup, try uint64)) *Deal {
	return c.searchFor(c.setup, hasAces, change)
}

// searchFor tries changes of a setup until the deck is as the cheat wants it.
func (c *cheat) searchFor(from Setup, wants func(card.Deck) bool, change func(s *Setup, try uint64)) *Deal {
	c.t.Helper()
	for try := range uint64(200_000) {
		s := from
		s.Cuts = slices.Clone(s.Cuts)
		if s.Beacon != nil {
			b := *s.Beacon
			s.Beacon = &b
		}
		change(&s, try)
		c.tries++
		if d := c.seal.deal(s); wants(d.Deck()) {
			return d
		}
	}
	c.t.Fatal("nothing was found")
	return nil
}

// hasAces reports whether the friend has two aces.
func hasAces(d card.Deck) bool {
	return d[friend].Rank() == 12 && d[friend+len(vectorPlayers)].Rank() == 12
}

// forge returns the receipt of a deal, without the checks of a bot.
func (c *cheat) forge(d *Deal, dealt []Recipient) *Receipt {
	c.t.Helper()
	r := d.receipt(Outcome{Dealt: dealt})
	if err := d.fill(&r.Cards, Outcome{Dealt: dealt}); err != nil {
		c.t.Fatal(err)
	}
	r.Transcript = r.transcript(d.choice.public)
	return r
}

// found checks that exactly one step of the receipt has a fault, and logs what the cheat needed for it.
func (c *cheat) found(r Proof, want Step, says string, v Verifier) {
	c.t.Helper()
	c.t.Logf("%d tries, %v", c.tries, time.Since(c.start).Round(time.Microsecond))
	report := v.Verify(r)
	if report.OK() || slices.ContainsFunc(report.Faults, func(f Finding) bool { return f.Step != want || !strings.Contains(f.Text, says) }) {
		c.t.Errorf("%v, want %s: %s", report.Faults, want, says)
	}
}

// posted returns the hash that the hand's message showed.
func (c *cheat) posted() *Hash {
	start := c.setup.start(vectorTable, 42)
	return &start
}

// A made-up message of another channel was grade C of fair/1. Of fair/2 the message is one of the table, and the report names
// it; under a beacon it decides nothing but the round.
func TestAttackForgedMessageID(t *testing.T) {
	t.Run("fair/1", func(t *testing.T) {
		c := newCheat(t, 0)
		seal := NewSeal(Secret{1}, Hand{Table: vectorTable, Number: 42})
		for {
			c.tries++
			d, err := seal.Deal1(Entropy1{Messages: []Message1{{Channel: vectorTable + 1, ID: vectorMessage + ID(c.tries)}}})
			if err != nil {
				t.Fatal(err)
			}
			if hasAces(d.Deck()) {
				r, err := d.Receipt1(Outcome{Dealt: dealtIn()})
				if err != nil {
					t.Fatal(err)
				}
				c.found(r, StepEntropy, "and the table is channel", Verifier{})
				return
			}
		}
	})
	t.Run("without a beacon", func(t *testing.T) {
		c := newCheat(t, 0)
		r := c.forge(c.search(func(s *Setup, try uint64) { s.Message += ID(try) }), dealtIn())
		t.Logf("%d tries, %v", c.tries, time.Since(c.start))
		report := Verify(r)
		if !report.OK() || report.Grade != GradeB || !slices.ContainsFunc(report.Limits, func(f Finding) bool {
			return f.Step == StepStart && strings.Contains(f.Text, r.Message.String()) && strings.Contains(f.Text, "the only board of its number")
		}) {
			t.Errorf("the report does not say to look at message %d: %v", r.Message, report.Limits)
		}
	})
	t.Run("with a beacon", func(t *testing.T) {
		c := newCheat(t, 1)
		before := c.seal.deal(c.setup).Deck()
		for try := range ID(1000) {
			s := c.setup
			if s.Message += try; c.seal.deal(s).Deck() != before {
				t.Fatalf("message %d of the same round gives other cards", s.Message)
			}
		}
		d := c.search(func(s *Setup, try uint64) { // waits for a round that suits, and says that the message was posted before
			s.Beacon.Round += ID(1 + try)
			binary.BigEndian.PutUint64(s.Beacon.Signature[8:], try)
		})
		c.found(c.forge(d, dealtIn()), StepBeacon, "fixes round 29279449", Verifier{})
	})
}

// The bot announces two batches for one hand, and uses the other one once it knows the hand's message.
func TestAttackForgedBatch(t *testing.T) {
	c := newCheat(t, 0)
	var d *Deal
	for d == nil {
		c.tries++
		seal := NewSeal(Secret{byte(c.tries), byte(c.tries >> 8)}, Hand{Scheme: Fair2, Table: vectorTable, Number: 42})
		if other := seal.deal(c.setup); hasAces(other.Deck()) {
			d, c.seal = other, seal
		}
	}
	b, err := NewBatch(vectorTable, 42, nil, []Hash{c.seal.Hash()}, 42)
	if err != nil {
		t.Fatal(err)
	}
	r := c.forge(d, dealtIn())
	c.found(r, StepBatch, "The batch gives ", Verifier{}) // under the first batch
	b.Message = c.setup.Batch.Message
	d.setup.Batch = b
	r = c.forge(d, dealtIn())
	r.Start = c.posted()
	r.Transcript = r.transcript(d.choice.public)
	c.found(r, StepStart, "give the start", Verifier{}) // under another one, which the message did not name
}

// A made-up interaction id of a player who typed no cut was grade B of fair/1. Of fair/2 a cut has a public message.
func TestAttackMadeUpInteraction(t *testing.T) {
	c := newCheat(t, 0)
	seal := NewSeal(Secret{1}, Hand{Table: vectorTable, Number: 42})
	for {
		c.tries++
		d, err := seal.Deal1(Entropy1{Messages: []Message1{{Channel: vectorTable, ID: vectorMessage}},
			Cuts: []Cut1{{By: 5, Text: (vectorMessage - ID(c.tries)).String()}}})
		if err != nil {
			t.Fatal(err)
		}
		if !hasAces(d.Deck()) {
			continue
		}
		r, err := d.Receipt1(Outcome{Dealt: dealtIn()})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d tries, %v", c.tries, time.Since(c.start))
		if report := Verify(r); !report.OK() || report.Grade != GradeD || report.Others != GradeD || report.Cutters != nil {
			t.Errorf("grade %s, of others %s: %v", report.Grade, report.Others, report.Faults)
		}
		return
	}
}

// A friend's cut is chosen after the hand's message stands.
func TestAttackCutChosenAfterwards(t *testing.T) {
	c := newCheat(t, 0)
	d := c.search(func(s *Setup, try uint64) { s.Cuts[0].Text = "lucky " + ID(try).String() })
	r := c.forge(d, dealtIn())
	if r.Start.String()[:32] == c.posted().String()[:32] {
		t.Error("the start that the message shows does not hold the text of a cut")
	}
	r.Start = c.posted()
	r.Transcript = r.transcript(d.choice.public)
	c.found(r, StepStart, "give the start", Verifier{})
}

// Between the hole cards and the flop the bot exchanges the rest of the deal, and keeps two cards that the first player has
// seen.
func TestAttackExchangeInMidHand(t *testing.T) {
	c := newCheat(t, 0)
	before := c.seal.deal(c.setup).Deck()
	n := len(vectorPlayers)
	keeps := func(d card.Deck) bool { return d[0] == before[0] && d[n] == before[n] && d != before }
	d := c.searchFor(c.setup, keeps, func(s *Setup, try uint64) { s.Cuts[0].Text = ID(try).String() })
	ownProof, err := d.OwnProof(vectorPlayers[0], dealtIn())
	if err != nil {
		t.Fatal(err)
	}
	r := c.forge(d, dealtIn())
	if report := Verify(r, ownProof); !report.OK() {
		t.Fatalf("the exchange is found by itself: %v", report.Faults)
	}
	if r.Start.String()[:32] == c.posted().String()[:32] {
		t.Error("the message shows the same start")
	}
	r.Start = c.posted()
	r.Transcript = r.transcript(d.choice.public)
	c.found(r, StepStart, "give the start", Verifier{})
}

// checks returns a verifier to which one signature is good.
func checks(good Signature) Verifier {
	return Verifier{Signature: func(_ Hash, _ uint64, signature []byte) error {
		if string(signature) != string(good) {
			return errors.New("another value")
		}
		return nil
	}}
}

// The bot makes up the beacon's value.
func TestAttackUncheckedBeacon(t *testing.T) {
	c := newCheat(t, 1)
	good := slices.Clone(c.setup.Beacon.Signature)
	d := c.search(func(s *Setup, try uint64) {
		s.Beacon.Signature = slices.Clone(good)
		binary.BigEndian.PutUint64(s.Beacon.Signature[40:], try)
	})
	r := c.forge(d, dealtIn())
	c.found(r, StepSignature, "is bad: another value", checks(good))
	if report := Verify(r); !report.OK() || !report.Unchecked {
		t.Errorf("without the check the grade is %s, unchecked: %v", report.Grade, report.Unchecked)
	}
	if report := checks(r.Beacon.Signature).Verify(r); report.Grade != GradeA || report.Unchecked {
		t.Errorf("a good signature: grade %s, unchecked %v, %v", report.Grade, report.Unchecked, report.Faults)
	}
	unknown := r.Batch // a chain of the bot's own, with any value
	chain := Hash{7}
	unknown.Chain = &chain
	d.setup.Beacon.Chain, d.setup.Batch = chain, unknown
	if report := Verify(c.forge(c.seal.deal(d.setup), dealtIn())); report.Grade == GradeA || report.Unchecked {
		t.Errorf("an unknown chain has grade %s", report.Grade)
	}
}

// Some libraries take bytes behind a signature, or its uncompressed form: each is another value of a true round.
func TestAttackOtherFormOfTheSignature(t *testing.T) {
	c := newCheat(t, 1)
	good := slices.Clone(c.setup.Beacon.Signature)
	lenient := Verifier{Signature: func(Hash, uint64, []byte) error { return nil }}
	behind := c.search(func(s *Setup, try uint64) {
		s.Beacon.Signature = binary.BigEndian.AppendUint16(slices.Clone(good), uint16(try))
	})
	c.found(c.forge(behind, dealtIn()), StepBeacon, "The signature has 50 bytes", lenient)
	s := c.setup
	b := *s.Beacon
	b.Signature = make(Signature, 96)
	s.Beacon = &b
	c.found(c.forge(c.seal.deal(s), dealtIn()), StepBeacon, "The signature has 96 bytes", lenient)
}

// The seals stand in a channel that no player of the table sees.
func TestAttackSealsInAnotherChannel(t *testing.T) {
	c := newCheat(t, 0)
	c.setup.Batch.Channel++
	c.tries++
	c.found(c.forge(c.seal.deal(c.setup), dealtIn()), StepBatch, "and the table is channel", Verifier{})
}

// The batch names a beacon, and the hand was dealt by a cut; or the other way round.
func TestAttackBatchAndBeaconDisagree(t *testing.T) {
	c := newCheat(t, 1)
	d := c.search(func(s *Setup, try uint64) { s.Beacon, s.Message = nil, s.Message+ID(try) })
	c.found(c.forge(d, dealtIn()), StepBeacon, "the receipt has no round of it", Verifier{})
	c = newCheat(t, 0)
	beacon := *vectors(t)[1].setup.Beacon
	d = c.search(func(s *Setup, try uint64) {
		b := beacon
		b.Signature = slices.Clone(b.Signature)
		binary.BigEndian.PutUint64(b.Signature[40:], try)
		s.Cuts, s.Beacon = nil, &b
	})
	c.found(c.forge(d, dealtIn()), StepBeacon, "The batch names no beacon", Verifier{})
	c = newCheat(t, 1)
	c.setup.Cuts = []Cut{{By: vectorPlayers[0], Message: vectorMessage - 1, Text: "x"}}
	c.tries++
	c.found(c.forge(c.seal.deal(c.setup), dealtIn()), StepCuts, "beside a beacon", Verifier{})
}

// The beacon's value was late, and the hand was dealt from the seal alone.
func TestAttackDealtThoughLate(t *testing.T) {
	c := newCheat(t, 1)
	beacon := *c.setup.Beacon
	beacon.Signature = nil
	c.setup.Beacon = &beacon
	c.tries++
	r := c.forge(c.seal.deal(c.setup), dealtIn())
	c.found(r, StepBeacon, "was late, and cards were dealt", Verifier{})
	report := Verify(c.forge(c.seal.deal(c.setup), nil)) // played, it says, without a card
	if !slices.ContainsFunc(report.Faults, func(f Finding) bool { return f.Step == StepBeacon }) {
		t.Errorf("a late hand that was played: %v", report.Faults)
	}
	if _, err := c.seal.Deal(c.setup); err == nil {
		t.Error("the program deals such a hand")
	}
}

// The players get cards in another order than the start's, so that the friend has the best of all hands.
func TestAttackAnotherOrder(t *testing.T) {
	c := newCheat(t, 1)
	d := c.seal.deal(c.setup)
	dealt := dealtIn()
	for _, round := range []int{0, 3} {
		dealt[round], dealt[round+2] = dealt[round+2], dealt[round]
	}
	c.tries++
	c.found(c.forge(d, dealt), StepCards, "Card 0 is out of turn.", Verifier{})
	d.setup.Players = []ID{vectorPlayers[2], vectorPlayers[1], vectorPlayers[0]}
	r := c.forge(d, dealt)
	r.Start = c.posted()
	r.Transcript = r.transcript(d.choice.public)
	c.found(r, StepStart, "give the start", Verifier{})
}

// A cut of an earlier hand was known when the next hand was sealed, or when its message was posted.
func TestAttackCutOfAnEarlierHand(t *testing.T) {
	c := newCheat(t, 0)
	d := c.search(func(s *Setup, try uint64) { s.Cuts[0].Message = s.Batch.Message - ID(try) })
	c.found(c.forge(d, dealtIn()), StepCuts, "is not between message", Verifier{})
	c = newCheat(t, 0)
	d = c.search(func(s *Setup, try uint64) { s.Cuts[0].Message = s.Message + ID(try) })
	c.found(c.forge(d, dealtIn()), StepCuts, "is not between message", Verifier{})
}
