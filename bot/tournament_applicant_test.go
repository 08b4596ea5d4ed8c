package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

// A person who waits for an organiser reads so wherever they ask how they stand, and how to withdraw (T11).
func TestAnApplicantReadsThatAnOrganiserIsAsked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on", "Guests", "turbo", "3", "0", "1000")
		bob := s.person("bob")
		asked := bob.Press(s.channel, "Register").Text()
		if !strings.HasPrefix(asked, "I asked "+s.alice.Mention()+" to approve you for **Guests**.") || !strings.Contains(asked, "to withdraw") {
			t.Fatalf("bob reads %q", asked)
		}
		for _, command := range []string{"/sit", "/topup", "/leave", "/sitout"} {
			if a := bob.Command(s.table, command); a.Text() != asked {
				t.Errorf("%s: bob reads %q, %v", command, a.Text(), a.Err)
			}
		}
		if a := bob.Press(s.channel, "My table"); a.Text() != asked {
			t.Errorf("My table: bob reads %q, %v", a.Text(), a.Err)
		}
		if a := bob.Press(s.channel, "Standings"); !strings.Contains(a.Text(), asked) {
			t.Errorf("Standings: bob reads %q, %v", a.Text(), a.Err)
		}
		bob.Command(s.channel, "/tournament unregister")
		if a := bob.Press(s.channel, "My table"); a.Text() != "You're not in this tournament. Press **Register** in its lobby to take part." {
			t.Errorf("bob withdrew and reads %q, %v", a.Text(), a.Err)
		}
	})
}

// A cancelled tournament promises an applicant nothing (T11, T101).
func TestACancelledTournamentAsksNoOrganiser(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on", "Guests", "turbo", "3", "0", "1000")
		bob := s.person("bob")
		bob.Press(s.channel, "Register")
		if a := s.cancel("snow"); !strings.Contains(a.Text(), "is cancelled") {
			t.Fatalf("alice reads %q, %v", a.Text(), a.Err)
		}
		for _, button := range []string{"My table", "Standings"} {
			if a := bob.Press(s.channel, button); strings.Contains(a.Text(), "approve") {
				t.Errorf("%s: bob reads %q, %v", button, a.Text(), a.Err)
			}
		}
		for _, command := range []string{"/sit", "/leave"} {
			if a := bob.Command(s.table, command); strings.Contains(a.Text(), "approve") {
				t.Errorf("%s: bob reads %q, %v", command, a.Text(), a.Err)
			}
		}
	})
}

// A player who is out and waits for an organiser to enter again reads so in place of how they went out (T11, T68).
func TestAnApplicantWhoIsOutReadsThatAnOrganiserIsAsked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Evening cup", "200/10/5m", "5", "0", "100")
		s.alice.Command(s.channel, "/tournament settings", "start", "in 1h", "min", "2", "late", "2", "reentry", "on")
		names := []string{"bob", "carol", "dave", "erin", "frank"}
		s.register(names...)
		s.alice.Command(s.channel, "/tournament settings", "more", "approval on")
		time.Sleep(time.Hour)
		s.duel("out, 4 left", names...)
		time.Sleep(6 * time.Second)
		for _, name := range names {
			p := s.person(name)
			asked := p.Press(s.channel, "Register").Text()
			if !strings.HasPrefix(asked, "I asked ") {
				continue
			}
			for _, a := range []discordtest.Answer{p.Command(s.table, "/sit"), p.Command(s.table, "/leave"), p.Press(s.channel, "My table")} {
				if a.Text() != asked {
					t.Errorf("%s reads %q, %v", name, a.Text(), a.Err)
				}
			}
			return
		}
		t.Errorf("no player may apply again:\n%s", s.lobby())
	})
}
