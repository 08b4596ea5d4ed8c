package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/message"
	"cardroom/engine/fair"
	"cardroom/engine/tournament/proof"
	"cardroom/store"
)

// A tournament is proven where a cash table and other tournaments were in its thread before: by the receipts of its hands, which count
// on from theirs, and by all receipts up to then.
func TestATournamentAfterOtherHandsIsProven(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := inThread(t, "cups")
		closedAfter(t, s.club, 3)
		time.Sleep(10 * time.Second)
		pressFold(s.club, s.alice, s.person("bob"))
		time.Sleep(time.Minute)
		before := s.newestHand()
		if before != 4 {
			t.Fatalf("the cash table had %d hands, want 4", before)
		}
		for n := range 3 {
			r := s.playCup(fmt.Sprint("Cup ", n))
			last := s.newestHand()
			for _, first := range []int64{before + 1, 1} {
				if report := proof.Verify(r, proof.Seen{Hands: s.receipts(first, last)}); len(report.Faults) > 0 || len(report.Proven) != 4 {
					t.Errorf("cup %d, with hands %d to %d: %q", n, first, last, report)
				}
			}
			before = last
		}
	})
}

// Where the store has lost hands of a tournament, their numbers stay unused: the result says which, and its other hands are proven.
func TestATournamentThatLostHandsIsProven(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := inThread(t, "cups")
		f := &forgetful{Store: s.shaky.Store, t: t, laws: s.laws}
		s.stop()
		s.shaky.Store = f
		s.start()
		s.alice.Submit(s.alice.Command(s.channel, "/tournament create"), "Cup", "", "", "hyper", "3")
		time.Sleep(3 * time.Second)
		s.register("alice", "bob", "carol")
		time.Sleep(time.Minute)
		folds := func(hands int64) {
			for s.newestHand() < hands {
				for _, name := range []string{"carol", "alice", "bob"} {
					s.person(name).Press(s.table, "Fold")
					time.Sleep(time.Second)
				}
			}
		}
		folds(2)
		kept := f.commits()
		folds(5)
		f.forget(kept)
		s.shove("alice", "bob", "carol")
		time.Sleep(20 * time.Second)
		r, err := proof.Read(s.resultFile("cardroom-tournament.json"))
		if err != nil {
			t.Fatal(err)
		}
		var hands []fair.Entry
		for n := int64(1); n <= s.newestHand(); n++ {
			if n < r.Skips[0].Hand || n >= r.Skips[0].Hand+int64(r.Skips[0].Numbers) {
				hands = append(hands, s.receipts(n, n)...)
			}
		}
		report := proof.Verify(r, proof.Seen{Hands: hands})
		if len(r.Skips) != 1 || len(report.Faults) > 0 || len(report.Proven) != 4 || !strings.Contains(strings.Join(report.Look, "\n"), "the program says that its store lost them") {
			t.Errorf("the result has the skips %v: %q", r.Skips, report)
		}
	})
}

// newestHand returns the number of the newest hand of the table in the history.
func (s *sitAndGo) newestHand() int64 {
	s.t.Helper()
	hands, err := s.store.Hands(s.t.Context(), store.Key{Guild: message.Snowflake(s.guild.ID()), Channel: message.Snowflake(s.table.ID())}, 0, 1)
	if err != nil {
		s.t.Fatal(err)
	}
	if len(hands) == 0 {
		return 0
	}
	return hands[0].Number
}

// provesVoid checks that the result fits the receipts of its hands, so many of which are void.
func (s *sitAndGo) provesVoid(want int) {
	s.t.Helper()
	r, err := proof.Read(s.resultFile("cardroom-tournament.json"))
	if err != nil {
		s.t.Fatal(err)
	}
	s.opensTable()
	hands, void := s.receipts(1, s.newestHand()), 0
	for _, h := range hands {
		if h.Proof != nil && h.Proof.Facts().Void {
			void++
		}
	}
	if report := proof.Verify(r, proof.Seen{Hands: hands}); len(report.Faults) > 0 || len(report.Proven) != 4 || void != want {
		s.t.Errorf("%d of %d hands are void: %q", void, len(hands), report)
	}
}

// receipts returns those of some hands of the table, as /verify gives them.
func (s *sitAndGo) receipts(first, last int64) (all []fair.Entry) {
	s.t.Helper()
	for ; first <= last; first += 64 {
		time.Sleep(15 * time.Second)
		for _, file := range files(s.t, s.club, s.alice.Command(s.table, "/verify", "hands", fmt.Sprintf("%d-%d", first, min(last, first+63)))) {
			hands, err := fair.ReadSeries(file)
			if err != nil {
				s.t.Fatal(err)
			}
			all = append(all, hands...)
		}
	}
	return all
}
