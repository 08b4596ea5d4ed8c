package bot_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/engine"
)

// strength fails unless there are so many tournaments whose first entry is a house player of a level.
func (s *sitAndGo) strength(want engine.Level, tournaments int) {
	s.t.Helper()
	n := 0
	for _, table := range s.life.bot.Tables.All(0) {
		table.Post(func() {
			e := table.Record().Event
			if e == nil {
				return
			}
			n++
			if level := e.State.Entry(1).House; level != want {
				s.t.Errorf("a house player has level %v, want %v", level, want)
			}
		})
		synctest.Wait()
	}
	if n != tournaments {
		s.t.Errorf("%d tournaments, want %d", n, tournaments)
	}
}

// An organiser who plays changes no levels once play has begun; another organiser does (T107).
func TestAnOrganiserWhoPlaysChangesNoLevels(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "hyper", "2", "0")
		s.register("alice", "bob")
		time.Sleep(time.Minute)
		dave := s.person("dave")
		dave.Grant(discordgo.PermissionManageEvents)
		if a := s.alice.Command(s.channel, "/tournament settings", "levels", "turbo"); !strings.Contains(a.Text(), "You play in it") {
			t.Errorf("alice, who plays, reads %q", a.Text())
		}
		for levels, want := range map[string]string{ // a colour-up does not begin in mid-play (T28)
			"turbo": "Settings of", "1500 5m 500/1000 colour-up": "The tournament has begun.",
			"1500 5m 10/20": "Blinds never fall", "1500 7m 10/20 15/30 500/1000": "levels of 7 min",
		} {
			if a := dave.Command(s.channel, "/tournament settings", "levels", levels); !strings.Contains(a.Text(), want) {
				t.Errorf("dave types %s and reads %q", levels, a.Text())
			}
		}
	})
}

// No message mentions an absent player, not even one whose clock runs as they leave (T36).
func TestAnAbsentPlayerIsNotMentioned(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "hyper", "2", "0")
		s.register("alice", "bob")
		time.Sleep(45 * time.Second)
		before := len(s.table.Log())
		for _, name := range []string{"alice", "bob"} {
			s.person(name).Command(s.table, "/sitout")
			time.Sleep(3 * time.Second)
		}
		for _, m := range s.table.Log()[before:] {
			if strings.Contains(m.Content, "your time is nearly up") || strings.Contains(m.Content, "it's your turn") {
				t.Errorf("the table reads %q", m.Content)
			}
		}
	})
}

// Any press in the lobby in the last five minutes says that a player is there (T15).
func TestAPressInTheLobbyCounts(t *testing.T) {
	t.Parallel()
	for _, label := range []string{"Register", "My table", "Standings"} {
		t.Run(label, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Friday two", "hyper", "2", "0")
				s.register("bob")
				time.Sleep(20 * time.Minute)
				s.person("bob").Press(s.channel, label)
				time.Sleep(4 * time.Minute)
				s.register("alice")
				time.Sleep(6 * time.Second)
				if m := s.lobby(); !strings.Contains(m, "Play begins") {
					t.Errorf("the lobby says\n%s", m)
				}
			})
		})
	}
}

// A player on the waitlist leaves it after the start, too (T13, T122).
func TestAWaitingPlayerLeavesTheList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.register("alice", "bob", "carol")
		time.Sleep(time.Hour)
		s.person("dave").Press(s.channel, "Register")
		time.Sleep(6 * time.Second)
		if a := s.person("dave").Press(s.channel, "Unregister"); a.Err != nil || !strings.Contains(a.Text(), "You're off the waitlist") || strings.Contains(a.Text(), "went back") {
			t.Errorf("dave reads %q, %v", a.Text(), a.Err)
		}
	})
}

// A tournament may be of any game and limit, start at a time and open later, from its first command on (T2, T10, T122).
func TestATournamentOfAnotherGame(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &sitAndGo{club: openAs(t, panelsOnPress)}
		alice := s.person("alice")
		alice.Grant(discordgo.PermissionManageEvents)
		create := func(options ...string) discordtest.Answer {
			return alice.Command(s.channel, "/tournament create", options...)
		}
		if a := alice.Submit(create(), "Past", "2000-01-01 00:30", "", "turbo", "9"); !strings.Contains(a.Text(), "That time has passed") {
			t.Errorf("a time in the past: %q", a.Text())
		}
		if a := alice.Submit(create("game", "draw"), "Draw", "", "", "turbo", "9"); a.Text() != "`players` must be 2–6." {
			t.Errorf("nine players at five-card draw: %q", a.Text())
		}
		for typed, want := range map[string]string{"in 2h": "in 2h = 2026-01-01 14:01 UTC", "tomorrow 20:30": "tomorrow 20:30 = 2026-01-02 20:30 UTC", "soon": "",
			"in" + strings.Repeat(" ", 99) + "2h": ""} {
			label := ""
			for _, c := range alice.Autocomplete(s.channel, "/tournament settings", "start", typed) {
				label = c.Name
			}
			if label != want { // T123
				t.Errorf("%q is completed as %q, want %q", typed, label, want)
			}
		}
		alice.Submit(create("game", "omaha", "limit", "pl", "bots", "2", "level", "hard"), "Plo", "in 2h", "", "turbo", "4")
		time.Sleep(6 * time.Second)
		s.strength(engine.Hard, 1)
		if a := s.person("dave").Command(s.channel, "/watch follow"); !strings.Contains(a.Text(), "A message in <#"+s.threads()[0].ID()+">") { // T119
			t.Errorf("dave follows the tournament from its lobby: %q %v", a.Text(), a.Err)
		}
		if m := s.lobby(); !strings.Contains(m, "PL Omaha") || !strings.Contains(m, "Starts <t:") || !strings.Contains(m, "2 of 4") {
			t.Errorf("the lobby says\n%s", m)
		}
		if a := alice.Command(s.channel, "/tournament settings"); !strings.Contains(a.Text(), "`game` **PL Omaha**") || !strings.Contains(a.Text(), "`limit` **Pot limit**") {
			t.Errorf("the settings say\n%s", a.Text())
		}
		if a := alice.Command(s.channel, "/tournament settings", "opens", "in 3h"); !strings.Contains(a.Text(), "Registration has to open before") {
			t.Errorf("opens after the start: %q", a.Text())
		}
		if a := alice.Command(s.channel, "/tournament settings", "opens", "in 1h"); !strings.Contains(a.Text(), "`opens` **<t:") {
			t.Errorf("opens in an hour: %q", a.Text())
		}
		time.Sleep(6 * time.Second)
		if a := s.person("bob").Press(s.channel, "Register"); !strings.Contains(a.Text(), "Registration opens <t:") {
			t.Errorf("bob registers before: %q", a.Text())
		}
		time.Sleep(time.Hour)
		s.register("bob")
	})
}

// With colour-up the small chips go once no level needs them: the stacks at the table follow, and the log tells it (T28).
func TestSmallChipsAreChanged(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Colours", "1500 1m 5/10 50/100 colour-up", "2", "0", "0")
		s.register("alice", "bob")
		for range 40 {
			time.Sleep(3 * time.Second)
			for _, name := range []string{"alice", "bob"} {
				s.person(name).Press(s.table, "Fold")
			}
		}
		s.alice.Command(s.channel, "/tournament pause")
		time.Sleep(20 * time.Second)
		if log := s.alice.Command(s.channel, "/tournament log").Text(); strings.Count(log, "in the colour-up") != 2 {
			t.Errorf("the log says\n%s", log)
		}
		for _, table := range s.life.bot.Tables.All(0) {
			table.Post(func() {
				for _, seat := range table.View().Seats {
					if chips := seat.Stack + seat.Bet; chips%50 != 0 {
						t.Errorf("seat %d has %d chips", seat.Seat, chips)
					}
				}
			})
		}
		synctest.Wait()
	})
}

// A Sit & Go that opens later than in a day is not cancelled before (T10, T15).
func TestASitAndGoExpiresAfterItOpens(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Late", "turbo", "3", "0", "0")
		s.alice.Command(s.channel, "/tournament settings", "opens", "in 30h")
		time.Sleep(31 * time.Hour)
		s.register("bob")
	})
}

// Roles count when a place comes free: a player on the waitlist without one is skipped, and reads it (T13).
func TestAWaitingPlayerWithoutTheRoleIsSkipped(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newFullSitAndGo(t)
		role := s.guild.Role("members")
		s.person("erin").AddRole(role)
		s.alice.Command(s.channel, "/tournament settings", "role", role)
		s.person("carol").Press(s.channel, "Unregister")
		time.Sleep(20 * time.Second)
		if lobby := s.lobby(); strings.Contains(lobby, s.person("dave").Mention()) || !strings.Contains(lobby, s.person("erin").Mention()) {
			t.Errorf("the lobby says\n%s", lobby)
		}
		if n := s.mentions("You lost your place on the waitlist", s.person("dave")); n != 1 {
			t.Errorf("%d messages tell dave", n)
		}
	})
}

// The log keeps organisers' acts, with their names, however long the tournament is (T109). A change after the first player is posted (T7).
func TestTheLogKeepsWhatOrganisersDid(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "3000/300/30m", "2", "0")
		s.register("alice")
		s.alice.Command(s.channel, "/tournament settings", "name", "Saturday two")
		time.Sleep(3 * time.Second)
		if n := s.mentions("changed settings `name:Saturday two`", s.alice); n != 1 {
			t.Errorf("%d messages tell of the change", n)
		}
		s.register("bob")
		time.Sleep(time.Minute)
		s.alice.Command(s.channel, "/tournament pause")
		time.Sleep(time.Second)
		s.alice.Command(s.channel, "/tournament resume")
		for range 60 {
			time.Sleep(3 * time.Second)
			for _, name := range []string{"alice", "bob"} {
				s.person(name).Press(s.table, "Fold")
			}
		}
		log := s.alice.Command(s.channel, "/tournament log").Text()
		for _, want := range []string{": changed settings `name:Saturday two`", ": paused", ": resumed"} {
			if !strings.Contains(log, s.alice.Mention()+want) {
				t.Errorf("the log lacks %q:\n%s", want, log)
			}
		}
	})
}

// A change is posted for people, not for house players (T7): none until the first person registers.
func TestAChangeBeforeTheFirstPersonIsNotPosted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Practice", "turbo", "4", "2")
		if a := s.alice.Command(s.channel, "/tournament settings", "again", "on"); !strings.Contains(a.Text(), "`again` **on**") {
			t.Fatalf("%s %v", a.Text(), a.Err)
		}
		time.Sleep(3 * time.Second)
		if n := s.mentions("changed settings", s.alice); n != 0 {
			t.Errorf("%d messages tell house players of a change", n)
		}
		s.register("alice")
		s.alice.Command(s.channel, "/tournament settings", "again", "off")
		time.Sleep(3 * time.Second)
		if n := s.mentions("changed settings `again:off`", s.alice); n != 1 {
			t.Errorf("%d messages tell of the change", n)
		}
	})
}

// The thread of the table has the new name of a tournament, also where the program ends as it gives it.
func TestARenamedTournamentRenamesItsThread(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.RenameThread) {
		t.Run(at.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Friday two", "hyper", "2", "0")
				s.excused, s.overdue = 5, 5
				s.stop()
				ended := s.falls(at)
				s.start()
				s.alice.Command(s.channel, "/tournament settings", "name", "Saturday two")
				time.Sleep(5 * time.Second)
				if !ended.Load() {
					t.Error("the program does not end")
				}
				s.stop()
				s.start()
				time.Sleep(10 * time.Second)
				if name := s.threads()[0].Name(); name != "Saturday two · table 1" {
					t.Errorf("the thread's name is %q", name)
				}
			})
		})
	}
}

// A thread that Discord has archived gets the new name, too: the request opens it.
func TestARenamedTournamentRenamesItsArchivedThread(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "hyper", "2", "0")
		s.threads()[0].Archive()
		s.alice.Command(s.channel, "/tournament settings", "name", "Saturday two")
		time.Sleep(10 * time.Second)
		if name := s.threads()[0].Name(); name != "Saturday two · table 1" {
			t.Errorf("the thread's name is %q", name)
		}
		s.threads()[0].Lock(true) // which keeps its name
		s.alice.Command(s.channel, "/tournament settings", "name", "Sunday two")
		time.Sleep(10 * time.Second)
		if name := s.threads()[0].Name(); name != "Saturday two · table 1" {
			t.Errorf("the locked thread's name is %q", name)
		}
	})
}

// The hands of a tournament under a beacon wait for their pause as any others do (T35), and nothing goes wrong meanwhile.
func TestATournamentUnderABeaconKeepsItsPauses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGoAs(t, withBeacon, "Friday three", "deep", "3", "0")
		s.register("alice", "bob", "carol")
		longest := time.Duration(0) // that the board announces until the next cards
		for range 120 {
			time.Sleep(time.Second)
			for _, m := range s.table.Messages() {
				if f := nextHandForm.FindStringSubmatch(m.Text()); f != nil {
					at, _ := strconv.ParseInt(f[1], 10, 64)
					longest = max(longest, time.Until(time.Unix(at, 0)))
				}
			}
			for _, name := range []string{"alice", "bob", "carol"} {
				s.person(name).Press(s.table, "Fold")
			}
		}
		if longest < 8*time.Second || longest > 10*time.Second { // the pause of five, and five until the beacon's value
			t.Errorf("the board announces the next hand in %v", longest)
		}
		if n := s.says("wins"); n < 5 {
			t.Fatalf("%d hands are over", n)
		}
		if log := s.log.String(); strings.Contains(log, "level=ERROR") {
			t.Errorf("the log has errors:\n%s", log)
		}
	})
}

// nextHandForm matches when a board says that the next hand comes.
var nextHandForm = regexp.MustCompile(`Next hand <t:(\d+):R>`)

// lineOf returns the first line of a text that has a part.
func lineOf(text, part string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, part) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}
