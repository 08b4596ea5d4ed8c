package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

// A disqualified player acts no more, not even in the second that their turn lasts: they are absent to the end of the hand (T36, T108).
func TestADisqualifiedPlayerActsNoMore(t *testing.T) {
	t.Parallel()
	for _, act := range []string{"Call", "Raise", "All-in", "/call", "/raise", "/allin"} {
		t.Run(act, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Friday three", "turbo", "3", "0")
				s.register("bob", "carol", "dave")
				time.Sleep(45 * time.Second)
				who := s.person("bob")
				if turn := lineOf(s.board(), "▶"); !strings.Contains(turn, who.Mention()) {
					t.Fatalf("it is not bob's turn: %q", turn)
				}
				asked := s.alice.Command(s.channel, "/tournament dq", "player", who.Name(), "reason", "shouting")
				if a := s.alice.Submit(asked, "shouting"); !strings.Contains(a.Text(), "is disqualified") {
					t.Fatalf("alice reads %q, %v", a.Text(), a.Err)
				}
				var a discordtest.Answer
				switch {
				case act == "/raise":
					a = who.Command(s.table, act, "to", "max")
				case act[0] == '/':
					a = who.Command(s.table, act)
				default:
					a = who.Press(s.table, act)
				}
				if !strings.Contains(a.Text(), "disqualified") {
					t.Errorf("bob reads %q, %v", a.Text(), a.Err)
				}
				time.Sleep(3 * time.Second)
				if line := lineOf(s.board(), who.Mention()); !strings.Contains(line, "folded") || !strings.Contains(line, "away") {
					t.Errorf("the board says %q", line)
				}
			})
		})
	}
}

// A disqualified player reads why they are out. The winner of the pot with their chips did not knock them out (T108, T117).
func TestADisqualifiedPlayerIsKnockedOutByNoOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday three", "turbo", "3", "0")
		s.register("bob", "carol", "dave")
		time.Sleep(45 * time.Second)
		bob := s.person("bob")
		if a := bob.Press(s.table, "Call"); a.Err != nil {
			t.Fatal(a.Err)
		}
		asked := s.alice.Command(s.channel, "/tournament dq", "player", bob.Name(), "reason", "shouting")
		if a := s.alice.Submit(asked, "shouting"); !strings.Contains(a.Text(), "is disqualified") {
			t.Fatalf("alice reads %q, %v", a.Text(), a.Err)
		}
		s.person("carol").Press(s.table, "Fold")
		time.Sleep(time.Second)
		for range 4 { // bob's hand, which checks, loses the showdown
			s.person("dave").Press(s.table, "Check")
			time.Sleep(5 * time.Second)
		}
		time.Sleep(20 * time.Second)
		read := ""
		for _, m := range bob.See(s.table) {
			read += m.Content + "\n"
		}
		if !strings.Contains(read, "You were disqualified from **Friday three**: shouting\n**Friday three** · You're out, place 3.") {
			t.Errorf("bob reads\n%s", read)
		}
		if strings.Contains(read, "Knocked out") {
			t.Errorf("another player knocked bob out:\n%s", read)
		}
	})
}

// A player who is disqualified while a rebuy is offered reads of no other who knocked them out either (T117).
func TestADisqualifiedPlayerWithARebuyIsKnockedOutByNoOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Rebuy", "200/10/30m", "5", "0")
		s.alice.Command(s.channel, "/tournament settings", "rebuy-until", "2")
		names := []string{"bob", "carol", "dave", "erin", "frank"}
		s.register(names...)
		time.Sleep(40 * time.Second)
		struck := false
		for range 300 {
			time.Sleep(time.Second)
			for i, name := range names {
				if i < 2 && !struck {
					s.press(name)
				} else if a := s.person(name).Press(s.table, "Check"); a.Err != nil {
					s.person(name).Press(s.table, "Fold")
				}
				if struck { // the others play on, so the hand of the message ends
					continue
				}
				if a := s.person(name).Press(s.table, "Rebuy…"); a.Err == nil && strings.Contains(a.Text(), "Rebuy") {
					asked := s.alice.Command(s.channel, "/tournament dq", "player", s.person(name).Name(), "reason", "shouting")
					a := s.alice.Submit(asked, "shouting")
					if struck = strings.Contains(a.Text(), "is disqualified"); !struck {
						t.Fatalf("alice reads %q %q, %v", asked.Text(), a.Text(), a.Err)
					}
				}
			}
			for _, m := range s.table.Log() {
				if strings.Contains(m.Content, "You were disqualified") {
					if strings.Contains(m.Content, "Knocked out by") {
						t.Errorf("the message is %q", m.Content)
					}
					return
				}
			}
		}
		t.Fatalf("no player reads that they are disqualified: %v\n%s", struck, s.board())
	})
}

// The head of a disqualified player goes to the first prize. So the pool has it, too, and the log says where it went (T72, T108, T110).
func TestTheHeadOfADisqualifiedPlayerIsInThePool(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday three", "turbo", "3", "0", "100")
		s.settings("bounty", "50")
		s.register("bob", "carol", "dave")
		time.Sleep(45 * time.Second)
		asked := s.alice.Command(s.channel, "/tournament dq", "player", "carol", "reason", "shouting")
		if a := s.alice.Submit(asked, "shouting"); !strings.Contains(a.Text(), "is disqualified") {
			t.Fatalf("alice reads %q, %v", a.Text(), a.Err)
		}
		s.foldsAll("bob", "dave")
		if line := lineOf(s.lobby(), "Prize pool"); line != "Prize pool 200: 1. 200" {
			t.Errorf("the lobby says %q", line)
		}
		if log := s.alice.Command(s.channel, "/tournament log").Text(); !strings.Contains(log, " 50 of a bounty went to the first prize") {
			t.Errorf("the log says\n%s", log)
		}
	})
}

// A disqualification and a cancellation need a reason that players can read, in the command and in its modal (T108, T122).
func TestAReasonOfInvisibleCharactersIsNone(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]string{"/tournament dq": {"player", "bob"}, "/tournament cancel": nil} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Friday three", "turbo", "3", "0")
				s.register("bob", "carol", "dave")
				time.Sleep(45 * time.Second)
				for _, typed := range []string{"\u200b", "\u2060 \ufeff"} {
					if a := s.alice.Command(s.channel, name, append(options, "reason", typed)...); a.Modal != nil || !strings.Contains(a.Text(), "characters") {
						t.Errorf("%s with %q: alice reads %q, %v", name, typed, a.Text(), a.Err)
					}
					asked := s.alice.Command(s.channel, name, append(options, "reason", "shouting")...)
					if a := s.alice.Submit(asked, typed); a.Err != nil || !strings.Contains(a.Text(), "characters") {
						t.Errorf("the modal of %s with %q: alice reads %q, %v", name, typed, a.Text(), a.Err)
					}
				}
			})
		})
	}
}
