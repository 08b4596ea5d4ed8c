package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot"
	"cardroom/bot/audit"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/store"
)

// operated stops the bot, has the doctor cancel the tournament by an id, and starts the bot again. Before and after the doctor
// finds no fault.
func (s *sitAndGo) operated(id engine.ID) audit.Cancelled {
	s.t.Helper()
	s.stop()
	operator, err := bot.New(bot.Config{Key: s.key}, s.store)
	if err != nil {
		s.t.Fatal(err)
	}
	done, err := operator.Cancel(s.t.Context(), id)
	if err != nil || done.Before {
		s.t.Fatalf("the operator cancels: %+v, %v", done, err)
	}
	again, err := operator.Cancel(s.t.Context(), id)
	if err != nil || !again.Before {
		s.t.Errorf("the operator cancels again: %+v, %v", again, err)
	}
	if said := again.Describe(id); said != fmt.Sprintf("Tournament %d (%q) was over already.", id, done.Name) {
		s.t.Errorf("of a tournament that is over it says %q", said)
	}
	s.start()
	time.Sleep(time.Minute)
	return done
}

// ended checks that a cancelled tournament has given all prize chips back, and that its lobby and its channel say so once.
func (s *sitAndGo) ended() {
	s.t.Helper()
	if m := s.lobby(); !strings.Contains(m, "Cancelled") {
		s.t.Errorf("the lobby says\n%s", m)
	}
	if !s.over() || s.says("The seal is open") != 1 {
		s.t.Errorf("the table is open, or %d messages open the seal", s.says("The seal is open"))
	}
	for a, chips := range s.accounts() {
		if _, escrow := a.Tournament(); escrow && chips != 0 {
			s.t.Errorf("%s holds %d", a, chips)
		}
	}
}

// balance returns the chips of a player's wallet.
func (s *sitAndGo) balance(name string) int64 {
	s.t.Helper()
	w, err := s.store.Wallet(s.t.Context(), message.Snowflake(s.guild.ID()), message.Snowflake(s.person(name).ID()))
	if err != nil {
		s.t.Fatal(err)
	}
	return w.Balance - store.Opening
}

// tournament returns the id of the tournament.
func (s *sitAndGo) tournament() engine.ID {
	for _, table := range s.life.bot.Tables.All(0) {
		if e := table.Summary().Event; e != nil {
			return e.ID
		}
	}
	s.t.Fatal("there is no tournament")
	return 0
}

// The operator may end a tournament at any time (T103): before its start and while no player is out the prices go back.
func TestTheOperatorCancelsATournament(t *testing.T) {
	t.Parallel()
	for name, starts := range map[string]bool{"before the start": false, "in a hand": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Rained off", "hyper", "3", "0", "100")
				s.register("alice", "bob")
				if starts {
					s.register("carol")
				}
				time.Sleep(time.Minute)
				paid := int64(200)
				if starts {
					paid = 300
				}
				if done := s.operated(s.tournament()); done.Back != paid || done.Name != "Rained off" {
					t.Errorf("the doctor says %+v", done)
				}
				s.ended()
				for _, want := range []string{"The operator of this bot cancelled it.", "Each player got back everything they paid."} {
					if m := s.lobby(); !strings.Contains(m, want) {
						t.Errorf("%s is not in the lobby:\n%s", want, m)
					}
				}
				if a, b := s.balance("alice"), s.balance("bob"); a != 0 || b != 0 {
					t.Errorf("alice has %+d and bob %+d", a, b)
				}
			})
		})
	}
}

// Of a half-played tournament those who are left share the prizes by T103: here one of three is out, and only the first place is paid.
func TestTheOperatorCancelsAHalfPlayedTournament(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Rained off", "hyper", "3", "0", "100")
		s.register("alice", "bob", "carol")
		time.Sleep(time.Minute)
		for range 100 {
			if m := s.lobby(); strings.Contains(m, "2 of 3 left") {
				break
			}
			for _, name := range []string{"alice", "bob"} { // carol folds when her time is up, and is blinded off at last
				for _, label := range []string{"All-in", "Call", "Check"} {
					if a := s.person(name).Press(s.table, label); a.Err == nil {
						s.person(name).Press(s.table, "Confirm")
						break
					}
				}
			}
			s.person("carol").Press(s.table, "Fold")
			time.Sleep(5 * time.Second)
		}
		if m := s.lobby(); !strings.Contains(m, "2 of 3 left") {
			t.Fatalf("no player is out:\n%s", m)
		}
		if done := s.operated(message.Snowflake(s.table.ID())); done.Back != 300 {
			t.Errorf("the doctor says %+v", done)
		}
		s.ended()
		s.inStats(0, "alice", "bob", "carol")
		sum, out := int64(0), 0
		for _, name := range []string{"alice", "bob", "carol"} {
			b := s.balance(name)
			if sum += b; b == -100 {
				out++
			}
			if b < -100 || b > 200 {
				t.Errorf("%s has %+d", name, b)
			}
		}
		if sum != 0 || out != 1 {
			t.Errorf("the players have %+d together, and %d got nothing", sum, out)
		}
	})
}

// A damaged record has its chips in clear text, and the doctor divides them (P8).
func TestTheOperatorCancelsADamagedTournament(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Rained off", "hyper", "2", "0", "100")
		s.register("alice")
		id := s.tournament()
		s.stop()
		key := store.Key{Guild: message.Snowflake(s.guild.ID()), Channel: message.Snowflake(s.table.ID())}
		stored, err := s.store.Load(t.Context(), key)
		if schema, _, _, _ := record.SplitEnvelope(stored.Data); err != nil || schema != record.TournamentSchema {
			t.Fatal(schema, err)
		}
		other := append([]byte(nil), s.key...)
		other[0]++
		operator, err := bot.New(bot.Config{Key: other}, s.store)
		if err != nil {
			t.Fatal(err)
		}
		s.laws.Opens(new(lastRead).cached(operator.Read), operator.HasProof)
		done, err := operator.Cancel(t.Context(), id)
		if err != nil || done.Unsure == nil || done.Back != 100 {
			t.Fatalf("with another key: %+v, %v", done, err)
		}
		for a, chips := range s.accounts() {
			_, person := a.Person()
			if _, escrow := a.Tournament(); person && chips != store.Opening || escrow && chips != 0 {
				t.Errorf("%s holds %d", a, chips)
			}
		}
		s.key = other
		s.start()
		time.Sleep(time.Minute)
		if m := s.lobby(); !strings.Contains(m, "Cancelled") {
			t.Errorf("the lobby says\n%s", m)
		}
	})
}
