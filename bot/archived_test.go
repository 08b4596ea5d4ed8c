package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/rest"
)

// playingInAThread returns a club in the middle of a hand at a table whose thread may be closed.
func playingInAThread(t *testing.T) *club {
	c := open(t)
	c.channel = c.channel.Thread("game")
	c.seated("pause", "5", "clock", "45s")
	time.Sleep(12 * time.Second)
	return c
}

// A board whose thread was closed is posted anew at the next action, which opens the thread. The old one keeps no buttons.
func TestABoardInAClosedThreadIsPostedAnew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := playingInAThread(t)
		old := board(c)
		c.channel.Archive()
		c.actor().Command(c.channel, "/call")
		time.Sleep(8 * time.Second)
		now := board(c)
		if now.ID == old.ID || c.channel.Archived() || strings.Contains(now.Text(), "to call 5") {
			t.Fatalf("the board is\n%s", now.Text())
		}
		if was, _ := c.channel.Message(old.ID); len(was.Buttons()) > 0 {
			t.Errorf("the old board keeps %v", was.Buttons())
		}
		if a := c.actor().Press(c.channel, "Check"); a.Err != nil {
			t.Error(a.Err)
		}
	})
}

// A thread that the bot may not open refuses the new board, too. The bot then sends nothing for ten minutes, and play goes on
// afterwards.
func TestALockedThreadBlocksTheTable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := playingInAThread(t)
		c.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Status: 400, Body: `{"code":50083,"message":"Thread is archived"}`})
		c.channel.Archive()
		c.actor().Command(c.channel, "/call")
		time.Sleep(10 * time.Second)
		before := c.srv.RequestCount()
		time.Sleep(rest.BlockTime - time.Minute)
		if n := c.srv.RequestCount() - before; n > 0 {
			t.Errorf("%d requests to a channel that refuses them", n)
		}
		time.Sleep(time.Minute + 5*time.Second)
		if a := c.actor().Press(c.channel, "Check"); a.Err != nil || c.channel.Archived() {
			t.Errorf("archived: %t, %v", c.channel.Archived(), a.Err)
		}
	})
}

// The thread of a slow table is closed while a mention waits in it. That the mention cannot be deleted holds up no board.
func TestAMentionInAClosedThreadHoldsUpNoBoard(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.channel = c.channel.Thread("game")
		c.seated("pause", "5", "clock", "48h")
		time.Sleep(26 * time.Hour) // the player to act is reminded
		c.channel.Archive()
		c.actor().Command(c.channel, "/fold")
		time.Sleep(30 * time.Second)
		if text := board(c).Text(); c.channel.Archived() || !strings.Contains(text, "#2") {
			t.Errorf("archived: %t\n%s", c.channel.Archived(), text)
		}
	})
}

// The board in another channel whose thread was closed is posted anew there.
func TestAMirrorInAClosedThreadIsPostedAnew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, _ := c.seated("clock", "off")
		shown := c.guild.Channel("hall").Thread("mirror")
		if a := alice.Command(c.channel, "/watch mirror", "channel", shown.ID()); !strings.Contains(a.Text(), "is shown in") {
			t.Fatal(a.Text())
		}
		time.Sleep(10 * time.Second)
		shown.Archive()
		c.actor().Command(c.channel, "/call")
		time.Sleep(20 * time.Second)
		if last, _ := shown.Last(); shown.Archived() || strings.Contains(last.Text(), "to call 5") {
			t.Errorf("the mirror shows\n%s", last.Text())
		}
	})
}

// A moderation bot closes the thread whenever a message opens it. The table posts one new board, and then waits as in a channel that
// keeps the bot out.
func TestAThreadThatIsClosedAgainAndAgainGetsFewBoards(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := playingInAThread(t)
		before := len(c.srv.Requests())
		c.channel.Archive()
		for range 9 * 60 {
			time.Sleep(time.Second)
			if !c.channel.Archived() {
				c.channel.Archive()
			}
		}
		boards := 0
		for _, r := range c.srv.Requests()[before:] {
			if r.Method == "POST" && r.Route == "/channels/{channel}/messages" {
				boards++
			}
		}
		if boards == 0 || boards > 6 { // mentions and results among them
			t.Errorf("the thread gets %d messages in nine minutes", boards)
		}
	})
}
