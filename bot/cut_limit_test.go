package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// A cut is text of a player that the bot shows: it needs the permission to write in the channel, and five fit into half a minute.
func TestACutNeedsThePermissionToWriteAndAGap(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice, bob := c.seated("pause", "60")
		time.Sleep(2 * time.Second)
		cut := func(words, want string) {
			t.Helper()
			if a := bob.Command(c.channel, "/cut", "text", words); !strings.Contains(a.Text(), want) {
				t.Errorf("the cut %q is answered %q, %v", words, a.Text(), a.Err)
			}
		}
		bob.Revoke(discordgo.PermissionSendMessages)
		cut("muted", "requires the permission")
		bob.Grant(discordgo.PermissionSendMessages)
		last := time.Now().Add(30 * time.Second)
		for range 5 {
			cut("again", "cuts the cards")
		}
		time.Sleep(20 * time.Second) // the time that the answer names is that of the first cut, not of this one
		cut("much", fmt.Sprintf("cut five times in 30 seconds. Try again <t:%d:R>.", last.Add(time.Second-1).Unix()))
		time.Sleep(11 * time.Second)
		cut("three", "cuts the cards")
		if a := alice.Command(c.channel, "/cut", "text", "hers"); !strings.Contains(a.Text(), "cuts the cards") {
			t.Errorf("another player's cut is answered %q", a.Text())
		}
		alice.Command(c.channel, "/stats")
		if a := alice.Press(c.channel, "Post in channel"); a.Err != nil || strings.Contains(a.Text(), "in 30 seconds") {
			t.Errorf("a post after a cut is answered %q, %v", a.Text(), a.Err)
		}
		if n := len(cutsShown(c)); n != 7 {
			t.Errorf("the channel has %d cuts", n)
		}
	})
}
