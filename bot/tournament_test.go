package bot_test

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot"
	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/store"
)

// sitAndGo is a club with a tournament: its lobby is in the club's channel.
type sitAndGo struct {
	*club
	alice *discordtest.Person
	table *discordtest.Channel // its thread
}

// newSitAndGo opens a tournament by the modal's inputs: name, levels, players, house players.
func newSitAndGo(t *testing.T, inputs ...string) *sitAndGo {
	t.Helper()
	return newSitAndGoAs(t, panelsOnPress, inputs...)
}

// newSitAndGoAs works like newSitAndGo, for a club with changes. The inputs are the name, the levels, the players, the house players
// and the price.
func newSitAndGoAs(t *testing.T, how func(*club), inputs ...string) *sitAndGo {
	t.Helper()
	s := &sitAndGo{club: openAs(t, how)}
	s.alice = s.person("alice")
	s.alice.Grant(discordgo.PermissionManageEvents)
	for len(inputs) < 5 {
		inputs = append(inputs, "")
	}
	asked := s.alice.Command(s.channel, "/tournament create", "bots", cmp.Or(inputs[3], "0"))
	if asked.Modal == nil {
		t.Fatalf("no modal: %v", asked)
	}
	made := s.alice.Submit(asked, inputs[0], "", inputs[4], inputs[1], inputs[2])
	time.Sleep(3 * time.Second)
	threads := s.threads()
	if len(threads) != 1 {
		t.Fatalf("%d threads: %s", len(threads), made.Text())
	}
	s.table = threads[0]
	return s
}

// inThread returns a club in a thread of which alice may open tournaments, one after the other.
func inThread(t *testing.T, name string) *sitAndGo {
	t.Helper()
	s := &sitAndGo{club: openAs(t, panelsOnPress)}
	s.alice = s.person("alice")
	s.alice.Grant(discordgo.PermissionManageEvents)
	s.channel = s.channel.Thread(name)
	s.table = s.channel
	return s
}

// lobby returns the text of the newest message in the club's channel.
func (s *sitAndGo) lobby() string {
	text := ""
	for _, m := range s.channel.Messages() {
		if m.Content != "" && !strings.Contains(m.Content, "begins: ") {
			text = m.Content
		}
	}
	return text
}

// register has people press Register.
func (s *sitAndGo) register(names ...string) {
	for _, name := range names {
		if a := s.person(name).Press(s.channel, "Register"); !strings.Contains(a.Text(), "registered") {
			s.t.Fatalf("%s: %s %v", name, a.Text(), a.Err)
		}
		time.Sleep(time.Second)
	}
}

// cancel has alice cancel the tournament for a reason, and confirm it.
func (s *sitAndGo) cancel(reason string) discordtest.Answer {
	s.t.Helper()
	asked := s.alice.Command(s.channel, "/tournament cancel", "reason", reason)
	if asked.Modal == nil {
		s.t.Fatalf("no modal asks again: %q, %v", asked.Text(), asked.Err)
	}
	return s.alice.Submit(asked, reason)
}

// shove presses All-in or Call for all players who may, until the tournament is over and its table closed.
func (s *sitAndGo) shove(names ...string) {
	for range 2000 {
		time.Sleep(time.Second)
		if s.over() {
			return
		}
		if s.life.over.Load() { // the program ended at a point
			s.stop()
			time.Sleep(3 * time.Second)
			s.start()
		}
		s.press(names...)
	}
	s.t.Fatalf("the tournament does not end: %s", s.lobby())
}

// press presses All-in, Call or Check for all players who may.
func (s *sitAndGo) press(names ...string) {
	for _, name := range names {
		for _, label := range []string{"All-in", "Call", "Check"} {
			if a := s.person(name).Press(s.table, label); a.Err == nil {
				s.person(name).Press(s.table, "Confirm") // where the bot asks (R29)
				break
			}
		}
	}
}

// over reports whether the tournament's table is closed.
func (s *sitAndGo) over() bool {
	open := func(t *table.Table) bool { return t.Summary().Open }
	return !s.life.over.Load() && s.says("The seal is open") > 0 && !slices.ContainsFunc(s.life.bot.Tables.All(0), open)
}

// says returns how many messages at the table have a text.
func (s *sitAndGo) says(text string) (n int) {
	for _, m := range s.table.Messages() {
		if strings.Contains(m.Content, text) {
			n++
		}
	}
	return n
}

// check compares the end of a tournament with the expected one: one seal, one start, one result, all placed.
func (s *sitAndGo) check(places ...string) {
	s.t.Helper()
	lobby := s.lobby()
	for _, want := range append([]string{"Finished", "🏆"}, places...) {
		if !strings.Contains(lobby, want) {
			s.t.Errorf("the lobby does not say %q:\n%s", want, lobby)
		}
	}
	for _, text := range []string{"are sealed. This message", "** begins: ", "The seal is open"} {
		if n := s.says(text); n != 1 {
			s.t.Errorf("%d of %d messages say %q", n, len(s.table.Messages()), text)
		}
	}
}

func TestASitAndGoIsPlayed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday three", "hyper", "3", "0", "100")
		s.register("alice", "bob", "carol")
		time.Sleep(time.Minute)
		s.shove("alice", "bob", "carol")
		time.Sleep(20 * time.Second)
		s.check("1.", "2.", "3.")
		s.books(100, "alice", "bob", "carol")
		if !s.table.Archived() || s.table.Name() != "Friday three · table 1" { // T112
			t.Errorf("the thread %q is archived: %t", s.table.Name(), s.table.Archived())
		}
		for _, m := range s.table.Messages() {
			if len(m.Buttons()) > 0 {
				t.Errorf("a message of the archived thread has buttons:\n%s", m.Text())
			}
		}
	})
}

// One person fills a tournament with house players, which end it by themselves once the person is out (T39). Without a pause, and
// where house players answer at once, that takes ten seconds at most.
func TestASitAndGoAgainstHousePlayers(t *testing.T) {
	t.Parallel()
	for levels, quick := range map[string]bool{"hyper": false, "100/5/2//0s": true} {
		synctest.Test(t, func(t *testing.T) {
			s := newSitAndGoAs(t, func(c *club) {
				if panelsOnPress(c); quick {
					c.aiDelay = func(engine.View, uint64) time.Duration { return 0 }
				}
			}, "Practice", levels, "4", "3")
			s.register("alice")
			time.Sleep(31 * time.Second)
			began := time.Now()
			s.shove("alice")
			took := time.Since(began)
			t.Logf("levels %s: %v", levels, took)
			if quick && took > 10*time.Second {
				t.Errorf("with levels of %s it takes %v", levels, took)
			}
			time.Sleep(20 * time.Second)
			s.check("1.", "2.", "3.", "4.")
		})
	}
}

// An absent player is dealt in, folded after a second, and out when the chips are gone (T31, T36).
func TestAnAbsentPlayerIsBlindedOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Away", "hyper", "2", "0")
		s.register("alice", "bob")
		time.Sleep(2 * time.Hour)                                                                            // both are away
		if m := s.lobby(); strings.Count(m, "· away") != 2 || !strings.Contains(m, "All players are away") { // T37
			t.Errorf("the tournament does not wait:\n%s", m)
		}
		if a := s.alice.Press(s.table, "Seat…"); a.Err != nil || !strings.Contains(a.Message.String(), "[Away]") { // any press does
			t.Errorf("%v %v", a.Message, a.Err)
		}
		s.shove("alice")
		time.Sleep(20 * time.Second)
		s.check("1.", "2.")
	})
}

var everyEnd = flag.Bool("ends", false, "TestATournamentSurvivesEveryEnd ends the program at all of its passages, not at each third")

// Wherever the program ends, the next run goes on with the same tournament: same seats, nothing drawn or told twice (P2, T99). Points
// begin at different passages, so that together they cover the whole tournament. The long run is
//
//	go test ./bot -run ATournamentSurvivesEveryEnd -ends
func TestATournamentSurvivesEveryEnd(t *testing.T) {
	t.Parallel()
	passes, everyPass := []int32{1, 2, 3, 5, 8, 13, 21, 34}, *everyEnd
	if testing.Short() { // the race detector sees as much in fewer
		passes, everyPass = []int32{3, 21}, true
	}
	points := around(failpoint.CommitTable, failpoint.PostLobby, failpoint.EditLobby, failpoint.PostEvent, failpoint.PostMention, failpoint.PostBoard)
	for i, at := range append(points, around(failpoint.CallPlayers, failpoint.TellOut, failpoint.ArchiveThread)...) {
		for j, nth := range passes {
			if calls := i >= len(points); calls && nth > 2 || !calls && !everyPass && (i+j)%3 != 0 { // there are few calls
				continue
			}
			t.Run(fmt.Sprint(at, " ", nth), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := newSitAndGo(t, "Friday three", "hyper", "3", "0", "100")
					s.excused, s.overdue = 20, 20
					var passed atomic.Int32
					s.stop()
					s.at = func(p failpoint.Point) bool { return p == at && passed.Add(1) == nth }
					s.start()
					for _, name := range []string{"alice", "bob", "carol"} {
						for try := 0; !strings.Contains(s.lobby(), "<@"+s.person(name).ID()+">") && try < 9; try++ {
							s.person(name).Press(s.channel, "Register")
							time.Sleep(6 * time.Second)
							if s.life.over.Load() {
								s.stop()
								s.start()
							}
						}
					}
					time.Sleep(time.Minute)
					s.shove("alice", "bob", "carol")
					time.Sleep(20 * time.Second)
					s.check("1.", "2.", "3.")
					s.books(100, "alice", "bob", "carol")
					s.inStats(1, "alice", "bob", "carol")
					s.excused, s.overdue = 20, 20
				})
			})
		}
	}
}

// An operator may make the hand of a tournament void while no bot runs. The tournament plays it anew, and ends as any other (P13, T102).
func TestAHandOfATournamentIsVoidedByTheOperator(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday three", "hyper", "3", "0")
		s.register("alice", "bob", "carol")
		time.Sleep(time.Minute)
		s.stop()
		operator, err := bot.New(bot.Config{Key: s.key}, s.store)
		if err != nil {
			t.Fatal(err)
		}
		done, err := operator.Void(context.Background(), message.Snowflake(s.table.ID()))
		if err != nil || done.Hand == 0 || done.Unsure != nil {
			t.Fatalf("the operator's void: %+v, %v", done, err)
		}
		s.start()
		time.Sleep(time.Minute)
		s.shove("alice", "bob", "carol")
		time.Sleep(20 * time.Second)
		s.check("1.", "2.", "3.")
		s.provesVoid(1)
	})
}

// A tournament in a channel that a user may not see is not named to them, in no command.
func TestATournamentIsNamedOnlyWhereItsChannelIsSeen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Secret evening", "hyper", "3", "0")
		hall, carol := s.guild.Channel("hall"), s.person("carol")
		answers := func() (said []string) {
			said = append(said, carol.Command(hall, "/tournament list").Text(), carol.Command(hall, "/tournament status").Text())
			said = append(said, carol.Command(hall, "/tournament status", "tournament", s.table.ID()).Text())
			for _, c := range carol.Autocomplete(hall, "/tournament status", "tournament", "") {
				said = append(said, c.Name)
			}
			return said
		}
		for i, text := range answers()[:3] {
			if !strings.Contains(text, "Secret evening") {
				t.Errorf("answer %d of a user who sees the channel is %q", i, text)
			}
		}
		s.channel.Deny(discordgo.PermissionViewChannel)
		time.Sleep(time.Hour) // the bot asks Discord again
		for i, text := range answers() {
			if strings.Contains(text, "Secret") {
				t.Errorf("answer %d of a user who does not see the channel is %q", i, text)
			}
		}
	})
}

// A program that does not know tournaments refuses their tables: it would play them for cash (P9).
func TestTheTableOfATournamentHasASchemaOfItsOwn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Two", "hyper", "2", "0")
		stored, err := s.store.Load(t.Context(), store.Key{Guild: message.Snowflake(s.guild.ID()), Channel: message.Snowflake(s.table.ID())})
		if schema, _, _, _ := record.SplitEnvelope(stored.Data); err != nil || schema != record.TournamentSchema {
			t.Errorf("the table is stored as %q, %v; want %q", schema, err, record.TournamentSchema)
		}
		s.stop()
		s.start()
		s.register("alice") // it is read again
	})
}

// A player who registered long ago has to press I'm here, or the seat goes to the waitlist (T13, T15).
func TestAFullSitAndGoAsksWhoIsThere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Ready", "hyper", "3", "0")
		s.register("alice", "bob")
		time.Sleep(10 * time.Minute)
		s.register("carol")
		if a := s.person("dave").Press(s.channel, "Register"); !strings.Contains(a.Text(), "number 1 on the waitlist") {
			t.Errorf("dave: %s", a.Text())
		}
		time.Sleep(6 * time.Second)
		asked := func(name string) bool {
			_, list, _ := strings.Cut(s.lobby(), "Time runs out")
			return strings.Contains(list, "<@"+s.person(name).ID()+">")
		}
		if !asked("alice") || !asked("bob") || asked("carol") {
			t.Errorf("the lobby asks\n%s", s.lobby())
		}
		if a := s.alice.Press(s.channel, "I'm here"); a.Text() != "Thanks, your seat is yours." {
			t.Errorf("alice: %s %v", a.Text(), a.Err)
		}
		time.Sleep(100 * time.Second)
		if m := s.lobby(); strings.Contains(m, s.person("bob").ID()) || !strings.Contains(m, s.person("dave").ID()) {
			t.Errorf("bob keeps the seat:\n%s", m)
		}
		if n := s.mentions("in time, so you lost your place in **Ready**", s.person("bob")); n != 1 {
			t.Errorf("%d messages tell bob", n)
		}
		if log := s.alice.Command(s.channel, "/tournament log").Text(); !strings.Contains(log, s.person("bob").Mention()+" didn't check in") {
			t.Errorf("the log is\n%s", log)
		}
		s.person("dave").Press(s.channel, "I'm here")
		time.Sleep(time.Minute)
		s.shove("alice", "carol", "dave")
		time.Sleep(20 * time.Second)
		s.check("1.", "2.", "3.")
	})
}

// An organiser cancels a tournament before its start at once, and later after the hand that runs (T103).
func TestATournamentIsCancelled(t *testing.T) {
	t.Parallel()
	for name, after := range map[string]time.Duration{"before the start": 0, "in a hand": time.Minute} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Rained off", "hyper", "2", "0")
				s.register("bob")
				if after > 0 {
					s.register("carol")
				}
				time.Sleep(after)
				if a := s.person("bob").Command(s.channel, "/tournament cancel", "reason", "boredom"); !strings.Contains(a.Text(), "Only the organiser") {
					t.Errorf("a player cancels it: %s %v", a.Text(), a.Err)
				}
				a := s.cancel("rain @everyone")
				if !strings.Contains(a.Text(), "is cancelled") {
					t.Errorf("%s %v", a.Text(), a.Err)
				}
				time.Sleep(5 * time.Second)
				if after > 0 {
					if strings.Contains(s.lobby(), "Cancelled") {
						t.Errorf("the hand is not played to its end:\n%s", s.lobby())
					}
					const ending = "⏹ The tournament is cancelled after this hand."
					if board := s.board(); !strings.Contains(board, ending) || !strings.Contains(s.lobby(), ending+"\nReason: rain") {
						t.Errorf("the board and the lobby say\n%s\n%s", board, s.lobby())
					}
					s.person("bob").Press(s.table, "Fold")
					s.person("carol").Press(s.table, "Fold")
				}
				time.Sleep(20 * time.Second)
				if m := s.lobby(); !strings.Contains(m, "Cancelled") || !strings.Contains(m, "Reason: rain") {
					t.Errorf("the lobby says\n%s", m)
				}
				if !s.over() {
					t.Error("the table is open")
				}
			})
		})
	}
}

// The message of an organiser's start fixes the entries. Where the program ends between it and the start, the next one makes
// the start good: no player could register or leave any more.
func TestAStartThatWasAnnouncedIsMadeGood(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday three", "hyper", "3", "0")
		s.excused, s.overdue = 20, 20
		s.register("alice", "bob")
		var announced, ended atomic.Bool
		s.stop()
		s.at = func(p failpoint.Point) bool {
			switch p {
			case failpoint.Point{Effect: failpoint.PostEvent, Done: true}:
				announced.Store(true)
			case failpoint.Point{Effect: failpoint.CommitTable, Done: true}:
				return announced.Load() && !ended.Swap(true)
			}
			return false
		}
		s.start()
		s.alice.Command(s.channel, "/tournament start")
		if s.stop(); !ended.Load() {
			t.Fatal("the program did not end")
		}
		s.start()
		time.Sleep(time.Minute)
		s.shove("alice", "bob")
		time.Sleep(20 * time.Second)
		s.check("1.", "2.")
		s.excused, s.overdue = 20, 20
	})
}

// A name has up to 60 characters (T122). Invisible ones are no part of it.
func TestALongNameIsShownWhole(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		name := "The " + strings.Repeat("very ", 8) + "longer night"
		s := newSitAndGo(t, "\u202e"+name+"\u200b", "hyper", "3", "0")
		time.Sleep(10 * time.Second)
		if lobby := s.lobby(); !strings.Contains(lobby, name) || strings.Contains(lobby, "\u202e") {
			t.Errorf("the lobby says %q", lobby)
		}
		asked := s.alice.Command(s.channel, "/tournament create")
		if answer := s.alice.Submit(asked, "\u200b\u200b", "", "", "hyper", "3").Text(); !strings.Contains(answer, "`name` must have 1–60 characters") {
			t.Errorf("a name that nobody sees is answered %q", answer)
		}
		reason := strings.Repeat("because ", 24) + "so"
		s.cancel(reason)
		time.Sleep(20 * time.Second)
		if lobby := s.lobby(); !strings.Contains(lobby, reason) {
			t.Errorf("the lobby says %q", lobby)
		}
	})
}
