package bot_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/engine"
	"cardroom/store"
)

// TestChipsAreNeverMadeOrLost plays hands under all faults, drawn from one seed (P1). The program ends at any point, the
// store loses answers, Discord fails, and presses are delivered several times. After every commit all chips are accounted
// for. The long run is
//
//	go test ./bot -run ChipsAreNeverMadeOrLost -hands 10000 -timeout 0
func TestChipsAreNeverMadeOrLost(t *testing.T) {
	noRace(t)
	onOneCore(t, func(t *testing.T) {
		const evening = 20 // hands of a table
		for runSeed := range worlds(t, 100, max(2, *hands/evening)) {
			s := play(t, runSeed, plan{hands: min(evening, max(4, *hands)), quiet: true, down: time.Second, fall: falls(runSeed), turn: trouble, act: again})
			t.Logf("seed %d, %+v: %d commits, %d lives, %v", runSeed, s.kind, len(s.trace), 1+len(s.fell), s.hash())
		}
	})
}

// falls ends the program at one point in two hundred.
func falls(seed uint64) func(passage) bool {
	s := sim{seed: seed}
	return func(p passage) bool {
		return p.Effect != failpoint.SayAlive && s.number("fall", p.Point, p.nth)%200 == 0
	}
}

// trouble sometimes causes faults between the program, its store and Discord.
func trouble(s *sim) {
	oneFault := func(list ...discordtest.Fault) discordtest.Fault { return list[s.draw.IntN(len(list))] }
	switch s.draw.IntN(12) {
	case 0:
		s.srv.Fail([]string{"POST /channels", "PATCH /channels", "PATCH /webhooks"}[s.draw.IntN(3)], oneFault(discordtest.Fault{Status: 500},
			discordtest.Fault{Status: 503, Applied: true}, discordtest.Fault{Delay: 3 * time.Second}, discordtest.TooMany(2*time.Second, "shared")))
	case 1:
		s.shaky.on(loses(s.draw.IntN(3)))
	case 2:
		s.life.crash()
	case 3:
		time.Sleep(2 * time.Minute) // a player times out
	default:
		s.srv.Mend()
		s.shaky.on(nil)
	}
}

var errReset = errors.New("connection reset by peer")

// loses returns a store that carries out its next commits and loses their answers.
func loses(replies int) func(context.Context, store.Change, commitFunc) (store.Receipt, error) {
	return func(_ context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
		receipt, err := do()
		if replies--; replies >= 0 && err == nil {
			return store.Receipt{}, errReset
		}
		return receipt, err
	}
}

// again delivers an interaction two to five times within ten seconds, out of order with those that follow.
func again(s *sim, i *discordtest.Interaction) {
	for range 1 + s.draw.IntN(4) {
		time.AfterFunc(time.Duration(s.draw.Int64N(int64(10*time.Second))), i.Redeliver)
	}
}

// TestALostReplyIsNotALostOrDoubledCommit loses the answers to commits that were made (P4). First it loses each answer
// once, so that the commit is sent again. Then it loses all answers to one commit, so that the table has to be read. The
// game ends the same. The long run is
//
//	go test ./bot -run ALostReply -hands 1000 -timeout 0
func TestALostReplyIsNotALostOrDoubledCommit(t *testing.T) {
	noRace(t)
	onOneCore(t, func(t *testing.T) {
		var sum, all tally
		every := 1
		switch {
		case testing.Short():
			every = 16
		case *hands <= world: // an ordinary run
			every = 6
		}
		for runSeed := range worlds(t, 1, *hands/world) {
			calm := play(t, runSeed, plan{hands: world, quiet: true, folk: true})
			commits := calm.passed[failpoint.Point{Effect: failpoint.CommitTable}]
			answersLost := plan{hands: world, quiet: true, folk: true, store: func(_ string, try int) bool { return try == 1 }}
			once := play(t, runSeed, answersLost)
			for try := 1; try < 3 && once.mixed[1] != calm.mixed[1]; try++ { // a busy machine may let requests pass each other
				once = play(t, runSeed, answersLost)
			}
			same := once.as(t, calm)
			all.add(tally{hands: world, points: int(commits), same: same, other: world - same})
			if same == world && once.hash() != calm.hash() {
				t.Errorf("seed %d: with every first answer lost, the hands are the same and what else is stored is not", runSeed)
			}
			for n := range commits {
				if n%every != 0 {
					continue
				}
				seen := map[string]bool{}
				s := play(t, runSeed, plan{hands: world, quiet: true, folk: true, store: func(id string, _ int) bool {
					seen[id] = true
					return len(seen) == n+1
				}})
				same := s.as(t, calm)
				sum.add(tally{points: 1, same: same, other: world - same})
			}
			sum.hands += world
		}
		t.Logf("%v; with every first answer lost %v", sum, all)
		if all.same < all.other {
			t.Error("with every first answer lost, most hands are others")
		}
	})
}

// TestInteractionsThatComeAgainDoNothing delivers every interaction two to five times, shuffled within ten seconds, and
// ends the program in between (P5). The game ends as if each came once.
func TestInteractionsThatComeAgainDoNothing(t *testing.T) {
	noRace(t)
	onOneCore(t, func(t *testing.T) {
		for runSeed := range worlds(t, 1, max(2, *hands/world)) {
			calm := play(t, runSeed, plan{hands: world, quiet: true})
			s := play(t, runSeed, plan{hands: world, quiet: true, act: again})
			if same := s.as(t, calm); same != world || s.hash() != calm.hash() {
				t.Errorf("seed %d: %d hands of %d are the same", runSeed, same, world)
			}
			for n := range 3 {
				fall := func(p passage) bool {
					return p.Point == failpoint.Point{Effect: failpoint.AnswerAsk, Done: true} && p.nth == 5+7*n
				}
				s := play(t, runSeed, plan{hands: world, quiet: true, act: again, fall: fall})
				s.as(t, calm)
			}
		}
	})
}

// TestTheSameSeedIsTheSameRun plays tables of all nine games twice, with and without ends of the program at its commits
// (P14). Concurrent requests may meet a crash in another order, so each run may lose others of them.
func TestTheSameSeedIsTheSameRun(t *testing.T) {
	noRace(t)
	onOneCore(t, func(t *testing.T) {
		for runSeed := range worlds(t, 1, 5) {
			atCommits := func(p passage) bool {
				return p.Effect == failpoint.CommitTable && p.nth%13 == int(runSeed)+4
			}
			for _, fall := range []func(passage) bool{nil, atCommits} {
				p := plan{hands: world, quiet: true, fall: fall, down: time.Second}
				first, second := play(t, runSeed, p), play(t, runSeed, p)
				if first.hash() != second.hash() || !slices.Equal(first.fell, second.fell) {
					t.Errorf("seed %d: %s, ended at %v, and again %s, ended at %v", runSeed, first.hash(), first.fell, second.hash(), second.fell)
				}
			}
		}
	})
}

// TestAVoidHandGivesEveryChipBack voids every hand after each of its commits (P13). Everyone has the chips from its
// beginning, and the whole deck is public.
func TestAVoidHandGivesEveryChipBack(t *testing.T) {
	onOneCore(t, func(t *testing.T) {
		voided := 0
		for runSeed := range worlds(t, 1, 9) {
			began := map[engine.ID]int64{}
			look := func(s engine.Table) error {
				v := s.View(0)
				if v.Phase == engine.Idle {
					clear(began)
					for _, seat := range v.Seats {
						began[seat.Player] = seat.Stack + seat.Pending
					}
					return nil
				}
				next, _, err := s.Apply(engine.Void{At: engine.At(time.Now())}, nil)
				if err != nil {
					return err
				}
				voided++
				v = next.View(0)
				for _, seat := range v.Seats {
					if seat.Stack+seat.Pending != began[seat.Player] {
						return fmt.Errorf("seat %d has %d, and had %d", seat.Seat, seat.Stack+seat.Pending, began[seat.Player])
					}
				}
				if v.Phase != engine.Idle || !v.Voided {
					return fmt.Errorf("the hand goes on: phase %d", v.Phase)
				}
				return nil
			}
			play(t, runSeed, plan{hands: world, quiet: true, look: look})
		}
		if voided < 10 {
			t.Errorf("%d hands were void", voided)
		}
	})
}

// TestHoleCardsGoToTheirOwnerOnly looks for hidden cards in all output of the program (P12): requests to Discord, the log,
// the metrics, and stored data. The long run is
//
//	go test ./bot -run HoleCardsGoToTheirOwnerOnly -hands 1000 -timeout 0
func TestHoleCardsGoToTheirOwnerOnly(t *testing.T) {
	onOneCore(t, func(t *testing.T) {
		const evening = 10
		cards := 0
		for runSeed := range worlds(t, 1, max(9, *hands/evening)) {
			s := play(t, runSeed, plan{hands: min(evening, *hands), quiet: true, bytes: true, fall: falls(runSeed), down: time.Second})
			cards += s.cards
		}
		if cards < 10 {
			t.Errorf("only %d cards were seen", cards)
		}
		t.Logf("%d cards in requests and records", cards)
	})
}
