package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Under `no-show refund` a player reads none of their cards while their price can still come back, by whatever they typed: else they could
// play good hands only. /cards shows them, and counts as a press from then on, as the button does (T36, T71).
func TestAPlayerWhoSawCardsHasShownUp(t *testing.T) {
	alone(t)
	for name, shows := range map[string]bool{"/cards": true, "/table status": false, "/sitout": false, "/cards before the start": false} {
		t.Run(strings.Trim(name, "/"), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGoAs(t, func(*club) {}, "Evening cup", "hyper", "3", "0", "100") // panels come by themselves
				s.alice.Command(s.channel, "/tournament settings", "start", "in 1h", "min", "2", "late", "3", "more", "no-show refund")
				s.register("alice", "bob", "carol")
				carol, seen := s.person("carol"), false
				time.Sleep(time.Hour - time.Minute)
				command, early := strings.CutSuffix(name, " before the start")
				if early {
					carol.Command(s.table, command)
				}
				time.Sleep(time.Minute)
				for i := range 10 * 20 { // ten minutes; everyone decides within three seconds
					time.Sleep(3 * time.Second)
					if !early && i%20 == 1 {
						carol.Command(s.table, command)
					}
					for _, name := range []string{"alice", "bob"} {
						for _, label := range []string{"Check", "Fold"} {
							if a := s.person(name).Press(s.table, label); a.Err == nil {
								break
							}
						}
					}
					for _, m := range carol.See(s.table) {
						seen = seen || m.Ephemeral && strings.Contains(m.Content, "Your cards")
						if i > 20 && strings.Contains(m.Content, "You have no seat") {
							t.Fatalf("carol plays, and a panel says:\n%s", m.Content)
						}
					}
				}
				refunded := strings.Contains(carol.Command(s.channel, "/tournament standings").Text(), carol.Mention()+" · never played, refunded")
				if seen != shows || refunded == shows {
					t.Errorf("carol saw her cards: %t, and has the price back: %t", seen, refunded)
				}
			})
		})
	}
}
