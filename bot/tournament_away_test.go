package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
)

// away stops the program for a while.
func (s *sitAndGo) away(d time.Duration) {
	s.stop()
	time.Sleep(d)
	s.start()
	time.Sleep(8 * time.Second)
}

// playsUntil starts the program anew, and waits until it ends at an effect.
func (s *sitAndGo) playsUntil(at failpoint.Point) {
	s.t.Helper()
	s.stop()
	fell := s.falls(at)
	s.start()
	for range 60 {
		if time.Sleep(10 * time.Second); fell.Load() {
			return
		}
	}
	s.t.Fatalf("the program did not end %s", at)
}

// texts returns the messages at the table with a text.
func (s *sitAndGo) texts(text string) (list []string) {
	for _, m := range s.table.Messages() {
		if strings.Contains(m.Content, text) {
			list = append(list, m.Content)
		}
	}
	return list
}

// stamp returns the first time that a text shows, in seconds, whatever its form in Discord's markup.
func stamp(text string) string {
	_, after, _ := strings.Cut(text, "<t:")
	until, _, _ := strings.Cut(after, ":")
	return until
}

// vanish has three players run out of time, and returns once the message with the button stands.
func vanish(t *testing.T) *sitAndGo {
	t.Helper()
	s := newSitAndGo(t, "Friday three", "1500/50/5m", "3", "0")
	s.register("alice", "bob", "carol")
	for range 60 {
		if time.Sleep(10 * time.Second); s.says("stands still") > 0 {
			return s
		}
	}
	t.Fatalf("no message tells of the pause\n%s", s.lobby())
	return nil
}

// goOn has players press the button, and compares the messages before and after it: one stands, then none.
func (s *sitAndGo) goOn(names ...string) {
	s.t.Helper()
	buttons := 0
	for _, m := range s.table.Messages() {
		if slices.ContainsFunc(m.Buttons(), func(b discordtest.Component) bool { return b.Label == "I'm here" }) {
			buttons++
		}
	}
	if buttons != 1 || s.says("stands still") != 1 || s.says("Play stood still.") != 0 {
		s.t.Errorf("%d messages have the button, %d tell of the pause, %d of the time away", buttons, s.says("stands still"), s.says("Play stood still."))
	}
	for _, name := range names {
		if a := s.person(name).Press(s.table, "I'm here"); a.Err != nil || !strings.Contains(a.Text(), "Thanks") {
			s.t.Errorf("%s reads %q, %v", name, a.Text(), a.Err)
		}
		time.Sleep(time.Second)
	}
	time.Sleep(10 * time.Second)
	if n := s.says("stands still"); n != 0 || strings.Contains(s.lobby(), "⏸") {
		s.t.Errorf("%d messages tell of the pause\n%s", n, s.lobby())
	}
}

// The button of players who vanished outlives the program, however long that is away. It comes again where a moderator deleted its
// message or the thread meanwhile, or Discord did not take it (T98, T100).
func TestTheButtonOfVanishedPlayersOutlivesTheProgram(t *testing.T) {
	t.Parallel()
	deleted := func(s *sitAndGo) {
		for _, m := range s.table.Messages() {
			if strings.Contains(m.Content, "stands still") {
				s.table.DeleteMessage(m.ID)
			}
		}
	}
	for name, do := range map[string]func(*sitAndGo){
		"short":   func(s *sitAndGo) { s.away(20 * time.Second) },
		"long":    func(s *sitAndGo) { s.away(2 * time.Minute) },
		"twice":   func(s *sitAndGo) { s.away(2 * time.Minute); s.away(3 * time.Minute) },
		"deleted": func(s *sitAndGo) { deleted(s); s.away(5 * time.Second) },
		"thread": func(s *sitAndGo) {
			s.table.Delete()
			time.Sleep(30 * time.Second)
			s.table = s.newThread()
		},
		"outage": func(s *sitAndGo) {
			for range 3 {
				s.srv.Fail("POST /channels", discordtest.Fault{Status: 500})
			}
			s.away(2 * time.Minute)
			time.Sleep(time.Minute)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := vanish(t)
				do(s)
				s.goOn("alice", "bob")
			})
		})
	}
}

// Wherever the program ends while it posts the button of vanished players, and again after a time away, the next one shows it (T99, T100).
func TestTheButtonOfVanishedPlayersSurvivesEveryEnd(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.CallPlayers, failpoint.DeleteMessage, failpoint.CommitTable) {
		for _, before := range []bool{true, false} {
			t.Run(fmt.Sprint(at, before), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := newSitAndGo(t, "Friday three", "1500/50/5m", "3", "0")
					s.excused, s.overdue = 20, 20
					s.register("alice", "bob", "carol")
					time.Sleep(time.Minute)
					if before { // the first time that it is posted
						s.playsUntil(at)
						s.away(time.Second)
					}
					for range 60 {
						if s.says("stands still") > 0 {
							break
						}
						time.Sleep(10 * time.Second)
					}
					if !before { // the next time
						s.stop()
						time.Sleep(2 * time.Minute)
						fell := s.falls(at)
						s.start()
						time.Sleep(10 * time.Second)
						if !fell.Load() {
							t.Fatal("the program did not end")
						}
						s.away(time.Second)
					}
					s.goOn("alice", "bob")
					s.excused, s.overdue = 20, 20
				})
			})
		}
	}
}

// At a table of five a hand stands in the pause. The button comes, too, where the program ends while it posts the button (T100).
func TestTheButtonOfVanishedPlayersComesBesideAStandingHand(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.CallPlayers) {
		for _, away := range []time.Duration{time.Second, 2 * time.Minute} {
			t.Run(fmt.Sprint(at, away), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := newSitAndGo(t, "Friday five", "1500/50/5m", "5", "0")
					s.excused, s.overdue = 20, 20
					s.register("alice", "bob", "carol", "dave", "erin")
					time.Sleep(time.Minute)
					s.playsUntil(at)
					if s.away(away); !slices.ContainsFunc(s.table.Messages(), func(m discordtest.Message) bool { return strings.Contains(m.Text(), "▶") }) {
						t.Fatalf("no hand runs\n%s", s.board())
					}
					s.goOn("alice", "bob", "carol", "dave")
					s.excused, s.overdue = 20, 20
				})
			})
		}
	}
}

// In a pause nothing goes on half a minute after a long time away, and no message says so. In a break the message has its end. A pause
// that begins meanwhile ends the message (T98, T101).
func TestACallAfterALongTimeSaysWhenPlayGoesOn(t *testing.T) {
	t.Parallel()
	begin := func(t *testing.T) *sitAndGo {
		s := newSitAndGo(t, "Friday two", "hyper", "2", "0", "100")
		if a := s.alice.Command(s.channel, "/tournament settings", "rebuy-until", "1", "add-on", "500", "levels", "1500/75/1m"); a.Err != nil {
			t.Fatal(a.Err)
		}
		s.register("alice", "bob")
		time.Sleep(40 * time.Second)
		return s
	}
	fold := func(s *sitAndGo) {
		for _, n := range []string{"alice", "bob"} {
			s.person(n).Press(s.table, "Fold")
		}
		time.Sleep(20 * time.Second)
	}
	t.Run("pause", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := begin(t)
			s.alice.Command(s.channel, "/tournament pause")
			fold(s)
			s.away(5 * time.Minute)
			if calls := s.texts("Play stood still."); len(calls) != 0 {
				t.Errorf("in a pause a message says %q", calls)
			}
		})
	})
	t.Run("pause in a hand", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := begin(t)
			s.alice.Command(s.channel, "/tournament pause")
			s.away(5 * time.Minute)
			if n := s.says("Play stood still."); n != 1 {
				t.Errorf("%d messages say that the hand goes on", n)
			}
			if fold(s); s.says("Play stood still.") != 0 {
				t.Error("after the hand a message says that play goes on")
			}
		})
	})
	t.Run("pause after it in a hand", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := begin(t)
			s.away(5 * time.Minute)
			s.alice.Command(s.channel, "/tournament pause")
			time.Sleep(5 * time.Second)
			if n := s.says("Play stood still."); n != 1 {
				t.Errorf("%d messages say that the hand goes on", n)
			}
		})
	})
	t.Run("break", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := begin(t)
			time.Sleep(time.Minute)
			fold(s)
			s.away(3 * time.Minute)
			calls, until := s.texts("Play stood still."), stamp(s.board()[max(0, strings.Index(s.board(), "Break.")):])
			if len(calls) != 1 || until == "" || stamp(calls[0]) != until {
				t.Errorf("in a break until %q the messages say %q\n%s", until, calls, s.board())
			}
		})
	})
	t.Run("pause after it", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := begin(t)
			for _, n := range []string{"alice", "bob"} {
				s.person(n).Press(s.table, "Fold")
			}
			s.away(5 * time.Minute)
			if n := s.says("Play stood still."); n != 1 {
				t.Fatalf("%d messages call the players", n)
			}
			s.alice.Command(s.channel, "/tournament pause")
			time.Sleep(5 * time.Second)
			if n := s.says("Play stood still."); n != 0 {
				t.Errorf("in a pause %d messages say that play goes on", n)
			}
		})
	})
}

// Before the start a long time away brings the message with the new moment, and a short one nothing (T98, T111).
func TestTheCallToAFullSitAndGoHasTheNewMoment(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		old    bool // registered so long ago that players have to press
		away   time.Duration
		says   string
		posted int
	}{
		{"ready", true, 3 * time.Minute, "to keep your seat", 2},
		{"ready, short", true, 20 * time.Second, "to keep your seat", 1},
		{"full", false, 5 * time.Minute, "** begins at <t:", 2},
		{"full, short", false, 20 * time.Second, "** begins at <t:", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Friday three", "1500/50/5m", "3", "0")
				if s.register("alice", "bob"); c.old {
					time.Sleep(20 * time.Minute)
				}
				s.register("carol")
				time.Sleep(10 * time.Second)
				s.away(c.away)
				calls, posted := s.texts(c.says), map[string]bool{}
				for _, m := range s.table.Log() {
					if strings.Contains(m.Content, c.says) {
						posted[m.ID] = true
					}
				}
				_, lobby, _ := strings.Cut(s.lobby(), "Registered")
				if len(calls) != 1 || len(posted) != c.posted || c.posted == 2 && stamp(calls[0]) != stamp(lobby) {
					t.Errorf("of %d messages %q stand, and the lobby says\n%s", len(posted), calls, s.lobby())
				}
			})
		})
	}
}

// The program ends while it posts the call to a full Sit & Go. One message is there after the next start, and none after the first
// hand (T99, T111).
func TestTheCallToAFullSitAndGoSurvivesEveryEnd(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.CallPlayers) {
		for _, old := range []bool{false, true} {
			for _, away := range []time.Duration{2 * time.Second, 20 * time.Second, 2 * time.Minute} {
				t.Run(fmt.Sprint(at, old, away), func(t *testing.T) {
					t.Parallel()
					synctest.Test(t, func(t *testing.T) {
						s := newSitAndGo(t, "Friday three", "1500/50/5m", "3", "0")
						s.excused, s.overdue = 20, 20
						if s.register("alice", "bob"); old {
							time.Sleep(20 * time.Minute)
						}
						s.stop()
						fell := s.falls(at)
						s.start()
						time.Sleep(3 * time.Second)
						s.person("carol").Press(s.channel, "Register")
						if time.Sleep(5 * time.Second); !fell.Load() {
							t.Fatal("the program did not end")
						}
						s.away(away)
						calls := func() []string { return append(s.texts("to keep your seat"), s.texts("** begins at <t:")...) }
						if now := calls(); len(now) != 1 {
							t.Errorf("after the start %q stand", now)
						}
						for _, p := range []string{"alice", "bob"} {
							s.person(p).Press(s.table, "I'm here")
						}
						for range 40 {
							time.Sleep(5 * time.Second)
							for _, p := range []string{"alice", "bob", "carol"} {
								s.person(p).Press(s.table, "Fold")
							}
						}
						if now := calls(); len(now) != 0 {
							t.Errorf("after the first hand %q stand", now)
						}
					})
				})
			}
		}
	}
}
