package bot_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// TestABotThatMissedItsRemovalPlaysOnAtOnce removes the bot from the server while it does not run, and adds it again five minutes after
// its start.
func TestABotThatMissedItsRemovalPlaysOnAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.seated("clock", "off")
		time.Sleep(10 * time.Second)
		c.stop()
		c.guild.RemoveBot()
		c.start()
		time.Sleep(5 * time.Minute)
		before, _ := c.channel.Last()
		c.guild.AddBot()
		time.Sleep(5 * time.Second)
		if board, _ := c.channel.Last(); board.ID == before.ID {
			t.Errorf("after five seconds the last message is still %v", board)
		}
	})
}

// TestANewSessionAsksNothingOfAChannelThatRefuses takes a permission from the bot. Then its session ends, or Discord's server of the guild
// fails for a moment.
func TestANewSessionAsksNothingOfAChannelThatRefuses(t *testing.T) {
	t.Parallel()
	for name, happens := range map[string]func(c *club){
		"a new session": func(c *club) { c.srv.InvalidateSessions(false) },
		"an outage":     func(c *club) { c.guild.Outage() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				c.seated("clock", "off", "pause", "1")
				time.Sleep(10 * time.Second)
				c.channel.BotLacks(discordgo.PermissionSendMessages)
				c.actor().Command(c.channel, "/fold")
				time.Sleep(time.Minute)
				before := c.srv.RefusalsInARow()
				for range 2 {
					happens(c)
					time.Sleep(time.Minute)
				}
				if got := c.srv.RefusalsInARow(); before != 1 || got != before {
					t.Errorf("the channel refused the bot %d times, and after that %d times", before, got)
				}
			})
		})
	}
}
