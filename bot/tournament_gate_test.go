package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/engine/tournament/proof"
)

// gated opens a tournament with settings of its gate.
func gated(t *testing.T, more string, inputs ...string) *sitAndGo {
	t.Helper()
	s := newSitAndGo(t, inputs...)
	if a := s.alice.Command(s.channel, "/tournament settings", "more", more); !strings.Contains(a.Text(), more) {
		t.Fatalf("more:%s is answered %q", more, a.Text())
	}
	time.Sleep(6 * time.Second)
	return s
}

// newFullSitAndGo opens a tournament for two: bob and carol are registered, dave and erin on the waitlist.
func newFullSitAndGo(t *testing.T) *sitAndGo {
	t.Helper()
	s := newSitAndGo(t, "Members", "turbo", "2", "0", "0")
	s.register("bob", "carol")
	for _, name := range []string{"dave", "erin"} {
		s.person(name).Press(s.channel, "Register")
	}
	return s
}

// lists reports whether the lobby names a person.
func (s *sitAndGo) lists(name string) bool {
	time.Sleep(6 * time.Second)
	return slices.ContainsFunc(s.channel.Messages(), func(m discordtest.Message) bool {
		return strings.Contains(m.Content, "🔒") && strings.Contains(m.Content, s.person(name).Mention())
	})
}

// An invitation word lets as many people in as its number says, each once, and no message or log has it (T11).
func TestAnInvitationWordIsUsedUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "code spring 2", "Guests", "turbo", "4", "0")
		try := func(name, word string) string {
			asked := s.person(name).Press(s.channel, "Register")
			if asked.Modal == nil {
				return asked.Text()
			}
			return s.person(name).Submit(asked, word).Text()
		}
		for _, c := range [][3]string{
			{"bob", "summer", "isn't valid for"}, {"bob", " Spring ", "You're registered"}, {"bob", "", "You're registered for **Guests**. Seats are drawn"},
			{"carol", "spring", "You're registered"}, {"dave", "spring", "isn't valid for"},
		} {
			if got := try(c[0], c[1]); !strings.Contains(got, c[2]) {
				t.Errorf("%s types %q and reads %q", c[0], c[1], got)
			}
		}
		s.person("bob").Press(s.channel, "Unregister")
		if got := try("bob", ""); !strings.Contains(got, "You're registered") {
			t.Errorf("bob has used the word, and reads %q", got)
		}
		if a := s.alice.Command(s.channel, "/tournament settings", "more", "code Autumn"); !strings.Contains(a.Text(), "code ~~spring~~, code autumn 1") {
			t.Errorf("alice reads %q", a.Text())
		}
		if got := try("dave", "autumn"); !strings.Contains(got, "You're registered") {
			t.Errorf("dave reads %q", got)
		}
		time.Sleep(6 * time.Second)
		public := s.person("bob").Command(s.channel, "/tournament log").Text() + s.person("bob").Command(s.channel, "/tournament status").Text()
		for _, m := range append(s.table.Messages(), s.channel.Messages()...) {
			public += m.Content
		}
		if lower := strings.ToLower(public); strings.Contains(lower, "spring") || strings.Contains(lower, "autumn") || !strings.Contains(public, "more:code …") {
			t.Errorf("everyone can read a word: %s", public)
		}
	})
}

// A player who typed ten wrong words within ten minutes has to wait for ten, also with a modal that is still open (T11).
func TestInvitationWordsCannotBeTriedOut(t *testing.T) {
	t.Parallel()
	for _, more := range []string{"code 1234 1", "approval on, code 1234 1"} {
		synctest.Test(t, func(t *testing.T) {
			s := gated(t, more, "Guests", "turbo", "4", "0")
			bob := s.person("bob")
			asked := bob.Press(s.channel, "Register")
			for i := range 10 {
				time.Sleep(50 * time.Second)
				if a := bob.Submit(asked, fmt.Sprint(2000+i)); !strings.Contains(a.Text(), "isn't valid for") {
					t.Errorf("with %s, wrong word %d is answered %q", more, i+1, a.Text())
				}
			}
			want := fmt.Sprintf("too many wrong words. You can try again <t:%d:R>", time.Now().Add(10*time.Minute).Unix())
			for range 2 {
				if a, next := bob.Submit(asked, "1234"), bob.Press(s.channel, "Register"); !strings.Contains(a.Text(), want) || !strings.Contains(next.Text(), want) {
					t.Errorf("with %s, bob reads %q and %q, want %q", more, a.Text(), next.Text(), want)
				}
				time.Sleep(9 * time.Minute)
			}
			if a := bob.Submit(asked, "1234"); !strings.Contains(a.Text(), "registered") {
				t.Errorf("with %s, bob reads %q after the wait", more, a.Text())
			}
		})
	}
}

// An invitation word whose application is declined or withdrawn lets another person in.
func TestAWordComesBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on, code spring 1", "Guests", "turbo", "3", "0")
		for i, name := range []string{"bob", "carol", "dave"} {
			if a := s.person(name).Submit(s.person(name).Press(s.channel, "Register"), "spring"); !strings.Contains(a.Text(), "to approve you for") {
				t.Fatalf("%s reads %q", name, a.Text())
			}
			time.Sleep(time.Second)
			switch i {
			case 0:
				s.answers(s.alice, name, "Decline")
			case 1:
				s.person(name).Press(s.channel, "Unregister")
			default:
				s.answers(s.alice, name, "Approve")
			}
			time.Sleep(time.Second)
		}
		if !s.lists("dave") || s.lists("bob") || s.lists("carol") {
			t.Errorf("the lobby says\n%s", s.lobby())
		}
	})
}

// While Discord does not tell the roles of a person, the tournament goes on: it expires, and can be cancelled.
func TestRolesThatCannotBeReadHoldNothingUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "approval on", "Guests", "turbo", "2", "0")
		s.alice.Command(s.channel, "/tournament settings", "more", "not-role <@&"+s.guild.Role("guests")+">")
		for _, name := range []string{"bob", "carol", "dave"} {
			s.person(name).Press(s.channel, "Register")
			time.Sleep(time.Second)
		}
		s.srv.Fail("GET /guilds/{guild}/members/{user}", discordtest.Fault{Status: 403, Times: 100_000})
		s.answers(s.alice, "dave", "Approve")
		time.Sleep(25 * time.Hour)
		if !strings.Contains(s.lobby(), "Cancelled") {
			t.Errorf("the lobby says\n%s", s.lobby())
		}
		read := 0
		for _, name := range []string{"bob", "carol", "dave"} {
			read += s.mentions("**Guests** is cancelled", s.person(name))
		}
		if read != 3 {
			t.Errorf("%d of three read that it is cancelled", read)
		}
	})
}

// Two people press with the last use of a word: one of them is in.
func TestTheLastUseOfAWordIsOnes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "code spring 1", "Guests", "turbo", "4", "0")
		var wait sync.WaitGroup
		read := make([]string, 2)
		for i, name := range []string{"bob", "carol"} {
			asked := s.person(name).Press(s.channel, "Register")
			wait.Go(func() { read[i] = s.person(name).Submit(asked, "spring").Text() })
		}
		wait.Wait()
		if all := fmt.Sprint(read); strings.Count(all, "You're registered") != 1 || strings.Count(all, "isn't valid for") != 1 {
			t.Errorf("they read %q", read)
		}
	})
}

// Members with a certain role cannot register, nor get a place from the waitlist (T11, T13).
func TestARoleKeepsMembersOut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newFullSitAndGo(t)
		role := s.guild.Role("guests")
		s.person("dave").AddRole(role)
		s.person("frank").AddRole(role)
		if a := s.alice.Command(s.channel, "/tournament settings", "more", "not-role <@&"+role+">"); !strings.Contains(a.Text(), "not-role") {
			t.Fatalf("alice reads %q", a.Text())
		}
		if a := s.person("frank").Press(s.channel, "Register"); !strings.Contains(a.Text(), "isn't open to members with") {
			t.Errorf("frank reads %q", a.Text())
		}
		s.person("carol").Press(s.channel, "Unregister")
		time.Sleep(20 * time.Second)
		if s.lists("dave") || !s.lists("erin") {
			t.Errorf("the lobby says\n%s", s.lobby())
		}
		if n := s.mentions("it isn't open to members with", s.person("dave")); n != 1 {
			t.Errorf("%d messages tell dave", n)
		}
	})
}

// The message of the start fixes the entries (T12): a free place stays free until the seats are drawn. Here Discord tells the roles of the
// next person late.
func TestAPlaceIsNotFilledBesideTheStart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Members", "hyper", "3", "0", "0")
		s.alice.Command(s.channel, "/tournament settings", "more", "not-role <@&"+s.guild.Role("guests")+">")
		s.register("bob", "carol", "frank")
		s.person("dave").Press(s.channel, "Register")
		s.srv.Fail("GET /guilds/{guild}/members/{user}", discordtest.Fault{Delay: 3 * time.Second})
		s.person("frank").Press(s.channel, "Unregister")
		time.Sleep(time.Second) // the bot asks for the roles of dave
		s.srv.Fail("POST /channels", discordtest.Fault{Delay: 4 * time.Second, Times: -1})
		s.alice.Command(s.channel, "/tournament start")
		s.srv.Mend()
		time.Sleep(time.Minute)
		s.shove("bob", "carol")
		time.Sleep(time.Minute)
		r, err := proof.Read(s.resultFile("cardroom-tournament.json"))
		if err != nil {
			t.Fatal(err)
		}
		if report := proof.Verify(r, proof.Seen{}); len(report.Faults) > 0 || len(r.Entries) != 2 {
			t.Errorf("of %d entries the result has the faults %q", len(r.Entries), report.Faults)
		}
	})
}

// Settings of a gate that cannot be are refused, and change nothing.
func TestOddGatesAreRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Guests", "turbo", "3", "0")
		for _, typed := range []string{
			"approval", "approval maybe", "approval on off", "code", "code abc", "code spring -1", "code spring 1001", "code spring one", "code " + strings.Repeat("x", 33),
			"not-role", "not-role guests", "not-role <@&0>", "not-role <@5>", "not-role <@&" + s.guild.ID() + ">", "approve", "approve bob", "approve <@&7>",
			"approval on, code abc", "code a\u202ebcd", "code sp*r*ing", "paid 3, approval on, clock",
		} {
			time.Sleep(10 * time.Second)
			if a := s.alice.Command(s.channel, "/tournament settings", "more", typed); !strings.Contains(a.Text(), "`more` takes a value such as `") {
				t.Errorf("more:%s is answered %q", typed, a.Text())
			}
		}
		for typed, want := range map[string]string{
			"points 4/6": "points 10/6/4", "points lots": "`points off`, `points on`, `points 10/6/4`", "zebra on": "`paid 3`, `min-cash 100`,", "code abc": "code spring 3",
			"restart on": "`restart` goes with `reentry`", "no-show refund": "`no-show` goes with a start time", "paid 10/20": "paid 50/30/20",
			"clock 5s": "`clock` must be 10s–72h.", "pause 2m": "`pause` must be 0s–60s.", "break 3h": "`break` must be 0s–2h.", "expires 999h": "`expires` must be 0s–720h.",
			"per-person 11": "`per-person` must be 1–10.",
		} {
			time.Sleep(10 * time.Second)
			if a := s.alice.Command(s.channel, "/tournament settings", "more", typed); !strings.Contains(a.Text(), want) {
				t.Errorf("more:%s is answered %q", typed, a.Text())
			}
		}
		if a := s.alice.Command(s.channel, "/tournament settings"); !strings.Contains(a.Text(), "`event` · `more`") {
			t.Errorf("the settings are %s", a.Text())
		}
	})
}
