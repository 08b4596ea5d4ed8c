package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

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

// The clock of a player runs out in a closed thread, where no user can act. The board is posted anew, which opens the thread. The old one
// keeps no buttons.
func TestABoardInAClosedThreadIsPostedAnew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := playingInAThread(t)
		old := board(c)
		c.channel.Archive()
		time.Sleep(90 * time.Second)
		now := board(c)
		if now.ID == old.ID || c.channel.Archived() {
			t.Fatalf("the board is\n%s", now.Text())
		}
		if was, _ := c.channel.Message(old.ID); len(was.Buttons()) > 0 {
			t.Errorf("the old board keeps %v", was.Buttons())
		}
		if a := c.actor().Press(c.channel, "Fold"); a.Err != nil {
			t.Error(a.Err)
		}
	})
}

// A typed message opens a closed thread, and the board goes on where it is.
func TestABoardGoesOnAfterAMessageOpenedItsThread(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := playingInAThread(t)
		old := board(c)
		c.channel.Archive()
		c.opens()
		c.actor().Command(c.channel, "/call")
		time.Sleep(8 * time.Second)
		if now := board(c); now.ID != old.ID || strings.Contains(now.Text(), "to call 5") {
			t.Fatalf("the board is\n%s", now.Text())
		}
		if a := c.actor().Press(c.channel, "Check"); a.Err != nil {
			t.Error(a.Err)
		}
	})
}

// opens has a player type a message in the thread, which opens it again.
func (c *club) opens() {
	c.t.Helper()
	if _, err := c.person("alice").Say(c.channel, "my turn?"); err != nil {
		c.t.Fatal(err)
	}
}

// A thread that the bot may not open refuses the new board, too. The bot then sends nothing for ten minutes, and play goes on
// afterwards.
func TestALockedThreadBlocksTheTable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := playingInAThread(t)
		c.channel.Archive()
		c.channel.Lock(true)
		time.Sleep(2 * time.Minute) // the clock runs out
		before := c.srv.RequestCount()
		time.Sleep(rest.BlockTime - 3*time.Minute)
		if n := c.srv.RequestCount() - before; n > 0 {
			t.Errorf("%d requests to a channel that refuses them", n)
		}
		c.channel.Lock(false)
		time.Sleep(2*time.Minute + 30*time.Second)
		if a := c.actor().Press(c.channel, "Fold"); a.Err != nil || c.channel.Archived() {
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
		time.Sleep(22*time.Hour + 10*time.Minute) // the clock runs out
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
