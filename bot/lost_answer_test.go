package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

const messages = "/channels/{channel}/messages"

// awaits waits until something holds, for a minute at most.
func (c *club) awaits(thing string, holds func() bool) {
	c.t.Helper()
	for range 600 {
		if holds() {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	c.t.Fatalf("for a minute it does not hold that %s", thing)
}

// The first requests for a board and for a lobby are carried out, but their answers are lost. A player who comes meanwhile is on both as soon
// as Discord answers, by one edit.
func TestAMessageWhoseAnswerIsLostShowsTheNewest(t *testing.T) {
	t.Parallel()
	for how, happens := range map[string]func(*club){
		"board":                      func(*club) {},
		"board, after a restart":     func(c *club) { c.stop(); c.srv.Mend(); c.start() },
		"board, and it may not read": func(*club) {},
	} {
		t.Run(how, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				alice, bob := c.person("alice"), c.person("bob")
				alice.Grant(discordgo.PermissionManageChannels)
				if strings.Contains(how, "not read") {
					c.srv.Fail("GET "+messages, discordtest.Fault{Status: 403, Body: `{"code":50001,"message":"Missing Access"}`, Times: -1})
				}
				c.srv.Fail("POST "+messages, discordtest.Fault{Status: 502, Applied: true, Times: 4}) // the first try, and one of the next
				if _, err := alice.Start(c.channel, discordtest.Slash{Command: "/table open", Options: []string{"board", "text"}}); err != nil {
					t.Fatal(err)
				}
				c.awaits("the board stands", func() bool { return strings.Contains(board2(c.channel), "seats free") })
				if a := bob.Command(c.channel, "/sit"); a.Err != nil {
					t.Fatal(a.Err)
				}
				happens(c)
				c.awaits("the board names bob", func() bool { return strings.Contains(board2(c.channel), bob.Mention()) })
			})
		})
	}
	for times, restarts := range map[int]bool{4: false, -1: true} {
		t.Run(fmt.Sprint("lobby, restarts: ", restarts), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &sitAndGo{club: openAs(t, panelsOnPress)}
				s.alice = s.person("alice")
				s.alice.Grant(discordgo.PermissionManageEvents)
				asked := s.alice.Command(s.channel, "/tournament create")
				s.srv.Fail("POST "+messages, discordtest.Fault{Status: 502, Applied: true, Times: times, Channel: s.channel.ID()})
				s.alice.Submit(asked, "Friday", "", "", "turbo", "3")
				s.awaits("the lobby stands", func() bool { return strings.Contains(s.lobby(), "Registered: 0") })
				s.awaits("bob is registered", func() bool {
					return strings.Contains(s.person("bob").Press(s.channel, "Register").Text(), "registered")
				})
				if restarts {
					s.stop()
					s.srv.Mend()
					s.start()
				}
				s.awaits("the lobby names bob", func() bool { return strings.Contains(s.lobby(), s.person("bob").Mention()) })
			})
		})
	}
}

// A user whose request was declined reads it once, also where Discord's answer is lost and another request is declined before the next try.
func TestADeclinedUserReadsItOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on", "Guests", "turbo", "3", "0")
		for _, name := range []string{"bob", "carol"} {
			s.person(name).Press(s.channel, "Register")
			s.awaits("alice is asked about "+name, func() bool { return s.mentions("asks to register", s.person(name)) == 1 })
		}
		s.srv.Fail("POST "+messages, discordtest.Fault{Status: 502, Applied: true, Times: -1, Channel: s.table.ID()})
		s.answers(s.alice, "bob", "Decline")
		s.awaits("bob reads it", func() bool { return s.mentions("declined your request", s.person("bob")) == 1 })
		time.Sleep(3 * time.Second) // the try is over
		s.answers(s.alice, "carol", "Decline")
		synctest.Wait()
		s.srv.Mend()
		s.awaits("carol reads it", func() bool { return s.mentions("declined your request", s.person("carol")) == 1 })
		if n := s.mentions("declined your request", s.person("bob")); n != 1 {
			t.Errorf("bob reads it %d times", n)
		}
	})
}
