package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/bot/rest"
	"cardroom/store"
)

// approved opens a table whose host, alice, approves each buy-in.
func approved(t *testing.T) (c *club, alice, bob *discordtest.Person) {
	c = open(t)
	alice, bob = c.openTable("pause", "60")
	c.sets(alice, "chips", "approved")
	return c, alice, bob
}

// The message about a buy-in notifies the host alone, and not again for a player who cancels and asks anew: that one comes 5 s later.
func TestABuyInMentionsTheHostOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, alice, bob := approved(t)
		for n, want := range [][]string{{alice.ID()}, nil} {
			bob.Command(c.channel, "/sit")
			time.Sleep(time.Duration(2+5*n) * time.Second)
			m, _ := c.channel.Last()
			if len(m.Buttons()) != 2 || !slices.Equal(m.Mentions, want) {
				t.Errorf("the message mentions %v, want %v:\n%s", m.Mentions, want, m)
			}
			bob.Command(c.channel, "/leave")
			time.Sleep(2 * time.Second)
		}
	})
}

// foldsBeside has two players fold at once for a minute, in which outsiders do something each second. The table plays as many hands as
// without them.
func foldsBeside(t *testing.T, c *club, outsiders func(second int), players ...*discordtest.Person) {
	t.Helper()
	for second := range 60 {
		outsiders(second)
		for range 4 {
			time.Sleep(250 * time.Millisecond)
			for _, p := range players {
				if strings.Contains(lineThatActs(c), p.Mention()+" ") {
					p.Press(c.channel, "Fold")
				}
			}
		}
	}
	time.Sleep(5 * time.Second)
	played := 0
	if fmt.Sscanf(board(c).Text(), "#%d", &played); played < 25 {
		t.Errorf("%d hands in a minute, want 27", played)
	}
}

// Outsiders ask for a buy-in and cancel it, each second. The host is asked about each of them once, and the table plays as many hands as
// without them.
func TestCancelledBuyInsDelayNoHand(t *testing.T) {
	alone(t)
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.seated("pause", "2")
		c.sets(alice, "chips", "approved")
		time.Sleep(10 * time.Second)
		foldsBeside(t, c, func(second int) {
			for n := range 4 {
				go c.person(fmt.Sprint("outsider ", n)).Command(c.channel, []string{"/sit", "/leave"}[second%2])
			}
		}, alice, bob)
		asked := 0
		for _, m := range c.channel.Log() {
			if !m.Ephemeral && strings.Contains(m.String(), "[Approve]") {
				asked++
			}
		}
		if asked != 4 {
			t.Errorf("the host is asked %d times, want once for each of 4 outsiders", asked)
		}
	})
}

// The message about a buy-in that waits notifies a new host, and the old one's message goes.
func TestABuyInMentionsANewHost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, bob := approved(t)
		carol := c.person("carol")
		carol.Grant(discordgo.PermissionManageChannels)
		bob.Command(c.channel, "/sit")
		time.Sleep(2 * time.Second)
		old, _ := c.channel.Last()
		carol.Command(c.channel, "/table host", "player", carol.ID())
		time.Sleep(2 * time.Second)
		m, _ := c.channel.Last()
		if len(m.Buttons()) != 2 || !slices.Equal(m.Mentions, []string{carol.ID()}) {
			t.Errorf("the message mentions %v, want the new host:\n%s", m.Mentions, m)
		}
		if slices.ContainsFunc(c.channel.Messages(), func(m discordtest.Message) bool { return m.ID == old.ID }) {
			t.Error("the old host's message stays")
		}
	})
}

// The table gets another host while the message about a buy-in is on its way. In the end one message asks, and mentions the new host.
func TestAQuestionOnItsWayGoesToTheNewHost(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Fault{
		"refused": {Status: 502, Body: "bad gateway", Times: 1 << 20},
		"late":    {Applied: true, Delay: 8 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, _, bob := approved(t)
				carol := c.person("carol")
				carol.Grant(discordgo.PermissionManageChannels)
				c.srv.Fail("POST /channels", fault)
				bob.Command(c.channel, "/sit")
				time.Sleep(5 * time.Second)
				carol.Command(c.channel, "/table host", "player", carol.ID())
				time.Sleep(5 * time.Second)
				c.srv.Mend()
				time.Sleep(time.Minute)
				messages := c.channel.Messages()
				if name == "refused" { // the old host is never mentioned
					messages = slices.Clone(c.channel.Log())
				}
				asking := slices.DeleteFunc(messages, func(m discordtest.Message) bool { return m.Ephemeral || len(m.Mentions) == 0 })
				if len(asking) != 1 || !slices.Equal(asking[0].Mentions, []string{carol.ID()}) {
					t.Errorf("messages ask %v", asking)
				}
			})
		})
	}
}

// A buy-in that its player cancels during a fault never comes. The next one notifies the host, who has read of none.
func TestABuyInCancelledDuringAFaultIsNoMention(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, alice, bob := approved(t)
		posted := func() (list []discordtest.Message) {
			return slices.DeleteFunc(slices.Clone(c.channel.Log()), func(m discordtest.Message) bool { return m.Ephemeral })
		}
		before := len(posted())
		c.srv.Fail("POST /channels", discordtest.Fault{Status: 502, Body: "bad gateway", Times: 1 << 20})
		bob.Command(c.channel, "/sit")
		time.Sleep(12 * time.Second)
		bob.Command(c.channel, "/leave")
		time.Sleep(12 * time.Second) // the try under way ends
		c.srv.Mend()
		time.Sleep(12 * time.Second)
		if all := posted(); len(all) != before {
			t.Errorf("a message came: %v", all[before:])
		}
		bob.Command(c.channel, "/sit")
		time.Sleep(2 * time.Second)
		if m, _ := c.channel.Last(); !slices.Equal(m.Mentions, []string{alice.ID()}) {
			t.Errorf("the message mentions %v, want the host:\n%s", m.Mentions, m)
		}
	})
}

// A buy-in is withdrawn before Discord takes the message about it. The message about the next one mentions the host, who has read of none.
func TestAWithdrawnQuestionIsNoMention(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, alice, bob := approved(t)
		c.srv.Fail("POST /channels/{channel}/messages", discordtest.TooMany(3*time.Second, "user"))
		bob.Command(c.channel, "/sit")
		time.Sleep(time.Second)
		bob.Command(c.channel, "/leave")
		time.Sleep(500 * time.Millisecond)
		bob.Command(c.channel, "/sit")
		time.Sleep(time.Minute)
		if m, _ := c.channel.Last(); !slices.Equal(m.Mentions, []string{alice.ID()}) {
			t.Errorf("the message mentions %v, want the host:\n%s", m.Mentions, m)
		}
	})
}

// While the bot sends as much as Discord allows, the message about a buy-in comes a little later than others.
func TestAQuestionComesWhileTheBotIsBusy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, alice, bob := approved(t)
		busy := time.Now().Add(30 * time.Second)
		go func() {
			for time.Now().Before(busy) {
				_, _ = c.life.bot.Rest.Gateway(rest.NoWait(t.Context()))
				time.Sleep(15 * time.Millisecond)
			}
		}()
		time.Sleep(5 * time.Second) // until the bot is at its rate
		bob.Command(c.channel, "/sit")
		time.Sleep(20 * time.Second)
		if m, _ := c.channel.Last(); !slices.Equal(m.Mentions, []string{alice.ID()}) {
			t.Errorf("the last message mentions %v, want the host:\n%s", m.Mentions, m)
		}
		time.Sleep(10 * time.Second)
	})
}

// A player whose seat another one took meanwhile gets a free seat with the approval.
func TestAnApprovalFindsAnotherSeat(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, alice, bob := approved(t)
		carol := c.person("carol")
		for _, p := range []*discordtest.Person{bob, carol} {
			p.Command(c.channel, "/sit", "seat", "3")
			time.Sleep(2 * time.Second)
		}
		for range 2 {
			alice.Press(c.channel, "Approve")
			time.Sleep(2 * time.Second)
		}
		text := turnAt(c.channel)
		for _, p := range []*discordtest.Person{bob, carol} {
			if !strings.Contains(text, p.Mention()) {
				t.Errorf("%s has no seat:\n%s", p.Name(), text)
			}
		}
	})
}

// A press on a question that is over answers nothing, wherever its buttons come from.
func TestAQuestionToTheHostIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, alice, bob := approved(t)
		bob.Command(c.channel, "/sit")
		time.Sleep(2 * time.Second)
		old, _ := c.channel.Last()
		alice.Press(c.channel, "Decline")
		time.Sleep(2 * time.Second)
		bob.Command(c.channel, "/sit")
		time.Sleep(7 * time.Second)
		commits := c.store.commits.Load()
		if answer := alice.PressOn(&old, "Approve"); c.store.commits.Load() != commits || !strings.Contains(answer.Text(), "answered or withdrawn") {
			t.Errorf("the old question is answered with %q", answer.Text())
		}
		if m, _ := c.channel.Last(); len(m.Buttons()) != 2 {
			t.Errorf("the new question is gone:\n%s", m)
		}
	})
}

// A buy-in waits while the table gets another host, and the program ends in between. One message asks the new host.
func TestANewHostIsAskedAfterARestart(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.PostMention, failpoint.DeleteMessage) {
		t.Run(at.String(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c, _, bob := approved(t)
				c.excused, c.overdue = 20, 20
				carol := c.person("carol")
				carol.Grant(discordgo.PermissionManageChannels)
				bob.Command(c.channel, "/sit")
				time.Sleep(5 * time.Second)
				c.stop()
				fell := c.falls(at)
				c.start()
				time.Sleep(2 * time.Second)
				carol.Command(c.channel, "/table host", "player", carol.ID())
				if time.Sleep(5 * time.Second); !fell.Load() {
					t.Fatal("the program did not end")
				}
				c.stop()
				c.start()
				time.Sleep(20 * time.Second)
				asking := slices.DeleteFunc(c.channel.Messages(), func(m discordtest.Message) bool { return len(m.Buttons()) != 2 || len(m.Mentions) == 0 })
				if len(asking) != 1 || !slices.Equal(asking[0].Mentions, []string{carol.ID()}) {
					t.Errorf("messages ask %v", asking)
				}
			})
		})
	}
}

// asksAtAFullTable has carol ask for a buy-in at a table of two, of which every seat is taken. It returns the host, who has the request open.
func (c *club) asksAtAFullTable() (alice, carol *discordtest.Person) {
	alice, bob := c.openTable("seats", "2", "pause", "60")
	carol = c.person("carol")
	alice.Command(c.channel, "/sit")
	c.sets(alice, "chips", "approved")
	bob.Command(c.channel, "/sit")
	carol.Command(c.channel, "/sit")
	alice.Command(c.channel, "/table settings")
	alice.Press(c.channel, "Approve 1")
	return alice, carol
}

// Carol's request finds every seat taken, so the host's approval puts her on the waitlist. Where the commit gets no answer, the host reads
// that its outcome is unknown, and her request stays: approved if the store has the commit.
func TestAnApprovalWithoutAnAnswerKeepsTheRequest(t *testing.T) {
	t.Parallel()
	for want, lands := range map[string]bool{"may sit with": true, "asks to sit with": false} {
		t.Run(want, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				alice, carol := c.asksAtAFullTable()
				alice.Command(c.channel, "/table settings")
				tries := 0
				c.shaky.on(func(_ context.Context, change store.Change, do commitFunc) (store.Receipt, error) {
					if _, err := strconv.ParseUint(change.ID, 10, 64); err != nil { // it comes from the table, not from a press
						return do()
					}
					if tries++; tries > 2 {
						return do()
					}
					if lands {
						do()
					}
					return store.Receipt{}, context.DeadlineExceeded
				})
				answer := alice.Press(c.channel, "Approve")
				if !strings.Contains(answer.Text(), "Not confirmed yet") {
					t.Errorf("the host reads %q", answer.Text())
				}
				time.Sleep(10 * time.Second)
				if text := turnAt(c.channel); !strings.Contains(text, carol.Mention()+" "+want) {
					t.Errorf("carol's request is gone:\n%s", text)
				}
			})
		})
	}
}

// A second press of Approve for a buy-in that waits for a seat logs nothing more.
func TestAnApprovalIsLoggedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, _ := c.asksAtAFullTable()
		panel := alice.Command(c.channel, "/table settings")
		first := alice.PressOn(panel.Message, "Approve")
		commits := c.store.commits.Load()
		second := alice.PressOn(panel.Message, "Approve")
		if !strings.Contains(first.Text(), "waitlist") || !strings.Contains(second.Text(), "answered or withdrawn") || c.store.commits.Load() != commits {
			t.Errorf("alice reads %q, then %q", first.Text(), second.Text())
		}
	})
}

// Bob asks for a buy-in, and sits down without the host's answer: for practice chips, or as the next host. That ends his request, so that
// he keeps his wallet after he has left.
func TestSittingDownEndsTheRequestToSit(t *testing.T) {
	t.Parallel()
	for name, leads := range map[string][]string{"practice": {"/table bot add"}, "host": {"/table host", "player", "bob"}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, alice, bob := approved(t)
				alice.Grant(discordgo.PermissionManageChannels)
				does := func(p *discordtest.Person, command string, options ...string) string {
					confirm(p, c.channel, command, options...)
					time.Sleep(2 * time.Second)
					all := ""
					for _, m := range c.channel.Messages() {
						all += m.String() + "\n"
					}
					return all
				}
				asks := does(bob, "/sit", "buyin", "500")
				last, _ := c.channel.Last()
				does(alice, leads[0], leads[1:]...)
				if sits := does(bob, "/sit"); !strings.Contains(asks, "asks to sit with 500") || strings.Contains(sits, "asks to sit") || !strings.Contains(sits, "` @bob") {
					t.Errorf("bob asks by\n%s\nand sits by\n%s", asks, sits)
				}
				does(bob, "/leave")
				does(alice, "/table bot remove")
				alice.PressOn(&last, "Approve")
				time.Sleep(2 * time.Second)
				if got := c.balance(bob); got != store.Opening {
					t.Errorf("bob, who has left, has %d in his wallet", got)
				}
			})
		})
	}
}

// Bob has left with 800, and asks for the 200 in his wallet while his other chips are at another table. He may sit with them only if they
// are still his whole wallet when the host approves, or when a seat becomes free (R7).
func TestAnApprovalCountsTheWalletOfNow(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ returns, waits bool }{{}, {returns: true}, {waits: true}, {returns: true, waits: true}} {
		t.Run(fmt.Sprintf("%+v", tt), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				alice, bob := c.openTable("seats", "2", "pause", "60")
				carol, room := c.person("carol"), c.guild.Channel("room")
				alice.Command(room, "/table open", "max-buyin", "0")
				bob.Command(c.channel, "/sit", "buyin", "800")
				bob.Command(c.channel, "/leave")
				if tt.waits {
					carol.Command(c.channel, "/sit")
				}
				c.sets(alice, "chips", "approved")
				bob.Command(room, "/sit", "buyin", "9800")
				time.Sleep(2 * time.Second)
				answer := bob.Command(c.channel, "/sit", "buyin", "200").Text()
				if time.Sleep(2 * time.Second); !strings.Contains(answer, "The host is asked to let you sit down with 200") {
					t.Fatalf("bob asks, and reads %q", answer)
				}
				leaves := func() {
					if tt.returns {
						bob.Command(room, "/leave")
					}
				}
				if tt.waits {
					alice.Command(c.channel, "/sit")
				} else {
					leaves()
				}
				alice.Press(c.channel, "Approve")
				time.Sleep(2 * time.Second)
				if tt.waits {
					leaves()
					carol.Command(c.channel, "/leave")
					time.Sleep(2 * time.Second)
					bob.Press(c.channel, "Sit down")
				}
				time.Sleep(2 * time.Second)
				want := int64(0)
				if tt.returns {
					want = store.Opening
				}
				if got := c.balance(bob); got != want {
					t.Errorf("bob has %d in his wallet, want %d:\n%s", got, want, c.channel.Messages()[0].Text())
				}
			})
		})
	}
}
