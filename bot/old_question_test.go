package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cardroom/bot/discordtest"
)

// A question to the host is about the table that was open. A later table of the channel does not hear its answer, and neither
// that of a question without a table, from before an update.
func TestAnOldQuestionDoesNothingToALaterTable(t *testing.T) {
	t.Parallel()
	for name, command := range map[string][]string{
		"close": {"/table close"}, "house players": {"/table bot add", "count", "2"}, "host": {"/table host", "player", "bob"},
	} {
		t.Run(name, func(t *testing.T) {
			inClub(t, func(t *testing.T, c *club) {
				alice, bob := c.openTable()
				bob.Press(c.channel, "Sit down")
				asked := alice.Command(c.channel, command[0], command[1:]...).Message
				confirm(alice, c.channel, "/table close")
				if a := alice.PressOn(asked, "Confirm"); !strings.Contains(a.Text(), "no table") {
					t.Errorf("without a table: %q, %v", a.Text(), a.Err)
				}
				time.Sleep(20 * time.Minute)
				alice.Command(c.channel, "/table open")
				time.Sleep(2 * time.Second)
				bob.Press(c.channel, "Sit down")
				time.Sleep(2 * time.Second)
				shown := func() string { return fmt.Sprint(c.channel.Messages()) }
				before := shown()
				id := asked.Buttons()[0].CustomID
				for _, old := range []string{id, id[:strings.LastIndexByte(id, ':')]} {
					if a := alice.Forge(c.channel, asked.ID, old); !strings.Contains(a.Text(), "has moved on") {
						t.Errorf("%s: %q, %v", old, a.Text(), a.Err)
					}
					time.Sleep(2 * time.Second)
				}
				if now := shown(); now != before || c.balance(bob) != 9000 {
					t.Errorf("bob has %d, the channel had\n%s\nand has\n%s", c.balance(bob), before, now)
				}
				if a := confirm(alice, c.channel, command[0], command[1:]...); a.Type != discordtest.AnswerUpdate {
					t.Errorf("a question about this table does nothing: %q", a.Text())
				}
			})
		})
	}
}
