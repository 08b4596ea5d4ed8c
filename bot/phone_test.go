package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// TestTheEdgeOfABoardSaysHowItStands reads the accent colour of a board in play, of a result and of a paused table.
func TestTheEdgeOfABoardSaysHowItStands(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.painter, c.onPress = touchy{}, true })
		alice := c.person("alice")
		c.sitDown()
		edge := func() int {
			for _, m := range c.channel.Messages() {
				for _, x := range m.Components {
					if x.AccentColor != nil && len(m.Attachments) > 0 {
						return *x.AccentColor
					}
				}
			}
			t.Fatal("no board has an edge")
			return 0
		}
		plays := edge()
		c.actor().Command(c.channel, "/fold")
		time.Sleep(time.Second)
		over := edge()
		alice.Command(c.channel, "/table pause")
		time.Sleep(10 * time.Second)
		if paused := edge(); plays == over || over == paused || plays == paused {
			t.Errorf("the edge is %#x in play, %#x at a result and %#x in a pause", plays, over, paused)
		}
	})
}

// TestWordsStandForAPictureThatIsTooLate draws for three seconds: the last picture stays for two, and then the words stand in its
// place.
func TestWordsStandForAPictureThatIsTooLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := &lazy{}
		c := openAs(t, func(c *club) { c.painter, c.onPress = slow, true })
		c.sitDown()
		slow.takes.Store(int64(3 * time.Second))
		c.call()
		time.Sleep(1500 * time.Millisecond)
		if m := c.board(); len(m.Attachments) != 1 || strings.Contains(m.Text(), "`1` ") {
			t.Errorf("after a second and a half the board is\n%s", m)
		}
		time.Sleep(time.Second)
		if m := c.board(); len(m.Attachments) > 0 || !strings.Contains(m.Text(), "`1` ") {
			t.Errorf("after two seconds the board is\n%s", m)
		}
	})
}

// TestAPostNeedsThePermissionOfItsPlace posts a result in a channel and in a thread, each without its permission to write.
func TestAPostNeedsThePermissionOfItsPlace(t *testing.T) {
	t.Parallel()
	for _, at := range []struct {
		thread bool
		deny   int64
		name   string
	}{
		{false, discordgo.PermissionSendMessages, "Send Messages"},
		{true, discordgo.PermissionSendMessagesInThreads, "Send Messages in Threads"},
	} {
		synctest.Test(t, func(t *testing.T) {
			c := open(t)
			if at.thread {
				c.channel = c.channel.Thread("side game")
			}
			c.seated("pause", "60")
			time.Sleep(70 * time.Second)
			c.actor().Command(c.channel, "/fold")
			time.Sleep(2 * time.Second)
			zoe := c.person("zoe")
			zoe.Command(c.channel, "/history")
			zoe.Revoke(at.deny)
			n := len(c.channel.Messages())
			if a := zoe.Press(c.channel, "Post in channel"); !strings.Contains(a.Text(), "**"+at.name+"**") && !strings.Contains(a.Text(), at.name) || len(c.channel.Messages()) != n {
				t.Errorf("without %s zoe reads %q, and %d messages came", at.name, a.Text(), len(c.channel.Messages())-n)
			}
			zoe.Grant(at.deny)
			if a := zoe.Press(c.channel, "Post in channel"); a.Err != nil || len(c.channel.Messages()) != n+1 {
				t.Errorf("with %s zoe reads %q", at.name, a.Text())
			}
		})
	}
}

// TestAPanelComesForFourteenMinutes deals a hand just before and just after the end of a press: only before it a panel comes.
func TestAPanelComesForFourteenMinutes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		after time.Duration
		comes bool
	}{{14*time.Minute - 5*time.Second, true}, {14*time.Minute + time.Second, false}} {
		synctest.Test(t, func(t *testing.T) {
			club := open(t)
			alice, bob := club.openTable("pause", "1")
			alice.Command(club.channel, "/table pause")
			alice.Command(club.channel, "/sit")
			bob.Command(club.channel, "/sit") // the press that counts
			time.Sleep(c.after)
			before := len(club.followUps())
			alice.Command(club.channel, "/table resume")
			time.Sleep(3 * time.Second)
			posted := len(club.followUps()) - before
			if want := map[bool]int{true: 2, false: 1}[c.comes]; posted != want { // alice has just pressed
				t.Errorf("%s after bob's press %d panels came, want %d", c.after, posted, want)
			}
		})
	}
}

// TestHalfOfAnOddWalletIsAskedAbout gives half of a wallet of 9,999, rounded down and up: the larger gift is asked about.
func TestHalfOfAnOddWalletIsAskedAbout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, _ := c.openTable()
		alice.Command(c.channel, "/chips give", "player", "bob", "amount", "1")
		for _, gift := range []struct {
			amount string
			asked  bool
		}{{"5,000", true}, {"4,999", false}} {
			a := alice.Command(c.channel, "/chips give", "player", "bob", "amount", gift.amount)
			if asked := a.Message != nil && len(a.Message.Buttons()) == 1; asked != gift.asked {
				t.Errorf("a gift of %s of 9,999 is asked about: %t\n%s", gift.amount, asked, a)
			}
		}
	})
}
