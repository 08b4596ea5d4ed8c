package bot_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/engine/fair"
	"cardroom/store"
)

// Boards of hands that are lost stand in the channel, and so may seals. A hand that comes after has its own message, which is
// newer than its seal.
func TestAfterTheStoreWentBackTheNextHandHasAProof(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, f, _ := forgetfulHand(t)
		alice, bob, kept := c.person("alice"), c.person("bob"), f.commits()
		pressFold(c, alice, bob)
		time.Sleep(15 * time.Second)
		if b := board(c).Text(); !strings.HasPrefix(b, "#2") {
			t.Fatalf("the board says\n%s", b)
		}
		f.forget(kept)
		pressFold(c, alice, bob)
		time.Sleep(20 * time.Second)
		pressFold(c, alice, bob)
		if report := fair.Verify(receipt(t, c, "2")); !report.OK() {
			t.Errorf("hand 2: %v", report.Faults)
		}
	})
}

// Whoever is faster than the last edit of a closed table's board finds its buttons, and does not open it again.
func TestAPressOnTheBoardOfAClosedTableOpensNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := twoSit(t, c, "5")
		bob.Press(c.channel, "Sit down")
		time.Sleep(8 * time.Second)
		pressFold(c, alice, bob)
		time.Sleep(2 * time.Second)
		alice.Command(c.channel, "/leave")
		bob.Command(c.channel, "/leave")
		time.Sleep(8 * time.Second)
		c.shaky.on(func(ctx context.Context, change store.Change, do commitFunc) (store.Receipt, error) {
			do()
			return lost(ctx)
		})
		c.srv.Fail("PATCH /channels", discordtest.Fault{Status: 500, Times: -1})
		alice.Command(c.channel, "/table close")
		c.shaky.on(nil)
		time.Sleep(3 * time.Second)
		a := bob.Press(c.channel, "Sit down")
		c.srv.Mend()
		time.Sleep(5 * time.Second)
		for r, err := range c.store.Tables(t.Context()) {
			t.Errorf("a table is open: version %d, error %v; the press was answered %q", r.Version, err, a.Text())
		}
	})
}
