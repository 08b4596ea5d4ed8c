package bot_test

import (
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
		s.spoil(`"edition":3,`, `"edition":1,`)
		s.register("bob", "carol")
		time.Sleep(time.Minute)
		count := map[int]int{}
		s.atTable(func(t *table.Table) {
			o := t.Record().Event.State.Options()
			count[o.Edition]++
		})
		if count[1] != 1 || count[3] != 1 {
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
