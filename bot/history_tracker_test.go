package bot_test

import (
	"fmt"
	"regexp"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// The file for trackers calls a player whose name has no ASCII letter the same on every seat, and two such players by different names.
func TestATrackerKnowsPlayersOfEveryScript(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, panelsOnPress)
		bob := c.person("bob")
		bob.Grant(discordgo.PermissionManageChannels)
		bob.Command(c.channel, "/table open", "clock", "off", "pause", "0")
		time.Sleep(time.Second)
		bob.Command(c.channel, "/sit", "seat", "2")
		for i, visit := range []struct{ name, seat string }{{"Ева", "1"}, {"Иван 7", "1"}, {"Ева", "3"}, {"愛 7", "1"}} {
			p := c.person(visit.name)
			p.Command(c.channel, "/sit", "seat", visit.seat)
			time.Sleep(3 * time.Second)
			p.Command(c.channel, "/leave")
			time.Sleep(time.Second)
			bob.Command(c.channel, "/fold")
			time.Sleep(3 * time.Second)
			text := c.reads(bob, fmt.Sprint(i+1), "pokerstars")
			found := regexp.MustCompile(`Seat [13]: (\S+) \(`).FindStringSubmatch(text)
			if want := "Player_" + p.ID(); len(found) != 2 || found[1] != want {
				t.Errorf("hand %d calls %s %q, want %s\n%s", i+1, visit.name, found, want, text)
			}
		}
	})
}
