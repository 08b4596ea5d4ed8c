package cli_test

import (
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"cardroom/bot/beacon/beacontest"
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/club"
	"cardroom/cmd/cardroom/e2e/program"
)

// The built program deals with the beacon of a file, and goes on with the same cards after a kill. Its receipts are of grade A for
// cardroom verify with that file. The doctor asks the relay.
func TestTheProgramDealsWithTheBeaconOfAFile(t *testing.T) {
	t.Parallel()
	network := beacontest.New(1)
	relay := httptest.NewServer(network)
	defer relay.Close()
	chain := writeChain(t, relay.URL)
	c := club.NewQuiet(t, 21)
	c.Env = []string{"CARDROOM_BEACON=" + chain}
	c.Start()
	r, b := c.MidHand()
	doctor(c, 0, nil, nil, "OK (servers: 1,")
	network.Break(beacontest.All, beacontest.Status500)
	doctor(c, 1, nil, nil, "a relay of the beacon (CARDROOM_BEACON) has no good value", "status 500")
	network.Break(beacontest.All, beacontest.OK)
	c.Restart("kills", func() { c.Bot.Kill() })
	if now, ok := r.Until(club.BoardTime, func(now board.Board) bool { return board.Same(b, now) == nil }); !ok {
		t.Fatalf("the board was\n%s\nand is\n%s", b.Text, now.Text)
	}
	for now := r.See(); now.Hand == b.Hand && now.Phase != "Result"; now = r.See() {
		if _, ok := r.PlainTurn(); !ok || t.Failed() {
			break
		}
		r.Until(club.BoardTime, func(now board.Board) bool { return now.Actor >= 0 || now.Phase == "Result" })
	}
	var proof []byte
	if !program.Within(club.BoardTime, func() bool {
		a := r.People[0].Command(r.Ch, "/verify", "hand", "1")
		if a.Message == nil || len(a.Message.Attachments) == 0 {
			return false
		}
		if !strings.Contains(a.Text(), "**A**") {
			t.Fatalf("the answer is %s", a.Text())
		}
		res, err := c.Discord.Client().Get(a.Message.Attachments[0].URL)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		proof, err = io.ReadAll(res.Body)
		return err == nil
	}) {
		t.Fatal("no receipt of hand 1")
	}
	receipt := writeFile(t, "receipt.json", proof)
	for want, args := range map[string][]string{"Grade A": {"verify", receipt, "--chain", chain}, "Grade D": {"verify", receipt}} {
		p := program.Start(t, t.TempDir(), nil, args...)
		if code := p.ExitCode(program.EndTime); code != 0 || !strings.Contains(p.Output.String(), want) {
			t.Errorf("exit code %d, want %s:\n%s", code, want, p.Output)
		}
	}
	c.Verify()
}
