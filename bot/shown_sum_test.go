package bot_test

import (
	"strings"
	"testing"
	"time"

	"cardroom/bot/discordtest"
)

// bust seats alice and bob with nearly all that they have, plays an all-in hand, and returns the loser and the winner.
func (c *club) bust() (loser, winner *discordtest.Person) {
	c.t.Helper()
	alice, bob := c.openTable("clock", "off", "pause", "60", "max-buyin", "9800")
	alice.Command(c.channel, "/sit", "buyin", "9800")
	bob.Command(c.channel, "/sit", "buyin", "9800")
	time.Sleep(63 * time.Second)
	confirm(c.actor(), c.channel, "/allin")
	time.Sleep(2 * time.Second)
	confirm(c.actor(), c.channel, "/call")
	time.Sleep(10 * time.Second)
	for _, p := range []*discordtest.Person{alice, bob} {
		if strings.Contains(p.Command(c.channel, "/cards").Text(), "out of chips") {
			return p, c.other(p)
		}
	}
	c.t.Fatal("neither is out of chips:\n", board(c).Text())
	return nil, nil
}

// A button brings the sum that it shows, also where the wallet has more by then.
func TestARebuyBringsTheSumThatItShows(t *testing.T) {
	t.Parallel()
	for name, opens := range map[string]string{"on the panel": "/cards", "in the menu of the seat": ""} {
		t.Run(name, func(t *testing.T) {
			inClub(t, func(t *testing.T, c *club) {
				loser, _ := c.bust()
				shown := discordtest.Answer{}
				if opens != "" {
					shown = loser.Command(c.channel, opens)
				} else {
					shown = loser.Press(c.channel, "Rebuy…")
				}
				loser.Command(c.channel, "/chips daily")
				had := c.balance(loser)
				loser.PressOn(shown.Message, "Rebuy 200")
				time.Sleep(2 * time.Second)
				if took := had - c.balance(loser); had != 2200 || took != 200 {
					t.Errorf("of %d chips the button takes %d", had, took)
				}
			})
		})
	}
}

// A button from before an update has no sum. It brings the player's buy-in, as far as the wallet reaches.
func TestARebuyWithoutASumBringsWhatThereIs(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		loser, _ := c.bust()
		shown := loser.Command(c.channel, "/cards").Message
		loser.Command(c.channel, "/chips daily")
		loser.Forge(c.channel, shown.ID, "v1:"+c.channel.ID()+":1:0:rebuy")
		time.Sleep(2 * time.Second)
		if left := c.balance(loser); left != 0 {
			t.Errorf("the wallet keeps %d", left)
		}
	})
}

// A sum that the wallet no longer has is taken from no wallet in part: the buttons then show the possible sum.
func TestARebuyThatIsNotPossibleShowsWhatIs(t *testing.T) {
	t.Parallel()
	for name, opens := range map[string]string{"on the panel": "/cards", "in the menu of the seat": ""} {
		t.Run(name, func(t *testing.T) {
			inClub(t, func(t *testing.T, c *club) {
				loser, winner := c.bust()
				loser.Command(c.channel, "/chips daily")
				shown := discordtest.Answer{}
				if opens != "" {
					shown = loser.Command(c.channel, opens)
				} else {
					shown = loser.Press(c.channel, "Rebuy…")
				}
				confirm(loser, c.channel, "/chips give", "player", winner.Name(), "amount", "1,900")
				for _, sum := range []string{"Rebuy 2,200", "Rebuy 300"} {
					if had := c.balance(loser); had != 300 {
						t.Fatalf("the wallet has %d before %s", had, sum)
					}
					shown = loser.PressOn(shown.Message, sum)
					time.Sleep(2 * time.Second)
				}
				if left := c.balance(loser); left != 0 {
					t.Errorf("the wallet keeps %d", left)
				}
			})
		})
	}
}

// A top-up brings the sum that its button shows. Where the stack has grown, it brings no more than the player sat down with.
func TestATopUpBringsTheSumThatItShows(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		button string
		more   bool // chips in the wallet
		takes  int64
	}{
		"more in the wallet":    {"Top up 200", true, 200},
		"more than is possible": {"Top up 200", false, 0},
		"an older button":       {"", true, 1010},
	} {
		t.Run(name, func(t *testing.T) {
			inClub(t, func(t *testing.T, c *club) {
				c.openTable("clock", "off", "pause", "60", "max-buyin", "9800")
				alice, bob := c.person("alice"), c.person("bob")
				alice.Command(c.channel, "/sit", "buyin", "9800")
				bob.Command(c.channel, "/sit", "buyin", "9800")
				time.Sleep(63 * time.Second)
				first := c.actor()
				confirm(first, c.channel, "/raise", "to", "1000")
				time.Sleep(2 * time.Second)
				c.actor().Command(c.channel, "/call")
				time.Sleep(2 * time.Second)
				confirm(c.actor(), c.channel, "/bet", "amount", "20")
				time.Sleep(2 * time.Second)
				p := c.actor()
				p.Command(c.channel, "/fold")
				time.Sleep(70 * time.Second) // the next hand
				menu := p.Press(c.channel, "Seat…").Message
				button := discordtest.Press{Message: menu.ID, CustomID: "v1:" + c.channel.ID() + ":1:0:topup menu", Forged: true}
				for _, b := range menu.Buttons() {
					if x.button != "" && b.Label == x.button {
						button = discordtest.Press{Message: menu.ID, CustomID: b.CustomID}
					}
				}
				if x.button != "" && button.Forged {
					t.Fatalf("the menu is %s", menu)
				}
				if x.more {
					p.Command(c.channel, "/chips daily")
				} else {
					p.Command(c.channel, "/chips give", "player", c.other(p).Name(), "amount", "50")
				}
				had := c.balance(p)
				answer, err := p.Deliver(c.channel, button, discordtest.Delivery{})
				time.Sleep(2 * time.Second)
				if took := had - c.balance(p); err != nil || took != x.takes {
					t.Errorf("of %d chips the button takes %d: %v, %v", had, took, answer, err)
				}
			})
		})
	}
}
