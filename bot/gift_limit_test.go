package bot_test

import (
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

// Gifts of one user notify another once in ten minutes. Without the permission to write, they are paid without a message.
func TestGiftsDoNotNotifyTheirReceiverAgainAndAgain(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice, bob, carol := c.person("alice"), c.person("bob"), c.person("carol")
		gives := func(notified, shown int) {
			t.Helper()
			before := c.balance(bob)
			alice.Command(c.channel, "/chips give", "player", "bob", "amount", "1")
			time.Sleep(2 * time.Second)
			if n := len(bob.Notified(c.channel)); n != notified || len(c.channel.Messages()) != shown || c.balance(bob) != before+1 {
				t.Errorf("bob is notified %d times, want %d; the channel shows %d gifts, want %d", n, notified, len(c.channel.Messages()), shown)
			}
		}
		alice.Revoke(discordgo.PermissionSendMessages)
		gives(0, 0)
		alice.Grant(discordgo.PermissionSendMessages)
		gives(1, 1)
		gives(1, 2)
		carol.Command(c.channel, "/chips give", "player", "bob", "amount", "1")
		time.Sleep(2 * time.Second)
		gives(2, 4)
		time.Sleep(10 * time.Minute)
		gives(3, 5)
	})
}

// A mention that failed does not count: the next gift notifies its receiver.
func TestAGiftNotifiesAfterAMentionThatFailed(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice, bob := c.person("alice"), c.person("bob")
		c.srv.Fail("POST /channels", discordtest.Fault{Status: 500, Times: -1})
		alice.Command(c.channel, "/chips give", "player", "bob", "amount", "1")
		time.Sleep(time.Minute)
		c.srv.Mend()
		alice.Command(c.channel, "/chips give", "player", "bob", "amount", "1")
		time.Sleep(2 * time.Second)
		if n := len(bob.Notified(c.channel)); n != 1 {
			t.Errorf("bob is notified %d times", n)
		}
	})
}

// A gift above the limit of a day reads the limit and its end, also where the wallet has less: more chips would not help.
func TestAGiftAboveTheLimitReadsTheLimit(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice, bob := c.person("alice"), c.person("bob")
		alice.Command(c.channel, "/chips give", "player", "bob", "amount", "3,000")
		for _, amount := range []string{"7,001", "12,000"} { // the wallet has 7,000, and 7,000 are left of the limit
			text := alice.Command(c.channel, "/chips give", "player", "bob", "amount", amount).Text()
			want := "Today you can still give " + bob.Mention() + " 7,000. A player can give 10,000 a day at most, and get 20,000. You can give more <t:"
			if !strings.HasPrefix(text, want) || strings.Contains(text, "/chips daily") {
				t.Errorf("with %s alice reads %q", amount, text)
			}
		}
	})
}
