package bot_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/store"
)

// Wherever the program ends, bounties and rebuys are paid once: all wallets together have the same chips as before (P1, T99, T124).
func TestBountiesAndRebuysSurviveEveryEnd(t *testing.T) {
	t.Parallel()
	passes := []int32{8, 13, 21, 34}
	if testing.Short() {
		passes = []int32{21}
	}
	for name, settings := range map[string][]string{
		"bounty": {"bounty", "40"}, "rebuys": {"rebuy-until", "1", "rebuys", "1"},
	} {
		for _, at := range around(failpoint.CommitTable, failpoint.PostBoard) {
			for _, nth := range passes {
				t.Run(fmt.Sprint(name, " ", at, " ", nth), func(t *testing.T) {
					t.Parallel()
					synctest.Test(t, func(t *testing.T) {
						s := newSitAndGo(t, "Friday three", "300/10/1m", "3", "0", "100")
						s.excused, s.overdue = 20, 20
						s.alice.Command(s.channel, "/tournament settings", settings...)
						s.register("alice", "bob", "carol")
						s.stop()
						var passed atomic.Int32
						s.at = func(p failpoint.Point) bool { return p == at && passed.Add(1) == nth }
						s.start()
						time.Sleep(time.Minute)
						if name == "rebuys" {
							s.buyAndShove("alice", "bob", "carol")
						} else {
							s.shove("alice", "bob", "carol")
						}
						time.Sleep(20 * time.Second)
						s.check("1.", "2.", "3.")
						s.conserved(3)
						s.inStats(1, "alice", "bob", "carol")
						s.excused, s.overdue = 20, 20
					})
				})
			}
		}
	}
}

// buyAndShove has busted players press Rebuy, and all go all-in.
func (s *sitAndGo) buyAndShove(names ...string) {
	for range 120 {
		time.Sleep(time.Second)
		if s.over() || s.life.over.Load() {
			break
		}
		for _, name := range names {
			if a := s.person(name).Press(s.table, "Rebuy…"); a.Err == nil && strings.Contains(a.Text(), "Rebuy") {
				s.person(name).Press(s.table, "Rebuy 100")
			}
			for _, label := range []string{"All-in", "Call", "Check"} {
				if a := s.person(name).Press(s.table, label); a.Err == nil {
					s.person(name).Press(s.table, "Confirm")
					break
				}
			}
		}
	}
	s.shove(names...)
}

// conserved fails unless so many wallets have together their opening chips, and no other account holds chips.
func (s *sitAndGo) conserved(wallets int64) {
	s.t.Helper()
	sum := int64(0)
	for a, chips := range s.accounts() {
		if _, person := a.Person(); person {
			sum += chips
		} else if a != store.Mint && chips != 0 {
			s.t.Errorf("%s holds %d", a, chips)
		}
	}
	if sum != wallets*store.Opening {
		s.t.Errorf("wallets have %d, want %d", sum, wallets*store.Opening)
	}
}
