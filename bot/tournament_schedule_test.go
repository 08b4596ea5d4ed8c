package bot_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/engine/tournament/proof"
	"cardroom/store"
)

// newEvening opens a tournament for three at 100, which starts in an hour and has late registration and re-entry in its first
// three levels.
func newEvening(t *testing.T) *sitAndGo {
	s := newSitAndGo(t, "Evening cup", "hyper", "3", "0", "100")
	if a := s.alice.Command(s.channel, "/tournament settings", "start", "in 1h", "min", "2", "late", "3", "reentry", "on"); a.Err != nil || !strings.Contains(a.Text(), "`reentry` **on**") {
		t.Fatalf("settings: %s %v", a.Text(), a.Err)
	}
	return s
}

// again has people register until the lobby counts them, and starts the program again where it ended.
func (s *sitAndGo) again(names ...string) {
	for _, name := range names {
		for try := 0; !strings.Contains(s.lobby(), "<@"+s.person(name).ID()+">") && try < 9; try++ {
			s.person(name).Press(s.channel, "Register")
			time.Sleep(6 * time.Second)
			if s.life.over.Load() {
				s.stop()
				s.start()
			}
		}
	}
}

// settled checks the end of a tournament with a price: the winner has all entries' payments, and the file is proven (T125).
func (s *sitAndGo) settled(price int64) {
	s.t.Helper()
	r, err := proof.Read(s.resultFile("cardroom-tournament.json"))
	if err != nil {
		s.t.Fatal(err)
	}
	if report := proof.Verify(r, proof.Seen{}); len(report.Faults) > 0 {
		s.t.Errorf("the file has faults: %v", report.Faults)
	}
	all, paid := int64(0), int64(0)
	for a, chips := range s.accounts() {
		switch _, person := a.Person(); {
		case person && chips > store.Opening:
			all += chips - store.Opening
		case person:
			paid += store.Opening - chips
		case a != store.Mint && chips != 0:
			s.t.Errorf("%s holds %d", a, chips)
		}
	}
	if all != paid || paid < price || paid%price != 0 {
		s.t.Errorf("the winner has %d more and the others %d less", all, paid)
	}
}

// A tournament with a time starts then, takes late players and takes players again who are out (T15, T65, T68).
func TestAScheduledTournamentIsPlayed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.register("alice", "bob")
		time.Sleep(time.Hour)
		if m := s.lobby(); !strings.Contains(m, "2 of 2 left") {
			t.Fatalf("at its time the lobby says\n%s", m)
		}
		s.register("carol")
		if a := s.person("carol").Press(s.channel, "Unregister"); a.Err == nil {
			t.Errorf("carol leaves after the start: %s", a.Text())
		}
		const stays = "Your chips stay in the tournament. Press **Away** under **Seat…** if you have to go."
		if a := s.person("carol").Command(s.channel, "/tournament unregister"); a.Text() != stays {
			t.Errorf("carol leaves after the start: %s", a.Text())
		}
		if a := s.person("dave").Command(s.channel, "/tournament unregister"); !strings.HasPrefix(a.Text(), "You're not in this tournament.") {
			t.Errorf("dave, who does not play, leaves: %s", a.Text())
		}
		time.Sleep(10 * time.Second)
		s.shove("alice", "bob", "carol")
		time.Sleep(20 * time.Second)
		s.check("1.", "2.", "3.")
		s.settled(100)
	})
}

// Wherever the program ends around the start and in late registration, the next run goes on: no seat is drawn twice, no price
// is taken twice (P2, T99).
func TestAScheduledTournamentSurvivesEveryEnd(t *testing.T) {
	t.Parallel()
	passes := []int32{1, 2, 3, 5, 8, 13}
	if testing.Short() {
		passes = []int32{3}
	}
	for _, at := range around(failpoint.CommitTable, failpoint.PostEvent) {
		for _, nth := range passes {
			t.Run(fmt.Sprint(at, " ", nth), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := newEvening(t)
					s.excused, s.overdue = 20, 20
					s.register("alice", "bob")
					time.Sleep(58 * time.Minute)
					var passed atomic.Int32
					s.stop()
					s.at = func(p failpoint.Point) bool { return p == at && passed.Add(1) == nth }
					s.start()
					time.Sleep(3 * time.Minute)
					if s.life.over.Load() {
						s.stop()
						s.start()
						time.Sleep(10 * time.Second)
					}
					s.again("carol")
					s.shove("alice", "bob", "carol")
					time.Sleep(20 * time.Second)
					s.check("1.", "2.", "3.")
					s.settled(100)
					s.excused, s.overdue = 20, 20
				})
			})
		}
	}
}

// Too few players at its time: ten minutes more, then it is cancelled and the price comes back (T15, T103).
func TestAScheduledTournamentWithTooFewIsCancelled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.register("bob")
		time.Sleep(time.Hour + 10*time.Second)
		if m := s.lobby(); !strings.Contains(m, "Its time has come, and it waits for 2 players.") {
			t.Errorf("at its time the lobby says\n%s", m)
		}
		time.Sleep(11 * time.Minute)
		if m := s.lobby(); !strings.Contains(m, "Cancelled") {
			t.Errorf("ten minutes later the lobby says\n%s", m)
		}
		if got := s.accounts()[store.WalletAccount(message.Snowflake(s.person("bob").ID()))]; got != store.Opening {
			t.Errorf("bob's wallet holds %d", got)
		}
	})
}

// A player on the waitlist who cannot pay when a place comes free loses their place there, and reads it (T13).
func TestAWaitingPlayerWhoCannotPayIsSkipped(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Dear", "turbo", "2", "0", "6000")
		s.register("alice", "bob")
		for _, name := range []string{"carol", "dave"} {
			if a := s.person(name).Press(s.channel, "Register"); !strings.Contains(a.Text(), "on the waitlist") {
				t.Fatalf("%s: %s", name, a.Text())
			}
		}
		if a := s.person("carol").Command(s.table, "/chips give", "player", "alice", "amount", "5000"); a.Err != nil {
			t.Fatal(a.Err)
		} else if a.Message != nil && len(a.Message.Buttons()) > 0 {
			s.person("carol").PressOn(a.Message, a.Message.Buttons()[0].Label)
		}
		s.person("bob").Press(s.channel, "Unregister")
		time.Sleep(20 * time.Second)
		if s.says("your wallet has less than 6,000") != 1 {
			t.Error("carol reads nothing")
		}
		if m := s.lobby(); strings.Contains(m, s.person("carol").ID()) || !strings.Contains(m, s.person("dave").ID()) {
			t.Errorf("the lobby says\n%s", m)
		}
	})
}

// begins gives a tournament of newEvening further settings, and begins it for alice, bob and carol.
func (s *sitAndGo) begins(more string) {
	s.t.Helper()
	if a := s.alice.Command(s.channel, "/tournament settings", "more", more); !strings.Contains(a.Text(), more) {
		s.t.Fatalf("more:%s is answered %q", more, a.Text())
	}
	s.register("alice", "bob", "carol")
	time.Sleep(time.Hour)
}

// A player with half a stack starts again, as a new entry for the price (T70). The file proves it.
func TestASmallStackStartsAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.begins("restart on")
		small := s.losesHalf("alice", "bob", "carol")
		panel := small.Press(s.table, "Seat…")
		if a := small.Press(s.table, "Start again 100"); !strings.Contains(a.Text(), "a new one of 500 chips") {
			t.Fatalf("the menu is %s, and the answer %q, %v", panel.Text(), a.Text(), a.Err)
		}
		if a := small.Press(s.table, "Start again 100"); !strings.Contains(a.Text(), "can't enter") {
			t.Errorf("a second press is answered %q", a.Text())
		}
		if a := small.Command(s.channel, "/tournament standings"); !strings.Contains(a.Text(), small.Mention()+" (2) · 500") {
			t.Errorf("the standings are\n%s", a.Text())
		}
		time.Sleep(time.Second)
		if board := boardIn(s.table); !strings.Contains(board, small.Mention()+" 500") {
			t.Errorf("the board says\n%s", board)
		}
		for _, m := range small.See(s.table) {
			if strings.Contains(m.Content, "You're out") {
				t.Errorf("a player who plays on reads\n%s", m.Content)
			}
		}
		if a := small.Command(s.channel, "/chips balance"); !strings.Contains(a.Text(), "9,800") {
			t.Errorf("two entries cost 200: %s", a.Text())
		}
		time.Sleep(10 * time.Second)
		s.shove("alice", "bob", "carol")
		time.Sleep(20 * time.Second)
		s.check("1.", "2.", "3.", "4.")
		s.settled(100)
	})
}

// losesHalf has one of three players raise to more than half of a stack, and fold. It returns them between the hands.
func (s *sitAndGo) losesHalf(names ...string) *discordtest.Person {
	s.t.Helper()
	raiser, label := "", "All-in" // label is of the next player, and Fold of the others
	for range 40 {
		time.Sleep(500 * time.Millisecond)
		for _, name := range names {
			p := s.person(name)
			switch raiser {
			case "":
				if asked := p.Press(s.table, "Raise…"); asked.Modal != nil {
					p.Submit(asked, "260")
					p.Press(s.table, "Confirm")
					raiser = name
				}
			case name:
				if p.Press(s.table, "Fold"); strings.Contains(boardIn(s.table), "**Result**") {
					return p
				}
			default:
				if a := p.Press(s.table, label); a.Err == nil && p.Press(s.table, "Confirm").Err == nil { // or it is not their turn
					label = "Fold"
				}
			}
		}
	}
	s.t.Fatalf("no player lost half of a stack: %s", boardIn(s.table))
	return nil
}

// A player who made no decision until the entries close has the price back, and no place (T71).
func TestANoShowGetsThePriceBack(t *testing.T) {
	alone(t)
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.begins("no-show refund, points 10/6/4")
		carol := s.person("carol")
		for range 10 * 60 {
			time.Sleep(time.Second)
			for _, name := range []string{"alice", "bob"} {
				for _, label := range []string{"Check", "Fold"} {
					if a := s.person(name).Press(s.table, label); a.Err == nil {
						break
					}
				}
			}
		}
		if a := carol.Command(s.channel, "/chips balance"); !strings.Contains(a.Text(), "10,000") {
			t.Errorf("carol reads %q", a.Text())
		}
		if a := carol.Command(s.channel, "/tournament standings"); !strings.Contains(a.Text(), "– "+carol.Mention()+" · never played, refunded") {
			t.Errorf("the standings are\n%s", a.Text())
		}
		if a := carol.Command(s.channel, "/tournament log"); !strings.Contains(a.Text(), carol.Mention()+" never played and got the price back") {
			t.Errorf("the log is\n%s", a.Text())
		}
		if read := s.readsOf(carol.Mention()+" · never played, refunded", "carol"); read != 2 {
			t.Errorf("%d answers tell carol", read)
		}
		if m := s.lobby(); !strings.Contains(m, "2 of 2 left") {
			t.Errorf("the lobby says\n%s", m)
		}
		if n := s.mentions("You made no decision in **Evening cup**", carol); n != 1 {
			t.Errorf("%d messages tell carol", n)
		}
		s.shove("alice", "bob")
		time.Sleep(20 * time.Second)
		s.check("1.", " · 10 points", "2.", " · 6 points")
		s.settled(100)
		s.inStats(1, "alice", "bob")
	})
}

// boardIn returns the text of the newest message with a Seat… button.
func boardIn(ch *discordtest.Channel) string {
	for _, m := range slices.Backward(ch.Messages()) {
		if slices.ContainsFunc(m.Buttons(), func(b discordtest.Component) bool { return b.Label == "Seat…" }) {
			return m.Text()
		}
	}
	return ""
}

// A group of a check-in that presses too early reads when its time is, and keeps its seat (T14).
func TestAGroupChecksInLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		opened := time.Now()
		for _, option := range [][]string{{"more", "groups 1/2m"}, {"check-in", "5", "more", "groups 1/10m"}, {"check-in", "10", "more", "groups 1/2m"}} {
			a := s.alice.Command(s.channel, "/tournament settings", option...)
			want := map[string]string{"groups 1/2m": "`groups` goes with `check-in`", "groups 1/10m": "The last group would have no time"}[option[len(option)-1]]
			if len(option) > 2 && option[1] == "10" {
				want = "groups 1/2m"
			}
			if !strings.Contains(a.Text(), want) {
				t.Errorf("%q is answered %q", option, a.Text())
			}
		}
		s.register("alice", "bob")
		time.Sleep(51 * time.Minute)
		turns := fmt.Sprintf("%s · from <t:%d:T>: %s\n", s.person("alice").Mention(), opened.Add(52*time.Minute).Unix(), s.person("bob").Mention())
		if m := s.lobby(); !strings.Contains(m, "Press **I'm here** to keep your seat. Time runs out <t:") || !strings.Contains(m, turns) {
			t.Errorf("the lobby says\n%s", m)
		}
		if s.says("Time runs out <t:") != 1 || s.says(turns) != 1 {
			t.Errorf("no call says %q", turns)
		}
		if a := s.person("bob").Press(s.channel, "I'm here"); !strings.Contains(a.Text(), "Your group checks in") {
			t.Errorf("bob reads %q", a.Text())
		}
		time.Sleep(3 * time.Minute)
		for _, name := range []string{"alice", "bob"} {
			if a := s.person(name).Press(s.channel, "I'm here"); !strings.Contains(a.Text(), "your seat is yours") {
				t.Errorf("%s reads %q", name, a.Text())
			}
		}
	})
}

// The help at a tournament's table names the acts that work there.
func TestTheHelpAtATournamentsTable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Helped", "3000/300/30m", "2", "0")
		reads := func(name, want string) {
			t.Helper()
			a := s.person(name).Command(s.table, "/help")
			first, _, _ := strings.Cut(a.Text(), "\n")
			if !strings.Contains(first, want) || strings.Contains(a.Text(), "/sit") || strings.Contains(a.Text(), "/table ") {
				t.Errorf("%s reads %q", name, a.Text())
			}
			time.Sleep(time.Second)
		}
		reads("bob", "Press **Register** in the lobby of **Helped**")
		s.register("bob")
		reads("bob", "You're registered for **Helped**")
		if a := s.alice.Command(s.table, "/help"); !strings.Contains(a.Text(), "As organiser: use </tournament settings:") {
			t.Errorf("the organiser reads %q", a.Text())
		}
		s.register("carol")
		time.Sleep(50 * time.Second)
		reads("dave", "You have no seat at this table")
		turn := "You're in the hand"
		if strings.Contains(s.person("bob").Command(s.table, "/help").Text(), "It's your turn") {
			turn = "It's your turn"
		}
		reads("bob", turn)
		s.person("bob").Command(s.table, "/sitout")
		reads("bob", "You're away. Your hands are checked or folded until you press **Seat…** or another button on the board.")
		s.person("bob").Command(s.channel, "/settings", "language", "fr")
		reads("bob", "Tu es absent. À ton tour, c’est parole ou passer, jusqu’à ce que tu appuies à la table sur **Seat…** ou un autre bouton.") // as the board has it
		s.person("bob").Press(s.table, "Seat…")
		if text := s.person("bob").Command(s.table, "/help").Text(); strings.Contains(text, "absent") {
			t.Errorf("after the press bob reads %q", text)
		}
	})
}

// With rebuys the registration is over before entries close: the lobby, the help and those who wait for an organiser say so (T65, T69).
func TestTheRegistrationEndsBeforeTheRebuys(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Evening cup", "3000/300/5m", "3", "0", "0")
		s.alice.Command(s.channel, "/tournament settings", "start", "in 1h", "min", "2", "late", "1", "rebuy-until", "2")
		s.register("alice", "bob")
		s.alice.Command(s.channel, "/tournament settings", "more", "approval on")
		time.Sleep(time.Hour)
		if m := s.lobby(); !strings.Contains(m, "Late registration") {
			t.Errorf("in the first level the lobby says\n%s", m)
		}
		s.person("dave").Press(s.channel, "Register")
		for range 6 * 60 {
			time.Sleep(time.Second)
			for _, name := range []string{"alice", "bob"} {
				s.person(name).Press(s.table, "Fold")
			}
		}
		if m := s.lobby(); strings.Contains(m, "Late registration") || !strings.Contains(m, "Level 2") {
			t.Errorf("in the second level the lobby says\n%s", m)
		}
		if a := s.person("carol").Press(s.channel, "Register"); a.Err == nil {
			t.Errorf("in the second level Register is answered %q", a.Text())
		}
		if a := s.person("carol").Command(s.table, "/help"); !strings.HasPrefix(a.Text(), "You have no seat at this table") {
			t.Errorf("carol reads %q", a.Text())
		}
		if s.says("asks to register") != 0 || s.mentions("before an organiser answered", s.person("dave")) != 1 {
			t.Errorf("dave reads nothing: %v", s.table.Messages())
		}
	})
}

// bank returns the time bank of a player at the table.
func (s *sitAndGo) bank(who *discordtest.Person) time.Duration {
	s.t.Helper()
	key := store.Key{Guild: message.Snowflake(s.guild.ID()), Channel: message.Snowflake(s.table.ID())}
	stored, err := s.store.Load(s.t.Context(), key)
	_, _, _, body := record.SplitEnvelope(stored.Data)
	if err != nil {
		s.t.Fatal(err)
	}
	var table struct {
		Table struct {
			Table struct {
				Seats []struct {
					Player engine.ID
					Bank   time.Duration
				}
			}
		}
	}
	if err := json.Unmarshal(body, &table); err != nil {
		s.t.Fatal(err)
	}
	for _, seat := range table.Table.Table.Seats {
		if seat.Player == message.Snowflake(who.ID()) {
			return seat.Bank
		}
	}
	return 0
}

// A new entry has a full time bank, also in the pause after the hand that put its player out (T25, T68).
func TestANewEntryHasAFullTimeBank(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Evening cup", "200/10/30m", "6", "0")
		if a := s.alice.Command(s.channel, "/tournament settings", "start", "in 10m", "min", "2", "late", "3", "reentry", "on"); a.Err != nil {
			t.Fatal(a.Err)
		}
		names := []string{"alice", "bob", "carol", "dave", "erin", "frank"}
		s.register(names...)
		time.Sleep(10 * time.Minute)
		for range 600 {
			time.Sleep(time.Second)
			for i, name := range names {
				p := s.person(name)
				switch _, turn, _ := strings.Cut(s.board(), "▶"); {
				case i >= 2:
					p.Press(s.table, "Fold")
				case strings.HasPrefix(turn, " `") && strings.Contains(turn[:min(len(turn), 40)], p.Mention()):
					time.Sleep(70 * time.Second) // it costs 40 s of the bank
					s.press(name)
				}
			}
			for _, name := range names[:2] {
				if a := s.person(name).Press(s.channel, "Register"); a.Err == nil && strings.Contains(a.Text(), "You're registered") {
					if bank := s.bank(s.person(name)); bank != time.Minute {
						t.Errorf("%s has a time bank of %v for a new entry\n%s", name, bank, s.board())
					}
					return
				}
			}
		}
		t.Fatalf("no player goes out\n%s", s.lobby())
	})
}
