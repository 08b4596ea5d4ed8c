package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

// A person without an entry who wants a seat of a tournament's table reads how to register, or that registration is over. Players read that
// seats are still to be drawn, or in play what else to use, like an organiser who uses a command of hosts.
func TestAPersonWhoWantsASeatReadsHowToRegister(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Cup", "turbo", "2", "0")
		reads := func(name, command, want string) {
			t.Helper()
			if a := s.person(name).Command(s.table, command); !strings.HasPrefix(a.Text(), want) {
				t.Errorf("%s: %s reads %q, %v", command, name, a.Text(), a.Err)
			}
		}
		s.register("bob")
		const other = "This is a tournament's table: **Seat…** has **Away**"
		for _, command := range []string{"/sit", "/topup", "/clock"} {
			reads("dave", command, "Press **Register** in the lobby of **Cup** to take part")
			reads("bob", command, "You're registered for **Cup**. Seats are drawn at the start.")
		}
		reads("alice", "/table pause", other)
		s.register("carol")
		time.Sleep(35 * time.Second)
		reads("dave", "/sit", "You have no seat at this table. The lobby of the tournament says who plays.")
		reads("bob", "/sit", other)
	})
}

// A person who registers once more reads how they stand, as My table says it: registered, or the place on the waitlist (T13).
func TestAPersonWhoRegistersTwiceReadsHowTheyStand(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.register("alice", "bob", "carol")
		s.person("dave").Press(s.channel, "Register")
		for name, want := range map[string]string{"bob": "You're registered for **Evening cup**.", "dave": "**Evening cup** is full. You're number 1 on the waitlist."} {
			table := s.person(name).Press(s.channel, "My table")
			for _, a := range []discordtest.Answer{
				s.person(name).Press(s.channel, "Register"), s.person(name).Command(s.channel, "/tournament register"),
			} {
				if !strings.HasPrefix(a.Text(), want) || a.Text() != table.Text() {
					t.Errorf("%s registers once more and reads %q %v, of My table %q", name, a.Text(), a.Err, table.Text())
				}
			}
		}
	})
}

// Seat… and /cards at the table of a tournament that has not begun say what /sit says: how a person stands, and how to register.
func TestTheTableSaysBeforeTheStartHowToGetASeat(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.register("alice", "bob", "carol")
		s.person("dave").Press(s.channel, "Register")
		for name, want := range map[string]string{
			"bob":  "You're registered for **Evening cup**. Seats are drawn at the start.",
			"dave": "**Evening cup** is full. You're number 1 on the waitlist.",
			"erin": "Press **Register** in the lobby of **Evening cup** to take part",
		} {
			p := s.person(name)
			sits := p.Command(s.table, "/sit").Text()
			for _, a := range []discordtest.Answer{p.Press(s.table, "Seat…"), p.Command(s.table, "/cards")} {
				if _, below, _ := strings.Cut(a.Text(), "\n"); !strings.HasPrefix(below, want) || below != sits {
					t.Errorf("%s reads %q %v, and from /sit %q", name, a.Text(), a.Err, sits)
				}
			}
		}
	})
}

// A late player between the button and the small blind reads that they wait, on the board and in their menu. A player who reads that they
// are in from the next hand is (T33).
func TestALatePlayerReadsWhetherTheNextHandDealsThemIn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Evening cup", "hyper", "9", "0", "100")
		s.settings("start", "in 1h", "min", "2", "late", "3")
		s.register("alice", "bob", "carol")
		time.Sleep(time.Hour + 30*time.Second)
		late := []string{"dave", "erin", "frank", "gina", "hugo", "ivan"}
		s.register(late...)
		time.Sleep(6 * time.Second)
		wanted, waits := map[string]bool{}, 0
		for _, name := range late {
			menu := s.person(name).Press(s.table, "Seat…").Text()
			wanted[name] = strings.Contains(menu, "You'll be dealt into the next one.")
			if !wanted[name] {
				waits++
			}
			_, line, _ := strings.Cut(s.board(), s.person(name).Mention())
			line, _, _ = strings.Cut(line, "\n")
			if strings.Contains(line, "in from the next hand") != wanted[name] || strings.Contains(line, "waiting for the button to pass") == wanted[name] {
				t.Errorf("%s: the menu says %q, the board %q", name, menu, line)
			}
		}
		for strings.Contains(s.board(), "#1 ") {
			s.press("alice", "bob", "carol")
			time.Sleep(5 * time.Second)
		}
		if waits == 0 || waits == len(late) {
			t.Fatalf("%d of %d wait", waits, len(late))
		}
		for name, in := range wanted {
			_, line, _ := strings.Cut(s.board(), s.person(name).Mention())
			line, _, _ = strings.Cut(line, "\n")
			if outside := strings.Contains(line, "waiting") || strings.Contains(line, "next hand"); outside == in {
				t.Errorf("%s: dealt in %t, and the next board says %q", name, in, line)
			}
		}
	})
}

// In a check-in a registered player reads everywhere that a press is wanted: without one they lose their place (T14).
func TestAPlayerOfACheckInReadsThatTheyHaveToPress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.settings("check-in", "10")
		s.register("alice", "bob", "carol")
		time.Sleep(51 * time.Minute)
		bob := s.person("bob")
		for _, a := range []discordtest.Answer{bob.Press(s.table, "Seat…"), bob.Command(s.table, "/cards"), bob.Command(s.table, "/sit"), bob.Command(s.channel, "/tournament register")} {
			if !strings.Contains(a.Text(), "Press **I'm here** to keep your seat in **Evening cup**.") {
				t.Errorf("bob reads %q %v", a.Text(), a.Err)
			}
		}
	})
}

// A moved start notifies its players once in ten minutes, and never the organiser who moves it (T7).
func TestAMovedStartNotifiesOnceInAWhile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.register("alice", "bob", "carol")
		for i, pause := range []time.Duration{0, 5 * time.Minute, 6 * time.Minute} {
			time.Sleep(pause)
			s.settings("start", fmt.Sprintf("in %dm", 40+i))
			time.Sleep(2 * time.Second)
			all := s.table.Messages()
			m := all[len(all)-1]
			if want := []string{s.person("bob").ID(), s.person("carol").ID()}; !strings.Contains(m.Text(), ": Starts <t:") || i == 1 && len(m.Notified) > 0 || i != 1 && !slices.Equal(m.Notified, want) {
				t.Errorf("change %d notifies %v of %q", i+1, m.Notified, m.Text())
			}
		}
	})
}

// Of the messages about a moved start alone the newest stands, also where the program ends between them. A message about other settings
// stays (T7).
func TestOnlyTheNewestMessageAboutAMovedStartStands(t *testing.T) {
	t.Parallel()
	for name, ends := range map[string]bool{"runs": false, "ends": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newEvening(t)
				s.register("alice", "bob")
				for _, options := range [][]string{{"start", "in 41m", "name", "Cup"}, {"start", "in 42m"}, {"name", "Late cup"}, {"start", "in 43m"}, {"start", "in 44m"}} {
					s.settings(options...)
					time.Sleep(5 * time.Second)
					if ends {
						s.stop()
						s.start()
						time.Sleep(5 * time.Second)
					}
				}
				said := fmt.Sprint(s.table.Messages())
				for _, want := range []string{"start:in 41m", "name:Late cup", "`start:in 44m`"} {
					if !strings.Contains(said, want) {
						t.Errorf("%s is not there:\n%s", want, said)
					}
				}
				if n := strings.Count(said, ": Starts <"); n != 2 {
					t.Errorf("%d messages say when it starts:\n%s", n, said)
				}
			})
		})
	}
}

// A panel that a person opened before the start follows as they register, unregister and join the waitlist.
func TestAPanelBeforeTheStartFollowsARegistration(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.register("alice")
		bob := s.person("bob")
		bob.Command(s.table, "/cards")
		shows := func(button, want string) {
			t.Helper()
			if button != "" {
				bob.Press(s.channel, button)
			}
			time.Sleep(5 * time.Second)
			panel := ""
			for _, m := range bob.See(s.table) {
				if m.Ephemeral && strings.Contains(m.Text(), "**Not started yet**") {
					panel = m.Text()
				}
			}
			if !strings.Contains(panel, want) {
				t.Errorf("after %q the panel says %q, want %q", button, panel, want)
			}
		}
		const register, registered = "Press **Register** in the lobby of **Evening cup** to take part", "You're registered for **Evening cup**."
		shows("", register)
		shows("Register", registered)
		shows("Unregister", register)
		s.register("carol", "dave")
		shows("Register", "You're number 1 on the waitlist.")
		shows("Unregister", register)
	})
}
