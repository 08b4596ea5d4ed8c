package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

// fresh is a tournament in which a player has a small stack, and may give it up for a new one (T70).
type fresh struct {
	*sitAndGo
	small *discordtest.Person
}

// startsAgain begins a tournament with a gate that is set once all are registered.
func startsAgain(s *sitAndGo, more string) fresh {
	s.t.Helper()
	s.alice.Command(s.channel, "/tournament settings", "more", "restart on")
	s.register("bob", "carol", "dave")
	if a := s.alice.Command(s.channel, "/tournament settings", "more", more); !strings.Contains(a.Text(), more) {
		s.t.Fatalf("more:%s is answered %q", more, a.Text())
	}
	time.Sleep(time.Hour)
	f := fresh{s, s.losesHalf("bob", "carol", "dave")}
	f.small.Press(s.table, "Seat…")
	return f
}

// reads fails unless an answer to the player has a text, and they have paid for some entries of 100.
func (f fresh) reads(a discordtest.Answer, want, balance string) {
	f.t.Helper()
	if !strings.Contains(a.Text(), want) {
		f.t.Errorf("the player reads %q, %v, want %q", a.Text(), a.Err, want)
	}
	if a := f.small.Command(f.channel, "/chips balance"); !strings.Contains(a.Text(), balance) {
		f.t.Errorf("the wallet does not hold %s: %s", balance, a.Text())
	}
}

// press presses the button that gives the small stack up.
func (f fresh) press() discordtest.Answer { return f.small.Press(f.table, "Start again 100") }

// passHand has all players fold the next hand, and opens the menu of the player.
func (f fresh) passHand() {
	f.t.Helper()
	for range 60 {
		time.Sleep(500 * time.Millisecond)
		for _, name := range []string{"bob", "carol", "dave"} {
			f.person(name).Press(f.table, "Fold")
		}
		if board := boardIn(f.table); strings.Contains(board, "**Result**") {
			f.small.Press(f.table, "Seat…")
			return
		}
	}
	f.t.Fatalf("the hand does not end: %s", boardIn(f.table))
}

const newStack = "a new one of 500 chips"

// A player whom a role would not let enter again cannot start again with a new stack (T11, T70). Nothing is paid, and the stack stays.
func TestAFreshStackNeedsTheRoles(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		role := s.guild.Role("guests")
		f := startsAgain(s, "not-role <@&"+role+">")
		f.small.AddRole(role)
		f.reads(f.press(), "**Evening cup** isn't open to members with", "9,900")
		f.small.RemoveRole(role)
		f.reads(f.press(), newStack, "9,800")
	})
}

// A player who needs an invitation word types it to start again (T11, T70).
func TestAFreshStackNeedsTheWord(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := startsAgain(newEvening(t), "code spring")
		asked := f.press()
		if asked.Modal == nil {
			t.Fatalf("the player reads %q", asked.Text())
		}
		f.reads(f.small.Submit(asked, "summer"), "That word isn't valid for **Evening cup**", "9,900")
		f.reads(f.small.Submit(f.press(), "spring"), newStack, "9,800")
	})
}

// A word that a player types while the next hand begins counts: after the hand they start again without one.
func TestAWordTypedIntoAHandCounts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := startsAgain(newEvening(t), "code spring")
		asked := f.press()
		time.Sleep(10 * time.Second) // a hand begins
		f.reads(f.small.Submit(asked, "summer"), "That word isn't valid for **Evening cup**", "9,900")
		f.reads(f.small.Submit(asked, "spring"), "You can start again between two hands", "9,900")
		f.passHand()
		f.reads(f.press(), newStack, "9,800")
	})
}

// A word that a player types once registration is over asks no organiser: the player reads the reason, where the tournament needs the word
// and the approval, too.
func TestAWordTypedTooLateAsksNoOrganiser(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := startsAgain(newEvening(t), "approval on, code spring")
		asked := f.press()
		if asked.Modal == nil {
			t.Fatalf("the player reads %q", asked.Text())
		}
		for n := 0; n < 90 && !strings.Contains(f.lobby(), "Level 5"); n++ {
			time.Sleep(10 * time.Second) // the next hand begins
			f.passHand()
		}
		f.reads(f.small.Submit(asked, "spring"), "Registration is closed.", "9,900")
		time.Sleep(10 * time.Second)
		if n := f.says("asks to register") + f.says("closed before an organiser answered"); n != 0 {
			t.Errorf("%d messages are about an application: %v", n, f.table.Messages())
		}
	})
}

// Where an organiser approves each player, one is asked. A player with their yes starts again by another press, if they still want to (T11,
// T70).
func TestAFreshStackNeedsTheApproval(t *testing.T) {
	t.Parallel()
	for _, yes := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			f := startsAgain(newEvening(t), "approval on")
			f.reads(f.press(), "to approve you for **Evening cup**. Once they do, start again once more. If you're out by then, you'll be registered.", "9,900")
			time.Sleep(time.Second) // the organiser is asked
			answer, reads := "Decline", "An organiser declined your request to register for **Evening cup**."
			if yes {
				answer, reads = "Approve", "An organiser approved you for **Evening cup**. "+
					"With at most half of the first stack, and while the waitlist is empty, **Seat…** at your table has **Start again** between two hands. If you're out, press **Register** in the lobby."
			}
			for _, m := range f.table.Messages() {
				if strings.Contains(m.Content, f.small.Mention()+" asks to register") {
					f.alice.PressOn(&m, answer)
				}
			}
			time.Sleep(10 * time.Second)
			if n := f.mentions(reads, f.small); n != 1 {
				t.Errorf("%d messages tell the player: %v", n, f.table.Messages())
			}
			if yes {
				f.passHand()
				f.reads(f.press(), newStack, "9,800")
			}
		})
	}
}

// A player who may start again reads another text than a person who could not be registered. Where both are due at once, two messages come.
func TestTwoKindsOfApprovalAreToldApart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		role := s.guild.Role("guests")
		f := startsAgain(s, "approval on, not-role <@&"+role+">")
		erin, frank := f.person("erin"), f.person("frank")
		f.press()
		erin.Press(f.channel, "Register")
		frank.Press(f.channel, "Register")
		time.Sleep(time.Second)
		erin.AddRole(role)
		f.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Delay: 4 * time.Second, Times: -1, Channel: f.table.ID()})
		f.answers(f.alice, "frank", "Decline") // the message to frank is on its way
		f.answers(f.alice, "erin", "Approve")
		f.answers(f.alice, f.small.Name(), "Approve")
		time.Sleep(20 * time.Second)
		for text, who := range map[string]*discordtest.Person{
			"but you couldn't be registered. Press **Register** in the lobby to see why.": erin,
			"**Seat…** at your table has **Start again** between two hands.":              f.small,
		} {
			if n := f.says(text); n != 1 || f.mentions(text, who) != 1 {
				t.Errorf("%d messages say %q: %v", n, text, f.table.Messages())
			}
		}
	})
}

// An organiser who plays needs no approval to start again.
func TestAFreshStackOfAnOrganiserNeedsNoApproval(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		dealers := s.guild.Role("dealers")
		s.alice.Grant(discordgo.PermissionManageGuild)
		s.alice.Command(s.channel, "/server", "organiser-role", dealers)
		f := startsAgain(s, "approval on")
		f.small.AddRole(dealers)
		f.reads(f.press(), newStack, "9,800")
	})
}
