package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/message"
	"cardroom/store"
)

// spend has a person give chips away.
func (s *sitAndGo) spend(name string, chips int64) {
	s.t.Helper()
	_, err := s.store.Pay(s.t.Context(), store.Payment{
		Guild: message.Snowflake(s.guild.ID()), ID: "gift of " + name, At: time.Now(), From: message.Snowflake(s.person(name).ID()),
		To: message.Snowflake(s.alice.ID()), Amount: chips, Reason: store.ReasonGift,
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// A person on the waitlist who can no longer pay the price leaves the free place to the next one (T13).
func TestAPlaceGoesPastAnEmptyWallet(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Dear", "turbo", "2", "0", "6000")
		s.register("bob", "carol")
		for _, name := range []string{"dave", "erin"} {
			if a := s.person(name).Press(s.channel, "Register"); !strings.Contains(a.Text(), "waitlist") {
				t.Fatalf("%s: %s %v", name, a.Text(), a.Err)
			}
		}
		s.spend("dave", 5000)
		s.person("carol").Press(s.channel, "Unregister")
		time.Sleep(20 * time.Second)
		if lobby := s.lobby(); strings.Contains(lobby, s.person("dave").Mention()) || !strings.Contains(lobby, s.person("erin").Mention()) {
			t.Errorf("the lobby says\n%s", lobby)
		}
	})
}

// Of those who press at once for the last place one gets it, and pays; the others are on the waitlist (T10, T13).
func TestTheLastPlaceGoesToOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Dear", "turbo", "2", "0", "100")
		s.register("alice")
		answers := make(chan string)
		for _, name := range []string{"bob", "carol", "dave"} {
			p := s.person(name)
			go func() { answers <- p.Press(s.channel, "Register").Text() }()
		}
		said := <-answers + <-answers + <-answers
		paid := s.balance("bob") + s.balance("carol") + s.balance("dave")
		if strings.Count(said, "You're registered") != 1 || strings.Count(said, "on the waitlist") != 2 || paid != -100 {
			t.Errorf("they read %q, and paid %d", said, -paid)
		}
	})
}

// While Discord refuses the message of the start, the entries stay as they are, and an organiser may cancel.
func TestAStartThatCannotBeAnnouncedWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "hyper", "2", "0", "100")
		s.register("bob", "carol")
		time.Sleep(20 * time.Second)
		s.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Status: 500, Times: -1})
		time.Sleep(20 * time.Second)
		for _, press := range []struct{ name, button, want string }{
			{"bob", "Unregister", "Your chips stay in the tournament."}, {"dave", "Register", "begun"},
		} {
			if a := s.person(press.name).Press(s.channel, press.button); !strings.Contains(a.Text(), press.want) {
				t.Errorf("%s presses %s: %q", press.name, press.button, a.Text())
			}
		}
		if a := s.cancel("rain"); !strings.Contains(a.Text(), "is cancelled") {
			t.Errorf("cancel: %q", a.Text())
		}
		s.srv.Mend()
		time.Sleep(2 * time.Minute)
		if m := s.lobby(); !strings.Contains(m, "Cancelled") {
			t.Errorf("the lobby says\n%s", m)
		}
		for a, chips := range s.accounts() {
			if _, escrow := a.Tournament(); escrow && chips != 0 {
				t.Errorf("%s holds %d", a, chips)
			}
		}
	})
}

// An organiser whose start cannot be announced reads so.
func TestAnOrganisersStartThatFailsIsAnswered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday three", "hyper", "3", "0")
		s.register("bob", "carol")
		s.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Status: 500, Times: -1})
		a := s.alice.Command(s.channel, "/tournament start").Await(time.Minute)
		if !strings.Contains(a.Text(), "Discord didn't take the message") || !strings.Contains(a.Text(), s.table.ID()) {
			t.Errorf("alice reads %q, %v", a.Text(), a.Err)
		}
		s.srv.Mend()
		time.Sleep(time.Minute)
		s.register("dave") // the entries are free again
	})
}

// While the message of an organiser's start is on its way, no player leaves: the entries fix the draws.
func TestTheEntriesStayWhileAStartIsAnnounced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday three", "hyper", "3", "0")
		s.register("bob", "carol", "dave")
		s.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Delay: 800 * time.Millisecond})
		started := make(chan discordtest.Answer)
		go func() { started <- s.alice.Command(s.channel, "/tournament start") }()
		time.Sleep(400 * time.Millisecond)
		if a := s.person("dave").Press(s.channel, "Unregister"); !strings.Contains(a.Text(), "Your chips stay") {
			t.Errorf("dave reads %q", a.Text())
		}
		if a := <-started; !strings.Contains(a.Text(), "begun") {
			t.Errorf("alice reads %q", a.Text())
		}
	})
}

// The buttons of a lobby are for its own tournament, also where a later one has the same thread.
func TestAnOldLobbyRegistersForNoOtherTournament(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "First", "hyper", "2", "0", "100")
		time.Sleep(10 * time.Second)
		s.srv.Fail("PATCH /channels/{channel}/messages/{message}", discordtest.Fault{Status: 500, Times: -1})
		s.cancel("rain")
		time.Sleep(20 * time.Second)
		made := s.alice.Submit(s.alice.Command(s.table, "/tournament create"), "Second", "", "5000", "hyper", "2")
		time.Sleep(20 * time.Second)
		old := s.channel.Messages()[0]
		for _, m := range s.channel.Messages() {
			if strings.Contains(m.Content, "First") {
				old = m
			}
		}
		a := s.person("bob").PressOn(&old, "Register")
		if !strings.Contains(made.Text(), "is open") || !strings.Contains(a.Text(), "is over") {
			t.Errorf("the second one is answered %q, and the button of %q is answered %q", made.Text(), old.Content, a.Text())
		}
		s.srv.Mend()
		time.Sleep(20 * time.Second)
		if m := s.lobby(); !strings.Contains(m, "First") || !strings.Contains(m, "Cancelled") {
			t.Errorf("the old lobby never says that its tournament is over:\n%s", m)
		}
	})
}

// An organiser who plays, and confirms to cancel a tournament that another one has just cancelled, reads that it is cancelled.
func TestACancelledTournamentIsCancelled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday", "hyper", "3", "0")
		dave := s.person("dave")
		dave.Grant(discordgo.PermissionManageEvents)
		s.register("alice", "bob", "dave")
		form := dave.Command(s.channel, "/tournament cancel", "reason", "snow")
		s.srv.Fail("PATCH", discordtest.Fault{Status: 502, Times: -1}) // so that its table does not close yet
		if a := s.cancel("rain"); !strings.Contains(a.Text(), "**Friday** is cancelled.") {
			t.Errorf("alice reads %q", a.Text())
		}
		if a := dave.Submit(form, "snow"); !strings.Contains(a.Text(), "**Friday** is cancelled.") {
			t.Errorf("dave reads %q", a.Text())
		}
		if a := dave.Command(s.channel, "/tournament cancel", "reason", "snow"); !strings.Contains(a.Text(), "**Friday** is cancelled.") {
			t.Errorf("dave reads %q", a.Text())
		}
		if a := dave.Command(s.channel, "/tournament dq", "player", "bob", "reason", "slow"); !strings.Contains(a.Text(), "is over") {
			t.Errorf("dave reads %q", a.Text())
		}
		s.srv.Mend()
		s.awaits("it is over", s.over)
	})
}
