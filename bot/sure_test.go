package bot_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

// The bot asks for confirmation of a call or all-in for at least 80% of the stack and at least 20 big blinds. It asks for
// no other wager (R29). Heads-up bob has the small blind and acts first; carol has 10 in the pot.
func TestBigCallsAreAskedOnceMore(t *testing.T) {
	alone(t)
	for _, c := range []struct {
		name   string
		carols int      // chips
		bob    string   // his first action
		carol  []string // her next action: a command and its options
		asked  bool
	}{
		{"a call for nearly 80%", 1000, "801", []string{"/call"}, false},
		{"a call for 80%", 1000, "802", []string{"/call"}, true},
		{"a call for everything, below 20 big blinds", 209, "209", []string{"/call"}, false},
		{"a call for everything, of 20 big blinds", 210, "210", []string{"/call"}, true},
		{"a small call", 1000, "20", []string{"/call"}, false},
		{"a raise that leaves something", 1000, "20", []string{"/raise", "to", "990"}, false},
		{"a raise for everything", 1000, "20", []string{"/raise", "to", "max"}, true},
		{"an all-in", 1000, "20", []string{"/allin"}, true},
		{"an all-in below 20 big blinds", 209, "20", []string{"/allin"}, false},
		{"a raise nobody may make is refused, not asked about", 1000, "20", []string{"/raise", "to", "2000"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				club := open(t)
				_, bob := club.openTable("clock", "off", "pause", "5")
				carol := club.person("carol")
				carol.Command(club.channel, "/sit", "buyin", fmt.Sprint(c.carols))
				bob.Command(club.channel, "/sit", "buyin", "1000")
				time.Sleep(8 * time.Second)
				if answer := bob.Command(club.channel, "/raise", "to", c.bob); strings.Contains(answer.Text(), "R29") {
					bob.Press(club.channel, "Confirm")
				}
				time.Sleep(2 * time.Second)
				answer := carol.Command(club.channel, c.carol[0], c.carol[1:]...)
				if asked := strings.Contains(answer.Text(), "R29"); asked != c.asked {
					t.Errorf("answered %q", answer.Text())
				}
			})
		})
	}
}

// Call any is asked about by the most that the largest opponent can make it cost (R29). Heads-up carol has the big blind of 10 in.
func TestCallAnyIsAskedAboutByWhatItCanCost(t *testing.T) {
	alone(t)
	for bobs, want := range map[string]string{"801": "", "802": "could put in up to 792 of your 990", "900": "up to 890 of your 990", "1000": "up to 990 of your 990"} {
		synctest.Test(t, func(t *testing.T) {
			club := open(t)
			_, bob := club.openTable("clock", "off", "pause", "5")
			carol := club.person("carol")
			carol.Command(club.channel, "/sit", "buyin", "1000")
			bob.Command(club.channel, "/sit", "buyin", bobs)
			time.Sleep(8 * time.Second)
			carol.Command(club.channel, "/cards")
			time.Sleep(2 * time.Second)
			answer := carol.Press(club.channel, "☐ Call any").Text()
			if asked := strings.Contains(answer, "R29"); asked != (want != "") || !strings.Contains(answer, want) {
				t.Errorf("bob has %s: %q; want %q", bobs, answer, want)
			}
		})
	}
}

// Impatient users press twice. The first press turns the question into a panel; the second, which is refused, leaves it
// alone.
func TestConfirmingTwiceLeavesThePanel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		club := open(t)
		club.seated("clock", "off", "pause", "5")
		time.Sleep(8 * time.Second)
		p := club.actor()
		confirmation := p.Press(club.channel, "All-in").Message
		for range 2 {
			p.PressOn(confirmation, "Confirm")
			time.Sleep(2 * time.Second)
		}
		if m, _ := club.channel.Message(confirmation.ID); m.Deleted || !strings.Contains(m.Content, "Your cards") {
			t.Errorf("deleted %t:\n%s", m.Deleted, m)
		}
	})
}

// A question is visible once, and only while it can be answered. It goes away when there is another, when its player
// chooses something else, and when the hand goes on without them.
func TestAQuestionIsInSightOnceAndAsLongAsItCounts(t *testing.T) {
	alone(t)
	for _, c := range []struct {
		name string
		then func(c *club, p *discordtest.Person)
		left int
	}{
		{"asked twice", func(c *club, p *discordtest.Person) { p.Press(c.channel, "All-in") }, 1},
		{"asked by button and by command", func(c *club, p *discordtest.Person) { p.Command(c.channel, "/allin") }, 1},
		{"called instead", func(c *club, p *discordtest.Person) { p.Press(c.channel, "Call") }, 0},
		{"folded instead", func(c *club, p *discordtest.Person) { p.Press(c.channel, "Fold") }, 0},
		{"confirmed", func(c *club, p *discordtest.Person) { p.Press(c.channel, "Confirm") }, 0},
		{"out of time", func(*club, *discordtest.Person) { time.Sleep(3 * time.Minute) }, 0},
		{"pressed twice at once", func(c *club, p *discordtest.Person) {
			c.srv.Fail("/callback", discordtest.Fault{Delay: 500 * time.Millisecond})
			var first sync.WaitGroup
			first.Go(func() { p.Press(c.channel, "All-in") })
			time.Sleep(100 * time.Millisecond)
			p.Press(c.channel, "All-in")
			first.Wait()
		}, 1},
		{"asked again when the table has lain still", func(c *club, p *discordtest.Person) {
			time.Sleep(90 * time.Second)
			p.Press(c.channel, "All-in")
		}, 1},
		{"folded when the table has lain still", func(c *club, p *discordtest.Person) {
			time.Sleep(90 * time.Second)
			p.Press(c.channel, "Fold")
		}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				club := open(t)
				clock := "45s"
				if strings.Contains(c.name, "still") {
					clock = "off"
				}
				club.seated("pause", "5", "clock", clock)
				time.Sleep(8 * time.Second)
				p := club.actor()
				p.Press(club.channel, "All-in")
				time.Sleep(2 * time.Second)
				c.then(club, p)
				time.Sleep(4 * time.Second)
				questions := 0
				for _, m := range p.See(club.channel) {
					if strings.Contains(m.Text(), "(R29)") {
						questions++
					}
				}
				if questions != c.left {
					t.Errorf("%d questions are in sight, want %d", questions, c.left)
				}
			})
		})
	}
}

// The same holds for a pre-action: its question goes away when the decision can no longer come.
func TestAQuestionOfAPlanGoesWithTheHand(t *testing.T) {
	alone(t)
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.seated("pause", "60")
		time.Sleep(61 * time.Second)
		p := c.other(c.actor())
		p.PressOn(p.Command(c.channel, "/cards").Message, "☐ Call any")
		time.Sleep(2 * time.Second)
		for _, want := range []int{1, 0} {
			questions := 0
			for _, m := range p.See(c.channel) {
				if strings.Contains(m.Text(), "(R29)") {
					questions++
				}
			}
			if questions != want {
				t.Errorf("%d questions are in sight, want %d", questions, want)
			}
			c.other(p).Command(c.channel, "/fold")
			time.Sleep(2 * time.Second)
		}
	})
}
