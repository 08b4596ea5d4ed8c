package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// An automatic rebuy takes chips out of a wallet. It reads the choice for it anew, because its player may have cleared that on a
// server whose shard another bot plays.
func TestNoAutomaticRebuyFollowsAChoiceThatWasCleared(t *testing.T) {
	t.Parallel()
	for name, cleared := range map[string]bool{"chosen": false, "cleared elsewhere": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := openAs(t, panelsOnPress)
				alice, bob := c.person("alice"), c.person("bob")
				alice.Grant(discordgo.PermissionManageChannels)
				alice.Command(c.channel, "/table open", "clock", "off", "pause", "0")
				alice.Command(c.channel, "/sit")
				bob.Command(c.channel, "/settings", "auto-rebuy", "on")
				alice.Command(c.channel, "/settings", "auto-rebuy", "on")
				bob.Command(c.channel, "/sit")
				time.Sleep(3 * time.Second)
				for _, p := range []string{alice.ID(), bob.ID()} {
					if note, err := c.store.Note(t.Context(), "person/"+p); err != nil || !strings.Contains(note, "auto_rebuy") {
						t.Fatalf("stored is %q, %v", note, err)
					}
					if cleared { // as another bot does it
						if err := c.store.SetNote(t.Context(), "person/"+p, ""); err != nil {
							t.Fatal(err)
						}
					}
				}
				confirm(c.actor(), c.channel, "/allin")
				time.Sleep(2 * time.Second)
				confirm(c.actor(), c.channel, "/call")
				time.Sleep(10 * time.Second)
				if ledger := alice.Command(c.channel, "/ledger").Text(); !strings.Contains(ledger, "net 1,000") || strings.Contains(ledger, "in 2,000") == cleared {
					t.Errorf("the ledger is:\n%s", ledger)
				}
			})
		})
	}
}
