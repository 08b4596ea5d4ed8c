package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
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
