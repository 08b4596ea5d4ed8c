package bot_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/engine"
	"cardroom/store"
)

// A payment whose answer was lost is sent again with the same id. It counts once, whatever is lost, and however often the
// command arrives.
func TestALostAnswerIsNotAPaymentMore(t *testing.T) {
	t.Parallel()
	for name, answers := range map[string]struct {
		failures int32 // how many answers of the store get lost
		says     string
	}{
		"one lost":  {1, "gets 500 from your wallet. It holds 9,500 now."},
		"both lost": {2, "/chips balance will show"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				alice, bob := c.person("alice"), c.person("bob")
				var asked atomic.Int32
				c.shaky.update(func() {
					c.shaky.pay = func(do commitFunc) (store.Receipt, error) {
						r, err := do()
						if asked.Add(1) <= answers.failures {
							return store.Receipt{}, context.DeadlineExceeded
						}
						return r, err
					}
				})
				answer := alice.Command(c.channel, "/chips give", "player", "bob", "amount", "500")
				if answer.Message == nil || !strings.Contains(unlinked(answer.Message.Content), answers.says) {
					t.Errorf("answered %v", answer)
				}
				c.twice = true
				answer.Interaction().Redeliver() // which this life notices, and the next one does not
				time.Sleep(5 * time.Second)
				c.stop()
				c.start()
				answer.Interaction().Redeliver()
				time.Sleep(5 * time.Second)
				if a, b := c.balance(alice), c.balance(bob); a != store.Opening-500 || b != store.Opening+500 {
					t.Errorf("wallets of %d and %d, by %d requests", a, b, asked.Load())
				}
				if asked.Load() != 3 {
					t.Errorf("%d requests", asked.Load())
				}
			})
		})
	}
}

// A gift that leaves the giver less than it gave is paid once, also if the program ends before it answers: its next life asks whether to
// give more than half of the rest, and Confirm pays nothing. The receiver reads of the gift only then.
func TestAGiftIsNotPaidAgainByItsQuestion(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.person("alice"), c.person("bob")
		c.stop()
		c.excused = 1 // the program ends before it answers
		fell := c.falls(failpoint.Point{Effect: failpoint.PayWallet, Done: true})
		c.start()
		gift, err := alice.Start(c.channel, discordtest.Slash{Command: "chips give", Options: []string{"player", "bob", "amount", "4,000"}})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		c.stop()
		c.start()
		gift.Redeliver()
		time.Sleep(time.Second)
		yes := alice.Press(c.channel, "Confirm")
		if a, b := c.balance(alice), c.balance(bob); !fell.Load() || yes.Err != nil || a != store.Opening-4000 || b != store.Opening+4000 {
			t.Errorf("wallets of %d and %d; the answer to the question is %v; the program ended: %t", a, b, yes, fell.Load())
		}
		time.Sleep(2 * time.Second)
		if n := len(bob.Notified(c.channel)); n != 1 {
			t.Errorf("bob is notified %d times", n)
		}
	})
}

// A wallet that the store refuses is logged with its cause, once a minute and not for each player.
func TestAPaymentThatTheStoreRefusesIsLogged(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.person("bob")
		c.shaky.update(func() {
			c.shaky.pay = func(commitFunc) (store.Receipt, error) {
				return store.Receipt{}, errors.New("WRONGTYPE of the ranking")
			}
		})
		for n, command := range [][]string{{"/chips daily"}, {"/chips give", "player", "bob", "amount", "500"}} {
			for player := range 4 {
				c.person(fmt.Sprint("player", player)).Command(c.channel, command[0], command[1:]...)
			}
			if warned := strings.Count(c.log.String(), "level=WARN"); warned != n+1 || strings.Count(c.log.String(), "WRONGTYPE of the ranking") != n+1 {
				t.Errorf("%s: %d warnings in all:\n%s", command[0], warned, c.log.String())
			}
			time.Sleep(time.Minute)
		}
	})
}

// A gift or a grant notifies its receiver once, and no other user; the list of the richest notifies no user at all.
func TestAGiftNotifiesItsReceiverAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob, dave := c.person("alice"), c.person("bob"), c.person("dave")
		dave.Grant(discordgo.PermissionManageGuild)
		alice.Command(c.channel, "/chips give", "player", "bob", "amount", "500")
		dave.Command(c.channel, "/chips grant", "player", "bob", "amount", "500")
		dave.Command(c.channel, "/chips board")
		time.Sleep(2 * time.Second)
		if got := bob.Notified(c.channel); len(got) != 2 || len(bob.See(c.channel)) != 2 {
			t.Errorf("bob is notified by %v", got)
		}
		for _, other := range []*discordtest.Person{alice, dave} {
			if got := other.Notified(c.channel); len(got) != 0 {
				t.Errorf("%s is notified by %v", other.Name(), got)
			}
		}
	})
}

// A manager grants themself chips: the channel reads of it, and it notifies no user. The manager reads how much their own wallet holds.
func TestAGrantToOneselfIsShown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		dave := c.person("dave")
		dave.Grant(discordgo.PermissionManageGuild)
		answer := dave.Command(c.channel, "/chips grant", "player", "dave", "amount", "500")
		time.Sleep(2 * time.Second)
		if !strings.Contains(answer.Text(), "Your wallet holds 10,500 now.") {
			t.Errorf("dave reads %q", answer.Text())
		}
		m, ok := c.channel.Last()
		if !ok || !strings.Contains(m.String(), "gets new chips: 500.") || len(m.Mentions) != 0 {
			t.Errorf("the channel reads %v, which mentions %v", m, m.Mentions)
		}
	})
}

// A gift is paid once, and mentioned at most once, wherever the program ends while it mentions the receiver. A second arrival
// of the command pays nothing (P2).
func TestTheProgramMayEndOverTheMentionOfAGift(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.MentionGift) {
		t.Run(at.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				alice, bob := c.person("alice"), c.person("bob")
				c.stop()
				c.excused = 1 // the program may end before it answers
				fell := c.falls(at)
				c.start()
				answer := alice.Command(c.channel, "/chips give", "player", "bob", "amount", "500")
				time.Sleep(2 * time.Second)
				c.stop()
				c.start()
				c.twice = true
				answer.Interaction().Redeliver()
				time.Sleep(5 * time.Second)
				if a, b := c.balance(alice), c.balance(bob); !fell.Load() || a != store.Opening-500 || b != store.Opening+500 {
					t.Errorf("wallets of %d and %d; the program ended there: %t", a, b, fell.Load())
				}
				if got := bob.Notified(c.channel); len(got) > 1 {
					t.Errorf("bob is notified by %v", got)
				}
			})
		})
	}
}

// No choice is more than can be given: by the wallet, by the rest of the day's limit, and by the rest of it for the named
// receiver.
func TestNoGiftIsOfferedThatWouldBeRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob, carol, dave := c.person("alice"), c.person("bob"), c.person("carol"), c.person("dave")
		dave.Grant(discordgo.PermissionManageGuild)
		offers := func(want int, to ...string) {
			t.Helper()
			if got := alice.Autocomplete(c.channel, "/chips give", "amount", "", to...); len(got) != want {
				t.Errorf("to %v she is offered %v, want %d", to, got, want)
			}
		}
		offers(5)
		alice.Command(c.channel, "/chips give", "player", "carol", "amount", "100")
		offers(4)
		dave.Command(c.channel, "/chips grant", "player", "alice", "amount", "1m")
		offers(4) // 9,900
		alice.Command(c.channel, "/chips give", "player", "carol", "amount", "4,901")
		offers(3)
		confirm(bob, c.channel, "/chips give", "player", "dave", "amount", "10k")
		confirm(carol, c.channel, "/chips give", "player", "dave", "amount", "9,501")
		offers(1, "player", "dave") // dave got all but 499 of a day's limit
		offers(3, "player", "bob")
		time.Sleep(24 * time.Hour)
		offers(5, "player", "dave")
	})
}

// balance returns the chips of a wallet.
func (c *club) balance(p *discordtest.Person) int64 {
	c.t.Helper()
	guild, err1 := strconv.ParseUint(c.guild.ID(), 10, 64)
	id, err2 := strconv.ParseUint(p.ID(), 10, 64)
	w, err3 := c.shaky.Store.Wallet(c.t.Context(), engine.ID(guild), engine.ID(id))
	if err := errors.Join(err1, err2, err3); err != nil {
		c.t.Fatal(err)
	}
	return w.Balance
}

// A gift of more than half a wallet is asked about. Its question pays once, however often it is answered.
func TestALargeGiftIsPaidOnce(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice, bob := c.openTable()
		asked := alice.Command(c.channel, "/chips give", "player", "bob", "amount", "5,001")
		if c.balance(bob) != store.Opening || len(asked.Message.Buttons()) != 1 {
			t.Fatalf("bob has %d after %s", c.balance(bob), asked)
		}
		yes := discordtest.Press{Message: asked.Message.ID, CustomID: asked.Message.Buttons()[0].CustomID, Forged: true}
		for range 2 {
			if _, err := alice.Deliver(c.channel, yes, discordtest.Delivery{}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Second)
		}
		if n := len(bob.Notified(c.channel)); c.balance(bob) != store.Opening+5001 || n != 1 {
			t.Errorf("bob has %d, and is told %d times", c.balance(bob), n)
		}
	})
}

// A gift is asked about where the wallet cannot be read, by an error or in time: it may be most of it. Its question pays once, and names
// where to look while the store hangs.
func TestAGiftOfAnUnreadWalletIsAskedAbout(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice, bob := c.openTable()
		gives := func(want string) discordtest.Answer {
			t.Helper()
			asked := alice.Command(c.channel, "/chips give", "player", "bob", "amount", "4,000")
			if asked.Text() != strings.ReplaceAll(want, "@bob", bob.Mention()) || len(asked.Message.Buttons()) != 1 || c.balance(bob) != store.Opening {
				t.Fatalf("alice reads %q, and bob has %d", asked.Text(), c.balance(bob))
			}
			return asked
		}
		unread := "I couldn't read your wallet right now. Give 4,000 to @bob anyway?"
		c.shaky.hangs()
		asked := gives(unread)
		if yes := alice.PressOn(asked.Message, "Confirm"); !strings.Contains(yes.Text(), "</chips balance:") || c.balance(bob) != store.Opening {
			t.Errorf("while the store hangs alice reads %q, and bob has %d", yes.Text(), c.balance(bob))
		}
		c.shaky.update(func() {
			c.shaky.pay, c.shaky.wallet = nil, func() error { return errors.New("WRONGTYPE of the wallet") }
		})
		asked = gives(unread)
		for range 2 {
			yes := discordtest.Press{Message: asked.Message.ID, CustomID: asked.Message.Buttons()[0].CustomID, Forged: true}
			if _, err := alice.Deliver(c.channel, yes, discordtest.Delivery{}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Second)
		}
		if c.balance(bob) != store.Opening+4000 {
			t.Errorf("bob has %d", c.balance(bob))
		}
	})
}

// A forged confirmation of a gift goes by the rules of the command.
func TestAForgedGiftIsStale(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice, bob := c.openTable()
		asked := alice.Command(c.channel, "/chips give", "player", "bob", "amount", "5,001").Message
		id := asked.Buttons()[0].CustomID
		for _, forged := range []struct{ name, from, to string }{
			{"a house player", bob.ID(), "3"},
			{"no receiver", bob.ID(), "x"},
			{"oneself", bob.ID(), alice.ID()},
			{"a user to come", bob.ID(), "9" + bob.ID()},
			{"another channel", ":" + c.channel.ID() + ":", ":1" + c.channel.ID()[1:] + "9:"},
			{"too much", ":5001", ":1000000000001"},
			{"nothing", ":5001", ""},
			{"less than nothing", ":5001", ":-5"},
		} {
			if !strings.Contains(id, forged.from) {
				t.Fatalf("%s: %s", forged.name, id)
			}
			a := alice.Forge(c.channel, asked.ID, strings.Replace(id, forged.from, forged.to, 1))
			if a.Err != nil || !strings.Contains(a.Text(), "has moved on") {
				t.Errorf("%s: %q, %v", forged.name, a.Text(), a.Err)
			}
		}
		if c.balance(alice) != store.Opening || c.balance(bob) != store.Opening {
			t.Errorf("wallets of %d and %d", c.balance(alice), c.balance(bob))
		}
		if alice.PressOn(asked, "Confirm"); c.balance(bob) != store.Opening+5001 {
			t.Errorf("bob has %d", c.balance(bob))
		}
	})
}

// A user reads the amount of the chips of a day that are paid, also where the store does not say the balance. They cannot claim
// them again.
func TestTheChipsOfADayArePaidWithoutABalance(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice := c.person("alice")
		c.shaky.update(func() { c.shaky.wallet = func() error { return context.DeadlineExceeded } })
		if a := alice.Command(c.channel, "/chips daily"); a.Text() != "2,000 for today." {
			t.Errorf("alice reads %q", a.Text())
		}
		c.shaky.update(func() { c.shaky.wallet = nil })
		if got := c.balance(alice); got != store.Opening+store.Daily {
			t.Errorf("alice has %d", got)
		}
		if a := alice.Command(c.channel, "/chips daily"); !strings.Contains(a.Text(), "already") {
			t.Errorf("alice reads %q", a.Text())
		}
	})
}

// Japanese sentences follow each other without a space.
func TestJapaneseAnswersAboutAWalletHaveNoSpaces(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice := c.person("alice")
		c.person("bob")
		alice.SetLocale("ja")
		for _, a := range []discordtest.Answer{
			alice.Command(c.channel, "/chips daily"), alice.Command(c.channel, "/chips give", "player", "bob", "amount", "500"),
		} {
			if text := a.Text(); !strings.Contains(text, "。") || strings.Contains(text, "。 ") {
				t.Errorf("alice reads %q, %v", text, a.Err)
			}
		}
	})
}
