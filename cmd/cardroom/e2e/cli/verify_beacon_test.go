package cli_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardroom/bot/beacon/beacontest"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/engine/fair"
	"cardroom/engine/fair/fairtest"
	"cardroom/internal/golden"
)

// writeChain writes a file of the tests' chain with these relays.
func writeChain(t *testing.T, relays ...string) string {
	t.Helper()
	text, err := json.Marshal(beacontest.New(1).Info(relays...))
	if err != nil {
		t.Fatal(err)
	}
	return writeFile(t, "chain.json", text)
}

// writeFile writes a file into a folder of its own.
func writeFile(t *testing.T, name string, text []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// message1000 is the id of a message that fixes round 1000 of quicknet.
const message1000 = 1143937531638896263

// writeBeaconReceipt writes the receipt of hand 7 with a round of a chain. All but the signature fits.
func writeBeaconReceipt(t *testing.T, chain fair.Hash, round uint64, signature []byte) string {
	t.Helper()
	beacon := &fair.Beacon{Chain: chain, Round: fair.ID(round), Signature: signature}
	return writeFile(t, "receipt.json", beaconReceipt(t, 7, fair.Setup{Message: message1000, Beacon: beacon}).JSON())
}

// beaconReceipt returns the receipt of a hand with the message, the beacon and the predecessor of a setup.
func beaconReceipt(t *testing.T, number uint64, s fair.Setup) *fair.Receipt {
	t.Helper()
	hand := fair.Hand{Scheme: fair.Fair2, Table: 1500000000000000001, Number: number}
	sealed := fair.NewSeal(fair.Secret{1}, hand)
	var err error
	if s.Batch, err = fair.NewBatch(hand.Table, number, &s.Beacon.Chain, []fair.Hash{sealed.Hash()}, number); err != nil {
		t.Fatal(err)
	}
	s.Batch.Message, s.Players = s.Message-1<<22, []fair.ID{1600000000000000001, 1600000000000000002}
	return played(t, sealed, s)
}

// played returns the receipt of a hand of hold'em that ended before the flop.
func played(t *testing.T, sealed *fair.Seal, s fair.Setup) *fair.Receipt {
	t.Helper()
	deal, err := sealed.Deal(s)
	if err != nil {
		t.Fatal(err)
	}
	var dealt []fair.Recipient
	for range 2 {
		for _, p := range s.Players {
			dealt = append(dealt, fair.Player(p))
		}
	}
	r, err := deal.Receipt(fair.Outcome{Dealt: dealt})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A cut names a message as findings do. Only the message to look at becomes a link, and the words of the cut stay as they were typed.
func TestVerifyLinksNoWordsOfACut(t *testing.T) {
	t.Parallel()
	const words = "message 999999999999999999 of channel 888888888888888888"
	players := []fair.ID{1600000000000000001, 1600000000000000002}
	setup := fair.Setup{Message: message1000, Players: players, Batch: fair.Batch{Message: message1000 - 1<<22}, Cuts: []fair.Cut{{By: players[0], Message: message1000 - 1, Text: words}}}
	dealt := slices.Repeat([]fair.Recipient{fair.Player(players[0]), fair.Player(players[1])}, 2)
	receipt := writeFile(t, "receipt.json", fairtest.Cheat(fair.Hash{1}, 1500000000000000001, 7, setup, dealt).JSON())
	want := fmt.Sprintf("Look at message https://discord.com/channels/5/1500000000000000001/%d: it must be the bot's public answer to the cut %q by %d", uint64(message1000-1), words, players[0])
	program.Expect(t, program.Start(t, t.TempDir(), nil, "verify", receipt, "--link", "https://discord.com/channels/5/6/7"), 0, want)
}

// Hands under a beacon that the program does not know are of grade D, also together with others. With the file of the beacon they are
// of grade A, and the program says that the key comes from that file.
func TestVerifyNamesTheBeaconOfASeries(t *testing.T) {
	t.Parallel()
	net, lines, prev := beacontest.New(1), "", fair.Hash{}
	for hand := range uint64(3) {
		message := fair.ID(message1000 + hand<<30)
		round, err := net.Chain().Round(message)
		if err != nil {
			t.Fatal(err)
		}
		beacon := &fair.Beacon{Chain: net.Chain().Hash, Round: fair.ID(round), Signature: net.Sign(round)}
		r := beaconReceipt(t, hand+1, fair.Setup{Prev: prev, Message: message, Beacon: beacon})
		prev, lines = r.Transcript, lines+string(r.JSON())+"\n"
	}
	series, chain := writeFile(t, "hands.jsonl", []byte(lines)), writeChain(t, "https://relay.example.com")
	for _, tt := range []struct {
		args       []string
		grade, say string
	}{
		{[]string{"verify", series}, "Grade D: 3 (1-3)", "- This program does not know the beacon f0c0d6305a625acda5168f9e666adc80…: its value may be made up.\n"},
		{[]string{"verify", series, "--chain", chain}, "Grade A: 3 (1-3)", "- The key of the beacon demo is known from the file " + chain + " alone: "},
	} {
		p := program.Start(t, t.TempDir(), nil, tt.args...)
		if code := p.ExitCode(program.EndTime); code != 0 || !strings.Contains(p.Output.String(), tt.grade) || strings.Count(p.Output.String(), tt.say) != 1 {
			t.Errorf("exit code %d, want 0, %q and once %q:\n%s", code, tt.grade, tt.say, p.Output)
		}
	}
}

func TestVerifyChecksTheSignatureOfTheBeacon(t *testing.T) {
	t.Parallel()
	good, err := hex.DecodeString("b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39")
	if err != nil {
		t.Fatal(err)
	}
	net, quicknet := beacontest.New(1), fair.Quicknet().Hash
	round, err := fair.Round(message1000, uint64(net.Chain().Genesis), uint64(net.Chain().Period))
	if err != nil {
		t.Fatal(err)
	}
	demo := writeBeaconReceipt(t, net.Chain().Hash, round, net.Sign(round))
	chain := writeChain(t, "https://relay.example.com")
	p := program.Start(t, t.TempDir(), nil, "verify", writeBeaconReceipt(t, quicknet, 1000, good))
	if code := p.ExitCode(program.EndTime); code != 0 {
		t.Errorf("exit code %d", code)
	}
	golden.Equal(t, "verify-beacon.txt", []byte(p.Output.String()))
	for name, tt := range map[string]struct {
		args []string
		code int
		want string
	}{
		"forged":           {[]string{writeBeaconReceipt(t, quicknet, 1000, net.Sign(1000))}, 1, "The signature of round 1000 is bad"},
		"forged, chain":    {[]string{"--chain", chain, writeBeaconReceipt(t, quicknet, 1000, net.Sign(1000))}, 1, "The signature of round 1000 is bad"},
		"unknown":          {[]string{demo}, 0, "Grade D"},
		"known":            {[]string{"--chain", chain, demo}, 0, "Grade A"},
		"known by a flag":  {[]string{demo, "--chain=" + chain}, 0, "from the file " + chain + " alone"},
		"forged, known":    {[]string{writeBeaconReceipt(t, net.Chain().Hash, round, net.Sign(round+1)), "--chain", chain}, 1, "is bad"},
		"no file":          {[]string{demo, "--chain", chain + ".none"}, 2, "--chain cannot open " + chain + ".none: no such file"},
		"no chain":         {[]string{demo, "--chain", demo}, 2, "unknown field"},
		"nothing to check": {[]string{"--chain", chain}, 2, "usage:"},
		"linked": {[]string{demo, "--link", "https://canary.discord.com/channels/5/6/7"}, 0,
			fmt.Sprintf("Look at message https://discord.com/channels/5/1500000000000000001/%d: it must be", message1000)},
		"linked, seals": {[]string{"--link=https://discord.com/channels/5/6", demo}, 0,
			fmt.Sprintf("Look at message https://discord.com/channels/5/1500000000000000001/%d: it must be", message1000-1<<22)},
		"no link":      {[]string{demo, "--link", "https://example.com/channels/5/6/7"}, 2, "want a message's link"},
		"no such flag": {[]string{demo, "--chains", chain}, 2, "usage:"},
	} {
		p := program.Start(t, t.TempDir(), nil, append([]string{"verify"}, tt.args...)...)
		if code := p.ExitCode(program.EndTime); code != tt.code || !strings.Contains(p.Output.String(), tt.want) {
			t.Errorf("%s: exit code %d, want %d and %q:\n%s", name, code, tt.code, tt.want, p.Output)
		}
	}
}
