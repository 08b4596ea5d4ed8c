package bot_test

import (
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot"
	"cardroom/bot/discordtest"
	"cardroom/store"
)

// Players' chips keep their kind while they are on the table, also practice chips. Otherwise a new ledger would show chips
// going out that no player brought.
func TestChipsDoNotBecomeFreeWhilePeopleHavePracticeChips(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.openTable()
		for _, command := range [][]string{{"/table pause"}, {"/table bot add", "count", "1"}, {"/table settings"}} {
			alice.Command(c.channel, command[0], command[1:]...)
			time.Sleep(2 * time.Second)
		}
		bob.Command(c.channel, "/sit", "buyin", "500")
		alice.Choose(c.channel, "", "chips")
		answer := alice.Press(c.channel, "free")
		if answer.Message == nil || !strings.Contains(answer.Message.Content, "only when no player has chips on the table") {
			t.Errorf("alice is answered %v", answer)
		}
		bob.Command(c.channel, "/leave")
		alice.Press(c.channel, "free") // the house players' chips do not count
		time.Sleep(2 * time.Second)
		answer = alice.Command(c.channel, "/table settings")
		if answer.Message == nil || !strings.Contains(answer.Message.Content, "`chips` free") {
			t.Errorf("the table has %v", answer)
		}
		answer = bob.Command(c.channel, "/ledger")
		if answer.Message == nil || strings.Contains(answer.Message.Content, "out 500") {
			t.Errorf("bob is owed chips that nobody lost: %v", answer)
		}
	})
}

// Players who left have to bring back the same kind of chips (R7).
func TestFreeChipsAreNotBroughtBackFromAWallet(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.openTable("max-buyin", "1000")
		c.sets(alice, "chips", "free")
		for range 2 {
			bob.Command(c.channel, "/sit", "buyin", "800")
			bob.Command(c.channel, "/leave")
			if text := bob.Command(c.channel, "/sit", "buyin", "500").Text(); !strings.Contains(text, "Bring that much back. (R7)") {
				t.Errorf("at the table of free chips bob is answered %q", text)
			}
			alice.Press(c.channel, "wallet")
			answer := bob.Command(c.channel, "/sit", "buyin", "500")
			if answer.Message == nil || !strings.Contains(answer.Message.Content, "You have seat 1 with 500") {
				t.Errorf("bob is answered %v", answer)
			}
			bob.Command(c.channel, "/leave")
			answer = bob.Command(c.channel, "/sit", "buyin", "300")
			if answer.Message == nil || !strings.Contains(answer.Message.Content, "your whole wallet if you have less. (R7)") {
				t.Errorf("bob need not bring back his own: %v", answer)
			}
			alice.Press(c.channel, "free")
			time.Sleep(2 * time.Second)
		}
	})
}

// A player whose wallet is below the least buy-in reads so in place of a button to sit down.
func TestAShortWalletIsOfferedNoSeat(t *testing.T) {
	t.Parallel()
	for _, big := range []string{"10", "1000"} {
		synctest.Test(t, func(t *testing.T) {
			c := open(t)
			_, bob := c.openTable("big-blind", big)
			a := bob.Command(c.channel, "/cards")
			short, offered := big == "1000", len(a.Message.Buttons()) > 0
			if offered == short || strings.Contains(a.Text(), "needs 20,000") != short {
				t.Errorf("with big blinds of %s bob reads %s", big, a)
			}
		})
	}
}

// A top-up brings back the buy-in that the player sat down with, also where the table has no maximum.
func TestATopUpBringsBackWhatWasBrought(t *testing.T) {
	t.Parallel()
	for _, most := range []string{"0", "5000"} {
		t.Run(most, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				alice, bob := c.openTable("max-buyin", most, "clock", "off", "pause", "5")
				alice.Command(c.channel, "/sit", "buyin", "3000")
				bob.Command(c.channel, "/sit", "buyin", "3000")
				time.Sleep(12 * time.Second)
				actor := c.actor()
				actor.Press(c.channel, "Fold")
				time.Sleep(time.Second)
				if text := actor.Command(c.channel, "/topup").Text(); !strings.Contains(text, "Your stack is 3,000.") {
					t.Errorf("%s is answered %q", actor.Name(), text)
				}
			})
		})
	}
}

// A table that is full reads no wallets for the panels of those who watch.
func TestWatchersOfAFullTableCostNoWallets(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.seated("clock", "off", "pause", "0", "seats", "2")
		watcher := c.person("watcher")
		if text := watcher.Command(c.channel, "/cards").Text(); !strings.Contains(text, "full") {
			t.Fatalf("the watcher reads %q", text)
		}
		time.Sleep(12 * time.Second)
		var reads atomic.Int64
		c.shaky.update(func() { c.shaky.wallet = func() error { reads.Add(1); return nil } })
		c.actor().Press(c.channel, "Fold")
		time.Sleep(12 * time.Second)
		if text := board(c).Text(); !strings.HasPrefix(text, "#2 ") || reads.Load() != 0 {
			t.Errorf("%d wallets are read for the next hand\n%s", reads.Load(), text)
		}
	})
}

// TestChipsOfAnotherSourceAreNotBroughtBack has players leave with wallet chips, and come back once the table plays for free chips: R7 then
// asks for none of those. While the source is the same, it asks for all of them.
func TestChipsOfAnotherSourceAreNotBroughtBack(t *testing.T) {
	for source, want := range map[string]bool{"": false, "free": true} {
		inClub(t, func(t *testing.T, c *club) {
			alice, bob := c.seated("pause", "2")
			time.Sleep(3 * time.Second)
			c.actor().Press(c.channel, "Fold")
			alice.Command(c.channel, "/leave")
			bob.Command(c.channel, "/leave")
			time.Sleep(3 * time.Second)
			if source != "" {
				c.sets(alice, "chips", source)
			}
			answer := bob.Command(c.channel, "/sit", "buyin", "200").Text()
			if sits := strings.Contains(answer, "with 200"); sits != want {
				t.Errorf("chips:%s: bob reads %q", source, answer)
			}
		})
	}
}

// TestANewcomerOfAVoidHandMayStillGiveChipsBack voids the first hand of two players. One of them brings more chips during it. Before and
// after the hand they may change their buy-in, and not in it. Once a hand of theirs has ended they may not.
func TestANewcomerOfAVoidHandMayStillGiveChipsBack(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice, bob := c.openTable("pause", "10")
		alice.Command(c.channel, "/sit", "buyin", "500")
		bob.Command(c.channel, "/sit", "buyin", "500")
		changes := func(p *discordtest.Person, want bool) (asked discordtest.Answer) {
			t.Helper()
			panel := p.Command(c.channel, "/cards")
			n := slices.IndexFunc(panel.Message.Buttons(), func(b discordtest.Component) bool { return b.Label == "Other amount…" })
			if n >= 0 {
				asked = p.PressOn(panel.Message, "Other amount…")
			}
			if want != (n >= 0) {
				t.Fatalf("%s reads %q: has the button: %t", p.Name(), panel.Text(), n >= 0)
			}
			return asked
		}
		asked := changes(bob, true)
		time.Sleep(12 * time.Second)
		changes(bob, false)
		if a := bob.Submit(asked, "300"); !strings.Contains(a.Text(), "only before your first hand") {
			t.Errorf("in the hand bob reads %q", a.Text())
		}
		alice.Command(c.channel, "/topup", "amount", "100")
		where := tableOf(t, c)
		c.stop()
		doctor, err := bot.New(bot.Config{Key: c.key, Log: slog.New(slog.DiscardHandler)}, c.shaky.Store)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := doctor.Void(t.Context(), where.Channel); err != nil {
			t.Fatal(err)
		}
		c.start()
		time.Sleep(time.Second)
		alice.Command(c.channel, "/table pause")
		bob.Submit(changes(bob, true), "300")
		if a := alice.Submit(changes(alice, true), "250"); a.Text() != "The buy-in here is 300–1,000. (R4)" { // 100 are due
			t.Errorf("for 250 alice reads %q", a.Text())
		}
		alice.Submit(changes(alice, true), "700")
		if a, b := c.balance(alice), c.balance(bob); a != store.Opening-700 || b != store.Opening-300 {
			t.Errorf("the wallets have %d and %d", a, b)
		}
		alice.Command(c.channel, "/table resume")
		time.Sleep(20 * time.Second)
		changes(bob, false)
		c.actor().Press(c.channel, "Fold")
		time.Sleep(time.Second)
		for _, p := range []*discordtest.Person{alice, bob} {
			changes(p, false)
		}
	})
}
