package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

// proposed has bob ask for a deal in the first hand of a Sit & Go for two. Both play that hand to the end without a raise. It returns the
// player who won it, and the other one.
func (s *sitAndGo) proposed() (winner, loser *discordtest.Person) {
	s.t.Helper()
	s.register("alice", "bob")
	time.Sleep(time.Minute)
	bob := s.person("bob")
	bob.Press(s.table, "Seat…")
	if a := bob.Press(s.table, "Deal…"); !strings.Contains(a.Text(), "after this hand") {
		s.t.Fatalf("bob reads %q, %v", a.Text(), a.Err)
	}
	for range 20 {
		for _, p := range []*discordtest.Person{s.alice, bob} {
			if p.Press(s.table, "Call").Err != nil {
				p.Press(s.table, "Check")
			}
			time.Sleep(time.Second)
		}
		switch board := boardIn(s.table); {
		case !strings.Contains(board, "proposes a deal"):
		case strings.Contains(board, s.alice.Mention()+" wins"):
			return s.alice, bob
		case strings.Contains(board, bob.Mention()+" wins"):
			return bob, s.alice
		}
	}
	s.t.Fatalf("no player wins the hand and asks for a deal:\n%s", boardIn(s.table))
	return nil, nil
}

// TestADealKnocksNoPlayerOut has both players of a Sit & Go agree to a deal. The one with fewer chips reads once that they are out, and
// that no player knocked them out: they have chips. The answer to the press that makes the deal is its player's message (T96, T117).
func TestADealKnocksNoPlayerOut(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{
		"the winner of the hand agrees last": 2, // to whom the answer says it, and the loser is out
		"the loser agrees last":              1,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Friday two", "500/25/30m", "2", "0", "100")
				first, last := s.proposed()
				if want == 2 {
					first, last = last, first
				}
				for _, p := range []*discordtest.Person{first, last} {
					if a := p.Press(s.table, "ICM"); a.Err != nil {
						t.Fatalf("%v\n%s", a.Err, s.board())
					}
				}
				time.Sleep(20 * time.Second)
				read := map[string]int{}
				for _, m := range s.table.Log() {
					if strings.Contains(m.Content, "Knocked out") {
						t.Errorf("a player knocked another one out: %q", m.Content)
					}
					if strings.Contains(m.Content, "You won") {
						read[m.Content]++
					}
				}
				if len(read) != want {
					t.Errorf("the players read %v, want %d messages", read, want)
				}
			})
		})
	}
}
