package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

func TestOptionsAreCompletedToWhatIsLegalNow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob, carol := c.person("alice"), c.person("bob"), c.person("carol")
		alice.Grant(discordgo.PermissionManageChannels)
		wants := func(p *discordtest.Person, command, option, typed, want string, options ...string) {
			t.Helper()
			var got []string
			for _, choice := range p.Autocomplete(c.channel, command, option, typed, options...) {
				got = append(got, choice.Name)
			}
			if strings.Join(got, " | ") != want {
				t.Errorf("%s %s %q offers %q, want %q", command, option, typed, got, want)
			}
		}
		wants(alice, "/table open", "small-blind", "5", "5 | 25 | 50 | 500")
		wants(alice, "/table open", "big-blind", "", "50 | 25", "small-blind", "25")
		wants(alice, "/table open", "max-buyin", "", "5,000 | 10,000", "big-blind", "50")
		wants(alice, "/bet", "amount", "", "")
		alice.Command(c.channel, "/table open", "pause", "0", "seats", "4")
		wants(alice, "/table open", "big-blind", "", "50 | 25", "small-blind", "25", "thread", "true") // a second table
		alice.Command(c.channel, "/sit", "seat", "2", "buyin", "600")
		wants(bob, "/sit", "seat", "", "1 | 3 | 4")
		wants(bob, "/sit", "buyin", "", "200 | 600 | 1,000")
		wants(alice, "/topup", "amount", "", "1 | 200 | 400")
		bob.Command(c.channel, "/sit", "buyin", "300")
		time.Sleep(2 * time.Second) // the hand is dealt
		wants(carol, "/raise", "to", "", "")
		first, second := len(alice.Autocomplete(c.channel, "/raise", "to", "")), len(bob.Autocomplete(c.channel, "/raise", "to", ""))
		if first == 0 == (second == 0) {
			t.Errorf("alice is offered %d raises and bob %d: one of them is to act", first, second)
		}
	})
}

// TestASmallerWalletIsOfferedAsABuyIn has a player with less in the wallet than they have to bring back, and then with less than the least
// buy-in. At a table of free chips the wallet does not count (R7).
func TestASmallerWalletIsOfferedAsABuyIn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.openTable("max-buyin", "10000")
		wants := func(want ...string) {
			t.Helper()
			offered := alice.Autocomplete(c.channel, "/sit", "buyin", "")
			if !slices.EqualFunc(offered, want, func(got discordtest.Choice, want string) bool { return got.Name == want }) {
				t.Errorf("alice is offered %v, want %q", offered, want)
			}
		}
		alice.Command(c.channel, "/sit", "buyin", "10000")
		wants() // she has a seat, and no more to bring
		alice.Command(c.channel, "/leave")
		wants("10,000")
		confirm(alice, c.channel, "/chips give", "player", bob.Name(), "amount", "9000")
		wants("1,000")
		if a := alice.Command(c.channel, "/sit", "buyin", "1,000"); !strings.Contains(a.Text(), "with 1,000") {
			t.Errorf("what is offered is answered %q", a.Text())
		}
		alice.Command(c.channel, "/leave")
		confirm(alice, c.channel, "/chips give", "player", bob.Name(), "amount", "801")
		wants()
		c.sets(alice, "chips", "free")
		wants("200", "5,100", "10,000")
		alice.Command(c.channel, "/sit", "buyin", "300")
		alice.Command(c.channel, "/leave")
		wants("300", "5,150", "10,000")
	})
}

// TestATopUpWithoutAMaximumIsOfferedToALargeStack has players with less than the usual buy-in, with as much, and with more.
func TestATopUpWithoutAMaximumIsOfferedToALargeStack(t *testing.T) {
	t.Parallel()
	for buyIn, want := range map[string]string{"600": "1 | 200 | 400", "1000": "1 | 500 | 1,000", "5000": "1 | 500 | 1,000"} {
		for _, most := range []string{"0", "5000"} {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				alice, _ := c.openTable("max-buyin", most)
				alice.Command(c.channel, "/sit", "buyin", buyIn)
				var offered []string
				for _, choice := range alice.Autocomplete(c.channel, "/topup", "amount", "") {
					offered = append(offered, choice.Name)
				}
				full := most != "0"
				if got := strings.Join(offered, " | "); !full && got != want || full && buyIn == "5000" && got != "" {
					t.Errorf("with a maximum of %s and a stack of %s the offer is %q", most, buyIn, got)
				}
				if text := alice.Command(c.channel, "/topup", "amount", "500").Text(); strings.Contains(text, "500 added") == (full && buyIn == "5000") {
					t.Errorf("with a maximum of %s and a stack of %s the answer is %q", most, buyIn, text)
				}
			})
		}
	}
}

func TestHandsAreOfferedToVerifyWithOrWithoutATable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		carol := c.person("carol")
		offers := func(typed, want string) {
			t.Helper()
			var got []string
			for _, choice := range carol.Autocomplete(c.channel, "/verify", "hand", typed) {
				got = append(got, fmt.Sprintf("%s = %s", choice.Name, choice.Value))
			}
			if strings.Join(got, " | ") != want {
				t.Errorf("%q is completed to %q, want %q", typed, got, want)
			}
		}
		offers("", "")
		closedAfter(t, c, 27)
		time.Sleep(5 * time.Second)
		if n := len(carol.Autocomplete(c.channel, "/verify", "hand", "")); n != 25 {
			t.Errorf("%d hands are offered, want as many as Discord takes", n)
		}
		offers("29", "")
		offers("#27", "#27 · pot 10 = 27")
		offers("2", "#2 · pot 10 = 2") // not among the last
		offers("nonsense", "")
		if a := carol.Command(c.channel, "/verify", "hand", "27"); !strings.Contains(a.Text(), "Hand #27") {
			t.Errorf("what is offered is answered with\n%s", a.Text())
		}
	})
}

func TestRulesAreOfferedByTopicWithOrWithoutATable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice := c.person("alice")
		alice.Grant(discordgo.PermissionManageChannels)
		for _, where := range []string{"without a table", "with one"} {
			if n := len(alice.Autocomplete(c.channel, "/rules", "topic", "")); n != 25 {
				t.Errorf("%s: %d rules are offered where nothing is typed, want as many as Discord takes", where, n)
			}
			offered := alice.Autocomplete(c.channel, "/rules", "topic", "strad")
			if len(offered) == 0 || offered[0].Name != "Straddle · R16" || offered[0].Value != "R16" {
				t.Errorf("%s: strad is completed to %v", where, offered)
			}
			if a := alice.Command(c.channel, "/rules", "topic", "R16"); a.Message == nil || !a.Message.Ephemeral || !strings.Contains(a.Text(), "(R16)") {
				t.Errorf("%s: R16 is answered %q", where, a.Text())
			}
			alice.Command(c.channel, "/table open")
		}
	})
}
