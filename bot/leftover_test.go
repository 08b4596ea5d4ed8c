package bot_test

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
)

// A user chooses, chooses differently, and then the first choice is delivered once more, also to the next life of the
// program.
func TestAChoiceThatComesAgainDoesNotUndoALaterOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.twice = true })
		alice := c.person("alice")
		first, err := alice.Start(c.channel, discordtest.Slash{Command: "settings", Options: []string{"ping", "off"}})
		if err != nil {
			t.Fatal(err)
		}
		<-first.Done()
		time.Sleep(time.Second)
		values := func(a discordtest.Answer) string { // a change has another hint below the values
			lines, _, _ := strings.Cut(a.Text(), "\n-#")
			return lines
		}
		want := values(alice.Command(c.channel, "/settings", "ping", "always"))
		for range 2 {
			first.Redeliver()
			time.Sleep(2 * time.Second)
			if now := values(alice.Command(c.channel, "/settings")); now != want {
				t.Errorf("chosen was %q, and now it is %q", want, now)
			}
			c.stop()
			c.start()
		}
	})
}

// idleTable returns a table with one player, who waits for others.
func idleTable(t *testing.T, c *club) *discordtest.Person {
	t.Helper()
	alice := c.person("alice")
	alice.Grant(discordgo.PermissionManageChannels)
	alice.Command(c.channel, "/table open")
	time.Sleep(time.Second)
	alice.Press(c.channel, "Sit down")
	time.Sleep(3 * time.Second)
	return alice
}

// withButtons returns the public messages with buttons.
func withButtons(c *club) (list []discordtest.Message) {
	for _, m := range c.channel.Messages() {
		if len(m.Buttons()) > 0 {
			list = append(list, m)
		}
	}
	return list
}

func TestABoardThatWasDeletedIsPostedAnewAtOnceWhenSomebodyAsks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice := idleTable(t, c)
		alice.Command(c.channel, "/table status")
		time.Sleep(3 * time.Second)
		if a := alice.Command(c.channel, "/table status"); !strings.Contains(a.Text(), withButtons(c)[0].ID) {
			t.Errorf("where the board is: %q", a.Text())
		}
		c.channel.DeleteMessage(withButtons(c)[0].ID)
		a := alice.Command(c.channel, "/table status")
		time.Sleep(3 * time.Second)
		if strings.Contains(a.Text(), "https://") || len(withButtons(c)) != 1 {
			t.Errorf("%d boards, and it is answered %q", len(withButtons(c)), a.Text())
		}
	})
}

// The program is killed just after it posted another board of an idle table. That board goes away at the first press on it.
func TestABoardThatNeverWasGoesAtTheFirstPress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var posts atomic.Int32
		c := openAs(t, func(c *club) {
			c.at = func(p failpoint.Point) bool {
				if p == (failpoint.Point{Effect: failpoint.PostBoard, Done: true}) {
					posts.Add(1)
				}
				return posts.Load() == 2 && p.Effect == failpoint.PostBoard
			}
		})
		alice := idleTable(t, c)
		if _, err := alice.Start(c.channel, discordtest.Slash{Command: "table status"}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(4 * time.Second)
		c.excused++
		posts.Add(1)
		c.stop()
		c.start()
		time.Sleep(10 * time.Second)
		list := withButtons(c)
		if len(list) != 2 {
			t.Fatalf("there are %d boards, the test is for two", len(list))
		}
		alice.PressOn(&list[1], "Seat…")
		time.Sleep(3 * time.Second)
		if left := withButtons(c); len(left) != 1 || left[0].ID != list[0].ID {
			t.Errorf("there are %d boards left", len(left))
		}
		if a := alice.PressOn(&list[0], "Seat…"); a.Type != discordtest.AnswerMessage || !strings.Contains(a.Text(), "Stack") {
			t.Errorf("the board that is one answers %v", a)
		}
	})
}

// If Discord refuses to remove an old board's buttons, the bot removes them when Discord accepts it.
func TestAnOldBoardLosesItsButtonsWhenDiscordLetsThemGo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var boards atomic.Int32
		var over atomic.Bool
		c := openAs(t, func(c *club) {
			c.at = func(p failpoint.Point) bool {
				if p == (failpoint.Point{Effect: failpoint.PostBoard, Done: true}) {
					boards.Add(1)
				}
				return boards.Load() == 3 && p == failpoint.Point{Effect: failpoint.CommitTable, Done: true} && over.CompareAndSwap(false, true)
			}
		})
		actor := shakyHandAt(t, c)
		actor.Command(c.channel, "/fold")
		time.Sleep(20 * time.Second)
		if !over.Load() || len(withButtons(c)) != 1 { // the old one; the new one was not edited
			t.Fatalf("killed: %v; boards with buttons: %d", over.Load(), len(withButtons(c)))
		}
		c.srv.Fail("PATCH /channels", discordtest.Fault{Status: 500, Times: -1})
		c.stop()
		c.start()
		time.Sleep(3 * time.Minute)
		c.srv.Mend()
		time.Sleep(4 * time.Minute)
		if n := len(withButtons(c)); n != 1 {
			t.Errorf("%d messages have buttons", n)
		}
	})
}

// The mention of the player to act is deleted when they have acted, also after a rate limit or an outage of Discord.
func TestACallThatCouldNotBeDeletedIsDeletedLater(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Fault{
		"no room": discordtest.TooMany(8*time.Second, "user"),
		"away":    {Status: 500, Times: 4},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				_, bob := c.seated()
				time.Sleep(25 * time.Second)
				calls := func() (n int) {
					for _, m := range c.channel.Messages() {
						if m.Mentioned(bob) {
							n++
						}
					}
					return n
				}
				if calls() != 1 {
					t.Fatalf("%d calls stand in the channel", calls())
				}
				c.srv.Fail("DELETE /channels", fault)
				c.call()
				time.Sleep(5 * time.Second)
				if calls() == 0 {
					t.Fatal("the call is gone: nothing stood in its way")
				}
				time.Sleep(20 * time.Second)
				if n := calls(); n > 0 {
					t.Errorf("%d calls stand in the channel", n)
				}
			})
		})
	}
}

func TestOneSeatMenuIsLeftAfterTwoQuickPresses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		p, _ := c.seated("pause", "1", "clock", "off")
		time.Sleep(5 * time.Second)
		c.srv.Fail("POST /interactions", discordtest.Fault{Applied: true, Delay: 1500 * time.Millisecond, Times: 1})
		p.Press(c.channel, "Seat…")
		time.Sleep(300 * time.Millisecond)
		p.Press(c.channel, "Seat…")
		time.Sleep(10 * time.Second)
		menus := 0
		for _, m := range p.See(c.channel) {
			if m.Ephemeral && !m.Deleted && slices.ContainsFunc(m.Buttons(), func(b discordtest.Component) bool { return strings.HasSuffix(b.CustomID, " menu") }) {
				menus++
			}
		}
		if menus != 1 {
			t.Errorf("%d menus of the seat are left, want 1", menus)
		}
	})
}
