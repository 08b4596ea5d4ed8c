package bot_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/engine"
	"cardroom/engine/ai"
	"cardroom/store"
)

// accounts returns the balances of the club's server, which add up to zero.
func (c *club) accounts() map[store.Account]int64 {
	c.t.Helper()
	id, _ := strconv.ParseUint(c.guild.ID(), 10, 64)
	all, err := c.store.Accounts(context.Background(), engine.ID(id))
	if err != nil {
		c.t.Fatal(err)
	}
	sum := int64(0)
	for _, chips := range all {
		sum += chips
	}
	if sum != 0 {
		c.t.Errorf("all accounts make %d: %v", sum, all)
	}
	return all
}

// The server decides which chips house players play for. A table with a seated player keeps its kind: no chips go to
// another source than their own, whatever preset is loaded, and whenever the program restarts.
func TestATableWithSomebodyKeepsWhatHousePlayersPlayFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, _ := c.openTable("pause", "60")
		alice.Grant(discordgo.PermissionManageGuild)
		does := func(command string, options ...string) string {
			t.Helper()
			text := confirm(alice, c.channel, command, options...).Text()
			time.Sleep(2 * time.Second)
			return text
		}
		does("/table pause")
		does("/table preset", "name", "plain", "action", "save")
		does("/server", "house-chips", "wallet")
		if text := does("/table bot add", "count", "2"); !strings.Contains(text, "wallet chips") {
			t.Errorf("the host is told %q", text)
		}
		if all := c.accounts(); all[store.House] != -2000 || all[store.Practice] != 0 {
			t.Errorf("the house has brought %v", all)
		}
		if text := does("/table preset", "name", "plain", "action", "load"); !strings.Contains(text, "plain") {
			t.Errorf("a preset is not loaded: %q", text)
		}
		does("/server", "house-chips", "practice")
		c.stop()
		c.start()
		time.Sleep(5 * time.Second)
		if text := does("/table bot add"); !strings.Contains(text, "wallet chips") {
			t.Errorf("the host is told %q", text)
		}
		does("/table bot remove")
		if all := c.accounts(); all[store.House] != 0 || all[store.Practice] != 0 {
			t.Errorf("the house has taken back all but %v", all)
		}
		if text := does("/table bot add"); !strings.Contains(text, "practice chips") {
			t.Errorf("the host is told %q", text)
		}
		does("/table bot remove")
		if all := c.accounts(); all[store.House] != 0 || all[store.Practice] != 0 {
			t.Errorf("practice chips went to %v", all)
		}
	})
}

// At a table of free chips house players have free chips too if they play for the same as people. The house line of the
// ledger has their winnings.
func TestHousePlayersPlayForFreeChipsAmongThem(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.openTable("pause", "60")
		alice.Grant(discordgo.PermissionManageGuild)
		alice.Command(c.channel, "/server", "house-chips", "wallet")
		c.sets(alice, "chips", "free")
		alice.Command(c.channel, "/table pause")
		time.Sleep(2 * time.Second)
		if text := confirm(alice, c.channel, "/table bot add").Text(); !strings.Contains(text, "free chips") {
			t.Errorf("the host is told %q", text)
		}
		bob.Command(c.channel, "/sit", "buyin", "500")
		if all := c.accounts(); all[store.Free] != -1500 || all[store.House] != 0 || all[store.Practice] != 0 {
			t.Errorf("the chips are of %v", all)
		}
		if text := bob.Command(c.channel, "/leave").Text(); strings.Contains(text, "practice") {
			t.Errorf("bob is told %q", text)
		}
		answer := alice.Press(c.channel, "wallet")
		if !strings.Contains(answer.Text(), "only when no player has chips on the table") {
			t.Errorf("the house's chips become others: %q", answer.Text())
		}
	})
}

// If the host approves buy-ins, people's buy-ins wait and those of house players do not. After the host's approval the
// table has the server's kind of chips, as when a player sits down without one.
func TestAnApprovedBuyInFindsTheTableAsTheServerHasIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.openTable("pause", "60")
		alice.Grant(discordgo.PermissionManageGuild)
		alice.Command(c.channel, "/table pause")
		c.sets(alice, "chips", "approved")
		alice.Command(c.channel, "/server", "house-chips", "wallet")
		bob.Command(c.channel, "/sit", "buyin", "500")
		alice.Command(c.channel, "/table settings")
		alice.Press(c.channel, "Approve 1")
		time.Sleep(2 * time.Second)
		if text := confirm(alice, c.channel, "/table bot add").Text(); !strings.Contains(text, "wallet chips") {
			t.Errorf("the host is told %q", text)
		}
		if all := c.accounts(); all[store.House] != -1000 || all[store.Practice] != 0 || c.balance(bob) != store.Opening-500 {
			t.Errorf("bob has %d, the accounts are %v", c.balance(bob), all)
		}
	})
}

// House players that come after the chips of a table have changed have names of their own: the ledger's new session begins the names
// with another one, which depends on the millisecond.
func TestHousePlayersOfTwoSessionsHaveDifferentNames(t *testing.T) {
	t.Parallel()
	for n := range 10 {
		synctest.Test(t, func(t *testing.T) {
			c := open(t)
			alice, _ := c.openTable("pause", "60")
			confirm(alice, c.channel, "/table bot add", "count", "4")
			time.Sleep(time.Duration(2*n) * time.Millisecond)
			c.sets(alice, "chips", "free")
			alice.Command(c.channel, "/table bot add", "count", "4")
			time.Sleep(2 * time.Second)
			board, names := turnAt(c.channel), map[string]bool{}
			for _, name := range ai.Names {
				if strings.Contains(board, "**"+name+"**") {
					names[name] = true
				}
			}
			if len(names) != 8 {
				t.Errorf("after %d ms there are %d names:\n%s", 2*n, len(names), board)
			}
		})
	}
}
