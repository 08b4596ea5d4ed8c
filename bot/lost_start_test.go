package bot_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

// newest returns the newest message at the table with a text, "" for none.
func (s *sitAndGo) newest(text string) (content string) {
	for _, m := range s.table.Messages() {
		if strings.Contains(m.Content, text) {
			content = m.Content
		}
	}
	return content
}

// names reports whether a text mentions just these of some people.
func (s *sitAndGo) names(text string, people ...string) bool {
	for _, name := range []string{"alice", "bob", "carol"} {
		if strings.Contains(text, s.person(name).Mention()) != slices.Contains(people, name) {
			return false
		}
	}
	return true
}

// Discord takes the message of a start and does not answer, and then the entries change. Another start has a message of its own, which
// names those who play; without a change the message stays the only one.
func TestAStartNamesThoseWhoPlay(t *testing.T) {
	t.Parallel()
	for name, later := range map[string][]string{"the same": {"alice", "bob"}, "others": {"alice", "carol"}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Friday", "hyper", "3", "0")
				s.register("alice", "bob")
				s.srv.Fail("GET "+messages, discordtest.Fault{Status: 500, Times: -1, Channel: s.table.ID()})
				s.srv.Fail("POST "+messages, discordtest.Fault{Status: 502, Applied: true, Times: -1, Channel: s.table.ID()})
				s.alice.Command(s.channel, "/tournament start")
				s.awaits("the message of the start stands", func() bool { return s.says("** begins: ") > 0 })
				time.Sleep(5 * time.Second)
				if !slices.Contains(later, "bob") {
					s.person("bob").Press(s.channel, "Unregister")
					s.register("carol")
				}
				s.srv.Mend()
				s.alice.Command(s.channel, "/tournament start")
				s.awaits("the seats are drawn", func() bool { return s.says("Take your seats") > 0 })
				start, seats := s.newest("** begins: "), s.newest("Take your seats")
				if !s.names(start, later...) || !s.names(seats, later...) || (s.says("** begins: ") == 1) != (name == "the same") {
					t.Errorf("%d messages of a start, the last: %s\nthe seats: %s", s.says("** begins: "), start, seats)
				}
			})
		})
	}
}

// The check-in ends while Discord takes nine seconds for the message of the start. A person of the waitlist who leaves it meanwhile
// carries out nothing that is due: those whom the message names play.
func TestAStartStandsWhileAWaiterLeaves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.alice.Command(s.channel, "/tournament settings", "check-in", "10")
		s.register("alice", "bob", "carol")
		s.person("dave").Press(s.channel, "Register")
		time.Sleep(59*time.Minute + 50*time.Second)
		s.srv.Fail("POST "+messages, discordtest.Fault{Delay: 9 * time.Second, Channel: s.table.ID()})
		if _, err := s.alice.Start(s.channel, discordtest.Slash{Command: "/tournament start"}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(8 * time.Second)
		if a := s.person("dave").Press(s.channel, "Unregister"); !strings.Contains(a.Text(), "begun") {
			t.Errorf("dave reads %q", a.Text())
		}
		s.awaits("the seats are drawn", func() bool { return s.says("Take your seats") > 0 })
		if seats := s.newest("Take your seats"); !s.names(seats, "alice", "bob", "carol") {
			t.Errorf("the seats: %s", seats)
		}
	})
}

// An organiser who starts a tournament just after another one did reads that it begins.
func TestTwoOrganisersStartATournament(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday", "hyper", "3", "0")
		s.person("dave").Grant(discordgo.PermissionManageEvents)
		s.register("alice", "bob")
		s.srv.Fail("POST "+messages, discordtest.Fault{Delay: time.Second, Channel: s.table.ID()})
		first, err := s.alice.Start(s.channel, discordtest.Slash{Command: "/tournament start"})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if a := s.person("dave").Command(s.channel, "/tournament start"); !strings.Contains(a.Text(), "**Friday** is beginning") {
			t.Errorf("dave reads %q", a.Text())
		}
		if a := first.Answer(); !strings.Contains(a.Text(), "**Friday** has begun") {
			t.Errorf("alice reads %q", a.Text())
		}
	})
}
