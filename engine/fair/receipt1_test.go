package fair_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/internal/golden"
)

const alice, bruno, chika = fair.ID(1600000000000000001), fair.ID(1600000000000000002), fair.ID(1600000000000000003)

// played is a hand with its proof.
type played struct {
	deal     *fair.Deal
	outcome  fair.Outcome
	receipt  *fair.Receipt1
	ownProof *fair.OwnProof // Alice's
}

// three returns the hole cards of three players, so many each.
func three(cards int) (dealt []fair.Recipient) {
	for range cards {
		dealt = append(dealt, fair.Player(alice), fair.Player(bruno), fair.Player(chika))
	}
	return dealt
}

func boards(runs ...int) (dealt []fair.Recipient) {
	for run, cards := range runs {
		dealt = append(dealt, slices.Repeat([]fair.Recipient{fair.Board(run)}, cards)...)
	}
	return dealt
}

// message is newer than every seal of these tests.
var message = []fair.Message1{{Channel: 7, ID: 1512345678901234567}}

var cuts = []fair.Cut1{{By: bruno, Text: "♠ cut deep ♥"}, {By: alice, Text: "lucky 7"}}

// hands returns one hand of every kind, by name.
func hands(t testing.TB) map[string]played {
	t.Helper()
	both := fair.Entropy1{Cuts: cuts, Messages: message}
	all := map[string]played{
		"holdem":  play(t, fair.Hand{Table: 7, Number: 42}, both, fair.Outcome{Dealt: append(three(2), boards(5)...), Shown: []int{1, 4}}, false),
		"draw":    play(t, fair.Hand{Table: 7, Number: 43, Prev: fair.Hash{9}}, fair.Entropy1{Messages: message}, fair.Outcome{Dealt: append(three(5), fair.Player(bruno), fair.Player(alice), fair.Player(alice))}, false),
		"runs":    play(t, fair.Hand{Table: 7, Number: 44}, fair.Entropy1{Cuts: cuts[:1], Messages: message}, fair.Outcome{Dealt: append(three(4), boards(5, 2, 2)...), Shown: []int{0, 3, 6, 9}}, false),
		"beacon":  play(t, fair.Hand{Table: 7, Number: 45}, fair.Entropy1{Beacons: []fair.Beacon1{{Chain: fair.Hash{1}, Round: 9, Value: fair.Hash{2}}}, Messages: message}, fair.Outcome{Dealt: three(2)}, false),
		"void":    play(t, fair.Hand{Table: 7, Number: 46}, both, fair.Outcome{Dealt: append(three(2), boards(3)...)}, true),
		"undealt": play(t, fair.Hand{Table: 7, Number: 47}, fair.Entropy1{}, fair.Outcome{}, true),
	}
	all["batch"] = playInBatch(t, fair.Entropy1{Cuts: cuts[1:], Messages: message})
	return all
}

func play(t testing.TB, h fair.Hand, e fair.Entropy1, o fair.Outcome, void bool) played {
	t.Helper()
	deal, err := fair.NewSeal(secretOf(h.Number), h).Deal1(e)
	if err != nil {
		t.Fatal(err)
	}
	return end(t, deal, o, void)
}

func end(t testing.TB, deal *fair.Deal, o fair.Outcome, void bool) played {
	t.Helper()
	p := played{deal: deal, outcome: o}
	var err error
	if p.receipt, err = deal.Receipt1(o); void {
		p.receipt, err = deal.Void1(o)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Dealt) > 0 {
		if p.ownProof, err = deal.OwnProof(alice, o.Dealt); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func secretOf(n uint64) fair.Secret {
	return fair.Mac([]byte("a fixed key"), "test", fair.U64(n))
}

// playInBatch plays the fourth of five hands that were sealed together.
func playInBatch(t testing.TB, e fair.Entropy1) played {
	t.Helper()
	var seals []*fair.Seal
	var hashes []fair.Hash
	for n := range uint64(5) {
		seals = append(seals, fair.NewSeal(secretOf(100+n), fair.Hand{Table: 7, Number: 100 + n}))
		hashes = append(hashes, seals[n].Hash())
	}
	b, err := fair.NewBatch1(hashes, 3)
	if err != nil {
		t.Fatal(err)
	}
	b.Channel, b.Message = 7, 1512345678901234001
	deal, err := seals[3].Deal1(e)
	if err != nil {
		t.Fatal(err)
	}
	return end(t, deal, fair.Outcome{Dealt: append(three(2), boards(3)...), Batch: &b, Prev: fair.Hash{8}}, false)
}

func TestAReceiptIsReadAsItWasWritten(t *testing.T) {
	for name, p := range hands(t) {
		text := p.receipt.JSON()
		read, err := fair.ReadReceipt1(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if again := read.JSON(); !bytes.Equal(again, text) {
			t.Errorf("%s: read and written again it is\n%s\nnot\n%s", name, again, text)
		}
		var spread bytes.Buffer
		if err := json.Indent(&spread, text, " ", "\t"); err != nil {
			t.Fatal(err)
		}
		if _, err := fair.ReadReceipt1(spread.Bytes()); err != nil {
			t.Errorf("%s with white space: %v", name, err)
		}
		if len(text) > 7000 {
			t.Errorf("%s has %d bytes", name, len(text))
		}
		if p.ownProof == nil {
			continue
		}
		if ownProof, err := fair.ReadOwn(p.ownProof.JSON()); err != nil || !bytes.Equal(ownProof.JSON(), p.ownProof.JSON()) {
			t.Errorf("%s: the own part: %v", name, err)
		}
	}
}

func TestAReceiptHasTheDocumentedForm(t *testing.T) {
	for name, p := range hands(t) {
		golden.Equal(t, name+".json", append(p.receipt.JSON(), '\n'))
		if p.ownProof != nil {
			golden.Equal(t, name+".own.json", append(p.ownProof.JSON(), '\n'))
		}
	}
}

func TestEveryGoodReceiptProvesWhatItShould(t *testing.T) {
	for name, p := range hands(t) {
		var ownProofs []*fair.OwnProof
		if p.ownProof != nil {
			ownProofs = append(ownProofs, p.ownProof)
		}
		golden.Equal(t, name+".txt", []byte(told(fair.Verify(p.receipt))+"-- with an own part\n"+told(fair.Verify(p.receipt, ownProofs...))))
	}
}

func told(r fair.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "grade %s\n", r.Grade)
	for _, f := range r.Faults {
		fmt.Fprintf(&b, "fault %s: %s\n", f.Step, f.Text)
	}
	for _, f := range r.Proven {
		fmt.Fprintf(&b, "proven %s: %s\n", f.Step, f.Text)
	}
	for _, f := range r.Limits {
		fmt.Fprintf(&b, "limit %s: %s\n", f.Step, f.Text)
	}
	return b.String()
}

func TestTheDealtDeckIsWhatTheReceiptOpens(t *testing.T) {
	for name, p := range hands(t) {
		deck := p.deal.Deck()
		if !deck.Valid() {
			t.Errorf("%s: the deck is not the fifty-two cards", name)
		}
		open := p.receipt.Open
		if p.ownProof != nil {
			open = append(slices.Clone(open), p.ownProof.Open...)
		}
		for _, o := range open {
			if deck[o.K] != o.Card {
				t.Errorf("%s: card %d is opened as %s, dealt was %s", name, o.K, o.Card, deck[o.K])
			}
		}
	}
}

// A folded card is in no receipt: neither its salt, nor the secret or the seed from which that is made.
func TestAReceiptHoldsNothingOfTheCardsThatStayHidden(t *testing.T) {
	for name, p := range hands(t) {
		if p.receipt.Secret != nil {
			continue
		}
		text := string(p.receipt.JSON())
		for k, salt := range fair.SaltsOf(p.deal) {
			seen := slices.ContainsFunc(p.receipt.Open, func(o fair.Opening) bool { return o.K == k })
			if strings.Contains(text, salt.String()) != seen {
				t.Errorf("%s: the salt of card %d, open %v, is otherwise in the receipt", name, k, seen)
			}
			if strings.Contains(text, `{"k":`+fmt.Sprint(k)+`,`) != seen {
				t.Errorf("%s: card %d, open %v, is otherwise in the receipt", name, k, seen)
			}
		}
		for what, hidden := range fair.HiddenOf(p.deal) {
			if strings.Contains(text, hidden.String()) {
				t.Errorf("%s: %s is in the receipt", name, what)
			}
		}
	}
}

// Without its salt a leaf cannot be told from the leaf of another card: the salts of opened cards and decks open no other.
func TestNoSaltOfAReceiptOpensAHiddenCard(t *testing.T) {
	p := hands(t)["holdem"]
	r := p.receipt
	for k := range p.outcome.Dealt {
		if slices.ContainsFunc(r.Open, func(o fair.Opening) bool { return o.K == k }) {
			continue
		}
		for _, known := range r.Open {
			for c := card.Card(1); c <= card.Count; c++ {
				if fair.Fits(r, fair.Opening{K: k, Card: c, Salt: known.Salt}) {
					t.Fatalf("card %d is opened by the salt of card %d", k, known.K)
				}
			}
		}
	}
}

func TestSecretsPrintAsHidden(t *testing.T) {
	secret := fair.Secret{0xab}
	seal := fair.NewSeal(secret, fair.Hand{Table: 1, Number: 1})
	deal, err := seal.Deal1(fair.Entropy1{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{secret, &secret, seal, deal} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%x", "%s", "%d"} {
			if got := fmt.Sprintf(verb, v); got != card.Hidden {
				t.Errorf("%T prints as %s by %s", v, got, verb)
			}
		}
	}
}

func TestEntropyMayComeInAnyOrderAndNotTwice(t *testing.T) {
	seal := fair.NewSeal(fair.Secret{1}, fair.Hand{Table: 1, Number: 1})
	e := fair.Entropy1{Cuts: slices.Clone(cuts), Messages: []fair.Message1{{Channel: 2, ID: 5}, {Channel: 1, ID: 6}}}
	a, err := seal.Deal1(e)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(e.Cuts)
	slices.Reverse(e.Messages)
	b, err := seal.Deal1(e)
	if err != nil || a.Deck() != b.Deck() {
		t.Errorf("another order makes another deal (%v)", err)
	}
	for want, e := range map[string]fair.Entropy1{
		"cuts[1]: a second one of the same source":        {Cuts: []fair.Cut1{{By: 5, Text: "a"}, {By: 5, Text: "b"}}},
		"messages[1]: a second one of the same source":    {Messages: []fair.Message1{{Channel: 5, ID: 1}, {Channel: 5, ID: 2}}},
		"beacons[1]: a second one of the same source":     {Beacons: []fair.Beacon1{{Round: 5}, {Round: 5}}},
		"cuts[0].text: 0 bytes; a cut has 1 to 64":        {Cuts: []fair.Cut1{{By: 5}}},
		"cuts[0].text: 65 bytes; a cut has 1 to 64":       {Cuts: []fair.Cut1{{By: 5, Text: strings.Repeat("x", 65)}}},
		"cuts[0].text: not UTF-8":                         {Cuts: []fair.Cut1{{By: 5, Text: "\xff"}}},
		"cuts[0].by: no user has the id 0":                {Cuts: []fair.Cut1{{Text: "a"}}},
		"beacons[0].round: rounds begin with 1":           {Beacons: []fair.Beacon1{{}}},
		"messages[0]: no channel or message has the id 0": {Messages: []fair.Message1{{Channel: 5}}},
	} {
		if _, err := seal.Deal1(e); err == nil || err.Error() != "fair: "+want {
			t.Errorf("%+v: %v, want %s", e, err, want)
		}
	}
}

func TestAnOutcomeThatCannotBeIsRefused(t *testing.T) {
	deal, err := fair.NewSeal(fair.Secret{1}, fair.Hand{Table: 1, Number: 1}).Deal1(fair.Entropy1{})
	if err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]fair.Outcome{
		"more cards than there are":  {Dealt: boards(53)},
		"a card to nobody":           {Dealt: []fair.Recipient{""}},
		"a card to the zeroth":       {Dealt: []fair.Recipient{"0"}},
		"a fourth board":             {Dealt: []fair.Recipient{"board 4"}},
		"a card shown and not dealt": {Dealt: three(2), Shown: []int{6}},
		"a card before the first":    {Dealt: three(2), Shown: []int{-1}},
		"an empty batch":             {Dealt: three(2), Batch: &fair.Batch1{}},
	} {
		if r, err := deal.Receipt1(o); err == nil {
			t.Errorf("%s: %s", name, r.JSON())
		}
	}
	if _, err := deal.OwnProof(alice, boards(5)); err == nil {
		t.Error("a player without cards has an own part")
	}
}
