package bot_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/engine"
)

// lobbies returns the lobbies in the club's channel, the oldest first.
func (s *sitAndGo) lobbies() (list []string) {
	for _, m := range s.channel.Messages() {
		if strings.HasPrefix(m.Content, "**Again**") {
			list = append(list, m.Content)
		}
	}
	return list
}

// newSeries opens a Sit & Go of three with again:on. Alice, bob and erin fill it, and the others wait.
func newSeries(t *testing.T, waiting ...string) *sitAndGo {
	s := newSitAndGo(t, "Again", "hyper", "3", "0", "100")
	s.excused, s.overdue = 20, 20
	if a := s.alice.Command(s.channel, "/tournament settings", "again", "on"); !strings.Contains(a.Text(), "`again` **on**") {
		t.Fatalf("%s %v", a.Text(), a.Err)
	}
	s.register("alice", "bob", "erin")
	for _, name := range waiting {
		if a := s.person(name).Press(s.channel, "Register"); !strings.Contains(a.Text(), "on the waitlist") || !strings.Contains(a.Text(), "If this one starts without you, you're registered for the next one") {
			t.Fatalf("%s: %s %v", name, a.Text(), a.Err)
		}
	}
	return s
}

// isNext fails unless there is one next lobby, with these players.
func (s *sitAndGo) isNext(names ...string) {
	s.t.Helper()
	list := s.lobbies()
	if len(list) != 2 {
		s.t.Fatalf("%d lobbies: %q", len(list), list)
	}
	want := fmt.Sprintf("Registered: %d of 3", len(names))
	for _, name := range names {
		if !strings.Contains(list[1], "<@"+s.person(name).ID()+">") {
			s.t.Errorf("%s is not in the next one:\n%s", name, list[1])
		}
	}
	if !strings.Contains(list[1], want) {
		s.t.Errorf("the next lobby does not say %q:\n%s", want, list[1])
	}
}

// The start of a Sit & Go opens the next one. Those on its waitlist register first, in order; a player who cannot pay is skipped.
func TestTheStartOpensTheNextOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSeries(t, "carol", "dave")
		if n := len(s.lobbies()); n != 1 {
			t.Fatalf("%d lobbies before the start", n)
		}
		s.spend("carol", 9950)
		time.Sleep(time.Minute)
		s.isNext("dave")
		if s.balance("dave") != -100 || s.balance("carol") != -9950 {
			t.Errorf("dave has %+d and carol %+d", s.balance("dave"), s.balance("carol"))
		}
		if a := s.person("dave").Press(s.channel, "Unregister"); a.Err != nil {
			t.Error(a.Err)
		}
		time.Sleep(10 * time.Second)
		s.isNext()
		if s.balance("dave") != 0 {
			t.Errorf("dave has %+d", s.balance("dave"))
		}
	})
}

// endingSeries returns a series whose next tournament has carol and dave, who waited. The program ended at the nth pass of a point.
func endingSeries(t *testing.T, at failpoint.Point, nth int32) *sitAndGo {
	t.Helper()
	s := newSeries(t, "carol", "dave")
	var passed atomic.Int32
	s.stop()
	s.at = func(p failpoint.Point) bool { return p == at && passed.Add(1) == nth }
	s.start()
	for range 6 {
		time.Sleep(20 * time.Second)
		if s.life.over.Load() {
			s.stop()
			s.start()
		}
	}
	s.isNext("carol", "dave")
	return s
}

// Wherever the program ends, there is one next tournament, and those who waited are in it (T99, T122).
func TestASeriesSurvivesEveryEnd(t *testing.T) {
	t.Parallel()
	passes := []int32{1, 2, 3, 4, 5, 6}
	if testing.Short() {
		passes = []int32{2, 4}
	}
	for i, at := range around(failpoint.CommitTable, failpoint.MakeThread, failpoint.PostEvent, failpoint.PostLobby) {
		for _, nth := range passes {
			if i >= 2 && nth > 2 { // of these there are few
				continue
			}
			t.Run(fmt.Sprint(at, " ", nth), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := endingSeries(t, at, nth)
					if n := len(s.threads()); n != 2 {
						t.Errorf("%d threads for two tables", n)
					}
					s.excused, s.overdue = 20, 20
				})
			})
		}
	}
}

// Where no thread may be made, the next table is in the lobby's channel. If that has a table, the series ends; the tournament that
// runs does not.
func TestASeriesWithoutThreads(t *testing.T) {
	t.Parallel()
	for name, taken := range map[string]bool{"in the channel": false, "the channel has a table": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSeries(t, "carol")
				if taken {
					s.alice.Grant(discordgo.PermissionManageChannels)
					s.alice.Command(s.channel, "/table open")
				}
				s.channel.BotLacks(discordgo.PermissionCreatePublicThreads)
				time.Sleep(time.Minute)
				if notices := s.mentions("the series of **Again** ends", s.alice); taken && (len(s.lobbies()) != 1 || notices != 1) {
					t.Errorf("%d lobbies, and %d messages tell alice that the series ends", len(s.lobbies()), notices)
				} else if !taken {
					s.isNext("carol")
				}
				for range 2000 {
					if s.says("The seal is open") > 0 {
						break
					}
					time.Sleep(time.Second)
					for _, name := range []string{"alice", "bob", "erin"} {
						for _, label := range []string{"All-in", "Call", "Check"} {
							if a := s.person(name).Press(s.table, label); a.Err == nil {
								s.person(name).Press(s.table, "Confirm")
								break
							}
						}
					}
				}
				if s.says("The seal is open") != 1 {
					t.Errorf("the tournament does not end: %s", s.lobby())
				}
			})
		})
	}
}

// The next one has house players of the same strength.
func TestASeriesKeepsItsHousePlayers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &sitAndGo{club: openAs(t, panelsOnPress)}
		alice := s.person("alice")
		alice.Grant(discordgo.PermissionManageEvents)
		alice.Submit(alice.Command(s.channel, "/tournament create", "level", "hard", "bots", "1"), "Again", "", "", "turbo", "2")
		time.Sleep(6 * time.Second)
		alice.Command(s.channel, "/tournament settings", "again", "on")
		s.register("bob")
		time.Sleep(time.Minute)
		s.strength(engine.Hard, 2)
	})
}

// The settings refuse a series without its conditions, and options of a start time without one.
func TestASeriesNeedsASitAndGo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Again", "hyper", "2", "0", "100")
		for _, c := range []struct {
			options []string
			want    string
		}{
			{[]string{"again", "on", "start", "in 1h"}, "starts when it is full"},
			{[]string{"again", "on"}, "`again` **on**"},
			{[]string{"start", "in 1h"}, "starts when it is full"},
			{[]string{"again", "off"}, "`again` **off**"},
			{[]string{"start", "in 900d"}, "too far away"},
			{[]string{"min", "2"}, "`min` goes with a start time"},
		} {
			if a := s.alice.Command(s.channel, "/tournament settings", c.options...); !strings.Contains(a.Text(), c.want) {
				t.Errorf("%v: %s", c.options, a.Text())
			}
		}
	})
}

// A change of the levels in play, while the next tournament is still to open, is none of the next one (T7, T122).
func TestTheNextOneHasTheLevelsOfTheStart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSeries(t, "carol")
		heading := func(i int) string {
			_, after, _ := strings.Cut(s.lobbies()[i], "-# ")
			line, _, _ := strings.Cut(after, "\n")
			return line
		}
		time.Sleep(8 * time.Second)
		before := heading(0)
		for range 12 {
			s.srv.Fail("/threads", discordtest.Fault{Status: 500})
		}
		time.Sleep(30 * time.Second)
		dave := s.person("dave")
		dave.Grant(discordgo.PermissionManageEvents)
		a := dave.Command(s.channel, "/tournament settings", "levels", "1500 7m 500/1000")
		if len(s.lobbies()) != 1 || !strings.Contains(a.Text(), "levels of 7 min") {
			t.Fatalf("with %d lobbies dave reads %q", len(s.lobbies()), a.Text())
		}
		time.Sleep(10 * time.Minute)
		if after := heading(1); after != before {
			t.Errorf("the next one has %q, want %q", after, before)
		}
	})
}

// Another tournament in the thread that was made for the next one does not pass for it: those who wait are in the next one (T122).
func TestAnotherTournamentIsNotTheNextOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSeries(t, "carol")
		s.stop()
		var opened atomic.Bool
		s.at = func(p failpoint.Point) bool {
			if made := (failpoint.Point{Effect: failpoint.MakeThread, Done: true}); p == made && !opened.Swap(true) {
				list := s.threads()
				s.alice.Submit(s.alice.Command(list[len(list)-1], "/tournament create", "bots", "0"), "Other", "", "", "turbo", "3")
			}
			return false
		}
		s.start()
		time.Sleep(time.Minute)
		if s.isNext("carol"); !opened.Load() || len(s.threads()) != 3 {
			t.Errorf("alice opened another: %t, and there are %d threads", opened.Load(), len(s.threads()))
		}
	})
}

// An organiser starts the next one only after those who waited are in it. Here Discord does not say whether carol has a role.
func TestTheNextOneWaitsForItsWaitlist(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Again", "hyper", "4", "2")
		s.alice.Command(s.channel, "/tournament settings", "again", "on", "more", "not-role <@&"+s.guild.Role("guests")+">")
		s.register("alice", "bob")
		s.person("carol").Press(s.channel, "Register")
		s.srv.Fail("GET /guilds/{guild}/members/{user}", discordtest.Fault{Status: 500, Times: -1})
		time.Sleep(time.Minute)
		if len(s.threads()) != 2 {
			t.Fatalf("%d threads", len(s.threads()))
		}
		if a := s.alice.Command(s.threads()[1], "/tournament start"); !strings.Contains(a.Text(), "busy") {
			t.Errorf("alice starts the next one and reads %q", a.Text())
		}
		s.srv.Mend()
		time.Sleep(time.Minute)
		if list := s.lobbies(); !strings.Contains(list[len(list)-1], s.person("carol").Mention()) {
			t.Errorf("carol is not in the next one: %q", list)
		}
	})
}

// In a series the server pays added and guaranteed chips for each tournament. The answer to either option says so, and without a series
// it does not.
func TestASeriesSaysThatTheServerPaysForEachTournament(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Again", "hyper", "3", "0", "100")
		s.alice.Grant(discordgo.PermissionManageGuild)
		for _, x := range []struct {
			option, value string
			says          bool
		}{{"added", "500", false}, {"again", "on", true}, {"added", "600", true}, {"guarantee", "900", true}, {"again", "off", false}} {
			a := s.alice.Command(s.channel, "/tournament settings", x.option, x.value)
			if a.Err != nil || strings.Contains(a.Text(), "for every tournament of this series") != x.says {
				t.Errorf("%s %s: alice reads\n%s %v", x.option, x.value, a.Text(), a.Err)
			}
		}
	})
}

// The next tournament takes people from the waitlist. One message tells each of them that they are in it, and what they paid, wherever
// the program ends (T99, T122).
func TestTheNextOfASeriesTellsWhoPaid(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.CommitTable, failpoint.PostApplication) {
		for nth := int32(1); nth <= 12; nth++ {
			t.Run(fmt.Sprint(at, " ", nth), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := endingSeries(t, at, nth)
					next := s.newThread()
					for _, name := range []string{"carol", "dave"} {
						read := 0
						for _, m := range next.Messages() {
							if strings.HasPrefix(m.Content, s.person(name).Mention()+" ") && strings.Contains(m.Content, "You paid 100.") {
								read++
							}
						}
						if read != 1 || s.balance(name) != -100 {
							t.Errorf("%d messages tell %s, who has %+d", read, name, s.balance(name))
						}
					}
					s.excused, s.overdue = 20, 20
				})
			})
		}
	}
}
