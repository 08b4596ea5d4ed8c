package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// A modified client, or a command that an older version registered, sends options of a tournament that Discord does not offer. The
// user reads the allowed values, in place of a modal that has no room for them.
func TestOptionsOfATournamentAreReadBeforeItsModal(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice := c.person("alice")
		alice.Grant(discordgo.PermissionManageEvents)
		for option, values := range map[string][]string{
			"game":  {strings.Repeat("x", 90), "a:b", "chess"},
			"limit": {strings.Repeat("x", 6000), "a b"},
			"level": {"🂡", "v1:1:2"},
			"bots":  {"1e300", "-1", "10", strings.Repeat("9", 90)},
		} {
			for _, value := range values {
				time.Sleep(10 * time.Second)
				if a := alice.ForgeCommand(c.channel, "/tournament create", option, value); a.Err != nil || !strings.Contains(a.Text(), "`"+option+"`") {
					t.Errorf("%s %.20q: %q, %v", option, value, a.Text(), a.Err)
				}
			}
		}
		if a := alice.Command(c.channel, "/tournament create", "game", "holdem", "bots", "9", "level", "hard"); a.Modal == nil {
			t.Errorf("alice is asked nothing: %q, %v", a.Text(), a.Err)
		}
	})
}
