package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A deal that a player was promised for after the hand comes after a pause of the organiser (T93, T101).
func TestAPromisedDealComesAfterAPause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Ready", "turbo", "3", "0", "100")
		s.register("bob", "carol", "dave")
		time.Sleep(50 * time.Second)
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
