package bot_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/store"
)

// Of the gifts of one user to another, one in ten minutes has a message. Without the permission to write, none has.
func TestGiftsDoNotNotifyTheirReceiverAgainAndAgain(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice, bob, carol := c.person("alice"), c.person("bob"), c.person("carol")
		gives := func(notified, shown int) {
			t.Helper()
			before := c.balance(bob)
			alice.Command(c.channel, "/chips give", "player", "bob", "amount", "1")
			time.Sleep(2 * time.Second)
			if n := len(bob.Notified(c.channel)); n != notified || len(c.channel.Messages()) != shown || c.balance(bob) != before+1 {
				t.Errorf("bob is notified %d times, want %d; the channel shows %d gifts, want %d", n, notified, len(c.channel.Messages()), shown)
			}
		}
		alice.Revoke(discordgo.PermissionSendMessages)
		gives(0, 0)
		alice.Grant(discordgo.PermissionSendMessages)
		gives(1, 1)
		gives(1, 1)
		carol.Command(c.channel, "/chips give", "player", "bob", "amount", "1")
		time.Sleep(2 * time.Second)
		gives(2, 2)
		time.Sleep(10 * time.Minute)
		gives(3, 3)
	})
}

// One gift that arrives several times has one message. It uses up no allowance of its giver for others, and the rest of its receiver goes on.
func TestARepeatedGiftIsShownOnce(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice, bob := c.openTable()
		carol, dave := c.person("carol"), c.person("dave")
		asked := alice.Command(c.channel, "/chips give", "player", "bob", "amount", "5,001")
		repeats := func() {
			t.Helper()
			yes := discordtest.Press{Message: asked.Message.ID, CustomID: asked.Message.Buttons()[0].CustomID, Forged: true}
			if _, err := alice.Deliver(c.channel, yes, discordtest.Delivery{}); err != nil {
				t.Error(err)
			}
			time.Sleep(2 * time.Second)
		}
		notified := func(p *discordtest.Person, want int) {
			t.Helper()
			if n := len(p.Notified(c.channel)); n != want {
				t.Errorf("%s is notified %d times, want %d", p.Name(), n, want)
			}
		}
		for range 4 {
			repeats()
		}
		notified(bob, 1)
		for _, p := range []*discordtest.Person{carol, dave, bob} {
			alice.Command(c.channel, "/chips give", "player", p.Name(), "amount", "1")
			time.Sleep(2 * time.Second)
			notified(p, 1)
		}
		time.Sleep(10 * time.Minute)
		repeats()
		notified(bob, 1)
		if c.balance(bob) != store.Opening+5002 {
			t.Errorf("bob has %d", c.balance(bob))
		}
	})
}

// The store's answer to a payment is lost, and the next try finds the payment. It notifies its receiver, also where the question is old.
func TestAGiftWhoseFirstAnswerIsLostIsShown(t *testing.T) {
	for name, wait := range map[string]time.Duration{"at once": time.Second, "after eleven minutes": 11 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			inClub(t, func(t *testing.T, c *club) {
				alice, bob := c.openTable()
				asked := alice.Command(c.channel, "/chips give", "player", "bob", "amount", "5,001")
				time.Sleep(wait)
				var tries atomic.Int32
				c.shaky.update(func() {
					c.shaky.pay = func(do commitFunc) (store.Receipt, error) {
						if paid, err := do(); tries.Add(1) > 1 {
							return paid, err
						}
						return store.Receipt{}, context.DeadlineExceeded
					}
				})
				alice.PressOn(asked.Message, "Confirm")
				time.Sleep(2 * time.Second)
				if n := len(bob.Notified(c.channel)); n != 1 || c.balance(bob) != store.Opening+5001 || tries.Load() != 2 {
					t.Errorf("bob has %d after %d tries, and is notified %d times", c.balance(bob), tries.Load(), n)
				}
			})
		})
	}
}

// An old question pays, and both of the store's answers are lost. The next press finds the payment, which notifies its receiver. Later ones
// do not.
func TestAGiftWithoutAConfirmationIsShownByTheNextPress(t *testing.T) {
	for name, wait := range map[string]time.Duration{"soon": 20 * time.Second, "after eleven minutes": 11 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			inClub(t, func(t *testing.T, c *club) {
				alice, bob := c.openTable()
				asked := alice.Command(c.channel, "/chips give", "player", "bob", "amount", "5,001")
				time.Sleep(10*time.Minute + 30*time.Second)
				c.shaky.update(func() {
					c.shaky.pay = func(do commitFunc) (store.Receipt, error) {
						do()
						return store.Receipt{}, context.DeadlineExceeded
					}
				})
				presses := func(says string, notified int) {
					t.Helper()
					a := alice.PressOn(asked.Message, "Confirm")
					time.Sleep(2 * time.Second)
					if n := len(bob.Notified(c.channel)); n != notified || !strings.Contains(unlinked(a.Text()), says) {
						t.Errorf("alice reads %q, and bob is notified %d times", a.Text(), n)
					}
				}
				presses("Not confirmed yet", 0)
				c.shaky.update(func() { c.shaky.pay = nil })
				time.Sleep(wait)
				presses("gets 5,001 from your wallet", 1)
				time.Sleep(11 * time.Minute)
				yes := discordtest.Press{Message: asked.Message.ID, CustomID: asked.Message.Buttons()[0].CustomID, Forged: true}
				if _, err := alice.Deliver(c.channel, yes, discordtest.Delivery{}); err != nil {
					t.Error(err)
				}
				time.Sleep(2 * time.Second)
				if n := len(bob.Notified(c.channel)); n != 1 || c.balance(bob) != store.Opening+5001 {
					t.Errorf("bob has %d, and is notified %d times", c.balance(bob), n)
				}
			})
		})
	}
}

// A mention that failed does not count: the next gift notifies its receiver.
func TestAGiftNotifiesAfterAMentionThatFailed(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice, bob := c.person("alice"), c.person("bob")
		c.srv.Fail("POST /channels", discordtest.Fault{Status: 500, Times: -1})
		alice.Command(c.channel, "/chips give", "player", "bob", "amount", "1")
		time.Sleep(time.Minute)
		c.srv.Mend()
		alice.Command(c.channel, "/chips give", "player", "bob", "amount", "1")
		time.Sleep(2 * time.Second)
		if n := len(bob.Notified(c.channel)); n != 1 {
			t.Errorf("bob is notified %d times", n)
		}
	})
}

// A gift above the limit of a day reads the limit and its end, also where the wallet has less: more chips would not help.
func TestAGiftAboveTheLimitReadsTheLimit(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice, bob := c.person("alice"), c.person("bob")
		alice.Command(c.channel, "/chips give", "player", "bob", "amount", "3,000")
		for _, amount := range []string{"7,001", "12,000"} { // the wallet has 7,000, and 7,000 are left of the limit
			text := alice.Command(c.channel, "/chips give", "player", "bob", "amount", amount).Text()
			want := "Today you can still give " + bob.Mention() + " 7,000. A player can give 10,000 a day at most, and get 20,000. You can give more <t:"
			if !strings.HasPrefix(text, want) || strings.Contains(text, "/chips daily") {
				t.Errorf("with %s alice reads %q", amount, text)
			}
		}
	})
}

// Outsiders give one chip each second, to members one after another. Each gift is paid, and of each giver three in 30 s have a message. The
// table plays as many hands as without them.
func TestGiftsOfOutsidersDelayNoHand(t *testing.T) {
	alone(t)
	for _, outsiders := range []int{2, 10} {
		t.Run(fmt.Sprint(outsiders), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				alice, bob := c.seated("pause", "2")
				time.Sleep(10 * time.Second)
				foldsBeside(t, c, func(second int) {
					for n := range outsiders {
						giver, member := c.person(fmt.Sprint("outsider ", n)), c.person(fmt.Sprint("member ", second))
						go giver.Command(c.channel, "/chips give", "player", member.Name(), "amount", "1")
					}
				}, alice, bob)
				shown := 0
				for _, m := range c.channel.Messages() {
					if strings.Contains(m.Text(), "gets 1 from") {
						shown++
					}
				}
				if shown < outsiders || shown > 3*3*outsiders {
					t.Errorf("the channel shows %d gifts", shown)
				}
				if got, want := c.balance(c.person("member 59")), int64(store.Opening+outsiders); got != want {
					t.Errorf("the last member has %d, want %d", got, want)
				}
			})
		})
	}
}

// A giver's fourth gift in 30 s is paid without a message, and says so to the giver as any other. Later gifts to the same member notify them.
func TestAChannelReadsOfThreeGiftsAtATime(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice := c.person("alice")
		gives := func(name string, notified int) {
			t.Helper()
			a := alice.Command(c.channel, "/chips give", "player", name, "amount", "1")
			time.Sleep(2 * time.Second)
			if n := len(c.person(name).Notified(c.channel)); n != notified || !strings.Contains(a.Text(), c.person(name).Mention()+" gets 1") {
				t.Errorf("%s is notified %d times, want %d; alice reads %q", name, n, notified, a.Text())
			}
		}
		for n, name := range []string{"bob", "carol", "dave", "erin"} {
			c.person(name)
			gives(name, min(1, 3-n))
		}
		time.Sleep(30 * time.Second)
		gives("erin", 1)
	})
}
