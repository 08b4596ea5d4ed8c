package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/engine/fair"
)

// cutsShown returns the public messages that show a cut.
func cutsShown(c *club) (list []discordtest.Message) {
	for _, m := range c.channel.Messages() {
		if strings.Contains(m.Text(), " cuts the cards for hand ") {
			list = append(list, m)
		}
	}
	return list
}

// cutsOf returns the texts of a hand's cuts in its receipt.
func cutsOf(t *testing.T, c *club, hand string) (texts []string) {
	t.Helper()
	for _, cut := range receipt(t, c, hand).Cuts {
		texts = append(texts, cut.Text)
	}
	return texts
}

// readyToCut opens a table at which alice and bob wait for a hand under a seal.
func readyToCut(t *testing.T, c *club, pause string) (alice, bob *discordtest.Person) {
	t.Helper()
	alice, bob = oneSits(t, c, pause)
	bob.Press(c.channel, "Sit down")
	time.Sleep(2 * time.Second)
	return alice, bob
}

// The channel sees every cut word for word, the message notifies no user, and it stays after the hand and a restart.
func TestACutIsShownToTheChannelForGood(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := readyToCut(t, c, "10")
		words := "@everyone " + bob.Mention() + " **a** `b` [c](https://d)"
		alice.Command(c.channel, "/cut", "text", words)
		list := cutsShown(c)
		if len(list) != 1 {
			t.Fatalf("%d messages show the cut", len(list))
		}
		text := list[0].Text()
		if plain := strings.ReplaceAll(text, `\`, ""); list[0].Ephemeral || !strings.HasPrefix(text, alice.Mention()+" cuts the cards for hand #1: ") || !strings.HasSuffix(plain, words) {
			t.Errorf("the cut is shown as %q", text)
		}
		if len(bob.Notified(c.channel)) > 0 || strings.Contains(text, " **a**") || strings.Contains(text, " @everyone") {
			t.Errorf("the cut has markup or a mention: %q", text)
		}
		time.Sleep(12 * time.Second)
		pressFold(c, alice, bob)
		if got := cutsOf(t, c, "1"); !slices.Equal(got, []string{words}) {
			t.Errorf("the cuts of the hand are %q", got)
		}
		c.stop()
		c.start()
		time.Sleep(2 * time.Minute)
		if again := cutsShown(c); len(again) != 1 || again[0].ID != list[0].ID || !again[0].Edited.IsZero() {
			t.Errorf("later the channel has %d messages of the cut", len(again))
		}
	})
}

// A cut that the bot has shown is in its hand, also after a restart between the two.
func TestACutOutlivesARestartBeforeTheHand(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := readyToCut(t, c, "20")
		alice.Command(c.channel, "/cut", "text", "first")
		alice.Command(c.channel, "/cut", "text", "second")
		time.Sleep(time.Second)
		c.stop()
		c.start()
		time.Sleep(40 * time.Second)
		pressFold(c, alice, bob)
		if got := cutsOf(t, c, "1"); !slices.Equal(got, []string{"second"}) {
			t.Errorf("the cuts of the hand are %q", got)
		}
	})
}

// A cut counts only while the channel has time to see it: an answer whose message the bot cannot learn in time does not count,
// and the bot says so.
func TestACutWhoseAnswerIsLostDoesNotCount(t *testing.T) {
	t.Parallel()
	for name, l := range map[string]struct {
		answer, look discordtest.Fault
		counts       bool
	}{
		"its answer is lost":                {discordtest.Fault{Status: 500, Applied: true}, discordtest.Fault{}, true},
		"its message is found late":         {discordtest.Fault{}, discordtest.Fault{Status: 500, Times: 2}, true},
		"its message is not found":          {discordtest.Fault{}, discordtest.Fault{Status: 500, Times: -1}, false},
		"its message is found in the hand":  {discordtest.Fault{}, discordtest.Fault{Delay: 4 * time.Second}, false},
		"its answer did not reach the room": {discordtest.Fault{Status: 500, Times: -1}, discordtest.Fault{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				alice, bob := readyToCut(t, c, "5")
				if l.answer.Status != 0 {
					c.srv.Fail("POST /interactions", l.answer)
				}
				if l.look.Status != 0 || l.look.Delay != 0 {
					c.srv.Fail("GET /webhooks", l.look)
				}
				alice.Command(c.channel, "/cut", "text", "lucky")
				time.Sleep(10 * time.Second)
				c.srv.Mend()
				pressFold(c, alice, bob)
				if got := cutsOf(t, c, "1"); (len(got) == 1) != l.counts {
					t.Errorf("the cuts of the hand are %q", got)
				}
				want := 1
				if l.counts {
					want = 0
				}
				if n := lines(c.channel, "your cut for hand #1 came too late"); n != want {
					t.Errorf("%d messages say that the cut does not count, want %d", n, want)
				}
			})
		})
	}
}

// U10: only the cut of a player who will be dealt in is taken, and no text that could not be read again.
func TestACutThatCannotCountIsRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := readyToCut(t, c, "20")
		carol := c.person("carol")
		carol.Press(c.channel, "Sit down")
		bob.Command(c.channel, "/sitout")
		for _, l := range []struct {
			who         *discordtest.Person
			words, want string
		}{
			{bob, "x", "won't be dealt into the next hand"},
			{c.person("dave"), "x", "seat"},
			{alice, strings.Repeat("é", 33), "one line that everyone can read, of 1 to 64 bytes"},
			{alice, "two\nlines", "one line that everyone can read, of 1 to 64 bytes"},
			{alice, "two\u2028lines", "one line that everyone can read, of 1 to 64 bytes"},
			{alice, "\u200b\u202e", "one line that everyone can read"},
			{alice, "a\u007f", "one line that everyone can read, of 1 to 64 bytes"},
		} {
			a := l.who.Command(c.channel, "/cut", "text", l.words)
			if a.Message == nil || !a.Message.Ephemeral || !strings.Contains(a.Text(), l.want) {
				t.Errorf("%s cuts with %q and reads %v %q", l.who.Name(), l.words, a.Err, a.Text())
			}
		}
		if n := len(cutsShown(c)); n != 0 {
			t.Errorf("%d cuts are shown", n)
		}
		for range 3 {
			time.Sleep(10 * time.Second)
			pressFold(c, alice, carol)
		}
		if r := receipt(t, c, "1"); len(r.Cuts) != 0 || fair.Verify(r).Grade != fair.GradeC {
			t.Errorf("the hand has the cuts %v: %v", r.Cuts, fmt.Sprint(fair.Verify(r).Grade))
		}
	})
}
