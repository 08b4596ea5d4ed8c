package bot_test

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// How fast the blinds rise until the end depends on the number of players. A change of it that makes the levels steep gives advice, and
// one of another setting gives none.
func TestAdviceAboutSteepBlindsFollowsEachChangeThatTheyDependOn(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice := c.person("alice")
		alice.Grant(discordgo.PermissionManageEvents)
		made := alice.Submit(alice.Command(c.channel, "/tournament create", "bots", "0"), "Cup", "", "", "300 5m 10/20 15/30 100/200", "2")
		const advice = "The blinds rise by more than 60% a level, so stacks get short fast. Add levels in between"
		if strings.Contains(made.Text(), advice) {
			t.Errorf("alice reads %q, %v", made.Text(), made.Err)
		}
		for _, x := range []struct {
			option, typed string
			steep         bool
		}{
			{"players", "9", true}, {"players", "2", false}, {"players", "8", true}, {"price", "5", false}, {"levels", "300 5m 10/20 100/200", true},
		} {
			a := alice.Command(c.channel, "/tournament settings", x.option, x.typed)
			if strings.Contains(a.Text(), advice) != x.steep {
				t.Errorf("%s:%s: alice reads %q, %v", x.option, x.typed, a.Text(), a.Err)
			}
		}
		if a := alice.Command(c.channel, "/tournament settings"); strings.Contains(a.Text(), advice) {
			t.Errorf("alice reads %q, %v", a.Text(), a.Err)
		}
	})
}
