package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
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

// A server that has removed the bot gets no request until it adds the bot again. A channel that denies the bot gets one in ten minutes.
// The log has one warning (P15).
func TestAServerThatRemovedTheBotGetsNoRequests(t *testing.T) {
	t.Parallel()
	for name, keepsOut := range map[string]func(c *club){
		"removed": func(c *club) { c.guild.RemoveBot() },
		"removed in a request": func(c *club) {
			c.srv.Fail("POST /channels", discordtest.Fault{Delay: 2 * time.Second, Status: 403, Body: `{"code":50001,"message":"Missing Access"}`})
			c.actor().Command(c.channel, "/fold") // the next hand has a new board
			time.Sleep(time.Second)
			c.guild.RemoveBot()
		},
		"denied": func(c *club) { c.channel.BotLacks(discordgo.PermissionSendMessages | discordgo.PermissionViewChannel) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := openAs(t, panelsOnPress)
				c.seated("pause", "0")
				time.Sleep(9 * time.Second)
				keepsOut(c)
				time.Sleep(time.Minute)
				sent := len(c.toChannels())
				time.Sleep(2 * time.Hour)
				if asked, want := len(c.toChannels())-sent, map[string]int{"denied": 12}[name]; asked != want {
					t.Errorf("in two hours the channel got %d requests, want %d", asked, want)
				}
				if n := strings.Count(c.log.String(), `level=WARN msg="could not post the board`); n != 1 {
					t.Errorf("%d warnings say that there is no board", n)
				}
				if name == "denied" {
					return
				}
				before, _ := c.channel.Last()
				c.guild.AddBot()
				time.Sleep(5 * time.Second)
				if board, _ := c.channel.Last(); board.ID == before.ID {
					t.Errorf("five seconds after the return the last message is still %v", board)
				}
			})
		})
	}
}

// toChannels returns the requests to channels so far.
func (c *club) toChannels() (all []discordtest.Request) {
	for _, r := range c.srv.Requests() {
		if strings.Contains(r.Path, "/channels/") {
			all = append(all, r)
		}
	}
	return all
}
