package beacon_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"testing"
	"time"

	"github.com/cloudflare/circl/ecc/bls12381"

	"cardroom/bot/beacon"
	"cardroom/bot/beacon/beacontest"
	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/engine/fair/fairtest"
)

// These attacks are those of a bot that cheats with the beacon so that a friend is dealt aces. Each one makes a receipt of which
// everything fits but the one thing that the bot lied about. So it would pass a verifier without that one check.

// attack is a hand heads-up between the friend, who is dealt first, and another player.
type attack struct {
	setup fair.Setup
	began time.Time
}

// friendCards are the numbers of the friend's cards.
var friendCards = []int{0, 2}

// newAttack returns a hand whose batch names a chain, and whose message fixes round 1000 of quicknet.
func newAttack(chain *fair.Hash) *attack {
	return &attack{began: time.Now(), setup: fair.Setup{
		Batch: fair.Batch{Chain: chain, Message: message1000 - 1<<22}, Message: message1000,
		Players: []fair.ID{1600000000000000001, 1600000000000000002},
	}}
}

// deal returns the receipt of the hand with a secret, and reports whether the friend has aces.
func (a *attack) deal(secret fair.Hash) (r *fair.Receipt, aces bool) {
	var dealt []fair.Recipient
	for range 2 {
		for _, p := range a.setup.Players {
			dealt = append(dealt, fair.Player(p))
		}
	}
	r = fairtest.Cheat(secret, 1500000000000000001, 7, a.setup, dealt, friendCards...)
	return r, len(r.Open) == 2 && r.Open[0].Card.Rank() == ace && r.Open[1].Card.Rank() == ace
}

// ace is the rank of aces.
var ace = card.Of(12, 0).Rank()

// mostTries is when an attack gives up. Aces come once in 221 hands.
const mostTries = 5000

// findAces tries until the friend has aces, and returns the receipt.
func (a *attack) findAces(t *testing.T, try func(n uint64) (*fair.Receipt, bool)) *fair.Receipt {
	t.Helper()
	if testing.Short() {
		t.Skip("one try after another: not for the race detector")
	}
	for n := uint64(1); n <= mostTries; n++ {
		if r, aces := try(n); aces {
			t.Logf("aces after %d tries, in %v", n, time.Since(a.began).Round(time.Millisecond))
			return r
		}
	}
	t.Fatalf("no aces in %d tries", mostTries)
	return nil
}

// bytesOf returns 32 bytes that a number stands for.
func bytesOf(n uint64) [32]byte { return sha256.Sum256(binary.BigEndian.AppendUint64(nil, n)) }

// requireFault checks that a verifier finds one fault, of a step.
func requireFault(t *testing.T, v fair.Verifier, r *fair.Receipt, step fair.Step) {
	t.Helper()
	read, err := fair.ReadReceipt(r.JSON())
	if err != nil {
		t.Fatal(err)
	}
	if report := v.Verify(read); len(report.Faults) != 1 || report.Faults[0].Step != step || report.Grade != 0 {
		t.Errorf("grade %s, faults %v; want one of %s", report.Grade, report.Faults, step)
	}
}

// good1000 returns the true signature of quicknet's round 1000.
func good1000(t *testing.T) []byte {
	t.Helper()
	good, err := hex.DecodeString("b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39")
	if err != nil {
		t.Fatal(err)
	}
	return good
}

// The bot makes values up. Nothing but the signature tells them from true ones.
func TestAttackOfAMadeUpValue(t *testing.T) {
	quicknet := fair.Quicknet().Hash
	a := newAttack(&quicknet)
	r := a.findAces(t, func(n uint64) (*fair.Receipt, bool) {
		x := bytesOf(n)
		a.setup.Beacon = &fair.Beacon{Chain: quicknet, Round: 1000, Signature: append(x[:], x[:16]...)}
		return a.deal(fair.Hash{1})
	})
	requireFault(t, beacon.NewVerifier(), r, fair.StepSignature)
	if report := fair.Verify(r); !report.OK() || !report.Unchecked {
		t.Errorf("without the check: %+v", report)
	}
}

// The bot has the true value and writes it in other ways: bytes behind it, which some libraries ignore.
func TestAttackOfBytesBehindTheSignature(t *testing.T) {
	quicknet, good := fair.Quicknet().Hash, good1000(t)
	a := newAttack(&quicknet)
	r := a.findAces(t, func(n uint64) (*fair.Receipt, bool) {
		signature := binary.BigEndian.AppendUint32(good[:48:48], uint32(n))
		a.setup.Beacon = &fair.Beacon{Chain: quicknet, Round: 1000, Signature: signature}
		return a.deal(fair.Hash{1})
	})
	requireFault(t, beacon.NewVerifier(), r, fair.StepBeacon)
	if beacon.Quicknet().Verify(1000, r.Beacon.Signature) == nil {
		t.Error("the signature with bytes behind it is good")
	}
}

// The uncompressed form is a second try. The library accepts it.
func TestAttackOfAnotherFormOfTheSignature(t *testing.T) {
	quicknet := fair.Quicknet().Hash
	var p bls12381.G1
	if err := p.SetBytes(good1000(t)); err != nil {
		t.Fatal(err)
	}
	a := newAttack(&quicknet)
	a.setup.Beacon = &fair.Beacon{Chain: quicknet, Round: 1000, Signature: p.Bytes()}
	r, _ := a.deal(fair.Hash{1})
	requireFault(t, beacon.NewVerifier(), r, fair.StepBeacon)
	if beacon.Quicknet().Verify(1000, p.Bytes()) == nil {
		t.Error("the uncompressed signature is good")
	}
}

// The bot's seals name quicknet. Then it mixes in a chain whose key it has, so it knew the value when it made the secret. The
// verifier knows both chains.
func TestAttackOfAnotherChainThanTheSealsName(t *testing.T) {
	quicknet, net := fair.Quicknet().Hash, beacontest.New(1)
	round, err := fair.Round(message1000, uint64(net.Chain().Genesis), uint64(net.Chain().Period))
	if err != nil {
		t.Fatal(err)
	}
	for name, sealed := range map[string]*fair.Hash{"quicknet": &quicknet, "no chain": nil} {
		a := newAttack(sealed)
		a.setup.Beacon = &fair.Beacon{Chain: net.Chain().Hash, Round: fair.ID(round), Signature: net.Sign(round)}
		r := a.findAces(t, func(n uint64) (*fair.Receipt, bool) { return a.deal(bytesOf(n)) })
		t.Log("the seals name", name)
		requireFault(t, beacon.NewVerifier(net.Chain()), r, fair.StepBeacon)
	}
}

// The bot says that the value was late and deals all the same. Nothing was mixed in, so it could choose the secret.
func TestAttackOfCardsWithoutTheValue(t *testing.T) {
	quicknet := fair.Quicknet().Hash
	a := newAttack(&quicknet)
	a.setup.Beacon = &fair.Beacon{Chain: quicknet, Round: 1000}
	r := a.findAces(t, func(n uint64) (*fair.Receipt, bool) { return a.deal(bytesOf(n)) })
	requireFault(t, beacon.NewVerifier(), r, fair.StepBeacon)
}

// The bot waits for a round that it likes: the message fixes one, and another is as good a value.
func TestAttackOfAnotherRound(t *testing.T) {
	net := beacontest.New(1)
	first, err := fair.Round(message1000, uint64(net.Chain().Genesis), uint64(net.Chain().Period))
	if err != nil {
		t.Fatal(err)
	}
	hash := fair.Hash(net.Chain().Hash)
	a := newAttack(&hash)
	r := a.findAces(t, func(n uint64) (*fair.Receipt, bool) {
		a.setup.Beacon = &fair.Beacon{Chain: hash, Round: fair.ID(first + n), Signature: net.Sign(first + n)}
		return a.deal(fair.Hash{1})
	})
	requireFault(t, beacon.NewVerifier(net.Chain()), r, fair.StepBeacon)
}
