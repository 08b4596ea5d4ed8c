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
)

// event returns the one event in the server's list that is not canceled.
func (s *sitAndGo) event() (found discordtest.Event) {
	s.t.Helper()
	n := 0
	for _, e := range s.guild.Events() {
		if e.Status != 4 {
			found, n = e, n+1
		}
	}
	if n != 1 {
		s.t.Fatalf("%d events: %+v", n, s.guild.Events())
	}
	return found
}

// settings changes settings, and returns the answer.
func (s *sitAndGo) settings(options ...string) string {
	a := s.alice.Command(s.channel, "/tournament settings", options...)
	time.Sleep(time.Second)
	return a.Text()
}

// The event of a tournament is made, moved and ended with it (T121).
func TestTheServersEventFollowsItsTournament(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		if got := s.settings("event", "on"); !strings.Contains(got, "`event` **on**") {
			t.Errorf("the settings say %s", got)
		}
		start := time.Now().Add(time.Hour).Truncate(time.Minute)
		made := s.event()
		lobby := s.channel.Messages()
		location := fmt.Sprintf("https://discord.com/channels/%s/%s/%s", s.guild.ID(), s.channel.ID(), lobby[len(lobby)-1].ID)
		if made.Status != 1 || made.Name != "Evening cup" || made.Location != location || made.Start.Sub(start).Abs() > time.Minute || made.End.Sub(made.Start) < time.Hour {
			t.Errorf("it is %+v, the lobby is %s", made, location)
		}
		if !strings.Contains(made.Description, "100") || !strings.Contains(made.Description, "hold'em") {
			t.Errorf("it says %q", made.Description)
		}
		s.settings("start", "in 2h", "name", "Late cup")
		if moved := s.event(); moved.ID != made.ID || moved.Name != "Late cup" || moved.Start.Sub(made.Start) < 59*time.Minute {
			t.Errorf("moved by an hour it is %+v", moved)
		}
		s.register("alice", "bob")
		time.Sleep(2 * time.Hour)
		if started := s.event(); started.ID != made.ID || started.Status != 2 || started.End.Before(time.Now().Add(20*time.Minute)) {
			t.Errorf("started it is %+v", started)
		}
		s.shove("alice", "bob")
		if ended := s.event(); ended.ID != made.ID || ended.Status != 3 {
			t.Errorf("at the end it is %+v", ended)
		}
	})
}

// Without the event, or the tournament, it is canceled. It may come back. One that a moderator deletes stays away.
func TestAServersEventGoesWithoutItsTournament(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.settings("event", "on")
		first := s.event()
		s.settings("event", "off")
		if all := s.guild.Events(); len(all) != 1 || all[0].Status != 4 {
			t.Errorf("switched off it is %+v", all)
		}
		s.settings("event", "on")
		if second := s.event(); second.ID == first.ID || second.Status != 1 {
			t.Errorf("switched on again it is %+v", second)
		}
		s.cancel("rain")
		time.Sleep(time.Minute)
		if all := s.guild.Events(); len(all) != 2 || all[1].Status != 4 {
			t.Errorf("with the tournament canceled they are %+v", all)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.settings("event", "on")
		s.guild.StartEvents()
		s.stop()
		s.start()
		s.settings("name", "Early cup")
		time.Sleep(time.Minute)
		if e := s.event(); e.Status != 2 || e.Name != "Early cup" {
			t.Errorf("a moderator started it, and it is %+v", e)
		}
		s.guild.DeleteEvents()
		s.register("alice", "bob")
		time.Sleep(time.Hour + time.Minute)
		s.shove("alice", "bob")
		if all := s.guild.Events(); len(all) != 0 {
			t.Errorf("a moderator deleted it, and there is %+v", all)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.settings("event", "on")
		s.guild.DeleteEvents()
		s.settings("start", "in 2h") // the program learns of it
		s.settings("event", "on")
		back := s.event()
		if s.settings("event", "on"); s.event().ID != back.ID {
			t.Errorf("said twice it is another one: %+v", s.event())
		}
		s.srv.Fail("PATCH /guilds/{guild}/scheduled-events", discordtest.Fault{Status: 500, Applied: true})
		s.settings("event", "off")
		s.settings("event", "on")
		time.Sleep(time.Minute)
		if again := s.event(); again.ID == back.ID || again.Status != 1 {
			t.Errorf("switched on before it was canceled it is %+v", again)
		}
	})
}

// Where the tournament has to wait, its event gets a later end, and where Discord has started it, it ends with the tournament.
func TestAServersEventLastsAsLongAsItsTournament(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.settings("event", "on")
		s.register("alice", "bob")
		time.Sleep(time.Hour + time.Minute)
		s.alice.Command(s.channel, "/tournament pause")
		for range 5 {
			time.Sleep(time.Hour)
			if e := s.event(); e.Status != 2 || !e.End.After(time.Now()) {
				t.Fatalf("at %v it is %+v", time.Now(), e)
			}
		}
	})
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.settings("event", "on")
		s.register("bob") // too few
		time.Sleep(time.Hour + 20*time.Minute)
		if e := s.event(); e.Status != 3 {
			t.Errorf("Discord started it, the tournament is canceled, and it is %+v", e)
		}
	})
}

// An organiser reads why there is no event.
func TestAServersEventIsRefusedWithItsReason(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday three", "hyper", "3", "0")
		if got := s.settings("event", "on"); got != "`event` goes with a start time. Set `start` as well, for example `start:20:30`." {
			t.Errorf("a Sit & Go: %s", got)
		}
		s.guild.BotLacks(discordgo.PermissionCreateEvents)
		if got := s.settings("start", "in 1h", "event", "on"); got != "To add this tournament to the server's events I need this permission: Create Events." {
			t.Errorf("without the permission: %s", got)
		}
		s.guild.BotLacks(0)
		s.srv.Fail("POST /guilds/{guild}/scheduled-events", discordtest.Fault{Status: 400, Body: `{"code":30038,"message":"Maximum number of guild scheduled events reached (100)"}`})
		s.settings("start", "in 1h", "event", "on")
		time.Sleep(10 * time.Second)
		if n := s.says("<@" + s.alice.ID() + "> Discord doesn't let me add **Friday three** to the server's events"); n != 1 {
			t.Errorf("at the limit %d messages say so", n)
		}
		if got := s.settings(); strings.Contains(got, "`event` **") {
			t.Errorf("at the limit the settings say %s", got)
		}
		s.settings("event", "on")
		if again := s.event(); again.Status != 1 {
			t.Errorf("tried again it is %+v", again)
		}
		if got := s.settings("start", "full"); got != "`event` goes with a start time. Set `start` as well, for example `start:20:30`." {
			t.Errorf("without its time: %s", got)
		}
	})
}

// Wherever the program ends, and where Discord's reply is lost, there is one event, and it ends (P2).
func TestAServersEventSurvivesEveryEnd(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.ListEvent, failpoint.EditListed) {
		t.Run(fmt.Sprint(at), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newEvening(t)
				s.excused, s.overdue = 20, 20
				var passed atomic.Bool
				s.stop()
				s.at = func(p failpoint.Point) bool { return p == at && !passed.Swap(true) }
				s.start()
				s.settings("event", "on")
				s.revive()
				s.again("alice", "bob")
				for range 70 {
					time.Sleep(time.Minute)
					s.revive()
				}
				s.shove("alice", "bob")
				s.revive()
				time.Sleep(time.Minute)
				if e := s.event(); e.Status != 3 || !passed.Load() {
					t.Errorf("at the end it is %+v; the program ended: %t", e, passed.Load())
				}
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.srv.Fail("POST /guilds/{guild}/scheduled-events", discordtest.Fault{Status: 500, Applied: true, Times: 2})
		s.srv.Fail("PATCH /guilds/{guild}/scheduled-events", discordtest.Fault{Status: 500, Applied: true, Times: 2})
		s.settings("event", "on")
		s.register("alice", "bob")
		time.Sleep(time.Hour + time.Minute)
		if e := s.event(); e.Status != 2 {
			t.Errorf("after lost replies it is %+v", e)
		}
		s.shove("alice", "bob")
		if e := s.event(); e.Status != 3 {
			t.Errorf("at the end it is %+v", e)
		}
	})
}

// revive starts the program again where it ended at a point.
func (s *sitAndGo) revive() {
	if s.life.over.Load() {
		s.stop()
		s.start()
		time.Sleep(10 * time.Second)
	}
}
