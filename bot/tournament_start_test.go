package bot_test

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/engine/tournament/proof"
	"cardroom/store"
)

// readyInSlowRoom returns a Sit & Go whose ready check ends in four seconds: bob and carol have not pressed (T15). Discord takes
// seven seconds for a message.
func readyInSlowRoom(t *testing.T) *sitAndGo {
	s := newSitAndGo(t, "Ready", "hyper", "3", "0")
	s.register("bob", "carol")
	time.Sleep(10 * time.Minute)
	s.register("dave")
	time.Sleep(85 * time.Second)
	s.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Delay: 7 * time.Second})
	return s
}

// The message of an organiser's start names the players. So they play, also where the time of the ready check ends before
// Discord has the message.
func TestAnOrganisersStartKeepsThoseItNames(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := readyInSlowRoom(t)
		go s.alice.Command(s.channel, "/tournament start")
		time.Sleep(6 * time.Second) // the ready check is over
		if a := s.person("carol").Press(s.channel, "I'm here"); !strings.Contains(a.Text(), "begun") {
			t.Errorf("carol reads %q", a.Text())
		}
		time.Sleep(20 * time.Second)
		s.srv.Mend()
		s.shove("bob", "carol", "dave")
		time.Sleep(20 * time.Second)
		s.check("1.", "2.", "3.")
	})
}

// The message of the start fixes the entries before the draws. So a press in the lobby, while that message is on its way, stores nothing.
func TestNoPressIsStoredDuringTheAnnouncement(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := readyInSlowRoom(t)
		go s.alice.Command(s.channel, "/tournament start")
		time.Sleep(time.Second)
		before := s.store.commits.Load()
		s.person("bob").Press(s.channel, "My table")
		if n := s.store.commits.Load() - before; n > 0 || s.says("** begins: ") > 0 {
			t.Errorf("%d commits, and %d messages of the start", n, s.says("** begins: "))
		}
	})
}

// The program ends while the message of an organiser's start is on its way, and comes back after the ready check: those whom the
// message names play.
func TestAStartOutlivesTheProgramAndTheReadyCheck(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := readyInSlowRoom(t)
		var stored atomic.Bool // the message
		s.shaky.on(func(_ context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
			if stored.Swap(true) {
				return store.Receipt{}, context.DeadlineExceeded
			}
			return do()
		})
		go s.alice.Command(s.channel, "/tournament start")
		time.Sleep(10 * time.Second)
		s.stop()
		s.shaky.works()
		s.srv.Mend()
		time.Sleep(5 * time.Second)
		s.start()
		time.Sleep(10 * time.Second)
		s.shove("bob", "carol", "dave")
		time.Sleep(20 * time.Second)
		s.check("1.", "2.", "3.")
	})
}

// An organiser takes back that registration is open, during the last 30 seconds: nothing begins before it opens again and all have
// said that they are here. A free place goes to the waitlist meanwhile.
func TestRegistrationThatOpensLaterStartsNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Later", "hyper", "2", "0", "100")
		s.register("bob", "carol")
		if a := s.person("dave").Press(s.channel, "Register"); !strings.Contains(a.Text(), "waitlist") {
			t.Fatalf("dave reads %q", a.Text())
		}
		if got := s.settings("opens", "in 2h"); !strings.Contains(got, "`opens`") {
			t.Fatalf("the settings say %q", got)
		}
		s.person("carol").Press(s.channel, "Unregister")
		time.Sleep(20 * time.Second)
		if got := s.balance("bob") + s.balance("carol") + s.balance("dave"); got != -200 {
			t.Errorf("they paid %d", -got)
		}
		time.Sleep(2*time.Hour + 10*time.Second)
		lobby := s.lobby()
		for _, name := range []string{"bob", "dave"} {
			if !strings.Contains(lobby, s.person(name).Mention()) {
				t.Errorf("%s is not in the lobby", name)
			}
		}
		if s.says("begins: ") != 0 || !strings.Contains(lobby, "I'm here") {
			t.Errorf("the lobby says\n%s", lobby)
		}
	})
}

// The hand that runs is void when an organiser cancels a tournament whose decisions take hours (T64, T103).
func TestCancellingASlowTournamentVoidsItsHand(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Slow two", "slow", "2", "0", "100")
		s.register("bob", "carol")
		time.Sleep(time.Minute)
		s.press("bob", "carol")
		time.Sleep(5 * time.Second)
		if a := s.cancel("rain"); !strings.Contains(a.Text(), "is cancelled") {
			t.Errorf("alice reads %q", a.Text())
		}
		time.Sleep(30 * time.Second)
		if !s.over() || s.balance("bob") != 0 || s.balance("carol") != 0 {
			t.Errorf("it is over: %t; bob has %d and carol %d more than before:\n%s", s.over(), s.balance("bob"), s.balance("carol"), s.board())
		}
		s.provesVoid(1)
	})
}

// The program ends right after it has posted the seal, the start or the result. It is away for so long that Discord has forgotten the
// nonce. The message is not posted again: two starts would look like a choice between two draws.
func TestAMessageOfATournamentIsPostedOnceHoweverLongTheProgramIsAway(t *testing.T) {
	t.Parallel()
	for _, message := range []string{"are sealed. This message", "** begins: ", "The seal is open"} {
		t.Run(message, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var ended atomic.Bool
				s := newSitAndGoAs(t, func(c *club) {
					panelsOnPress(c)
					c.at = func(p failpoint.Point) bool {
						stands := func(m discordtest.Message) bool { return strings.Contains(m.Content, message) }
						posted := slices.ContainsFunc(c.threads(), func(at *discordtest.Channel) bool { return slices.ContainsFunc(at.Messages(), stands) })
						return posted && p == failpoint.Point{Effect: failpoint.PostEvent, Done: true} && ended.CompareAndSwap(false, true)
					}
				}, "Friday two", "hyper", "2", "0")
				comesBack := func() {
					if s.life.over.Load() {
						s.stop()
						time.Sleep(time.Hour)
						s.start()
						time.Sleep(10 * time.Second)
					}
				}
				comesBack()
				s.register("alice", "bob")
				time.Sleep(40 * time.Second)
				comesBack()
				for range 200 {
					if comesBack(); s.over() {
						break
					}
					s.press("alice", "bob")
					time.Sleep(time.Second)
				}
				time.Sleep(20 * time.Second)
				if !ended.Load() {
					t.Errorf("the program does not end after %q", message)
				}
				s.check("1.", "2.")
			})
		})
	}
}

// A second tournament of the same name and players, in the same thread, is announced anew: the start of the first one is not its own.
// The program ends between its seal and its start, so it looks for its own earlier posts.
func TestASecondTournamentInAThreadHasItsOwnMessages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := inThread(t, "cups")
		for round := range 2 {
			asked := s.alice.Command(s.table, "/tournament create", "bots", "0")
			s.alice.Submit(asked, "Friday two", "", "", "hyper", "2")
			time.Sleep(5 * time.Second)
			s.stop()
			time.Sleep(10 * time.Second)
			s.start()
			time.Sleep(5 * time.Second)
			s.register("alice", "bob")
			time.Sleep(40 * time.Second)
			for n := 0; s.says("The seal is open") == round && n < 400; n++ {
				s.press("alice", "bob")
				time.Sleep(time.Second)
			}
			time.Sleep(30 * time.Second)
		}
		for _, text := range []string{"are sealed. This message", "** begins: ", "The seal is open"} {
			if n := s.says(text); n != 2 {
				t.Errorf("%d messages say %q, want one of each tournament", n, text)
			}
		}
		r, err := proof.Read(s.resultFile("cardroom-tournament.json"))
		if err != nil {
			t.Fatal(err)
		}
		if report := proof.Verify(r, proof.Seen{}); len(report.Faults) > 0 {
			t.Errorf("the second tournament has faults: %v", report.Faults)
		}
	})
}

// The answer to the message of the start is lost, and Discord is away for longer than it remembers a nonce.
func TestAStartIsPostedOnceOverAnOutage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "hyper", "2", "0")
		s.register("alice", "bob")
		for s.says("** begins: ") == 0 {
			s.srv.Mend()
			s.srv.Fail("POST /channels", discordtest.Fault{Applied: true, Status: 500})
			time.Sleep(100 * time.Millisecond)
		}
		s.srv.Mend()
		s.srv.Fail("POST /channels", discordtest.Fault{Status: 502, Times: -1})
		time.Sleep(20 * time.Minute)
		s.srv.Mend()
		time.Sleep(2 * time.Minute)
		if n := s.says("** begins: "); n != 1 {
			t.Errorf("%d messages announce the start", n)
		}
		if !strings.Contains(s.board(), "**Before the flop**") {
			t.Errorf("play does not begin:\n%s", s.board())
		}
	})
}
