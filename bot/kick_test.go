package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

// A member who is removed, made host or given chips is mentioned once, also where the command arrives twice.
func TestMembersAreMentionedOnceForWhatConcernsThem(t *testing.T) {
	for _, tt := range []struct {
		command string
		options []string
		says    string
	}{
		{"/table kick", []string{"player", "bob"}, "has been removed"},
		{"/table host", []string{"player", "bob"}, "is now the host of this table"},
		{"/chips give", []string{"player", "bob", "amount", "500"}, "gets 500 from"},
		{"/chips grant", []string{"player", "bob", "amount", "500"}, "gets new chips: 500"},
	} {
		t.Run(tt.command, func(t *testing.T) {
			inClub(t, func(t *testing.T, c *club) {
				alice, bob := c.seated()
				alice.Grant(discordtest.MemberPermissions | discordgo.PermissionManageGuild | discordgo.PermissionManageChannels)
				before := len(bob.Notified(c.channel))
				act := discordtest.Slash{Command: tt.command, Options: tt.options}
				if _, err := alice.Deliver(c.channel, act, discordtest.Delivery{Times: 2}); err != nil {
					t.Fatal(err)
				}
				time.Sleep(2 * time.Second)
				if tt.command == "/table host" {
					alice.Press(c.channel, "Confirm")
					time.Sleep(2 * time.Second)
				}
				mentions := bob.Notified(c.channel)[before:]
				if len(mentions) != 1 || !strings.Contains(mentions[0].Content, bob.Mention()) || !strings.Contains(mentions[0].Content, tt.says) {
					t.Errorf("bob is mentioned in %v", mentions)
				}
			})
		})
	}
}

// A kicked player loses the seat after the hand, even if they take back their own leaving, and gets no other notice.
func TestWhoIsKickedIsNotWelcomedBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.seated()
		time.Sleep(9 * time.Second)
		bob.Command(c.channel, "/call") // now alice is to act
		alice.Command(c.channel, "/table kick", "player", "bob")
		for _, away := range []string{"/sitout", "/leave"} {
			bob.Command(c.channel, away)
			answer := bob.Command(c.channel, "/sitin")
			if answer.Message == nil || !strings.Contains(answer.Message.Content, "The host is removing you") {
				t.Errorf("after %s bob is answered %v", away, answer)
			}
			time.Sleep(time.Second)
		}
	})
}
