package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

// mirrored returns a running hand at a table whose board is mirrored in the lobby.
func mirrored(t *testing.T) (c *club, lobby *discordtest.Channel) {
	t.Helper()
	c = open(t)
	c.seated("pause", "2")
	lobby = c.guild.Channel("lobby")
	if a := c.person("alice").Command(c.channel, "/watch mirror", "channel", lobby.ID()); !strings.Contains(a.Text(), "is shown in") {
		t.Fatal(a.Text())
	}
	time.Sleep(10 * time.Second)
	return c, lobby
}

// goesOn makes the player to act press their first button, and reports whether the table accepted it.
func goesOn(c *club) bool {
	line := lineThatActs(c)
	for _, p := range []*discordtest.Person{c.person("alice"), c.person("bob")} {
		if strings.Contains(line, p.Mention()) {
			b := board(c)
			for _, label := range []string{"Bet ", "Call", "Check"} {
				if a := p.PressOn(&b, label); a.Err == nil {
					return true
				}
			}
			return false
		}
	}
	return true // between hands there is no player to act
}

// After any error of Discord for a mirror, the table plays on, and every press gets its answer. After a temporary error the
// mirror comes back.
func TestWhatHappensToAMirrorIsNothingToTheTable(t *testing.T) {
	t.Parallel()
	const never = 1 << 20
	for _, f := range []struct {
		name  string
		fault discordtest.Fault
		back  bool // after the error
	}{
		{"500", discordtest.Fault{Status: 500, Times: never}, true},
		{"silence", discordtest.Fault{Silent: true, Times: never}, true},
		{"slowness", discordtest.Fault{Delay: 20 * time.Second, Times: 3}, true},
		{"a limit", discordtest.TooMany(3*time.Second, "user"), true},
		{"forbidden", discordtest.Refusal(403, 50013, "Missing Permissions"), false},
		{"no access", discordtest.Refusal(403, 50001, "Missing Access"), false},
		{"no channel", discordtest.Refusal(404, 10003, "Unknown Channel"), false},
		{"odd", discordtest.Refusal(400, 50035, "Invalid Form Body"), false},
	} {
		t.Run(f.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, lobby := mirrored(t)
				f.fault.Channel = lobby.ID()
				c.srv.Fail("PATCH /channels", f.fault)
				c.srv.Fail("POST /channels", f.fault)
				for range 8 {
					if !goesOn(c) {
						t.Errorf("a press is not taken: %s", board(c).Content)
					}
					time.Sleep(3 * time.Second)
				}
				if behind := mirrorOf(c, lobby); f.back && behind == board(c).Content {
					t.Log("the mirror was not behind: the fault was over by then")
				}
				c.srv.Mend()
				for range 10 {
					time.Sleep(10 * time.Second)
					goesOn(c)
				}
				time.Sleep(8 * time.Second)
				if same := mirrorOf(c, lobby) == withoutClock(board(c).Content); same != f.back {
					t.Errorf("the mirror follows: %t, want %t\n%s\nand the board\n%s", same, f.back, mirrorOf(c, lobby), withoutClock(board(c).Content))
				}
				log := c.person("alice").Command(c.channel, "/table log").Text()
				if lost := strings.Contains(log, "could not be posted there"); lost == f.back {
					t.Errorf("lost %t, want %t:\n%s", lost, !f.back, log)
				}
			})
		})
	}
}

// mirrorOf returns the mirror's text as the board would have it.
func mirrorOf(c *club, lobby *discordtest.Channel) string {
	m, ok := lobby.Last()
	if !ok {
		return ""
	}
	return withoutClock(strings.TrimSuffix(m.Content, "\n-# The board of <#"+c.channel.ID()+">, to watch."))
}

// withoutClock returns a board without the lines for its players.
func withoutClock(text string) string {
	var kept []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "Press **S") {
			kept = append(kept, strings.TrimSpace(line))
		}
	}
	return strings.Join(kept, "\n")
}

// A deleted mirror is posted again, but not for ever.
func TestAMirrorThatIsDeletedComesBackThreeTimes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, lobby := mirrored(t)
		for n := range 6 {
			m, stands := lobby.Last()
			if stands != (n <= 3) {
				t.Fatalf("deleted %d times, the mirror stands: %t", n, stands)
			}
			lobby.DeleteMessage(m.ID)
			for range 4 {
				goesOn(c)
				time.Sleep(4 * time.Second)
			}
		}
	})
}

// The deletions of a mirror's message count until a new one replaces it for its age: that one comes back three times too.
func TestTheDeletionsOfAnOldMirrorAreForgotten(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, lobby := mirrored(t)
		for n := range 6 {
			if n == 3 {
				c.person("alice").Command(c.channel, "/table pause")
				time.Sleep(2 * time.Hour)
				c.person("alice").Command(c.channel, "/table resume")
				for _, p := range []string{"alice", "bob"} { // they lost their seats meanwhile
					c.person(p).Command(c.channel, "/sit")
				}
				time.Sleep(10 * time.Second)
			}
			m, stands := lobby.Last()
			if !stands {
				t.Fatalf("deleted %d times, the mirror is gone", n)
			}
			lobby.DeleteMessage(m.ID)
			for range 4 {
				goesOn(c)
				time.Sleep(4 * time.Second)
			}
		}
		if _, stands := lobby.Last(); !stands {
			t.Error("deleted three times since a new message replaced it, the mirror is gone")
		}
	})
}

// A mirror too old to edit is posted again, and the old message is deleted.
func TestAnOldMirrorIsPostedAnew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, lobby := mirrored(t)
		c.person("alice").Command(c.channel, "/table pause")
		was, _ := lobby.Last()
		time.Sleep(2 * time.Hour)
		c.person("alice").Command(c.channel, "/table resume")
		time.Sleep(10 * time.Second)
		if now, _ := lobby.Last(); now.ID == was.ID || len(lobby.Messages()) != 1 {
			t.Errorf("the lobby has %v", lobby.Messages())
		}
	})
}

// The mirror never delays the board, and is edited at most every two and a half seconds.
func TestAMirrorIsEditedAfterTheBoardAndSeldom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, lobby := mirrored(t)
		for range 40 {
			goesOn(c)
			time.Sleep(600 * time.Millisecond)
		}
		m, _ := lobby.Last()
		last := time.Time{}
		for _, e := range m.History {
			if gap := e.At.Sub(last); gap < 2500*time.Millisecond {
				t.Errorf("two edits of the mirror are %v apart", gap)
			}
			last = e.At
		}
		if len(m.History) < 5 {
			t.Errorf("the mirror was edited %d times", len(m.History))
		}
	})
}

// A thread can show a mirror; writing there is a permission of its own.
func TestAMirrorInAThread(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, _ := c.openTable()
		lobby := c.guild.Channel("lobby")
		thread := lobby.Thread("rail")
		mirror := func() string { return alice.Command(c.channel, "/watch mirror", "channel", thread.ID()).Text() }
		lobby.Deny(discordgo.PermissionSendMessagesInThreads)
		if text := mirror(); !strings.Contains(text, "may not write") {
			t.Error(text)
		}
		lobby.Deny(discordgo.PermissionSendMessages)
		if text := mirror(); !strings.Contains(text, "is shown in") {
			t.Error(text)
		}
		time.Sleep(5 * time.Second)
		if len(thread.Messages()) != 1 {
			t.Errorf("the thread has %v", thread.Messages())
		}
	})
}

// A channel mirrors at most one board.
func TestAChannelShowsOneMirror(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, lobby := mirrored(t)
		alice, second := c.person("alice"), c.guild.Channel("second")
		alice.Command(second, "/table open")
		if text := alice.Command(second, "/watch mirror", "channel", lobby.ID()).Text(); !strings.Contains(text, "of another table already") {
			t.Error(text)
		}
	})
}

// The bot sends nothing to a channel that refused it for a while. A host who has fixed the permission and asks again need
// not wait.
func TestAMirrorIsPostedWhereThePermissionIsBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.extra = 1
		alice, _ := c.seated("pause", "2")
		lobby := c.guild.Channel("lobby")
		lobby.BotLacks(discordgo.PermissionSendMessages)
		for _, want := range []int{0, 0, 1} {
			if want > 0 {
				lobby.BotLacks(0)
			}
			alice.Command(c.channel, "/watch mirror", "channel", lobby.ID())
			time.Sleep(20 * time.Second)
			if n := len(lobby.Messages()); n != want {
				t.Errorf("the lobby has %d messages, want %d", n, want)
			}
		}
	})
}

// A channel with a table of its own ends its mirror of another. The audit log names the bot, even at its start, when it
// does not know its own name yet.
func TestATableIsOpenedWhereABoardIsMirrored(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, _ := c.openTable()
		lobby := c.guild.Channel("lobby")
		alice.Command(c.channel, "/watch mirror", "channel", lobby.ID())
		time.Sleep(time.Hour)
		alice.Command(lobby, "/table open")
		c.stop()
		c.start()
		time.Sleep(10 * time.Second)
		if n := len(lobby.Messages()); n != 1 {
			t.Errorf("the lobby has %d messages", n)
		}
		log := strings.Split(alice.Command(c.channel, "/table log").Text(), "\n")
		if !strings.Contains(log[1], "could not be posted there") || !strings.Contains(log[1], "<@") {
			t.Errorf("the log says %q", log[1])
		}
	})
}

// A board that Discord takes after a refusal has its mirror again, without a press.
func TestAMirrorFollowsTheBoardAfterARefusal(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, lobby := mirrored(t)
		refusal := discordtest.Refusal(403, 50013, "Missing Permissions")
		refusal.Channel = c.channel.ID()
		c.srv.Fail("POST /channels", refusal)
		before := board(c).ID
		c.actor().Command(c.channel, "/fold")
		time.Sleep(time.Minute)
		if board(c).ID != before {
			t.Fatal("Discord refused no board")
		}
		c.srv.Mend()
		for range 20 {
			time.Sleep(time.Minute)
			if b := board(c); b.ID != before && mirrorOf(c, lobby) == withoutClock(b.Content) {
				return
			}
		}
		t.Errorf("the mirror does not follow the board:\n%s\nand the board\n%s", mirrorOf(c, lobby), board(c).Content)
	})
}
