package beacon_test

import (
	"encoding/hex"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/bot/beacon"
	"cardroom/bot/beacon/beacontest"
	"cardroom/engine/fair"
)

// receipt returns the receipt of a hand with a round of a chain. All but the signature fits.
func receipt(t *testing.T, chain fair.Hash, message fair.ID, round uint64, signature []byte) *fair.Receipt {
	t.Helper()
	hand := fair.Hand{Scheme: fair.Fair2, Table: 1500000000000000001, Number: 7}
	commitment := fair.NewSeal(fair.Secret{1}, hand)
	batch, err := fair.NewBatch(hand.Table, hand.Number, &chain, []fair.Hash{commitment.Hash()}, hand.Number)
	if err != nil {
		t.Fatal(err)
	}
	batch.Message = message - 1<<22
	players := []fair.ID{1600000000000000001, 1600000000000000002}
	deal, err := commitment.Deal(fair.Setup{Batch: batch, Players: players, Message: message, Beacon: &fair.Beacon{Chain: chain, Round: fair.ID(round), Signature: signature}})
	if err != nil {
		t.Fatal(err)
	}
	var dealt []fair.Recipient
	for range 2 {
		for _, p := range players {
			dealt = append(dealt, fair.Player(p))
		}
	}
	r, err := deal.Receipt(fair.Outcome{Dealt: dealt})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// message1000 is the id of a message that fixes round 1000 of quicknet.
const message1000 = 1143937531638896263

func TestTheSignatureOfAReceiptIsChecked(t *testing.T) {
	good, err := hex.DecodeString("b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39")
	if err != nil {
		t.Fatal(err)
	}
	quicknet := fair.Quicknet().Hash
	report := beacon.NewVerifier().Verify(receipt(t, quicknet, message1000, 1000, good))
	if !report.OK() || report.Grade != fair.GradeA || report.Unchecked {
		t.Errorf("%+v", report)
	}
	for name, signature := range map[string][]byte{
		"of another beacon": beacontest.New(1).Sign(1000),
		"made up":           append([]byte{0x80}, good[:47]...),
	} {
		report := beacon.NewVerifier().Verify(receipt(t, quicknet, message1000, 1000, signature))
		if len(report.Faults) != 1 || report.Faults[0].Step != fair.StepSignature || report.Grade != 0 {
			t.Errorf("%s: %+v", name, report)
		}
	}
}

// A bot that has a chain of its own knows all values before. So only the word of the reader makes such a chain count.
func TestAnotherChainCountsOnlyForAVerifierThatKnowsIt(t *testing.T) {
	net := beacontest.New(1)
	round, err := fair.Round(message1000, uint64(net.Chain().Genesis), uint64(net.Chain().Period))
	if err != nil {
		t.Fatal(err)
	}
	r := receipt(t, net.Chain().Hash, message1000, round, net.Sign(round))
	if report := beacon.NewVerifier().Verify(r); !report.OK() || report.Grade != fair.GradeD {
		t.Errorf("unknown: %+v", report)
	}
	report := beacon.NewVerifier(net.Chain()).Verify(r)
	if !report.OK() || report.Grade != fair.GradeA || report.Unchecked || !hasLimit(report, "proves nothing outside this demo") {
		t.Errorf("known: %+v", report)
	}
	forged := receipt(t, net.Chain().Hash, message1000, round, net.Sign(round+1))
	if report := beacon.NewVerifier(net.Chain()).Verify(forged); len(report.Faults) != 1 || report.Faults[0].Step != fair.StepSignature {
		t.Errorf("forged: %+v", report)
	}
}

// hasLimit reports whether a report says that it does not prove something.
func hasLimit(r fair.Report, text string) bool {
	for _, f := range r.Limits {
		if strings.Contains(f.Text, text) {
			return true
		}
	}
	return false
}

// A file cannot make a bot's own key count as quicknet's, whatever it is called.
func TestNoOtherChainReplacesQuicknet(t *testing.T) {
	net := beacontest.New(1)
	posing := *net.Chain()
	posing.Hash = fair.Quicknet().Hash
	report := beacon.NewVerifier(&posing).Verify(receipt(t, posing.Hash, message1000, 1000, net.Sign(1000)))
	if len(report.Faults) != 1 || report.Faults[0].Step != fair.StepSignature {
		t.Errorf("%+v", report)
	}
}

func TestAChainOfAFileNamesItsSource(t *testing.T) {
	path := filepath.Join("testdata", "testnet.json")
	c, err := beacon.ReadChain(path)
	if err != nil {
		t.Fatal(err)
	}
	v := beacon.NewVerifier(c)
	if len(v.Chains) != 1 || !strings.Contains(v.Chains[0].Note, path) || v.Chains[0].Signature != 96 || v.Chains[0].Relay != c.Relays[0] || v.Chains[0].Hash != c.Hash {
		t.Errorf("%+v", v.Chains)
	}
	if v.Signature(fair.Hash{1}, 1, nil) == nil {
		t.Error("an unknown chain has good signatures")
	}
}
