package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Cards that a winner showed voluntarily stay on the result when they leave, like cards of the showdown.
func TestCardsShownAfterTheHandStayWhenTheirOwnerLeaves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		winner := c.winsUnseen()
		cards := oneCard.FindAllString(winner.Command(c.channel, "/show").Text(), -1)
		time.Sleep(3 * time.Second)
		winner.Command(c.channel, "/leave")
		time.Sleep(3 * time.Second)
		if text := board(c).Text(); len(cards) != 2 || !strings.Contains(text, strings.Join(cards, " ")) {
			t.Errorf("%v were shown; the result says\n%s", cards, text)
		}
	})
}

// After a restart no table is left to redraw the board of a closed one.
func TestAClosedTableIsShownBeforeTheProgramEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice := c.person("alice")
		alice.Grant(discordgo.PermissionManageChannels)
		alice.Command(c.channel, "/table open")
		time.Sleep(3 * time.Second)
		alice.Command(c.channel, "/sit")
		alice.Command(c.channel, "/sitout")
		confirm(alice, c.channel, "/table close")
		c.stop()
		c.start()
		for _, m := range c.channel.Messages() {
			if len(m.Buttons()) > 0 {
				t.Errorf("the board is still\n%s", m)
			}
		}
	})
}
