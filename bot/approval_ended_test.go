package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/store"
)

// Ending is an act of the host that ends a request of 500 without chips. The player reads tells, and the answer of the host has answers.
type ending struct {
	does           func(c *club, alice *discordtest.Person) discordtest.Answer
	tells, answers string
}

// Unneeded is the message of a request that ends because buy-ins need no approval any more.
const unneeded = "Buy-ins here need no approval now, so your request for 500 is gone."

// endings returns the acts of a host that end a request without chips, by name.
func endings() map[string]ending {
	return map[string]ending{
		"decline": {func(c *club, alice *discordtest.Person) discordtest.Answer { return alice.Press(c.channel, "Decline") },
			"The host declined your request for 500.", ""},
		"wallet": {func(c *club, alice *discordtest.Person) discordtest.Answer { return c.sets(alice, "chips", "wallet") },
			unneeded, "1 request ended"},
		"preset": {func(c *club, alice *discordtest.Person) discordtest.Answer {
			return alice.Command(c.channel, "/table preset", "action", "load", "name", "plain")
		}, unneeded, "1 request ended"},
		"house players": {func(c *club, alice *discordtest.Person) discordtest.Answer {
			return confirm(alice, c.channel, "/table bot add")
		}, unneeded, "1 request ended"},
	}
}

// A player reads once, alone, how their buy-in request ended without chips, or not at all where the program ends meanwhile. The host
// reads how many requests their act ended.
func TestAPlayerReadsHowTheirRequestEnded(t *testing.T) {
	t.Parallel()
	for name, how := range endings() {
		for _, at := range append(around(failpoint.TellEnded), failpoint.Point{}) {
			t.Run(name+" "+at.String(), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { readsHowItEnded(t, at, how) })
			})
		}
	}
}

func readsHowItEnded(t *testing.T, at failpoint.Point, how ending) {
	c := open(t)
	alice, bob := c.openTable("pause", "60")
	alice.Command(c.channel, "/table preset", "action", "save", "name", "plain")
	c.sets(alice, "chips", "approved")
	ends := at != failpoint.Point{}
	if ends {
		c.stop()
		c.excused = 1 // the program may end before it answers
		fell := c.falls(at)
		c.start()
		defer func() {
			if !fell.Load() {
				t.Error("the program did not end there")
			}
		}()
	}
	bob.Command(c.channel, "/sit", "buyin", "500")
	time.Sleep(2 * time.Second)
	answer := how.does(c, alice)
	time.Sleep(2 * time.Second)
	if m := answer.Message; !ends && how.answers != "" && (m == nil || !strings.Contains(m.String(), how.answers)) {
		t.Errorf("the host reads %v, want %q", m, how.answers)
	}
	if ends {
		c.stop()
		c.start()
		time.Sleep(5 * time.Second)
	}
	reads := func(p *discordtest.Person) (n int) {
		for _, m := range p.See(c.channel) {
			if m.Ephemeral && strings.Contains(m.String(), how.tells) {
				n++
			}
		}
		return n
	}
	if n := reads(bob); n > 1 || n == 0 && !ends {
		t.Errorf("bob reads %d times %q", n, how.tells)
	}
	if n := reads(alice); n != 0 {
		t.Errorf("alice reads %d times of a request that is not hers", n)
	}
	if _, waits := c.channel.Last(); !waits || strings.Contains(turnAt(c.channel), "asks to sit") {
		t.Errorf("the question is still there:\n%s", turnAt(c.channel))
	}
}

// A busted player asks the host for chips, and the host never answers. Their panel says that the seat opens then, and once it has opened
// they read why. A player who leaves meanwhile reads nothing.
func TestABustedPlayerReadsThatTheHostDidNotAnswer(t *testing.T) {
	t.Parallel()
	for name, leaves := range map[string]bool{"waits": false, "leaves": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				loser, _ := c.bust()
				alice, carol := c.person("alice"), c.person("carol")
				c.sets(alice, "chips", "approved")
				confirm(alice, c.channel, "/table host", "player", carol.ID())
				alice.Revoke(discordgo.PermissionManageChannels)
				loser.Command(c.channel, "/topup")
				panel := loser.Command(c.channel, "/cards").Text()
				if !strings.Contains(panel, "out of chips. If the host doesn't answer, your seat opens") {
					t.Errorf("the panel of a player who asked:\n%s", panel)
				}
				time.Sleep(9 * time.Minute)
				want := 1
				if leaves {
					want = 0
					loser.Command(c.channel, "/leave")
				}
				time.Sleep(90 * time.Second)
				seen := fmt.Sprint(loser.See(c.channel))
				if n := strings.Count(seen, "The host didn't answer your request for 200, so your seat opened."); n != want {
					t.Errorf("the player reads %d times that the host did not answer, want %d", n, want)
				}
				if strings.Contains(turnAt(c.channel), loser.Mention()+" asks") || strings.Contains(turnAt(c.channel), "out of chips") {
					t.Errorf("the request or the seat is still there:\n%s", turnAt(c.channel))
				}
			})
		})
	}
}

// A player sits out too long while the host does not answer their request. They read why it is gone. A player who leaves reads nothing.
func TestAPlayerWhoSitsOutTooLongReadsThatTheirRequestIsGone(t *testing.T) {
	t.Parallel()
	for name, leaves := range map[string]bool{"waits": false, "leaves": true} {
		t.Run(name, func(t *testing.T) {
			inClub(t, func(t *testing.T, c *club) {
				alice, bob := c.openTable("pause", "60")
				bob.Command(c.channel, "/sit", "buyin", "500")
				c.sets(alice, "sitout-limit", "5m")
				c.sets(alice, "chips", "approved")
				bob.Command(c.channel, "/sitout")
				bob.Command(c.channel, "/topup", "amount", "100")
				time.Sleep(4 * time.Minute)
				want := 1
				if leaves {
					want = 0
					bob.Command(c.channel, "/leave")
				}
				time.Sleep(2 * time.Minute)
				seen := fmt.Sprint(bob.See(c.channel))
				if n := strings.Count(seen, "You sat out too long, so your seat opened and your request for 100 is gone."); n != want {
					t.Errorf("bob reads %d times that his request is gone, want %d:\n%s", n, want, seen)
				}
				if board := turnAt(c.channel); strings.Contains(board, bob.Mention()) {
					t.Errorf("the request or the seat is still there:\n%s", board)
				}
			})
		})
	}
}

// The store's answer to the commit that ends a request is lost, and the commit is not. The player reads once how their request ended.
func TestALostAnswerKeepsTheMessageAboutARequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, alice, bob := approved(t)
		bob.Command(c.channel, "/sit", "buyin", "500")
		time.Sleep(2 * time.Second)
		lost := 0
		c.shaky.on(func(_ context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
			receipt, err := do()
			if lost++; lost == 1 {
				return store.Receipt{}, context.DeadlineExceeded
			}
			return receipt, err
		})
		c.sets(alice, "chips", "wallet")
		time.Sleep(5 * time.Second)
		reads := strings.Count(fmt.Sprint(bob.See(c.channel)), unneeded)
		if reads != 1 || lost < 2 {
			t.Errorf("bob reads %d times that the request ended, after %d commits", reads, lost)
		}
	})
}
