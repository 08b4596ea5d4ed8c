package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// While a tournament waits for players after its time, its organiser may change all that holds until the start (T7, T15).
func TestSettingsChangeWhileItWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.settings("more", "approval on")
		s.register("alice")
		s.person("bob").Press(s.channel, "Register")
		time.Sleep(time.Hour + 10*time.Second)
		if a := s.settings("check-in", "30"); !strings.Contains(a, "That time has passed") {
			t.Errorf("a check-in whose time has passed is answered %s", a)
		}
		for _, o := range [][]string{{"name", "Late cup"}, {"more", "expires 2h"}, {"added", "500"}, {"more", "approve " + s.person("bob").Mention()}} {
			if a := s.settings(o...); strings.Contains(a, "passed") {
				t.Errorf("%v: %s", o, a)
			}
		}
		time.Sleep(10 * time.Second)
		if m := s.lobby(); !strings.Contains(m, "Late cup") || !strings.Contains(m, s.person("bob").Mention()) {
			t.Errorf("the lobby says\n%s", m)
		}
	})
}

// A person who gets a place in play reads their seat, also where the organiser started during the check-in (T13, T14).
func TestAPlaceInPlayAfterAStartInTheCheckIn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.settings("check-in", "30")
		s.register("alice", "bob", "carol")
		erin := s.person("erin")
		erin.Press(s.channel, "Register")
		time.Sleep(31 * time.Minute)
		s.alice.Command(s.channel, "/tournament start")
		time.Sleep(10 * time.Second)
		const seat = "came free, and it's yours: seat"
		for try := 0; s.mentions(seat, erin) == 0 && try < 90; try++ {
			time.Sleep(time.Second)
			s.press("alice", "bob", "carol")
		}
		if s.mentions(seat, erin) != 1 || s.mentions("I'm here", erin) != 0 {
			t.Errorf("erin reads %v", s.table.Messages())
		}
	})
}

// A Sit & Go that was full in time waits ten more minutes where one of its players was not there. Its lobby says so (T15).
func TestASitAndGoThatWasFullWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Ready", "hyper", "3", "0")
		s.register("bob", "carol")
		time.Sleep(24*time.Hour - time.Minute)
		s.register("dave")
		time.Sleep(5 * time.Second) // the lobby asks who is here
		s.person("bob").Press(s.channel, "I'm here")
		time.Sleep(100 * time.Second)
		if m := s.lobby(); !strings.Contains(m, "If it isn't full, it is cancelled <t:") || strings.Contains(m, s.person("carol").Mention()) {
			t.Fatalf("without carol the lobby says\n%s", m)
		}
		s.register("erin")
		time.Sleep(time.Minute)
		if m := s.lobby(); !strings.Contains(m, "3 of 3 left") {
			t.Errorf("with erin the lobby says\n%s", m)
		}
	})
}

// A time to be full that is over already is refused, and no change cancels the tournament at once (T15).
func TestATimeToBeFullIsNotOverAtOnce(t *testing.T) {
	t.Parallel()
	for name, typed := range map[string][]string{"shorter": {"more", "expires 2h"}, "without a time": {"start", "full", "more", "expires 2h"}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Slow fill", "hyper", "3", "0")
				if typed[0] == "start" {
					s.settings("start", "in 10h")
				} else {
					s.register("bob", "carol")
				}
				time.Sleep(3 * time.Hour)
				if a := s.settings(typed...); !strings.HasPrefix(a, "`expires` counts from when registration opened, and that time ran out <t:") {
					t.Errorf("the answer is %s", a)
				}
				typed[len(typed)-1] = "expires 4h"
				if a := s.settings(typed...); !strings.Contains(a, "expires 4h") {
					t.Errorf("the settings are %s", a)
				}
				time.Sleep(10 * time.Second)
				if m := s.lobby(); !strings.Contains(m, "Starts when every seat is taken.") {
					t.Errorf("the lobby says\n%s", m)
				}
			})
		})
	}
}

// Those who have checked in keep their seats where the organiser then makes groups (T14).
func TestOtherGroupsTakeNoSeat(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.settings("check-in", "30")
		s.register("alice", "bob", "carol")
		time.Sleep(31 * time.Minute)
		s.person("carol").Press(s.channel, "I'm here")
		if a := s.settings("more", "groups 1/10m"); !strings.Contains(a, "groups 1/10m") {
			t.Fatalf("the settings are %s", a)
		}
		time.Sleep(10 * time.Minute)
		s.person("bob").Press(s.channel, "I'm here")
		time.Sleep(20 * time.Minute)
		if m := s.lobby(); !strings.Contains(m, "2 of 2 left") || !strings.Contains(m, s.person("carol").Mention()) {
			t.Errorf("the lobby says\n%s", m)
		}
	})
}

// A player who missed the check-in reads that the place is lost, and what they can do: nothing where registration has closed with the start,
// else to register again, also where the place is taken already (T14, T15).
func TestAMissedCheckInSaysWhatIsLeft(t *testing.T) {
	t.Parallel()
	const lost, closed = "You didn't press **I'm here** in time, so you lost your place in **", " Registration is closed."
	for late, want := range map[string]bool{"0": true, "3": false} {
		t.Run("late "+late, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newEvening(t)
				s.settings("check-in", "30", "late", late, "reentry", "off")
				s.register("alice", "bob", "carol")
				time.Sleep(31 * time.Minute)
				for _, name := range []string{"alice", "bob"} {
					if a := s.person(name).Press(s.channel, "I'm here"); a.Err != nil {
						t.Fatal(a.Err)
					}
				}
				time.Sleep(35 * time.Minute)
				read := s.texts(lost)
				if len(read) != 1 || strings.Contains(read[0], closed) != want || strings.Contains(read[0], "**Register**") == want {
					t.Errorf("carol reads %q", read)
				}
				if a := s.person("carol").Press(s.channel, "Register"); strings.Contains(a.Text(), "closed") != want && (a.Err != nil) != want {
					t.Errorf("carol registers: %q, %v", a.Text(), a.Err)
				}
			})
		})
	}
}
