package bot_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// standing plays a Sit & Go of five, in which the first player presses a button and the next three run out of time. It returns the name of the
// player to act.
func standing(t *testing.T, first string) (s *sitAndGo, actor string) {
	t.Helper()
	s = newSitAndGo(t, "Friday five", "1500/50/5m", "5", "0")
	s.register("alice", "bob", "carol", "dave", "erin")
	for s.actor() == "" {
		time.Sleep(time.Second)
	}
	s.presses(s.actor(), first)
	for range 600 {
		if time.Sleep(time.Second); s.says("stands still") > 0 {
			time.Sleep(2 * time.Second)
			return s, s.actor()
		}
	}
	t.Fatalf("no message tells of the pause\n%s", s.board())
	return nil, ""
}

// waitsFor returns the board's line of the player to act, "" where there is none.
func (s *sitAndGo) waitsFor() string {
	for _, m := range s.table.Messages() {
		for line := range strings.Lines(m.Content) {
			if strings.Contains(line, "▶") {
				return line
			}
		}
	}
	return ""
}

// actor returns the name of the player to act, "" where there is none.
func (s *sitAndGo) actor() string {
	names := []string{"alice", "bob", "carol", "dave", "erin"}
	line := s.waitsFor()
	i := slices.IndexFunc(names, func(name string) bool { return strings.Contains(line, s.person(name).Mention()) })
	if i < 0 {
		return ""
	}
	return names[i]
}

// without returns all players but one.
func (s *sitAndGo) without(name string) []string {
	return slices.DeleteFunc([]string{"alice", "bob", "carol", "dave", "erin"}, func(other string) bool { return other == name })
}

// stays checks that the hand waits for a player, without a countdown and without a mention of the player.
func (s *sitAndGo) stays(actor string) {
	s.t.Helper()
	if line := s.waitsFor(); s.actor() != actor || strings.Contains(line, "<t:") {
		s.t.Errorf("the hand does not stand at %s: %q\n%s", actor, line, s.board())
	}
	for _, said := range s.texts(s.person(actor).Mention()) {
		if !strings.Contains(said, s.person(s.without(actor)[0]).Mention()) {
			s.t.Errorf("a message calls the player in the pause: %q", said)
		}
	}
}

// While vanished players are missed, the hand stands: no decision runs out and no reminder comes. It goes on with the time that was left
// once enough have pressed, the organiser resumes, or after ten minutes. The program may end in between (T98, T100).
func TestTheHandStandsWhileVanishedPlayersAreMissed(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		wait func(*sitAndGo)
		on   func(s *sitAndGo, actor string)
	}{
		"pressed":   {func(*sitAndGo) { time.Sleep(5 * time.Minute) }, func(s *sitAndGo, actor string) { s.goOnWith(s.without(actor)) }},
		"resumed":   {func(*sitAndGo) { time.Sleep(5 * time.Minute) }, func(s *sitAndGo, _ string) { s.alice.Command(s.channel, "/tournament resume") }},
		"no press":  {func(*sitAndGo) { time.Sleep(9 * time.Minute) }, func(*sitAndGo, string) { time.Sleep(65 * time.Second) }},
		"restart":   {func(s *sitAndGo) { time.Sleep(time.Minute); s.away(5 * time.Second); time.Sleep(2 * time.Minute) }, func(s *sitAndGo, actor string) { s.goOnWith(s.without(actor)) }},
		"long away": {func(s *sitAndGo) { time.Sleep(time.Minute); s.away(20 * time.Minute); time.Sleep(2 * time.Minute) }, func(s *sitAndGo, actor string) { s.goOnWith(s.without(actor)) }},
		"thread": {func(s *sitAndGo) {
			s.table.Delete()
			time.Sleep(3 * time.Minute)
			s.table = s.newThread()
		}, func(s *sitAndGo, actor string) { s.goOnWith(s.without(actor)) }},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, actor := standing(t, "All-in")
				tt.wait(s)
				s.stays(actor)
				tt.on(s, actor)
				time.Sleep(2 * time.Second)
				if s.actor() != actor || !strings.Contains(s.waitsFor(), "<t:") {
					t.Fatalf("after the pause the hand does not wait for %s\n%s", actor, s.board())
				}
				time.Sleep(80 * time.Second)
				if s.actor() != actor {
					t.Errorf("the player did not get the time that was left\n%s", s.board())
				}
				time.Sleep(30 * time.Second)
				if s.actor() == actor {
					t.Errorf("the decision does not run out after the pause\n%s", s.board())
				}
			})
		})
	}
}

// goOnWith has players press the button until the pause ends.
func (s *sitAndGo) goOnWith(names []string) {
	s.t.Helper()
	for _, name := range names {
		if a := s.person(name).Press(s.table, "I'm here"); a.Err != nil {
			s.t.Errorf("%s presses: %v", name, a.Err)
		}
		if time.Sleep(time.Second); s.says("stands still") == 0 {
			return
		}
	}
	s.t.Errorf("the pause does not end\n%s", s.lobby())
}

// presses has a player press a button of the board, and confirm it where the bot asks (R29).
func (s *sitAndGo) presses(name, label string) {
	s.t.Helper()
	if a := s.person(name).Press(s.table, label); a.Err != nil {
		s.t.Fatalf("%s presses %s: %v\n%s", name, label, a.Err, s.board())
	}
	s.person(name).Press(s.table, "Confirm")
	time.Sleep(time.Second)
}

// A player who acts in the pause is here, and the next decision stands: its player gets all of its time after the pause, and no more
// (T100).
func TestADecisionInThePauseCountsAsAPress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, actor := standing(t, "Call")
		time.Sleep(4 * time.Minute)
		s.presses(actor, "Check")
		s.presses(actor, "Check") // after the flop
		next := s.actor()
		if next == actor || next == "" || s.says("stands still") != 1 {
			t.Fatalf("%s acted, and then the hand waits for %q\n%s", actor, next, s.board())
		}
		time.Sleep(4 * time.Minute)
		s.stays(next)
		s.goOnWith(slices.DeleteFunc(s.without(actor), func(name string) bool { return name == next }))
		time.Sleep(80 * time.Second)
		if s.actor() != next {
			t.Errorf("%s did not get their time\n%s", next, s.board())
		}
		time.Sleep(30 * time.Second)
		if s.actor() == next {
			t.Errorf("%s got the time of the pause on top\n%s", next, s.board())
		}
	})
}

// A run-out that begins in the pause goes on after it, and takes no longer (T100).
func TestARunoutStandsInThePause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, actor := standing(t, "All-in")
		time.Sleep(4 * time.Minute)
		s.press(actor)
		time.Sleep(4 * time.Minute)
		if s.says("#1 · **Result**") != 0 {
			t.Errorf("the run-out goes on in the pause\n%s", s.board())
		}
		s.goOnWith(s.without(actor))
		if time.Sleep(20 * time.Second); s.says("#1 · **Result**") != 1 {
			t.Errorf("the run-out stands after the pause\n%s", s.board())
		}
	})
}
