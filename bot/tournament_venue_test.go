package bot_test

import (
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/bot/table"
	"cardroom/render/locale"
	"cardroom/store"
)

// newThread returns the thread that the table has after its own was deleted.
func (s *sitAndGo) newThread() *discordtest.Channel {
	s.t.Helper()
	threads := s.threads()
	if len(threads) == 0 || threads[len(threads)-1].ID() == s.table.ID() {
		s.t.Fatalf("the table has no new thread: %s", s.lobby())
	}
	return threads[len(threads)-1]
}

// atPlay returns a tournament of Alice and Bob in its first hand.
func atPlay(t *testing.T) *sitAndGo {
	t.Helper()
	return atPlayAs(t, panelsOnPress)
}

// atPlayAs works like atPlay, for a club with changes.
func atPlayAs(t *testing.T, how func(*club)) *sitAndGo {
	t.Helper()
	s := newSitAndGoAs(t, how, "Gone", "hyper", "2", "0", "100")
	s.register("alice", "bob")
	time.Sleep(time.Minute)
	return s
}

// playsOn plays a tournament to its end at the table where it has moved, and checks its messages and the payments.
func (s *sitAndGo) playsOn(names ...string) {
	s.t.Helper()
	s.shove(names...)
	time.Sleep(20 * time.Second)
	s.moved()
	s.books(100, names...)
}

// moved checks the place to which a table has moved: its new channel tells the players, and a later result stands there.
func (s *sitAndGo) moved(places ...string) {
	s.t.Helper()
	if n := s.says("goes on here"); n != 1 {
		s.t.Errorf("%d messages say that the table moved", n)
	}
	if m := s.lobby(); !strings.Contains(m, "Finished") {
		s.t.Errorf("the lobby says\n%s", m)
	}
	if n := s.says("The seal is open"); n != 1 {
		s.t.Errorf("%d messages have the result", n)
	}
}

// turnAt returns the text of the newest board in a channel.
func turnAt(at *discordtest.Channel) string {
	text := ""
	for _, m := range at.Messages() {
		if strings.Contains(m.Text(), "Hand #") || strings.Contains(m.Text(), "#") && len(m.Buttons()) > 0 {
			text = m.Text()
		}
	}
	return text
}

// A tournament whose thread is deleted goes on in a new one: with the same hand, the same player to act and the time that was left (T118).
func TestADeletedThreadIsReplaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Gone", "hyper", "3", "0", "100")
		s.register("alice", "bob", "carol")
		time.Sleep(time.Minute)
		before := turnAt(s.table)
		s.table.Delete()
		time.Sleep(5 * time.Second)
		s.table = s.newThread()
		heading, _, _ := strings.Cut(before, "\n")
		if after := turnAt(s.table); before == "" || !strings.HasPrefix(after, heading) {
			t.Errorf("before:\n%s\nafter:\n%s", before, after)
		}
		time.Sleep(10 * time.Second)
		if m := s.lobby(); !strings.Contains(m, "<#"+s.table.ID()+">") {
			t.Errorf("the lobby does not link the new thread:\n%s", m)
		}
		for _, c := range []string{"/cards", "/tournament status", "/history"} {
			if a := s.alice.Command(s.table, c); a.Err != nil || strings.Contains(a.Text(), "no table") {
				t.Errorf("%s: %s %v", c, a.Text(), a.Err)
			}
		}
		s.foldsAll("alice", "bob", "carol")
		s.verifiesHere(2, true)
		s.playsOn("alice", "bob", "carol")
		if n := s.says("the channel with their message was deleted"); n != 1 {
			t.Errorf("%d messages say why there are new seals", n)
		}
		s.stop() // a closed table is found again
		s.start()
		s.opensTable()
		if a := s.alice.Command(s.table, "/verify"); !strings.Contains(a.Text(), "cardroom verify") {
			t.Errorf("the hands of the new thread: %s", a.Text())
		}
		s.verifiesHere(1, false)
		s.verifiesHere(2, true)
	})
}

// A board that was posted in a thread while Discord deleted that is not the board of the table's new thread.
func TestABoardInADeletedThreadIsNotTakenOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := atPlay(t)
		s.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Delay: 4 * time.Second, Applied: true, Times: -1, Channel: s.table.ID()})
		for _, name := range []string{"alice", "bob"} {
			s.person(name).Press(s.table, "Fold")
		}
		for m, _ := s.table.Last(); !strings.HasPrefix(m.Text(), "#2"); m, _ = s.table.Last() {
			time.Sleep(500 * time.Millisecond)
		}
		s.table.Delete()
		time.Sleep(10 * time.Second)
		s.table = s.newThread()
		if board := turnAt(s.table); !strings.HasPrefix(board, "#2") {
			t.Errorf("the board of the new thread is\n%s", board)
		}
		for _, r := range s.srv.Requests() {
			if strings.HasPrefix(r.Path, "/channels/"+s.table.ID()+"/") && r.Status == 404 {
				t.Errorf("%s %s is answered %d", r.Method, r.Path, r.Status)
			}
		}
		s.foldsAll("alice", "bob")
		s.playsOn("alice", "bob")
	})
}

// foldsAll has the players fold until two hands are over.
func (s *sitAndGo) foldsAll(names ...string) {
	for range 2 {
		for range 2 {
			for _, name := range names {
				s.person(name).Press(s.table, "Fold")
				time.Sleep(time.Second)
			}
		}
		time.Sleep(15 * time.Second)
	}
}

// Before the start the thread is replaced, too, and its seal is shown again.
func TestAThreadIsReplacedBeforeTheStart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Gone", "hyper", "2", "0", "100")
		s.register("alice")
		s.table.Delete()
		time.Sleep(5 * time.Second)
		s.table = s.newThread()
		s.register("bob")
		time.Sleep(time.Minute)
		s.playsOn("alice", "bob")
	})
}

// Where no thread may be made, the lobby's channel takes the table.
func TestTheLobbysChannelTakesATable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := atPlay(t)
		s.channel.BotLacks(discordgo.PermissionCreatePublicThreads)
		s.table.Delete()
		time.Sleep(5 * time.Second)
		s.table = s.channel
		s.foldsAll("alice", "bob")
		s.verifiesHere(2, true)
		s.alice.Grant(discordgo.PermissionManageChannels)
		if a := s.alice.Command(s.channel, "/table open"); !strings.Contains(a.Text(), "already") {
			t.Errorf("a second table: %s", a.Text())
		}
		s.playsOn("alice", "bob")
		if a := s.alice.Command(s.channel, "/table open"); strings.Contains(a.Text(), "already") {
			t.Errorf("a table after the tournament: %s", a.Text())
		}
	})
}

// A lobby whose channel is deleted takes the table along. The tournament pauses after ten minutes, until an organiser resumes it
// elsewhere.
func TestATournamentWithoutAChannelIsResumedElsewhere(t *testing.T) {
	t.Parallel()
	for name, after := range map[string]time.Duration{"at once": time.Minute, "paused": time.Hour} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := atPlay(t)
				hall, dealers := s.guild.Channel("hall"), s.guild.Role("dealers")
				s.alice.Grant(discordgo.PermissionManageGuild)
				s.alice.Command(hall, "/server", "organiser-role", dealers)
				s.alice.Revoke(discordgo.PermissionManageGuild)
				s.person("dora").AddRole(dealers)
				s.table.Delete()
				s.channel.Delete()
				time.Sleep(after)
				if after > 30*time.Minute {
					s.stop() // it outlasts the program
					time.Sleep(time.Minute)
					s.start()
				}
				asked := s.alice.Command(hall, "/tournament create")
				time.Sleep(5 * time.Second)
				if n := notices(hall); asked.Modal == nil || n > 0 {
					t.Errorf("%d notices follow a window: %v", n, asked.Modal)
				}
				for range 2 {
					for _, name := range []string{"alice", "bob", "dora"} {
						s.person(name).Command(hall, "/chips balance")
					}
					time.Sleep(5 * time.Second)
				}
				want := map[bool]int{false: 0, true: 2}[after > 30*time.Minute] // T118
				if n := notices(hall); n != want {
					t.Errorf("%d organisers read of it, want %d", n, want)
				}
				for _, p := range []*discordtest.Person{s.alice, s.person("bob"), s.person("dora")} { // only organisers can do something about it
					if a := p.Command(hall, "/help"); strings.HasPrefix(a.Text(), "**Gone** · The channel of the table was deleted.") != (p.Name() != "bob") {
						t.Errorf("%s asks for help: %s", p.Name(), a.Text())
					}
				}
				if a := s.person("bob").Command(hall, "/tournament resume"); strings.Contains(a.Text(), "continues") {
					t.Errorf("a player resumes it: %s", a.Text())
				}
				s.channel = hall
				if a := s.alice.Command(hall, "/tournament resume"); !strings.Contains(a.Text(), "continues") {
					t.Fatalf("%s %v", a.Text(), a.Err)
				}
				time.Sleep(10 * time.Second)
				s.table = s.newThread()
				if m := s.lobby(); strings.Contains(m, "Paused") {
					t.Errorf("it is resumed, and the lobby says\n%s", m)
				}
				if log := s.alice.Command(hall, "/tournament log").Text(); after > 30*time.Minute && !strings.Contains(log, s.alice.Mention()+": ") { // T109
					t.Errorf("the log does not say who resumed it:\n%s", log)
				}
				s.playsOn("alice", "bob")
			})
		})
	}
}

// notices returns how often organisers read in a channel that the tournament has none.
func notices(c *discordtest.Channel) (n int) {
	for _, m := range c.Log() {
		if strings.HasPrefix(m.Content, "**Gone** · The channel of the table was deleted.") {
			n++
		}
	}
	return n
}

// The program ends just before or just after an organiser reads that the tournament has no channel. They read it, and not a third time.
func TestTheProgramMayEndOverANoticeToAnOrganiser(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.TellOrganiser) {
		synctest.Test(t, func(t *testing.T) {
			s := atPlayAs(t, panelsOnPress)
			var passed atomic.Int32
			s.stop()
			s.at = func(p failpoint.Point) bool { return p == at && passed.Add(1) == 1 }
			s.start()
			hall := s.guild.Channel("hall")
			s.table.Delete()
			s.channel.Delete()
			time.Sleep(time.Hour)
			s.alice.Autocomplete(hall, "/rules", "topic", "")
			opened := s.alice.Command(hall, "/tournament create")
			if time.Sleep(5 * time.Second); notices(hall) != 0 || opened.Modal == nil {
				t.Errorf("a notice follows a completion or a modal, or %q: %v", opened.Text(), opened.Err)
			}
			s.alice.Command(hall, "/chips balance")
			time.Sleep(5 * time.Second)
			if !s.life.over.Load() {
				t.Fatalf("the program does not pass %v", at)
			}
			s.stop()
			s.start()
			time.Sleep(time.Minute)
			before := notices(hall)
			for range 3 {
				s.alice.Command(hall, "/chips balance")
				time.Sleep(5 * time.Second)
			}
			if n := notices(hall); n != before+1 || before != map[bool]int{true: 1}[at.Done] {
				t.Errorf("alice read it %d times before, %d in all", before, n)
			}
			if a := s.alice.Command(hall, "/tournament resume"); !strings.Contains(a.Text(), "continues") {
				t.Errorf("%s %v", a.Text(), a.Err)
			}
		})
	}
}

// A tournament that no one resumes is cancelled after a day, and the prices go back.
func TestATournamentWithoutAChannelEnds(t *testing.T) {
	alone(t)
	for name, starts := range map[string]bool{"before the start": false, "in a hand": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Gone", "hyper", "2", "0", "100")
				s.register("alice")
				if starts {
					s.register("bob")
				}
				time.Sleep(time.Minute)
				s.table.Delete()
				s.channel.Delete()
				time.Sleep(25 * time.Hour)
				for a, chips := range s.accounts() {
					if _, person := a.Person(); person && chips != store.Opening || !person && a != store.Mint && chips != 0 {
						t.Errorf("%s holds %d", a, chips)
					}
				}
				if open := s.life.bot.Tables.All(0); len(open) != 1 || open[0].Summary().Open {
					t.Error("its table is open")
				}
				s.atTable(func(only *table.Table) {
					if e := only.Record().Event; e == nil || e.Cause != locale.NoChannel {
						t.Errorf("why it was cancelled: %+v", e)
					}
				})
			})
		})
	}
}

// The time without a channel costs no player anything (P7).
func TestTheClockStandsWithoutAChannel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Gone", "hyper", "2", "0")
		s.register("alice", "bob")
		time.Sleep(40 * time.Second)
		hall := s.guild.Channel("hall")
		before := turnAt(s.table)
		s.table.Delete()
		s.channel.Delete()
		time.Sleep(9 * time.Minute)
		s.channel = hall
		s.alice.Command(hall, "/tournament resume")
		time.Sleep(5 * time.Second)
		s.table = s.newThread()
		heading, _, _ := strings.Cut(before, "\n")
		if after := turnAt(s.table); before == "" || !strings.HasPrefix(after, heading) {
			t.Errorf("before:\n%s\nafter:\n%s", before, after)
		}
		if m := s.lobby(); !strings.Contains(m, "Level 1:") {
			t.Errorf("the level went on:\n%s", m)
		}
		s.shove("alice", "bob")
	})
}

// levelLeft returns how long the level still lasts, as the lobby says.
func (s *sitAndGo) levelLeft() time.Duration {
	s.t.Helper()
	_, after, _ := strings.Cut(s.lobby(), "· next 15/30 <t:")
	unix, err := strconv.ParseInt(strings.SplitN(after, ":", 2)[0], 10, 64)
	if err != nil {
		s.t.Fatalf("the lobby does not say when the next level comes:\n%s", s.lobby())
	}
	return time.Until(time.Unix(unix, 0))
}

// A pause that ends by itself (T107) does not end while the table has no channel, and the level gets back that time once (T98).
func TestAShortPauseLastsWithoutAChannel(t *testing.T) {
	t.Parallel()
	for _, away := range []time.Duration{5 * time.Minute, 9 * time.Minute, 25 * time.Minute} {
		t.Run(away.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := atPlay(t)
				hall := s.guild.Channel("hall")
				left := s.levelLeft()
				s.alice.Command(s.channel, "/tournament pause")
				time.Sleep(3 * time.Minute)
				s.table.Delete()
				s.channel.Delete()
				time.Sleep(away)
				s.channel = hall
				s.alice.Command(hall, "/tournament resume")
				time.Sleep(5 * time.Second)
				if now := s.levelLeft(); now < left-6*time.Second || now > left+30*time.Second { // a long time away gives half a minute more
					t.Errorf("the level had %v left, and has %v", left, now)
				}
				s.table = s.newThread()
				s.shove("alice", "bob")
			})
		})
	}
}

// A thread that is deleted while the program is away is replaced by the next run.
func TestAThreadIsReplacedAfterTheProgramWasAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := atPlay(t)
		s.stop()
		s.table.Delete()
		s.start()
		time.Sleep(time.Minute)
		s.table = s.newThread()
		s.playsOn("alice", "bob")
	})
}

// Wherever the program ends while a table moves, the next run finishes the move: one hand, one board, nothing paid twice (P2).
func TestAMoveSurvivesEveryEnd(t *testing.T) {
	t.Parallel()
	passes := []int32{1, 2, 3}
	if testing.Short() {
		passes = []int32{2}
	}
	for _, at := range around(failpoint.MakeThread, failpoint.CommitTable, failpoint.PostMove, failpoint.KeepMove, failpoint.PostEvent, failpoint.PostBoard) {
		for _, nth := range passes {
			if at.Effect == failpoint.MakeThread && nth > 1 {
				continue
			}
			t.Run(fmt.Sprint(at, " ", nth), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := atPlayAs(t, func(c *club) {
						if panelsOnPress(c); at.Effect == failpoint.PostMove {
							c.nonces = 3 * time.Second // the message has to be found by its text
						}
					})
					var armed atomic.Bool
					var passed atomic.Int32
					s.stop()
					s.at = func(p failpoint.Point) bool { return armed.Load() && p == at && passed.Add(1) == nth }
					s.start()
					time.Sleep(20 * time.Second)
					armed.Store(true)
					s.table.Delete()
					time.Sleep(time.Minute)
					if s.life.over.Load() {
						s.stop()
						s.start()
						time.Sleep(time.Minute)
					}
					s.table = s.newThread()
					if n := len(s.threads()); n != 1 {
						t.Errorf("%d threads for one table", n)
					}
					s.playsOn("alice", "bob")
				})
			})
		}
	}
}

// A lobby that is deleted is posted again. Where the bot may not post it, the table plays on.
func TestTheLobbyMayGo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Gone", "hyper", "2", "0")
		m, _ := s.channel.Last()
		s.channel.DeleteMessage(m.ID)
		s.alice.Command(s.channel, "/tournament register")
		time.Sleep(10 * time.Second)
		if again, _ := s.channel.Last(); again.ID == m.ID || len(again.Buttons()) == 0 {
			t.Errorf("there is no new lobby: %q", again.Content)
		}
		s.register("bob")
		s.channel.BotLacks(discordgo.PermissionSendMessages)
		m, _ = s.channel.Last()
		s.channel.DeleteMessage(m.ID)
		time.Sleep(time.Minute)
		s.shove("alice", "bob")
	})
}
