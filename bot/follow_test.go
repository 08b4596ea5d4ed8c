package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"cardroom/bot/discordtest"
)

// As many users may follow as one message can mention; one more gets a refusal.
func TestATableHasFiftyFollowersAtMost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, _ := c.openTable()
		for n := range 52 {
			text := c.person(fmt.Sprint("fan ", n)).Command(c.channel, "/watch follow").Text()
			if full := strings.HasPrefix(text, "50 people already follow"); full != (n >= 50) {
				t.Errorf("number %d is told %q", n+1, text)
			}
		}
		c.person("fan 3").Command(c.channel, "/watch follow")
		if text := c.person("fan 51").Command(c.channel, "/watch follow").Text(); !strings.HasPrefix(text, "You follow this table.") {
			t.Errorf("when one has stopped, another is told %q", text)
		}
		confirm(alice, c.channel, "/table close")
		time.Sleep(5 * time.Second)
		if last, _ := c.channel.Last(); len(last.Notified) != 50 {
			t.Errorf("%d people are told of the end:\n%s", len(last.Notified), last.String())
		}
	})
}

// A list that is too long for a message ends with how many more there are.
func TestALongListOfTablesIsCut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.openTable()
		for n := range 29 {
			c.manager(n/10).Command(c.guild.Channel(fmt.Sprint("room ", n)), "/table open")
		}
		time.Sleep(10 * time.Second)
		text := c.person("zoe").Command(c.channel, "/watch list").Text()
		lines := strings.Split(text, "\n")
		if n := utf8.RuneCountInString(text); n > 2000 || n < 1800 || len(lines) < 10 || lines[len(lines)-1] != fmt.Sprintf("-# and %d more", 30-(len(lines)-2)) {
			t.Errorf("%d characters, %d lines:\n%s", n, len(lines), text)
		}
	})
}

// A table in a thread is listed for users who see its channel, and the list includes sleeping tables.
func TestTheListKnowsThreadsAndTablesThatSleep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, _ := c.openTable()
		thread := c.channel.Thread("side")
		alice.Command(thread, "/table open")
		time.Sleep(time.Hour)
		lobby, zoe := c.guild.Channel("lobby"), c.person("zoe")
		lists := func() int { return strings.Count(zoe.Command(lobby, "/watch list").Text(), "hold'em") }
		if n := lists(); n != 2 {
			t.Errorf("%d tables are listed", n)
		}
		c.channel.Deny(1 << 10)
		if n := lists(); n != 0 {
			t.Errorf("%d tables are listed for who sees neither", n)
		}
		c.channel.Allow(zoe, 1<<10)
		if n := lists(); n != 2 {
			t.Errorf("%d tables are listed for who was let in", n)
		}
	})
}

// Notices to followers have low priority, and are sent once whatever happens to Discord's answer.
func TestFollowersAreToldOnce(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]discordtest.Fault{
		"done, answer lost": {Status: 503, Applied: true, Times: 4}, "a limit": discordtest.TooMany(3*time.Second, "user"),
		"silence": {Silent: true, Times: 2}, "away": {Status: 500, Times: 6},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				c.seated("pause", "60")
				zoe := c.person("zoe")
				zoe.Command(c.channel, "/watch follow")
				time.Sleep(70 * time.Second)
				c.srv.Fail("POST /channels", f)
				for range 2 {
					for _, p := range []*discordtest.Person{c.person("alice"), c.person("bob")} {
						if a := p.Command(c.channel, "/allin"); a.Message != nil && len(a.Message.Buttons()) > 0 {
							p.PressOn(a.Message, "Confirm")
						}
					}
				}
				time.Sleep(40 * time.Second)
				var messages []string
				for _, m := range c.channel.Log() {
					if len(m.Notified) > 0 && m.Notified[0] == zoe.ID() {
						messages = append(messages, m.String())
					}
				}
				if len(messages) != 1 {
					t.Errorf("zoe was told %d times: %q", len(messages), messages)
				}
			})
		})
	}
}

// A big pot is news for a minute: a notice that Discord refuses for longer is not sent.
func TestFollowersAreToldNoOldNews(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.seated("pause", "60")
		zoe := c.person("zoe")
		zoe.Command(c.channel, "/watch follow")
		time.Sleep(70 * time.Second)
		c.srv.Fail("POST /channels", discordtest.Fault{Status: 500, Times: -1})
		for range 2 {
			for _, name := range []string{"alice", "bob"} {
				confirm(c.person(name), c.channel, "/allin")
			}
		}
		time.Sleep(2 * time.Minute)
		c.srv.Mend()
		time.Sleep(2 * time.Minute)
		if n := len(zoe.Notified(c.channel)); n > 0 {
			t.Errorf("zoe was told %d times", n)
		}
	})
}

// If Discord is slow, a list of many threads is incomplete at first. A second request has all of it, and costs no more than
// any other.
func TestALongListOfThreadsIsThereWhenAskedAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const threads = 20
		c := open(t)
		c.openTable()
		for n := range threads {
			c.manager(n/10).Command(c.channel.Thread(fmt.Sprint("side ", n)), "/table open")
		}
		time.Sleep(time.Minute)
		c.srv.Fail("GET /channels", discordtest.Fault{Delay: 100 * time.Millisecond, Times: 1 << 20})
		lobby, zoe := c.guild.Channel("lobby"), c.person("zoe")
		for n := range 3 {
			before := c.srv.RequestCount()
			text := zoe.Command(lobby, "/watch list").Text()
			if n > 0 && (strings.Contains(text, "did not say") || !strings.Contains(text, "-# and 8 more")) {
				t.Errorf("asked %d times:\n%s", n+1, text)
			}
			if cost := c.srv.RequestCount() - before; n > 1 && cost != 3 {
				t.Errorf("the list costs %d requests", cost)
			}
			time.Sleep(5 * time.Second)
		}
	})
}

// The list names the tournament of a table and its blinds, and no free seats, which are not to take.
func TestTheListNamesTheTournamentOfATable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday *two*", "hyper", "2", "0")
		lists := func(want string) {
			t.Helper()
			text := s.person("zoe").Command(s.channel, "/watch list").Text()
			if !strings.Contains(text, " · **Friday \\*two\\*** · NL hold'em "+want) || strings.Contains(text, "seats") {
				t.Errorf("zoe reads %q, want %q", text, want)
			}
		}
		lists("10/20 · waiting for players")
		s.register("alice", "bob")
		time.Sleep(time.Minute)
		lists("10/20 · playing #1")
		s.alice.Command(s.channel, "/tournament pause")
		lists("10/20 · playing #1")
		for _, name := range []string{"alice", "bob"} {
			s.person(name).Press(s.table, "Fold")
		}
		time.Sleep(time.Minute)
		lists("10/20 · paused")
	})
}
