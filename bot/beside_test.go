package bot_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot"
	"cardroom/bot/discordtest"
)

// A message beside the board comes once, also where Discord fails for a while when it is due.
func TestAMessageBesideTheBoardComesAfterAFault(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]struct {
		words string
		makes func(*testing.T, *club) (due func())
	}{
		"a buy-in": {"asks to sit with", func(_ *testing.T, c *club) func() {
			alice, bob := c.openTable("pause", "60")
			c.sets(alice, "chips", "approved")
			return func() { bob.Command(c.channel, "/sit") }
		}},
		"a turn": {"your turn", func(_ *testing.T, c *club) func() {
			c.seated("clock", "60", "pause", "0")
			time.Sleep(12 * time.Second)
			actor := c.actor()
			return func() { actor.Press(c.channel, "Call") }
		}},
		"a free seat": {"a seat is yours", func(_ *testing.T, c *club) func() {
			alice, bob := c.openTable("seats", "2", "clock", "60", "pause", "60")
			alice.Command(c.channel, "/sit")
			bob.Command(c.channel, "/sit")
			alice.Command(c.channel, "/table pause")
			c.person("carol").Command(c.channel, "/sit")
			return func() { bob.Command(c.channel, "/leave") }
		}},
		"a removal": {"has been removed", func(_ *testing.T, c *club) func() {
			alice, bob := c.seated("pause", "60")
			return func() { alice.Command(c.channel, "/table kick", "player", bob.Name()) }
		}},
		"a void hand": {"The operator called #1 off", func(t *testing.T, c *club) func() {
			shakyHandAt(t, c)
			where := tableOf(t, c)
			c.stop()
			doctor, err := bot.New(bot.Config{Key: c.key, Log: slog.New(slog.DiscardHandler)}, c.shaky.Store)
			if err != nil {
				t.Fatal(err)
			}
			if _, err = doctor.Void(context.Background(), where.Channel); err != nil {
				t.Fatal(err)
			}
			return c.start
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				due := m.makes(t, c)
				time.Sleep(2 * time.Second)
				c.srv.Fail("POST /channels", discordtest.Fault{Status: 502, Body: "bad gateway", Times: 1 << 20})
				due()
				time.Sleep(12 * time.Second)
				if n := countBeside(c, m.words); n != 0 {
					t.Fatalf("Discord took %d messages", n)
				}
				c.srv.Mend()
				time.Sleep(10 * time.Second)
				if n := countBeside(c, m.words); n != 1 {
					t.Errorf("%d messages came after the fault", n)
				}
			})
		})
	}
}

// countBeside counts the messages with some words in the channel, without boards.
func countBeside(c *club, words string) (n int) {
	for _, m := range c.channel.Messages() {
		if strings.Contains(m.Text(), words) && !strings.Contains(m.Text(), "hold'em") {
			n++
		}
	}
	return n
}
