package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

// mentions returns how many messages at the table have a text and mention a player.
func (s *sitAndGo) mentions(text string, who *discordtest.Person) (n int) {
	for _, m := range s.table.Messages() {
		if strings.Contains(m.Content, text) && strings.Contains(m.Content, who.Mention()) {
			n++
		}
	}
	return n
}

// A tournament whose program was away for a minute calls its players, and goes on half a minute later (T98). A shorter time is not told.
func TestATournamentCallsItsPlayersAfterALongTime(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]time.Duration{"long": 5 * time.Minute, "short": 20 * time.Second} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Friday two", "hyper", "2", "0")
				s.register("alice", "bob")
				time.Sleep(time.Minute)
				s.stop()
				time.Sleep(away)
				s.start()
				time.Sleep(4 * time.Second)
				want := 0
				if name == "long" {
					want = 1
				}
				if n := s.mentions("Play stood still.", s.alice); n != want {
					t.Fatalf("%d messages call the players, want %d", n, want)
				}
				for _, name := range []string{"alice", "bob"} { // the hand that ran goes on at once
					s.person(name).Press(s.table, "Fold")
				}
				time.Sleep(10 * time.Second)
				if n := s.says("Play stood still."); n != 0 {
					t.Errorf("%d messages call the players after the hand", n)
				}
				if running := strings.Contains(s.board(), "#2 ·"); running != (name == "short") {
					t.Errorf("the next hand runs: %v\n%s", running, s.board())
				}
				time.Sleep(40 * time.Second)
				if !strings.Contains(s.board(), "#2 ·") {
					t.Errorf("the next hand does not run\n%s", s.board())
				}
			})
		})
	}
}

// board returns the text of the newest board of the table.
func (s *sitAndGo) board() string { return turnAt(s.table) }

// A player who goes out reads it in private, once: the place, and the winnings (T117).
func TestAPlayerWhoIsOutIsTold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "hyper", "2", "0", "100")
		s.register("alice", "bob")
		time.Sleep(time.Minute)
		s.shove("alice", "bob")
		private := map[string]int{}
		for _, m := range s.table.Log() {
			if strings.Contains(m.Content, "You're out, place") { // a panel says that they are out, too
				private[m.Content]++
			}
		}
		reads := func(winner *discordtest.Person) int {
			return private["**Friday two** · You're out, place 2.\nKnocked out by "+winner.Mention()+"."]
		}
		if len(private) != 1 || reads(s.alice)+reads(s.person("bob")) != 1 {
			t.Errorf("the players were told %v", private)
		}
	})
}

// A call goes although Discord does not answer the first request to delete it.
func TestACallGoesAfterAnOutage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "hyper", "2", "0")
		s.register("alice", "bob")
		time.Sleep(time.Minute)
		if n := s.mentions("Take your seats", s.alice); n != 1 {
			t.Fatalf("%d messages call the players", n)
		}
		s.srv.Fail("DELETE /channels", discordtest.Fault{Status: 500})
		for _, name := range []string{"alice", "bob"} {
			s.person(name).Command(s.table, "/sitout")
		}
		time.Sleep(20 * time.Second)
		if n := s.mentions("Take your seats", s.alice); n != 0 {
			t.Errorf("%d messages call the players after their first presses", n)
		}
	})
}

// When the last seat is taken one message mentions all, and its button keeps a seat of a player who has not pressed for long. It
// goes after the first hand. The message with the seats goes once each player has pressed at the table (T15, T111, T113).
func TestAFullSitAndGoCallsItsPlayers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "hyper", "2", "0")
		bob := s.person("bob")
		s.register("bob")
		time.Sleep(20 * time.Minute)
		s.register("alice")
		if n := s.mentions("Press **I'm here** to keep your seat", bob); n != 1 {
			t.Fatalf("%d messages call bob", n)
		}
		if a := bob.Press(s.table, "I'm here"); !strings.Contains(a.Text(), "Thanks, your seat is yours.") {
			t.Errorf("bob reads %q, %v", a.Text(), a.Err)
		}
		time.Sleep(35 * time.Second)
		if n, seats := s.says("to keep your seat"), s.mentions("Take your seats", bob); n != 1 || seats != 1 || s.says("** begins at <") != 0 {
			t.Errorf("after the start %d messages ask who is here, and %d name the seats", n, seats)
		}
		first, second := s.alice, bob
		if strings.Contains(s.board(), "▶ `2` "+bob.Mention()) || strings.Contains(s.board(), "▶ `1` "+bob.Mention()) {
			first, second = second, first
		}
		first.Press(s.table, "Fold")
		time.Sleep(8 * time.Second)
		if n, seats := s.says("to keep your seat"), s.mentions("Take your seats", bob); n != 0 || seats != 1 {
			t.Errorf("after a hand %d messages ask who is here, and %d name the seats", n, seats)
		}
		second.Press(s.table, "Fold")
		time.Sleep(3 * time.Second)
		if n := s.mentions("Take your seats", bob); n != 0 {
			t.Errorf("after the presses of both %d messages name the seats", n)
		}
	})
}

// A tournament with a start time calls its players when the check-in opens and a minute before the start. Both messages go at the
// start (T111).
func TestAScheduledTournamentCallsItsPlayers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		if a := s.alice.Command(s.channel, "/tournament settings", "check-in", "10"); a.Err != nil {
			t.Fatal(a.Err)
		}
		s.register("alice", "bob")
		time.Sleep(45 * time.Minute)
		if n := s.says("@") + s.says("<@"); n != 0 {
			t.Fatalf("%d messages call the players before the check-in", n)
		}
		time.Sleep(6 * time.Minute)
		if n := s.mentions("to keep your seat", s.alice); n != 1 {
			t.Errorf("%d messages call alice to the check-in", n)
		}
		for _, p := range []*discordtest.Person{s.alice, s.person("bob")} {
			p.Press(s.table, "I'm here")
		}
		time.Sleep(8*time.Minute + 10*time.Second)
		if in, soon := s.mentions("to keep your seat", s.alice), s.mentions(":T>. ", s.alice); in != 1 || soon != 1 {
			t.Errorf("a minute before the start %d messages ask alice, and %d tell her", in, soon)
		}
		time.Sleep(time.Minute)
		if in, soon := s.says("to keep your seat"), s.says("** begins at <t:"); in != 0 || soon != 0 || s.mentions("Take your seats", s.alice) != 1 {
			t.Errorf("after the start %d messages ask who is here, and %d tell when it begins", in, soon)
		}
	})
}

// A short time away in the last minute before the start is not told. After a long one a message with the new time replaces the one that
// stands (T98, T111).
func TestTheCallToTheStartOutlivesTheProgram(t *testing.T) {
	t.Parallel()
	for away, want := range map[time.Duration]int{20 * time.Second: 1, 5 * time.Minute: 2} {
		t.Run(away.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newEvening(t)
				s.register("alice", "bob")
				time.Sleep(59*time.Minute + 10*time.Second)
				s.stop()
				time.Sleep(away)
				s.start()
				time.Sleep(5 * time.Second)
				if n := s.mentions("** begins at <t:", s.alice); n != 1 {
					t.Errorf("%d messages call alice", n)
				}
				posted := map[string]bool{}
				for _, m := range s.table.Log() {
					if strings.Contains(m.Content, "** begins at <t:") {
						posted[m.ID] = true
					}
				}
				if len(posted) != want {
					t.Errorf("%d messages were posted, want %d", len(posted), want)
				}
				time.Sleep(time.Minute)
				if s.says("** begins at <t:") != 0 || s.says("Take your seats") != 1 {
					t.Errorf("play did not begin: %v", s.table.Messages())
				}
			})
		})
	}
}

// A change that moves no start leaves the message that says when play begins. One that moves it deletes the message.
func TestAChangeKeepsTheCallToTheStart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.register("alice", "bob")
		time.Sleep(59*time.Minute + 10*time.Second)
		calls := func(want int, after string) {
			t.Helper()
			if n := s.says("** begins at <t:"); n != want {
				t.Errorf("%s %d messages say when play begins, want %d", after, n, want)
			}
		}
		calls(1, "a minute before the start")
		s.alice.Command(s.channel, "/tournament settings", "name", "Late cup")
		time.Sleep(time.Second)
		calls(1, "after a change of the name")
		s.alice.Command(s.channel, "/tournament settings", "start", "in 2h")
		time.Sleep(time.Second)
		calls(0, "after a change of the start")
	})
}

// A start that is put off because too few players are there deletes the message that announced it (T12).
func TestAStartThatIsPutOffEndsItsCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.register("alice")
		time.Sleep(59*time.Minute + 30*time.Second)
		if n := s.mentions("** begins at <t:", s.alice); n != 1 {
			t.Fatalf("%d messages say when play begins", n)
		}
		time.Sleep(time.Minute)
		if n := s.says("** begins at <t:"); n != 0 {
			t.Errorf("after the start was put off %d messages say when play begins", n)
		}
		s.register("bob")
		time.Sleep(30 * time.Second)
		if s.says("Take your seats") != 1 {
			t.Error("play does not begin with two players")
		}
	})
}

// A player who is out while entries are open reads so, and enters again with the button (T59, T117).
func TestAPlayerWhoIsOutEntersAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Evening cup", "200/10/5m", "5", "0", "100")
		s.alice.Command(s.channel, "/tournament settings", "start", "in 1h", "min", "2", "late", "2", "reentry", "on")
		names := []string{"alice", "bob", "carol", "dave", "erin"}
		s.register(names...)
		time.Sleep(time.Hour)
		s.duel("out, 4 left", names...)
		time.Sleep(6 * time.Second) // the message with the button comes after the hand
		if read := s.readsOf("You're out, 4 players left.", names...); read != 2 {
			t.Errorf("%d answers say how many are left\n%s", read, s.lobby())
		}
		for _, name := range names {
			a := s.person(name).Press(s.table, "Re-enter")
			if a.Err != nil {
				continue
			}
			if !strings.Contains(a.Text(), "You're registered") || !strings.Contains(s.lobbyAfter(6*time.Second), s.person(name).Mention()+" (2)") {
				t.Errorf("%s reads %q\n%s", name, a.Text(), s.lobby())
			}
			return
		}
		t.Errorf("no player may enter again:\n%s", s.lobby())
	})
}

// readsOf returns how often My table and /help at the table answer players with a text.
func (s *sitAndGo) readsOf(text string, names ...string) (n int) {
	for _, name := range names {
		for _, a := range []discordtest.Answer{s.person(name).Press(s.channel, "My table"), s.person(name).Command(s.table, "/help")} {
			if first, _, _ := strings.Cut(a.Text(), "\n"); first == text {
				n++
			}
		}
	}
	return n
}

// duel has the first two players who are left go all-in and the others fold, until the standings say a text.
func (s *sitAndGo) duel(until string, names ...string) {
	s.t.Helper()
	for range 300 {
		time.Sleep(time.Second)
		standings := s.alice.Command(s.channel, "/tournament standings").Text()
		if strings.Contains(standings+s.lobby(), until) {
			return
		}
		left := 0
		for _, name := range names {
			line := standings[strings.Index(standings, s.person(name).Mention()):]
			if line, _, _ = strings.Cut(line, "\n"); !strings.Contains(line, " · ") {
				continue // out
			}
			labels := []string{"Check", "Fold"}
			if left++; left <= 2 {
				labels = []string{"All-in", "Call", "Check"}
			}
			for _, label := range labels {
				if a := s.person(name).Press(s.table, label); a.Err == nil {
					s.person(name).Press(s.table, "Confirm")
					break
				}
			}
		}
	}
	s.t.Fatalf("the standings never say %q:\n%s", until, s.lobby())
}

// lobbyAfter returns the lobby a while later.
func (s *sitAndGo) lobbyAfter(d time.Duration) string {
	time.Sleep(d)
	return s.lobby()
}

// One message tells that the bubble burst and that two players are left (T116).
func TestHeadsUpIsTold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday five", "hyper", "5", "0", "100")
		names := []string{"alice", "bob", "carol", "dave", "erin"}
		s.register(names...)
		time.Sleep(time.Minute)
		s.duel("2 of 5 left", names...)
		time.Sleep(5 * time.Second)
		if read := s.readsOf("You're out, place 5.", names...); read != 2 {
			t.Errorf("%d answers say the fifth place", read)
		}
		if two, burst := s.says("**Friday five** is heads-up: "), s.says("The bubble has burst: each of the 2 players left wins a prize."); two != 1 || burst != 1 {
			t.Errorf("%d messages tell of two players and %d of the bubble", two, burst)
		}
		s.stop()
		s.start()
		time.Sleep(10 * time.Second)
		if two := s.says("is heads-up: "); two != 1 {
			t.Errorf("after a restart %d messages tell of two players", two)
		}
	})
}

// Where all time out in a row the tournament stands still, and a message has a button that goes on (T100).
func TestVanishedPlayersGoOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "1000/100/30m", "2", "0")
		s.register("alice", "bob")
		time.Sleep(6 * time.Minute)
		if n := s.says("stands still"); n != 1 || !strings.Contains(s.lobby(), "⏸") {
			t.Fatalf("%d messages tell of the pause\n%s", n, s.lobby())
		}
		for _, p := range []*discordtest.Person{s.alice, s.person("bob")} {
			if a := p.Press(s.table, "I'm here"); a.Err != nil || !strings.Contains(a.Text(), "Thanks") {
				t.Errorf("a player reads %q, %v", a.Text(), a.Err)
			}
			time.Sleep(time.Second)
		}
		time.Sleep(10 * time.Second)
		if n := s.says("stands still"); n != 0 || strings.Contains(s.lobby(), "⏸") {
			t.Errorf("%d messages tell of the pause\n%s", n, s.lobby())
		}
	})
}

// A player who lets the time for a rebuy pass reads who knocked them out, too. The others have played another hand by then (T66, T117).
func TestAPlayerWithoutARebuyReadsWhoKnockedThemOut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Rebuy", "200/10/30m", "5", "0")
		s.alice.Command(s.channel, "/tournament settings", "rebuy-until", "2")
		names := []string{"alice", "bob", "carol", "dave", "erin"}
		s.register(names...)
		time.Sleep(40 * time.Second)
		shoves := true
		for range 300 {
			time.Sleep(time.Second)
			for i, name := range names {
				if i < 2 && shoves {
					s.press(name)
				} else if a := s.person(name).Press(s.table, "Check"); a.Err != nil {
					s.person(name).Press(s.table, "Fold")
				}
			}
			shoves = shoves && s.says("wins") == 0 && s.says("win ") == 0
			for _, m := range s.table.Log() {
				if strings.Contains(m.Content, "You're out") {
					if !strings.Contains(m.Content, "Knocked out by <@") {
						t.Errorf("the message is %q", m.Content)
					}
					return
				}
			}
		}
		t.Fatalf("no player is out\n%s", s.board())
	})
}
