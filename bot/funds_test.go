package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Players' chips keep their kind while they are on the table, also practice chips. Otherwise a new ledger would show chips
// going out that no player brought.
func TestChipsDoNotBecomeFreeWhilePeopleHavePracticeChips(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.openTable()
		for _, command := range [][]string{{"/table pause"}, {"/table bot add", "count", "1"}, {"/table settings"}} {
			alice.Command(c.channel, command[0], command[1:]...)
			time.Sleep(2 * time.Second)
		}
		bob.Command(c.channel, "/sit", "buyin", "500")
		alice.Choose(c.channel, "", "chips")
		answer := alice.Press(c.channel, "free")
		if answer.Message == nil || !strings.Contains(answer.Message.Content, "only when no player has chips on the table") {
			t.Errorf("alice is answered %v", answer)
		}
		bob.Command(c.channel, "/leave")
		alice.Press(c.channel, "free") // the house players' chips do not count
		time.Sleep(2 * time.Second)
		answer = alice.Command(c.channel, "/table settings")
		if answer.Message == nil || !strings.Contains(answer.Message.Content, "`chips` free") {
			t.Errorf("the table has %v", answer)
		}
		answer = bob.Command(c.channel, "/ledger")
		if answer.Message == nil || strings.Contains(answer.Message.Content, "out 500") {
			t.Errorf("bob is owed chips that nobody lost: %v", answer)
		}
	})
}

// Players who left have to bring back the same kind of chips (R7).
func TestFreeChipsAreNotBroughtBackFromAWallet(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.openTable("max-buyin", "1000")
		c.sets(alice, "chips", "free")
		for range 2 {
			bob.Command(c.channel, "/sit", "buyin", "800")
			bob.Command(c.channel, "/leave")
			alice.Press(c.channel, "wallet")
			answer := bob.Command(c.channel, "/sit", "buyin", "500")
			if answer.Message == nil || !strings.Contains(answer.Message.Content, "You have seat 1 with 500") {
				t.Errorf("bob is answered %v", answer)
			}
			bob.Command(c.channel, "/leave")
			answer = bob.Command(c.channel, "/sit", "buyin", "300")
			if answer.Message == nil || !strings.Contains(answer.Message.Content, "(R7)") {
				t.Errorf("bob need not bring back his own: %v", answer)
			}
			alice.Press(c.channel, "free")
			time.Sleep(2 * time.Second)
		}
	})
}

// A player whose wallet is below the least buy-in reads so in place of a button to sit down.
func TestAShortWalletIsOfferedNoSeat(t *testing.T) {
	t.Parallel()
	for _, big := range []string{"10", "1000"} {
		synctest.Test(t, func(t *testing.T) {
			c := open(t)
			_, bob := c.openTable("big-blind", big)
			a := bob.Command(c.channel, "/cards")
			short, offered := big == "1000", len(a.Message.Buttons()) > 0
			if offered == short || strings.Contains(a.Text(), "needs 20,000") != short {
				t.Errorf("with big blinds of %s bob reads %s", big, a)
			}
		})
	}
}
