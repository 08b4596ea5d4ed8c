package bot_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/failpoint"
)

// A message at the table tells a person of the waitlist who gets a place in play, with the seat and the price (T13).
func TestAPersonWhoGetsAPlaceInPlayReadsIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.register("alice", "bob", "carol")
		s.person("erin").Press(s.channel, "Register")
		time.Sleep(time.Hour)
		for try := 0; s.mentions("came free, and it's yours: seat", s.person("erin")) == 0 && try < 60; try++ {
			time.Sleep(time.Second)
			s.press("alice", "bob", "carol")
		}
		time.Sleep(6 * time.Second) // for the lobby
		if n := s.mentions("You paid 100.", s.person("erin")); n != 1 || !strings.Contains(s.lobby(), " of 4 left") {
			t.Errorf("%d messages tell erin, and the lobby says\n%s", n, s.lobby())
		}
	})
}

// A message at the table tells a person of the waitlist of a place before the start, with the price if there is one (T13).
func TestAPersonWhoGetsAPlaceBeforeTheStartReadsIt(t *testing.T) {
	t.Parallel()
	for price, want := range map[string]string{"100": " A place in **Cup** came free, and it's yours. You paid 100. Starts <t:", "0": " A place in **Cup** came free, and it's yours. Starts <t:"} {
		synctest.Test(t, func(t *testing.T) {
			s := newSitAndGo(t, "Cup", "hyper", "2", "0", price)
			s.settings("start", "in 1h")
			s.register("alice", "bob")
			erin := s.person("erin")
			erin.Press(s.channel, "Register")
			s.person("bob").Press(s.channel, "Unregister")
			time.Sleep(10 * time.Second)
			if read := s.texts("came free"); len(read) != 1 || !strings.HasPrefix(read[0], erin.Mention()+want) || !strings.Contains(read[0], "To leave before then, use </tournament unregister:") {
				t.Errorf("at %s erin reads %q", price, read)
			}
		})
	}
}

// Wherever the program ends as a place comes free, the person of the waitlist pays once and reads it once (P2, T13).
func TestAPlaceBeforeTheStartSurvivesEveryEnd(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.CommitTable, failpoint.PostApplication) {
		for nth := range int32(3) {
			t.Run(fmt.Sprint(at, " ", nth), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := newEvening(t)
					s.excused, s.overdue = 1, 1 // the answer to bob
					s.register("alice", "bob", "carol")
					erin := s.person("erin")
					erin.Press(s.channel, "Register")
					s.stop()
					var passed atomic.Int32
					s.at = func(p failpoint.Point) bool { return p == at && passed.Add(1) == nth+1 }
					s.start()
					for range 2 {
						s.person("bob").Press(s.channel, "Unregister")
						time.Sleep(20 * time.Second)
						s.revive()
					}
					if n := s.mentions("came free, and it's yours. You paid 100.", erin); n != 1 || s.balance("erin") != -100 || s.balance("bob") != 0 {
						t.Errorf("%d messages tell erin; she has %+d, bob %+d", n, s.balance("erin"), s.balance("bob"))
					}
				})
			})
		}
	}
}
