package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine/tournament"
)

// spoil exchanges a part of the director's state.
func (s *sitAndGo) spoil(part, other string) {
	s.t.Helper()
	s.atTable(func(t *table.Table) {
		e := t.Record().Event
		text, err := e.State.Snapshot()
		if err != nil || strings.Count(string(text), part) != 1 {
			s.t.Errorf("%v: %s", err, text)
			return
		}
		spoilt, err := tournament.Restore([]byte(strings.Replace(string(text), part, other, 1)))
		if err != nil {
			s.t.Error(err)
		}
		e.State = record.Director{Tournament: spoilt}
	})
}

// atTable does something in the turn of each table of the club.
func (s *sitAndGo) atTable(do func(*table.Table)) {
	for _, t := range s.life.bot.Tables.All(0) {
		t.Post(func() { do(t) })
		synctest.Wait()
	}
}

// A tournament of an earlier program ends by the rules that it began with, and the next one of its series has the newest ones.
func TestTheNextTournamentHasTheNewestRules(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Series", "turbo", "2", "0", "0")
		s.alice.Command(s.channel, "/tournament settings", "again", "on")
		s.spoil(`"edition":5,`, `"edition":1,`)
		s.register("bob", "carol")
		time.Sleep(time.Minute)
		count := map[int]int{}
		s.atTable(func(t *table.Table) {
			o := t.Record().Event.State.Options()
			count[o.Edition]++
		})
		if count[1] != 1 || count[5] != 1 {
			t.Errorf("tournaments by edition: %v", count)
		}
	})
}

// One who joined the waitlist before the check-in reads that a place came free and keeps it by a press. The lobby names those who are
// missing, and says when play begins once all are there (T13, T14).
func TestAPlaceInTheCheckInNeedsAPress(t *testing.T) {
	t.Parallel()
	for _, here := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			s := newEvening(t)
			s.alice.Command(s.channel, "/tournament settings", "check-in", "10")
			s.register("alice", "bob", "erin")
			carol := s.person("carol")
			carol.Press(s.channel, "Register")
			time.Sleep(51 * time.Minute)
			s.alice.Press(s.channel, "I'm here")
			s.person("erin").Press(s.channel, "I'm here")
			s.person("bob").Press(s.channel, "Unregister")
			time.Sleep(10 * time.Second)
			if m := s.lobby(); !strings.Contains(m, ":R>: "+carol.Mention()) {
				t.Errorf("the lobby does not miss carol:\n%s", m)
			}
			if n := s.mentions("to keep your seat in **Evening cup**", carol); n != 1 {
				t.Errorf("carol is asked %d times to press: %v", n, s.table.Messages())
			}
			if here {
				carol.Press(s.channel, "I'm here")
				time.Sleep(10 * time.Second)
				if m := s.lobby(); strings.Contains(m, "Time runs out") || strings.Contains(m, ": \n") || !strings.Contains(m, "Starts ") {
					t.Errorf("with all there the lobby says\n%s", m)
				}
			}
			time.Sleep(9 * time.Minute)
			want := map[bool]string{true: "3 of 3 left", false: "2 of 2 left"}[here]
			if m := s.lobby(); !strings.Contains(m, want) {
				t.Errorf("at its time the lobby says\n%s", m)
			}
		})
	}
}

// A player who comes into the check-in by a yes of the organiser reads that they have to press, and until when (T14). One who
// asked in the check-in has pressed.
func TestAnApprovalInTheCheckInAsksForAPress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.alice.Command(s.channel, "/tournament settings", "check-in", "10", "more", "approval on")
		start := time.Now().Add(time.Hour)
		s.person("bob").Press(s.channel, "Register")
		time.Sleep(51 * time.Minute)
		s.person("carol").Press(s.channel, "Register")
		time.Sleep(time.Second) // the organiser is asked
		for name, asks := range map[string]int{"bob": 1, "carol": 0} {
			s.answers(s.alice, name, "Approve")
			time.Sleep(10 * time.Second)
			if n := s.mentions("You're registered for **Evening cup**.", s.person(name)); n != 1 {
				t.Errorf("%d messages say to %s that they are registered: %v", n, name, s.table.Messages())
			}
			want := fmt.Sprintf("Press **I'm here** to keep your seat in **Evening cup**. Time runs out <t:%d:R>.", start.Unix())
			if n := s.mentions("You're registered for **Evening cup**. "+want, s.person(name)); n != asks {
				t.Errorf("%d messages ask %s to press: %v", n, name, s.table.Messages())
			}
		}
	})
}

// A player who registers before their group may check in reads when that is, and that they have to press then. The button has the language
// of the lobby (T14).
func TestARegistrationBeforeItsGroupSaysWhenToPress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.alice.Command(s.channel, "/tournament settings", "check-in", "10", "more", "groups 1/2m")
		start := time.Now().Add(time.Hour)
		s.register("alice")
		time.Sleep(51 * time.Minute)
		s.person("bob").Command(s.channel, "/settings", "language", "de")
		want := fmt.Sprintf("Du bist für **Evening cup** angemeldet. Deine Gruppe meldet sich <t:%d:R>. Bis dahin ist dein Platz sicher. "+
			"Drück **I'm here**, um deinen Platz in **Evening cup** zu behalten. Die Zeit endet <t:%d:R>.\n", start.Add(-8*time.Minute).Unix(), start.Unix())
		if a := s.person("bob").Press(s.channel, "Register"); !strings.HasPrefix(a.Text(), want) {
			t.Errorf("bob reads\n%q, want\n%q", a.Text(), want)
		}
		time.Sleep(2 * time.Minute) // the group of bob may check in, and that of carol may not
		if a := s.person("carol").Press(s.channel, "Register"); !strings.Contains(a.Text(), fmt.Sprintf("Your group checks in <t:%d:R>.", start.Add(-6*time.Minute).Unix())) {
			t.Errorf("carol reads %q", a.Text())
		}
		time.Sleep(4 * time.Minute)
		for _, name := range []string{"alice", "bob", "carol"} {
			s.person(name).Press(s.channel, "I'm here")
		}
		time.Sleep(4 * time.Minute)
		if m := s.lobby(); !strings.Contains(m, "3 of 3 left") {
			t.Errorf("at its time the lobby says\n%s", m)
		}
	})
}

// A Sit & Go that was full within a day is played though a place comes free after it: the waitlist fills it (T15).
func TestTheWaitlistFillsALateSitAndGo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Slow fill", "turbo", "3", "0", "100")
		s.register("alice", "bob")
		time.Sleep(24*time.Hour - time.Minute)
		s.register("erin")
		time.Sleep(5 * time.Second) // the lobby asks who is here
		s.person("carol").Press(s.channel, "Register")
		s.alice.Press(s.channel, "I'm here")
		time.Sleep(2*time.Minute + 10*time.Second)
		if m := s.lobby(); !strings.Contains(m, "3 of 3 left") || !strings.Contains(m, s.person("carol").Mention()) {
			t.Errorf("the lobby says\n%s", m)
		}
	})
}
