package bot_test

import (
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// However high the blinds are, a wallet can hold the buy-in that a table opens with, and an option can name it.
func TestATableOfTheHighestBlindsCanBePlayed(t *testing.T) {
	t.Parallel()
	for _, most := range []string{"", "0"} {
		t.Run("max-buyin "+most, func(t *testing.T) {
			inClub(t, func(t *testing.T, c *club) {
				options := []string{"big-blind", "1,000,000,000,000"}
				if most != "" {
					options = append(options, "max-buyin", most)
				}
				alice, bob := c.openTable(options...)
				alice.Grant(discordgo.PermissionManageGuild)
				time.Sleep(2 * time.Second)
				if text := c.channel.Messages()[0].Text(); !strings.Contains(text, "buy-in 1,000,000,000,000") {
					t.Errorf("the board is\n%s", text)
				}
				alice.Command(c.channel, "/chips grant", "player", "bob", "amount", "999,999,990,000")
				a := bob.Command(c.channel, "/sit")
				time.Sleep(2 * time.Second)
				if !strings.Contains(a.Text(), "with 1,000,000,000,000") || c.balance(bob) != 0 {
					t.Errorf("bob reads %q and has %d", a.Text(), c.balance(bob))
				}
			})
		})
	}
}
