package bot_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/store"
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

// lostStart returns a tournament of alice and bob whose start Discord announces, but never answers. Alice reads that it begins.
func lostStart(t *testing.T) *sitAndGo {
	s := newSitAndGo(t, "Friday", "hyper", "3", "0")
	s.register("alice", "bob")
	s.srv.Fail("GET "+messages, discordtest.Fault{Status: 500, Times: -1, Channel: s.table.ID()})
	s.srv.Fail("POST "+messages, discordtest.Fault{Status: 502, Applied: true, Times: -1, Channel: s.table.ID()})
	if a := s.alice.Command(s.channel, "/tournament start"); !strings.Contains(a.Text(), "is beginning") {
		t.Errorf("alice reads %q", a.Text())
	}
	s.awaits("the message of the start stands", func() bool { return s.says("** begins: ") > 0 })
	return s
}

// The message of the start names those who play, also where Discord does not answer that it took the message: until then the entries
// stay as they are, whatever becomes of the program.
func TestAStartWhoseAnswerIsLostKeepsThoseItNames(t *testing.T) {
	t.Parallel()
	for name, happens := range map[string]func(*sitAndGo){
		"nothing":          func(*sitAndGo) {},
		"a restart":        func(s *sitAndGo) { s.stop(); s.start() },
		"a second command": func(s *sitAndGo) { s.alice.Command(s.channel, "/tournament start") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := lostStart(t)
				happens(s)
				for who, label := range map[string]string{"bob": "Unregister", "carol": "Register"} {
					if a := s.person(who).Press(s.channel, label); !strings.Contains(a.Text(), "is beginning with the players who are registered") {
						t.Errorf("%s reads %q", who, a.Text())
					}
				}
				s.srv.Mend()
				s.awaits("the seats are drawn", func() bool { return s.says("Take your seats") > 0 })
				if got := s.newest("** begins: "); s.says("** begins: ") != 1 || !s.names(got, "alice", "bob") {
					t.Errorf("%d messages of the start, the last: %s", s.says("** begins: "), got)
				}
				if got := s.newest("Take your seats"); !s.names(got, "alice", "bob") {
					t.Errorf("the players are %s", got)
				}
				if got := s.alice.Command(s.channel, "/tournament log").Text(); !strings.Contains(got, s.alice.Mention()+": started the tournament") { // T109
					t.Errorf("the log says %s", got)
				}
			})
		})
	}
}

// The store does not take that the message of the start stands: the entries stay as they are until it does.
func TestAStartThatIsNotStoredKeepsThoseItNames(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGoAs(t, func(c *club) { panelsOnPress(c); c.nonces = 3 * time.Second }, "Friday", "hyper", "3", "0")
		s.register("alice", "bob")
		var away atomic.Bool
		s.shaky.on(func(_ context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
			if away.Load() || s.says("** begins: ") > 0 && !away.Swap(true) {
				return store.Receipt{}, context.DeadlineExceeded
			}
			return do()
		})
		s.alice.Start(s.channel, discordtest.Slash{Command: "/tournament start"})
		s.awaits("the message of the start is not stored", away.Load)
		out := make(chan string)
		go func() { out <- s.person("bob").Press(s.channel, "Unregister").Text() }()
		time.Sleep(5 * time.Second) // so Discord has forgotten the nonce
		s.shaky.works()
		if got := <-out; strings.Contains(got, "no longer registered") {
			t.Errorf("bob reads %q", got)
		}
		s.awaits("the seats are drawn", func() bool { return s.says("Take your seats") > 0 })
		if got := s.newest("Take your seats"); s.says("** begins: ") != 1 || !s.names(got, "alice", "bob") {
			t.Errorf("%d messages of the start, and the players are %s", s.says("** begins: "), got)
		}
	})
}

// Discord refuses the message of the start after tries without an answer: the entries are open again. Another start has its own message,
// which names those who play then.
func TestARefusedStartOpensTheEntries(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := lostStart(t)
		s.srv.Mend()
		s.srv.Fail("GET "+messages, discordtest.Fault{Status: 500, Times: -1, Channel: s.table.ID()})
		s.srv.Fail("POST "+messages, discordtest.Fault{Status: 400, Body: `{"code":50035,"message":"Invalid Form Body"}`, Times: -1, Channel: s.table.ID()})
		if a := s.alice.Command(s.channel, "/tournament start"); !strings.Contains(a.Text(), "didn't take the message") {
			t.Errorf("alice reads %q", a.Text())
		}
		if a := s.person("bob").Press(s.channel, "Unregister"); !strings.Contains(a.Text(), "no longer registered") {
			t.Errorf("bob reads %q", a.Text())
		}
		s.register("carol")
		s.srv.Mend()
		if a := s.alice.Command(s.channel, "/tournament start"); !strings.Contains(a.Text(), "has begun") {
			t.Errorf("alice reads %q", a.Text())
		}
		s.awaits("the seats are drawn", func() bool { return s.says("Take your seats") > 0 })
		if got := s.newest("** begins: "); !s.names(got, "alice", "carol") {
			t.Errorf("the message of the start says %s", got)
		}
		if got := s.newest("Take your seats"); !s.names(got, "alice", "carol") {
			t.Errorf("the players are %s", got)
		}
	})
}

// A tournament whose start may stand can be cancelled, and a channel that is deleted takes the message of the start along.
func TestAStartWhoseAnswerIsLostMayEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := lostStart(t)
		if a := s.cancel("rain"); !strings.Contains(a.Text(), "**Friday** is cancelled.") {
			t.Errorf("alice reads %q", a.Text())
		}
		s.srv.Mend()
		s.awaits("it is over", s.over)
	})
	synctest.Test(t, func(t *testing.T) {
		s := lostStart(t)
		s.table.Delete()
		s.srv.Mend()
		s.awaits("the entries are open", func() bool {
			return strings.Contains(s.person("bob").Press(s.channel, "Unregister").Text(), "no longer registered")
		})
	})
}

// A person on the waitlist gets no place while the start is announced, also where Discord tells their roles only then (T13).
func TestAStartLetsNoOneInFromTheWaitlist(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var roles atomic.Bool // the bot has requested them
		s := newSitAndGoAs(t, func(c *club) {
			panelsOnPress(c)
			c.sent = func(path string, _ []byte) {
				if strings.Contains(path, "/members/") {
					roles.Store(true)
				}
			}
		}, "Friday", "hyper", "3", "0")
		role := s.guild.Role("guests")
		s.settings("more", "not-role <@&"+role+">")
		s.register("alice", "bob", "dave")
		s.person("carol").Press(s.channel, "Register") // on the waitlist
		s.srv.Fail("GET /guilds/{guild}/members/{user}", discordtest.Fault{Delay: 2 * time.Second})
		s.srv.Fail("POST "+messages, discordtest.Fault{Delay: 4 * time.Second, Channel: s.table.ID()})
		s.person("dave").Press(s.channel, "Unregister")
		s.awaits("a place is free for carol", roles.Load)
		s.alice.Start(s.channel, discordtest.Slash{Command: "/tournament start"})
		s.awaits("the seats are drawn", func() bool { return s.says("Take your seats") > 0 })
		if got := s.newest("** begins: ") + s.newest("Take your seats"); !s.names(got, "alice", "bob") {
			t.Errorf("the start and the seats name others: %s", got)
		}
	})
	synctest.Test(t, func(t *testing.T) { // nor after a restart before the seats are drawn
		s := newSitAndGo(t, "Friday", "hyper", "3", "0")
		s.register("alice", "bob", "dave")
		s.person("carol").Press(s.channel, "Register")
		var stored atomic.Int64 // the message, and then nothing
		s.shaky.on(func(_ context.Context, change store.Change, do commitFunc) (store.Receipt, error) {
			if strings.HasPrefix(change.ID, "admit") {
				return store.Receipt{}, errors.New("not now")
			}
			if s.says("** begins: ") > 0 && stored.Add(1) > 1 {
				return store.Receipt{}, context.DeadlineExceeded
			}
			return do()
		})
		s.person("dave").Press(s.channel, "Unregister")
		s.alice.Start(s.channel, discordtest.Slash{Command: "/tournament start"})
		s.awaits("the draw is not stored", func() bool { return stored.Load() > 1 })
		s.stop()
		s.shaky.works()
		s.start()
		s.awaits("the seats are drawn", func() bool { return s.says("Take your seats") > 0 })
		if got := s.newest("** begins: ") + s.newest("Take your seats"); !s.names(got, "alice", "bob") {
			t.Errorf("the start and the seats name others: %s", got)
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
