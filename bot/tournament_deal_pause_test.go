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
