package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

// mentions returns how many messages at the table have a text and mention a player.
func (s *sitAndGo) mentions(text string, who *discordtest.Person) (n int) {
	for _, m := range s.table.Messages() {
		if strings.Contains(m.Content, text) && strings.Contains(m.Content, who.Mention()) {
			n++
		}
	}
	return n
}

// A tournament whose program was away for a minute calls its players, and goes on half a minute later (T98). A shorter time is not told.
func TestATournamentCallsItsPlayersAfterALongTime(t *testing.T) {
	for name, away := range map[string]time.Duration{"long": 5 * time.Minute, "short": 20 * time.Second} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Friday two", "hyper", "2", "0")
				s.register("alice", "bob")
				time.Sleep(time.Minute)
				s.stop()
				time.Sleep(away)
				s.start()
				time.Sleep(4 * time.Second)
				want := 0
				if name == "long" {
					want = 1
				}
				if n := s.mentions("I was away.", s.alice); n != want {
					t.Fatalf("%d messages call the players, want %d", n, want)
				}
				for _, name := range []string{"alice", "bob"} { // the hand that ran goes on at once
					s.person(name).Press(s.table, "Fold")
				}
				time.Sleep(10 * time.Second)
				if n := s.says("I was away."); n != 0 {
					t.Errorf("%d messages call the players after the hand", n)
				}
				if running := strings.Contains(s.board(), "#2 ·"); running != (name == "short") {
					t.Errorf("the next hand runs: %v\n%s", running, s.board())
				}
				time.Sleep(40 * time.Second)
				if !strings.Contains(s.board(), "#2 ·") {
					t.Errorf("the next hand does not run\n%s", s.board())
				}
			})
		})
	}
}

// board returns the text of the newest board of the table.
func (s *sitAndGo) board() string { return turnAt(s.table) }

// A player who goes out reads it in private, once: the place, and what they won (T117).
func TestAPlayerWhoIsOutIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "hyper", "2", "0", "100")
		s.register("alice", "bob")
		time.Sleep(time.Minute)
		s.shove("alice", "bob")
		private := map[string]int{}
		for _, m := range s.table.Log() {
			if strings.Contains(m.Content, "You're out") {
				private[m.Content]++
			}
		}
		if len(private) != 1 || private["**Friday two** · You're out, place 2."] != 1 {
			t.Errorf("the players were told %v", private)
		}
	})
}

// A call goes although Discord does not answer the first request to delete it.
func TestACallGoesAfterAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "hyper", "2", "0")
		s.register("alice", "bob")
		time.Sleep(time.Minute)
		if n := s.mentions("Take your seats", s.alice); n != 1 {
			t.Fatalf("%d messages call the players", n)
		}
		s.srv.Fail("DELETE /channels", discordtest.Fault{Status: 500})
		for _, name := range []string{"alice", "bob"} {
			s.person(name).Press(s.table, "Fold")
		}
		time.Sleep(20 * time.Second)
		if n := s.mentions("Take your seats", s.alice); n != 0 {
			t.Errorf("%d messages call the players after the hand", n)
		}
	})
}
