package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// inFirstHand returns a Sit & Go of three players in its first hand.
func inFirstHand(t *testing.T) *sitAndGo {
	s := newSitAndGo(t, "Ready", "turbo", "3", "0", "100")
	s.register("bob", "carol", "dave")
	time.Sleep(50 * time.Second)
	return s
}

// A deal that a player was promised for after the hand comes after a pause of the organiser (T93, T101).
func TestAPromisedDealComesAfterAPause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := inFirstHand(t)
		bob := s.person("bob")
		bob.Press(s.table, "Seat…")
		if a := bob.Press(s.table, "Deal…"); !strings.Contains(a.Text(), "after this hand") {
			t.Fatalf("bob reads %s", a.Text())
		}
		s.alice.Command(s.channel, "/tournament pause")
		time.Sleep(5 * time.Minute)
		if a, want := bob.Press(s.table, "Deal…"), "The tournament is paused. A deal waits until play goes on."; a.Text() != want {
			t.Errorf("in the pause bob reads %q", a.Text())
		}
		s.alice.Command(s.channel, "/tournament resume")
		time.Sleep(3 * time.Second)
		if board := boardIn(s.table); !strings.Contains(board, "ICM") {
			t.Errorf("the board says\n%s", board)
		}
	})
}

// In a pause a player reads that a deal waits only where one does. Otherwise they read when deals can be proposed (T93, T101).
func TestAPausePromisesNoDealThatNoPlayerWants(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := inFirstHand(t)
		bob := s.person("bob")
		bob.Press(s.table, "Seat…")
		s.alice.Command(s.channel, "/tournament pause")
		for _, when := range []string{"during a hand", "between hands"} {
			if a, want := bob.Press(s.table, "Deal…"), "The tournament is paused. Deals can be proposed while play goes on."; a.Text() != want {
				t.Errorf("%s bob reads %q, %v", when, a.Text(), a.Err)
			}
			time.Sleep(5 * time.Minute)
		}
		s.alice.Command(s.channel, "/tournament resume")
		time.Sleep(3 * time.Second)
		if board := boardIn(s.table); strings.Contains(board, "ICM") {
			t.Errorf("the board says\n%s", board)
		}
	})
}

// A player who presses again during the hand reads that the deal comes after it: no deal is proposed yet (T93).
func TestADealThatWaitsForTheHandIsNotProposedYet(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := inFirstHand(t)
		for _, name := range []string{"bob", "carol", "dave"} {
			s.person(name).Press(s.table, "Seat…")
		}
		for _, name := range []string{"bob", "bob", "carol"} {
			if a := s.person(name).Press(s.table, "Deal…"); a.Text() != "I'll propose it after this hand." {
				t.Errorf("%s reads %q, %v", name, a.Text(), a.Err)
			}
		}
	})
}

// In a hand the board says that the tournament is paused, and that the hand is played to its end; after it, that the tournament is paused
// (T101). The status and the standings say the same.
func TestABoardInAHandSaysThatTheTournamentIsPaused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const paused, runs = "⏸ Paused.", "The running hand is played to its end."
		s := inFirstHand(t)
		says := func(text string) map[string]bool {
			said := map[string]bool{"board": strings.Contains(boardIn(s.table), text), "lobby": strings.Contains(s.lobby(), text)}
			for _, command := range []string{"status", "standings"} {
				said[command] = strings.Contains(s.person("bob").Command(s.channel, "/tournament "+command).Text(), text)
			}
			return said
		}
		expect := func(text string, want bool) {
			t.Helper()
			for where, said := range says(text) {
				if said != want {
					t.Errorf("the %s says %q: %t, want %t\n%s", where, text, said, want, boardIn(s.table))
				}
			}
		}
		expect(paused, false)
		s.alice.Command(s.channel, "/tournament pause")
		time.Sleep(6 * time.Second)
		expect(paused+" "+runs, true)
		for range 5 {
			for _, name := range []string{"bob", "carol", "dave"} {
				s.person(name).Press(s.table, "Fold")
			}
			time.Sleep(10 * time.Second)
		}
		expect(paused, true)
		expect(runs, false)
		s.alice.Command(s.channel, "/tournament resume")
		time.Sleep(10 * time.Second)
		expect(paused, false)
	})
}
