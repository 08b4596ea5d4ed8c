package bot_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/bot/tournament/gate"
	"cardroom/store"
)

// answers presses a button of the message that asks alice about a person.
func (s *sitAndGo) answers(by *discordtest.Person, about, label string) discordtest.Answer {
	s.t.Helper()
	for _, m := range s.table.Messages() {
		if strings.Contains(m.Content, s.person(about).Mention()+" asks to register") {
			return by.PressOn(&m, label)
		}
	}
	s.t.Fatalf("no message asks about %s", about)
	return discordtest.Answer{}
}

// With approval a person registers once an organiser has said yes, by a message that goes (T11, T107).
func TestAnOrganiserApprovesRegistrations(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on", "Guests", "turbo", "3", "0", "1000")
		if !strings.Contains(s.lobby(), "An organiser approves each player.") {
			t.Errorf("the lobby says\n%s", s.lobby())
		}
		for _, name := range []string{"bob", "carol", "dave"} {
			if a := s.person(name).Press(s.channel, "Register"); !strings.Contains(a.Text(), "to approve you for **Guests**") {
				t.Fatalf("%s reads %q", name, a.Text())
			}
			s.person(name).Press(s.channel, "Register") // again asks nothing new
			time.Sleep(time.Second)
		}
		if n := s.says("asks to register"); n != 3 || s.mentions("asks to register", s.alice) != 3 {
			t.Fatalf("%d messages ask", n)
		}
		if a := s.answers(s.person("bob"), "carol", "Approve"); !strings.Contains(a.Text(), "Only the organiser") {
			t.Errorf("bob reads %q", a.Text())
		}
		s.answers(s.alice, "bob", "Approve")
		s.answers(s.alice, "carol", "Decline")
		s.person("dave").Press(s.channel, "Unregister")
		if !s.lists("bob") || s.lists("carol") || s.lists("dave") {
			t.Errorf("the lobby says\n%s", s.lobby())
		}
		if n := s.says("asks to register"); n != 0 {
			t.Errorf("%d messages ask on", n)
		}
		if s.mentions("You're registered for **Guests**", s.person("bob")) != 1 || s.mentions("declined your request", s.person("carol")) != 1 {
			t.Errorf("bob and carol do not read their answers: %v", s.table.Messages())
		}
		if a := s.person("bob").Command(s.channel, "/chips balance"); !strings.Contains(a.Text(), "9,000") {
			t.Errorf("bob paid the price: %s", a.Text())
		}
		log := s.alice.Command(s.channel, "/tournament log").Text()
		for _, want := range []string{": " + s.person("bob").Mention() + " may register", ": " + s.person("carol").Mention() + ": request declined"} {
			if !strings.Contains(log, s.alice.Mention()+want) {
				t.Errorf("the log lacks %q:\n%s", want, log)
			}
		}
		if a := s.person("carol").Press(s.channel, "Register"); !strings.Contains(a.Text(), "declined your request") {
			t.Errorf("carol asks again and reads %q", a.Text())
		}
		if a := s.alice.Press(s.channel, "Register"); !strings.Contains(a.Text(), "registered") {
			t.Errorf("the organiser needs no approval: %q", a.Text())
		}
	})
}

// A person whose wallet the store does not say reads that it did not answer, and may ask again.
func TestAnApplicationNeedsAWallet(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on", "Guests", "turbo", "3", "0", "100")
		refused := func() error { return errors.New("connection refused") }
		for _, c := range []struct {
			wallet func() error
			answer string
		}{{refused, "I couldn't read that right now"}, {nil, "to approve you for"}} {
			s.shaky.update(func() { s.shaky.wallet = c.wallet })
			if a := s.person("bob").Press(s.channel, "Register"); !strings.Contains(a.Text(), c.answer) {
				t.Errorf("bob reads %q, want %q", a.Text(), c.answer)
			}
		}
	})
}

// A person who is approved and cannot pay the price may register later.
func TestAnApprovalOutlivesAnEmptyWallet(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on", "Guests", "turbo", "3", "0", "9500")
		s.person("bob").Press(s.channel, "Register")
		s.gives("bob", "carol", "1000")
		time.Sleep(time.Second)
		s.answers(s.alice, "bob", "Approve")
		if s.lists("bob") || s.mentions("approved you for **Guests**, but you couldn't be registered. Press **Register** in the lobby to see why.", s.person("bob")) != 1 {
			t.Errorf("the lobby says\n%s", s.lobby())
		}
		if a := s.person("bob").Press(s.channel, "Register"); !strings.Contains(a.Text(), "9,500") {
			t.Errorf("bob has 9,000 and reads %q", a.Text())
		}
		s.gives("carol", "bob", "1000")
		if a := s.person("bob").Press(s.channel, "Register"); !strings.Contains(a.Text(), "You're registered") {
			t.Errorf("bob reads %q", a.Text())
		}
	})
}

// A table closes once all who applied have read how that went, also where Discord takes seconds for each message.
func TestApplicantsReadOfTheEndBeforeTheTableCloses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on", "Guests", "turbo", "3", "0", "9500")
		for _, name := range []string{"bob", "carol", "dave"} {
			s.person(name).Press(s.channel, "Register")
			time.Sleep(time.Second)
		}
		s.gives("bob", "erin", "1000")
		s.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Delay: 4 * time.Second, Times: -1, Channel: s.table.ID()})
		s.answers(s.alice, "bob", "Approve")
		s.answers(s.alice, "carol", "Decline")
		s.cancel("rain")
		time.Sleep(40 * time.Second)
		for name, text := range map[string]string{"bob": "approved you for **Guests**", "carol": "declined your request", "dave": "**Guests** is cancelled"} {
			if n := s.mentions(text, s.person(name)); n != 1 {
				t.Errorf("%s reads %d times %q", name, n, text)
			}
		}
		if !s.over() {
			t.Error("the table is open")
		}
	})
}

// The settings approve a person, also a declined or waiting one, and let those in who wait when approval goes. A yes after the last
// place puts a person on the waitlist.
func TestTheSettingsApprove(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on", "Guests", "turbo", "4", "0")
		for _, name := range []string{"bob", "carol", "dave", "erin", "frank"} {
			s.person(name).Press(s.channel, "Register")
			time.Sleep(time.Second)
		}
		s.answers(s.alice, "bob", "Decline")
		bob, carol := s.person("bob").Mention(), s.person("carol").Mention()
		if a := s.alice.Command(s.channel, "/tournament settings", "more", "approve "+bob+", approve "+carol); !strings.Contains(a.Text(), "Waiting for an answer: ") {
			t.Errorf("alice reads %q", a.Text())
		}
		if a := s.person("bob").Press(s.channel, "Register"); !strings.Contains(a.Text(), "You're registered") {
			t.Errorf("bob reads %q", a.Text())
		}
		if !s.lists("carol") || s.lists("dave") || s.mentions("You're registered for **Guests**", s.person("carol")) != 1 {
			t.Error("carol is approved, and dave is not")
		}
		if log := s.alice.Command(s.channel, "/tournament log").Text(); !strings.Contains(log, carol+" may register") || !strings.Contains(log, "`more:approve …, approve …`") {
			t.Errorf("the log is\n%s", log)
		}
		s.alice.Command(s.channel, "/tournament settings", "more", "approval off")
		if !s.lists("dave") || !s.lists("erin") || s.lists("frank") {
			t.Error("without approval those who wait are registered")
		}
		if n := s.says("asks to register"); n != 0 || s.mentions("You're number 1 on the waitlist", s.person("frank")) != 1 {
			t.Errorf("%d messages ask; frank is on the waitlist", n)
		}
	})
}

// No more than twenty people wait for an answer.
func TestApplicationsAreLimited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on", "Guests", "turbo", "4", "0")
		for i := range gate.MostApplications {
			s.person(fmt.Sprint("guest-", i)).Press(s.channel, "Register")
			time.Sleep(time.Second)
		}
		if a := s.person("bob").Press(s.channel, "Register"); !strings.Contains(a.Text(), "20 players are already waiting") {
			t.Errorf("bob reads %q", a.Text())
		}
		s.answers(s.alice, "guest-3", "Decline")
		time.Sleep(time.Second)
		if a := s.person("bob").Press(s.channel, "Register"); !strings.Contains(a.Text(), "to approve you for") {
			t.Errorf("bob reads %q", a.Text())
		}
		if a := s.alice.Command(s.channel, "/tournament settings"); strings.Count(a.Text(), "<@") != 10 || !strings.Contains(a.Text(), ">, …") {
			t.Errorf("alice reads %d characters: %s", len([]rune(a.Text())), a.Text())
		}
	})
}

// An application is for the terms when it was made: where the price or the gate are others now, the person registers themselves.
func TestAnApprovalIsForWhatWasAsked(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string][]string{"price": {"price", "10000"}, "word": {"more", "code spring 1"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := gated(t, "approval on", "Guests", "turbo", "3", "0", "100")
				s.person("bob").Press(s.channel, "Register")
				s.alice.Command(s.channel, "/tournament settings", settings...)
				time.Sleep(time.Second)
				s.answers(s.alice, "bob", "Approve")
				if s.lists("bob") || s.mentions("but you couldn't be registered. Press **Register** in the lobby to see why.", s.person("bob")) != 1 {
					t.Errorf("the lobby says\n%s", s.lobby())
				}
			})
		})
	}
}

// A person who is approved has not pressed since they asked: the last seat asks whether they are there (T15).
func TestAnApprovalIsNoPress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on", "Guests", "turbo", "2", "0")
		s.person("bob").Press(s.channel, "Register")
		time.Sleep(3 * time.Hour)
		s.alice.Press(s.channel, "Register")
		s.answers(s.alice, "bob", "Approve")
		time.Sleep(6 * time.Second)
		if m := s.lobby(); !strings.Contains(m, "I'm here") || !strings.Contains(m, s.person("bob").Mention()) {
			t.Errorf("the lobby says\n%s", m)
		}
	})
}

// A person who still waits at the start reads that it is too late. The message to the organiser goes.
func TestAnApplicationEndsWithTheRegistration(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on", "Guests", "turbo", "2", "0")
		s.person("dave").Press(s.channel, "Register")
		for _, name := range []string{"bob", "carol"} {
			s.person(name).Press(s.channel, "Register")
			time.Sleep(time.Second)
			s.answers(s.alice, name, "Approve")
		}
		time.Sleep(time.Minute)
		if s.says("asks to register") != 0 || s.mentions("closed before an organiser answered", s.person("dave")) != 1 {
			t.Errorf("dave reads nothing: %v", s.table.Messages())
		}
		s.shove("bob", "carol")
	})
}

// An organiser is asked again where the message or the thread was deleted, and mentioned for one person once in ten minutes.
func TestAnOrganiserIsAskedAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on", "Guests", "turbo", "3", "0")
		bob := s.person("bob")
		for range 20 {
			bob.Press(s.channel, "Register")
			time.Sleep(2 * time.Second)
			bob.Press(s.channel, "Unregister")
			time.Sleep(2 * time.Second)
		}
		if n := len(s.alice.Notified(s.table)); n != 1 {
			t.Errorf("alice is notified %d times", n)
		}
		bob.Press(s.channel, "Register")
		time.Sleep(time.Second)
		s.table.Delete()
		time.Sleep(time.Minute)
		threads := s.threads()
		if s.table = threads[len(threads)-1]; s.says("asks to register") != 1 {
			t.Fatalf("in the new thread: %v", s.table.Messages())
		}
		for _, m := range s.table.Messages() {
			if strings.Contains(m.Content, "asks to register") {
				s.table.DeleteMessage(m.ID)
			}
		}
		time.Sleep(11 * time.Minute)
		bob.Press(s.channel, "Register")
		time.Sleep(time.Second)
		s.answers(s.alice, "bob", "Approve")
		if !s.lists("bob") {
			t.Errorf("the lobby says\n%s", s.lobby())
		}
	})
}

// A person who registers by themselves needs no answer any more, and a no after a yes is too late.
func TestAnAnswerIsForWhoWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on", "Guests", "turbo", "4", "0", "100")
		s.alice.Command(s.channel, "/tournament settings", "more", "not-role <@&"+s.guild.Role("guests")+">")
		bob := s.person("bob")
		bob.Press(s.channel, "Register")
		time.Sleep(time.Second)
		s.srv.Fail("GET /guilds/{guild}/members/{user}", discordtest.Fault{Delay: 8 * time.Second, Times: 1})
		s.answers(s.alice, "bob", "Approve") // the roles come later
		if a := s.answers(s.alice, "bob", "Decline"); !strings.Contains(a.Text(), "already answered") {
			t.Errorf("alice reads %q", a.Text())
		}
		if a := bob.Press(s.channel, "Register"); !strings.Contains(a.Text(), "You're registered") {
			t.Errorf("bob reads %q", a.Text())
		}
		time.Sleep(time.Minute)
		if n := s.mentions("Guests", bob); n != 0 {
			t.Errorf("%d messages tell bob what he knows", n)
		}
		if a := bob.Press(s.channel, "Unregister"); !strings.Contains(a.Text(), "no longer registered") || s.says("asks to register") != 0 {
			t.Errorf("bob reads %q", a.Text())
		}
	})
}

// Of many who are let in at once, each reads their own state: registered, on the waitlist, or nothing once that is over.
func TestManyAreLetInAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on", "Guests", "turbo", "3", "0", "100")
		names := make([]string, 12)
		for i := range names {
			names[i] = fmt.Sprint("guest-", i)
			s.person(names[i]).Press(s.channel, "Register")
			time.Sleep(time.Second)
		}
		s.alice.Command(s.channel, "/tournament settings", "more", "approval off")
		time.Sleep(2 * time.Minute)
		for i, name := range names {
			p := s.person(name)
			if said := s.mentions("You're registered for **Guests**", p); (said == 1) != (i < 3) {
				t.Errorf("%s reads %d messages that say registered", name, said)
			}
		}
	})
}

// A message of which the program does not know is deleted, where its person has withdrawn meanwhile.
func TestALostMessageOfAnApplicationGoes(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(*sitAndGo){
		"answer": func(s *sitAndGo) {
			s.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Silent: true, Applied: true, Times: 1})
			s.person("bob").Press(s.channel, "Register")
		},
		"commit": func(s *sitAndGo) {
			var count atomic.Int32
			s.shaky.on(func(_ context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
				if n := count.Add(1); n == 2 || n == 3 {
					return store.Receipt{}, context.DeadlineExceeded
				}
				return do()
			})
			s.person("bob").Press(s.channel, "Register")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := gated(t, "approval on", "Guests", "turbo", "3", "0")
				lose(s)
				time.Sleep(1500 * time.Millisecond)
				s.shaky.works()
				s.person("bob").Press(s.channel, "Unregister")
				time.Sleep(10 * time.Minute)
				if n := s.says("asks to register"); n != 0 {
					t.Errorf("%d messages ask on", n)
				}
			})
		})
	}
}

// An application outlives the program, which asks once, and ends with the registration.
func TestAnApplicationOutlivesTheProgram(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on", "Guests", "turbo", "2", "0")
		s.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Status: 500})
		s.person("bob").Press(s.channel, "Register")
		time.Sleep(time.Second)
		s.stop()
		s.srv.Mend()
		s.start()
		time.Sleep(time.Minute)
		s.person("carol").Press(s.channel, "Register")
		time.Sleep(time.Second)
		s.stop()
		s.start()
		time.Sleep(time.Minute)
		if n := s.says("asks to register"); n != 2 {
			t.Fatalf("%d messages ask", n)
		}
		s.answers(s.alice, "bob", "Approve")
		s.alice.Press(s.channel, "Register")
		time.Sleep(40 * time.Second)
		if n := s.says("asks to register"); n != 0 || s.says("** begins: ") != 1 {
			t.Errorf("%d messages ask after the start", n)
		}
	})
}

// Wherever the program ends around an application and its answer, the organiser is asked once, and the person registers once.
func TestAnApplicationSurvivesEveryEnd(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.CommitTable, failpoint.PostApplication, failpoint.DeleteMessage) {
		t.Run(fmt.Sprint(at), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := gated(t, "approval on", "Guests", "turbo", "3", "0", "1000")
				s.excused, s.overdue = 2, 2 // bob's press and alice's: the program may end before it answers
				s.stop()
				var passed atomic.Int32
				s.at = func(p failpoint.Point) bool { return p == at && passed.Add(1) == 1 }
				s.start()
				for range 3 {
					s.person("bob").Press(s.channel, "Register")
					time.Sleep(time.Minute)
					if s.says("asks to register") > 0 {
						s.answers(s.alice, "bob", "Approve")
					}
					time.Sleep(time.Minute)
					if s.life.over.Load() {
						s.stop()
						s.start()
						time.Sleep(time.Minute)
					}
				}
				if passed.Load() == 0 || !s.lists("bob") || s.says("asks to register") != 0 {
					t.Errorf("%d passes; bob registers: %t, %d messages ask", passed.Load(), s.lists("bob"), s.says("asks to register"))
				}
				if a := s.person("bob").Command(s.channel, "/chips balance"); !strings.Contains(a.Text(), "9,000") {
					t.Errorf("bob paid once: %s", a.Text())
				}
			})
		})
	}
}

// gives has a person give chips to another one.
func (s *sitAndGo) gives(from, to, amount string) {
	s.t.Helper()
	s.person(to)
	a := s.person(from).Command(s.channel, "/chips give", "player", to, "amount", amount)
	if !strings.Contains(a.Text(), "gets") {
		s.t.Fatalf("%s reads %q, %v", from, a.Text(), a.Err)
	}
}

// A person who asked an organiser reads the price with the registration, also where the approval ended meanwhile (T11).
func TestAnApprovedPersonReadsThePrice(t *testing.T) {
	t.Parallel()
	for price, charged := range map[string]string{"100": " You paid 100.", "0": ""} {
		synctest.Test(t, func(t *testing.T) {
			s := gated(t, "approval on", "Guests", "turbo", "3", "0", price)
			for _, name := range []string{"bob", "carol"} {
				s.person(name).Press(s.channel, "Register")
				time.Sleep(time.Second)
			}
			s.alice.Press(s.table, "Approve")
			time.Sleep(2 * time.Second)
			s.alice.Command(s.channel, "/tournament settings", "more", "approval off")
			time.Sleep(2 * time.Second)
			for _, name := range []string{"bob", "carol"} {
				want := s.person(name).Mention() + " You're registered for **Guests**." + charged
				if read := s.texts(s.person(name).Mention() + " You're registered"); len(read) != 1 || read[0] != want {
					t.Errorf("at %s %s reads %q, want %q", price, name, read, want)
				}
			}
		})
	}
}
