package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/beacon/beacontest"
	"cardroom/bot/discordtest"
)

// refusals returns how many requests to channels Discord has refused with 403.
func (c *club) refusals() (n int) {
	for _, r := range c.toChannels() {
		if r.Status == 403 {
			n++
		}
	}
	return n
}

// inAPrivateThread opens a table in a private thread without the bot, and returns its host. The answer says what the host may have to do.
func (c *club) inAPrivateThread() *discordtest.Person {
	c.channel = c.channel.PrivateThread("game")
	alice := c.person("alice")
	alice.Grant(discordgo.PermissionManageChannels | discordgo.PermissionManageThreads)
	if a := alice.Command(c.channel, "/table open"); !strings.Contains(a.Text(), "If no board appears, add me to this private thread.") {
		c.t.Errorf("alice reads %q, %v", a.Text(), a.Err)
	}
	time.Sleep(5 * time.Second)
	return alice
}

// In a private thread without the bot, Discord refuses its messages although the permissions of every interaction suffice. After the first
// refusal interactions change nothing for ten minutes, and say why. A member adds the bot, and the table goes on at once.
func TestAPrivateThreadIsAskedOnceInTenMinutes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice := c.inAPrivateThread()
		for _, command := range []string{"/sit", "/table status", "/sit", "/table open", "/sitin", "/clock"} {
			if a := alice.Command(c.channel, command); !strings.Contains(a.Text(), "In a private thread, add me to it. I'll try again <t:") {
				t.Errorf("%s: %q, %v", command, a.Text(), a.Err)
			}
			time.Sleep(10 * time.Second)
		}
		if n := c.refusals(); n != 1 {
			t.Errorf("Discord refused %d requests", n)
		}
		for range 60 {
			alice.Command(c.channel, "/table status")
			time.Sleep(time.Minute)
		}
		if n := c.refusals(); n < 6 || n > 7 {
			t.Errorf("%d refusals in an hour", n)
		}
		c.channel.Invite()
		time.Sleep(5 * time.Second)
		if a := alice.Press(c.channel, "Sit down"); a.Err != nil {
			t.Error(a.Err)
		}
	})
}

// In a thread just opened to the bot, /table status does not say that the board cannot be posted, and links to no old one.
func TestStatusKnowsOfTheBoardThatComes(t *testing.T) {
	t.Parallel()
	t.Run("private", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c := open(t)
			alice := c.inAPrivateThread()
			c.channel.Invite()
			c.readsOfTheNewBoard(alice)
		})
	})
	t.Run("locked", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c := playingInAThread(t)
			c.channel.Lock(true)
			time.Sleep(time.Minute)
			c.channel.Lock(false)
			c.readsOfTheNewBoard(c.actor())
		})
	})
}

// Other permissions let the bot try again in a private thread without it, and say nothing about its board.
func TestStatusClaimsNoBoardOfATry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.extra = 1 // refused after other permissions
		alice := c.inAPrivateThread()
		alice.Command(c.channel, "/table status")
		time.Sleep(20 * time.Second)
		c.channel.BotLacks(discordgo.PermissionEmbedLinks) // which the bot does not need
		if a := alice.Command(c.channel, "/table status"); a.Text() != "I can't post the board yet. I keep trying." {
			t.Errorf("alice reads %q, %v", a.Text(), a.Err)
		}
		time.Sleep(5 * time.Second)
		if n := c.refusals(); n != 2 {
			t.Errorf("Discord refused %d requests", n)
		}
	})
}

// The board of a hand that is over is hours old when the bot may post again. Until the new one stands, /table status does not call that one
// new.
func TestStatusCallsNoOldBoardNew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, _ := c.seated("pause", "5", "clock", "off")
		time.Sleep(12 * time.Second)
		old := board(c)
		c.channel.BotLacks(discordgo.PermissionSendMessages | discordgo.PermissionViewChannel)
		c.actor().Press(c.channel, "Fold")
		time.Sleep(3 * time.Hour)
		c.channel.BotLacks(0)
		if a := alice.Command(c.channel, "/table status"); a.Text() != "I can't post the board yet. I keep trying." {
			t.Errorf("alice reads %q, %v", a.Text(), a.Err)
		}
		for board(c).ID == old.ID {
			time.Sleep(time.Second)
		}
	})
}

// Discord does not answer the post of a newer board. Meanwhile, /table status does not call the present one new.
func TestStatusCallsNoBoardNewThatAnotherFollows(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, _ := c.seated("pause", "5", "clock", "off")
		time.Sleep(30 * time.Minute)
		c.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Silent: true, Times: 1})
		for _, want := range []string{"The board is at the bottom of the channel.", "I can't post the board yet. I keep trying."} {
			if a := alice.Command(c.channel, "/table status"); a.Text() != want {
				t.Errorf("alice reads %q, %v", a.Text(), a.Err)
			}
			time.Sleep(time.Second)
		}
	})
}

// While a hand waits for the beacon, it has no board. Until it has, /table status does not call that of the last hand new.
func TestStatusCallsNoBoardOfTheLastHandNew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, alice, _ := beforeSecondHand(t)
		c.beacon.Break(beacontest.All, beacontest.Delayed)
		untilSaid(c, 2)
		if a := alice.Command(c.channel, "/table status"); a.Text() != "I can't post the board yet. I keep trying." {
			t.Errorf("alice reads %q, %v", a.Text(), a.Err)
		}
	})
}

// readsOfTheNewBoard checks the answer to /table status while the board comes.
func (c *club) readsOfTheNewBoard(p *discordtest.Person) {
	c.t.Helper()
	if a := p.Command(c.channel, "/table status"); a.Text() != "The board is at the bottom of the channel." {
		c.t.Errorf("%s reads %q, %v", p.Name(), a.Text(), a.Err)
	}
}

// A player leaves a table that Discord keeps the bot from, and its host closes it: neither needs a board.
func TestATableThatKeepsTheBotOutCanBeLeftAndClosed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice := c.inAPrivateThread()
		alice.Command(c.channel, "/sit")
		time.Sleep(5 * time.Second)
		if a := alice.Command(c.channel, "/leave"); a.Err != nil || strings.Contains(a.Text(), "private thread") {
			t.Errorf("alice reads %q, %v", a.Text(), a.Err)
		}
		for _, x := range [][2]string{{"/help", "My cards shows your cards"}, {"/table log", "opened the table"}, {"/table close", "The table is closed."}} {
			if a := alice.Command(c.channel, x[0]); !strings.Contains(a.Text(), x[1]) {
				t.Errorf("%s: alice reads %q, %v", x[0], a.Text(), a.Err)
			}
		}
	})
}

// A locked thread refuses board and edits. The interactions say that it is locked: presses send nothing, and name the permission. Once the
// thread is unlocked, the table resumes.
func TestALockedThreadIsNotAskedByPresses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := playingInAThread(t)
		c.channel.Lock(true)
		time.Sleep(time.Minute) // the clock runs out, and the board shows it
		before := c.refusals()
		if before != 1 {
			t.Errorf("Discord refused %d requests", before)
		}
		for _, command := range []string{"/table status", "/sit", "/table open", "/fold"} {
			if a := c.actor().Command(c.channel, command); !strings.Contains(a.Text(), "Manage Threads (or unlock this thread)") {
				t.Errorf("%s: %q, %v", command, a.Text(), a.Err)
			}
			time.Sleep(10 * time.Second)
		}
		if n := c.refusals() - before; n > 0 {
			t.Errorf("%d more refusals", n)
		}
		old := board(c)
		c.channel.Lock(false)
		time.Sleep(5 * time.Second)
		if board(c).ID == old.ID {
			t.Error("the table has not resumed")
		}
	})
}

// A locked thread refuses the mention of a gift, and no board. Once it is unlocked, the clock runs out and the table moves on.
func TestARefusedMentionHoldsUpNoBoardOfAnUnlockedThread(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := playingInAThread(t)
		time.Sleep(45 * time.Second) // the board stands
		old, carol := board(c), c.person("carol")
		c.person("dave")
		c.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Delay: 3 * time.Second})
		carol.Command(c.channel, "/chips give", "player", "dave", "amount", "1")
		time.Sleep(time.Second)
		c.channel.Lock(true)
		time.Sleep(10 * time.Second)
		if n := c.refusals(); n != 1 {
			t.Errorf("Discord refused %d requests", n)
		}
		c.channel.Lock(false)
		time.Sleep(2 * time.Minute)
		if now := board(c); now.ID == old.ID && now.Text() == old.Text() {
			t.Error("the table stands still")
		}
	})
}

// An interaction that does not carry the bot's permissions shows nothing: it runs, and sends no request to a channel that refused the bot.
func TestUnknownPermissionsResumeNoTable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := playingInAThread(t)
		c.channel.BotLacks(^0)  // as good as unknown
		time.Sleep(time.Minute) // the clock runs out, and the board shows it
		alice := c.person("alice")
		before := c.refusals()
		if before != 1 {
			t.Errorf("Discord refused %d requests", before)
		}
		if a := alice.Command(c.channel, "/table status"); a.Err != nil || strings.Contains(a.Text(), "permissions") {
			t.Errorf("alice reads %q, %v", a.Text(), a.Err)
		}
		time.Sleep(time.Minute)
		if n := c.refusals() - before; n > 0 {
			t.Errorf("%d more refusals", n)
		}
	})
}

// Options complete at a table that keeps the bot out: they need no board.
func TestOptionsCompleteInALockedThread(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := playingInAThread(t)
		c.channel.Lock(true)
		time.Sleep(time.Minute)
		if len(c.person("carol").Autocomplete(c.channel, "/sit", "buyin", "")) == 0 {
			t.Error("carol has no choices")
		}
	})
}

// A table is not opened in a locked thread. The permission to manage threads lifts that.
func TestNoTableOpensInALockedThread(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.channel = c.channel.Thread("game")
		c.channel.Lock(true)
		alice := c.person("alice")
		alice.Grant(discordgo.PermissionManageChannels)
		if a := alice.Command(c.channel, "/table open"); !strings.Contains(a.Text(), "Manage Threads (or unlock this thread)") {
			t.Errorf("alice reads %q, %v", a.Text(), a.Err)
		}
		c.channel.Lock(false)
		if a := alice.Command(c.channel, "/table open"); !strings.Contains(a.Text(), "Your table is open") {
			t.Errorf("alice reads %q, %v", a.Text(), a.Err)
		}
	})
}

// While Discord takes no board, /table status links to none.
func TestStatusWithoutABoardLinksToNone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice := c.person("alice")
		alice.Grant(discordgo.PermissionManageChannels)
		c.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Status: 503, Body: "x", Times: -1})
		alice.Command(c.channel, "/table open")
		for range 5 {
			time.Sleep(20 * time.Second)
			if a := alice.Command(c.channel, "/table status"); a.Text() != "I can't post the board yet. I keep trying." {
				t.Errorf("alice reads %q, %v", a.Text(), a.Err)
			}
		}
		c.srv.Mend()
		time.Sleep(20 * time.Second)
		was, _ := c.channel.Last()
		if a := alice.Command(c.channel, "/table status"); a.Text() != "The board is at the bottom of the channel." {
			t.Errorf("alice reads %q, %v", a.Text(), a.Err)
		}
		time.Sleep(5 * time.Second)
		if now, _ := c.channel.Last(); now.ID == was.ID {
			t.Error("the board was not shown again")
		}
	})
}

// Discord refuses the pictures of a thread's table without Attach Files, and later ones come as text at once. Events of the thread, which a
// user renames, say nothing about that permission. Also a tournament plays in the thread of its lobby.
func TestEventsOfAThreadDropNoRefusalOfAPicture(t *testing.T) {
	t.Parallel()
	for name, begins := range map[string]func(c *club){
		"a table": func(c *club) { c.seated("pause", "5", "clock", "45s") },
		"a tournament": func(c *club) {
			s := &sitAndGo{club: c, alice: c.person("alice"), table: c.channel}
			s.alice.Grant(discordgo.PermissionManageEvents)
			s.alice.Submit(s.alice.Command(c.channel, "/tournament create", "bots", "0"), "Cup", "", "", "hyper", "2")
			time.Sleep(3 * time.Second)
			s.register("alice", "bob")
			time.Sleep(time.Minute)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := openAs(t, func(c *club) { c.painter = &noting{} })
				c.channel = c.channel.Thread("game")
				c.channel.BotLacks(discordgo.PermissionAttachFiles)
				begins(c)
				time.Sleep(12 * time.Second)
				if n := c.refusals(); n != 1 {
					t.Fatalf("Discord has refused %d requests", n)
				}
				for range 5 {
					c.channel.Lock(false) // an event that changes nothing
					time.Sleep(time.Second)
					c.actor().Press(c.channel, "Fold")
					time.Sleep(20 * time.Second)
				}
				if n := c.refusals(); n != 1 {
					t.Errorf("Discord has refused %d requests", n)
				}
			})
		})
	}
}

// While a board is under way that Discord may refuse, /table status does not say that it stands. The command posts a board again as soon as
// Discord takes one.
func TestStatusClaimsNoBoardThatMayBeRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, _ := c.seated("pause", "5", "clock", "off")
		time.Sleep(12 * time.Second)
		c.actor().Press(c.channel, "Fold")
		time.Sleep(time.Second)
		c.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Silent: true, Times: 1})
		time.Sleep(5 * time.Second)
		for range 2 {
			if a := alice.Command(c.channel, "/table status"); a.Text() != "I can't post the board yet. I keep trying." {
				t.Errorf("alice reads %q, %v", a.Text(), a.Err)
			}
			time.Sleep(time.Second)
		}
		for was := board(c); board(c).ID == was.ID; {
			time.Sleep(time.Second)
		}
		was := board(c)
		if a := alice.Command(c.channel, "/table status"); a.Text() != "The board is at the bottom of the channel." {
			t.Errorf("alice reads %q, %v", a.Text(), a.Err)
		}
		if time.Sleep(time.Second); board(c).ID == was.ID {
			t.Error("the board was not shown again")
		}
	})
}
