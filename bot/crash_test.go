package bot_test

import (
	"flag"
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
)

var hands = flag.Int64("hands", 2, "how many hands TestTheProgramMayEndAtAnyPoint drives through every point")

// world is the number of hands in one run of a sim.
const world = 2

// TestTheProgramMayEndAtAnyPoint drives hands of all games through every point at which the program may end (P2). After
// each, the next life finds the same cards and the same player to act, and the hand ends as in an undisturbed run. No chip
// is lost, and no public message comes twice. The long run is
//
//	go test ./bot -run TheProgramMayEndAtAnyPoint -hands 10000 -timeout 0
func TestTheProgramMayEndAtAnyPoint(t *testing.T) {
	noRace(t)
	onOneCore(t, func(t *testing.T) {
		var sum tally
		for runSeed := range worlds(t, 1, *hands/world) {
			sum.add(everyPoint(t, runSeed))
		}
		t.Log(sum)
	})
}

// tally counts the results of runs.
type tally struct{ hands, points, same, other int }

func (a *tally) add(b tally) {
	a.hands, a.points, a.same, a.other = a.hands+b.hands, a.points+b.points, a.same+b.same, a.other+b.other
}

func (a tally) String() string {
	return fmt.Sprintf("%d hands ended at %d points: %d went as when nothing happens, %d had no cards yet", a.hands, a.points, a.same, a.other)
}

// worlds yields seeds from the first on, until one fails, or only the seed of -seed. It logs them before anything is
// played.
func worlds(t *testing.T, first uint64, n int64) iter.Seq[uint64] {
	n = max(n, 1)
	if testing.Short() {
		n = 1
	}
	if *seed != 0 {
		first, n = *seed, 1
	}
	t.Logf("seeds %d to %d", first, first+uint64(n)-1)
	return func(yield func(uint64) bool) {
		for runSeed := first; runSeed < first+uint64(n) && !t.Failed() && yield(runSeed); runSeed++ {
		}
	}
}

// everyPoint plays a table of a seed once for every time that the program passes a point, in an ordinary run for some of
// them. It compares each run with an undisturbed one.
func everyPoint(t *testing.T, seed uint64) (sum tally) {
	every := 1
	if *hands <= world { // an ordinary run
		every = 8
	}
	everyFall(t, seed, every, plan{hands: world, quiet: true}, func(s, calm *sim) {
		same := s.as(t, calm)
		sum.add(tally{points: len(s.fell), same: same, other: world - same})
	})
	sum.hands = world
	return sum
}

// everyFall plays a plan undisturbed, and then again for the points that the program passed, ending it there. In a run it ends
// the program up to twice: in the first hand, and in a later one.
func everyFall(t *testing.T, seed uint64, every int, p plan, each func(s, calm *sim)) {
	if testing.Short() {
		every = 16
	}
	calm := play(t, seed, p)
	var missed []passage
	for runs := inPairs(ends(calm, every)); len(runs) > 0 && !t.Failed(); runs = runs[1:] {
		run := runs[0]
		p.down = []time.Duration{0, time.Second, 20 * time.Second}[(run[0].nth+int(seed))%3] // a beacon's value comes in 30 s or never
		s := playTo(t, seed, p, run)
		for try := 1; try < 3 && len(s.fell) == 0; try++ { // a busy machine may let requests pass each other
			s = playTo(t, seed, p, run)
		}
		if len(s.fell) == 0 {
			missed = append(missed, run[0])
		}
		if each(s, calm); len(s.fell) < len(run) {
			runs = append(runs, run[1:])
		}
		if t.Failed() {
			t.Logf("seed %d, %v, down for %v", seed, run, p.down)
		}
	}
	if len(missed) > 1 { // requests of the undisturbed run may have passed each other: one passage may be its own
		t.Errorf("seed %d: it does not come to %v", seed, missed)
	}
}

// playTo plays a plan, and ends the program at some passages one after the other. An end of the program makes it pass points
// more often. So the count is of the times that it has passed a point in the hand.
func playTo(t *testing.T, seed uint64, p plan, ends []passage) *sim {
	p.fall = func(now passage) bool {
		here := len(ends) > 0 && now.Point == ends[0].Point && now.hand == ends[0].hand && now.inHand >= ends[0].inHand
		if here {
			ends = ends[1:]
		}
		return here
	}
	return play(t, seed, p)
}

// ends chooses each n-th passage of each point in a run, and the first between a hand's start and its deal. After commits it
// takes four times as many: each leaves another table.
func ends(calm *sim, every int) (list []passage) {
	for i, e := range failpoint.Effects {
		for j, at := range []failpoint.Point{{Effect: e}, {Effect: e, Done: true}} {
			some := every
			if e == failpoint.CommitTable && at.Done {
				some = max(1, every/4)
			}
			n, early := 0, false
			for _, p := range calm.passes {
				if p.Point != at || e == failpoint.SayAlive && n == 2 { // the program passes it every five seconds
					continue
				}
				if n%some == (2*i+j)%min(some, calm.passed[at]) || p.undealt && !early {
					list = append(list, p)
				}
				n, early = n+1, early || p.undealt
			}
		}
	}
	return list
}

// inPairs joins ends in the first hand to ends in later ones. Until the deal an end leads to another shuffle, and the rest
// cannot be compared with an undisturbed run. So those come last on both sides, where they join each other.
func inPairs(list []passage) (runs [][]passage) {
	var sides [2][]passage
	for _, dealt := range []bool{true, false} {
		for _, p := range list {
			if p.dealt == dealt {
				side := &sides[min(1, max(0, p.hand-1))]
				*side = append(*side, p)
			}
		}
	}
	for i := range max(len(sides[0]), len(sides[1])) {
		var run []passage
		for _, side := range sides {
			if i < len(side) {
				run = append(run, side[i])
			}
		}
		runs = append(runs, run)
	}
	return runs
}

// TestAHousePlayerDecidesTheSameAfterAnEnd ends the program before each commit of a second hand. In one of these lives the
// table let a house player act before it had set an alarm for it.
func TestAHousePlayerDecidesTheSameAfterAnEnd(t *testing.T) {
	noRace(t)
	onOneCore(t, func(t *testing.T) {
		const runSeed, firstHand = 17, 20
		calm := play(t, runSeed, plan{hands: world, quiet: true})
		at := failpoint.Point{Effect: failpoint.CommitTable}
		for n := firstHand; n <= calm.passed[at] && !t.Failed(); n++ {
			fall := func(p passage) bool { return p.Point == at && p.nth == n }
			if s := play(t, runSeed, plan{hands: world, quiet: true, fall: fall}); len(s.fell) == 0 {
				t.Errorf("%v is not passed for the %d. time", at, n)
			} else {
				s.as(t, calm)
			}
		}
	})
}

// Two hands and a restart pass every point (P2): an end at a point that is never passed proves nothing.
func TestEveryPointIsPassed(t *testing.T) {
	noRace(t)
	onOneCore(t, func(t *testing.T) {
		passed := map[failpoint.Point]int{}
		for runSeed := range uint64(2) {
			boards := 0
			fall := func(p passage) bool { // a new board is posted, and the old one has its buttons
				if p.Point == (failpoint.Point{Effect: failpoint.PostBoard, Done: true}) {
					boards++
				}
				end := boards == 3 && p.Point == failpoint.Point{Effect: failpoint.CommitTable, Done: true}
				if end {
					boards++
				}
				return end
			}
			turn := func(s *sim) { s.srv.Fail("PATCH /webhooks", discordtest.Fault{Status: 500}) }
			for p, n := range play(t, runSeed, plan{hands: world, fall: fall, turn: turn}).passed {
				passed[p] += n
			}
		}
		elsewhere := []failpoint.Effect{ // other tests end the program at them
			failpoint.ForgetPerson,                                                                                                               // TestForgettingIsFinishedAfterACrash
			failpoint.KeepGuild, failpoint.SetCommands, failpoint.PostUndone, failpoint.PostResting, failpoint.KeepResting, failpoint.CommitVoid, // rare_test.go
			failpoint.UploadEmoji, failpoint.DropEmoji, // TestTheProgramMayEndBetweenEmoji
			failpoint.PostPressBoard,                                                                                                         // TestTheProgramMayEndOverAPressBoard
			failpoint.PostHand,                                                                                                               // TestAHandUnderABeaconSurvivesEveryFaultAndEnd
			failpoint.MentionGift,                                                                                                            // TestTheProgramMayEndOverTheMentionOfAGift
			failpoint.PostFilm,                                                                                                               // TestTheProgramMayEndOverAnAnimation
			failpoint.MakeThread,                                                                                                             // TestTheProgramMayEndOverAThread
			failpoint.RenameThread,                                                                                                           // TestARenamedTournamentRenamesItsThread
			failpoint.HandSession,                                                                                                            // TestTheProgramMayEndOverASession
			failpoint.TellEnded,                                                                                                              // TestAPlayerReadsHowTheirRequestEnded
			failpoint.PostApplication,                                                                                                        // TestAnApplicationSurvivesEveryEnd
			failpoint.PostEvent, failpoint.PostLobby, failpoint.EditLobby, failpoint.CallPlayers, failpoint.TellOut, failpoint.ArchiveThread, // TestATournamentSurvivesEveryEnd
			failpoint.PostMove, failpoint.KeepMove, // TestAMoveSurvivesEveryEnd
			failpoint.TellOrganiser,                   // TestTheProgramMayEndOverANoticeToAnOrganiser
			failpoint.ListEvent, failpoint.EditListed, // TestAServersEventSurvivesEveryEnd
		}
		for _, e := range failpoint.Effects {
			if slices.Contains(elsewhere, e) {
				continue
			}
			if passed[failpoint.Point{Effect: e}] == 0 || passed[failpoint.Point{Effect: e, Done: true}] == 0 {
				t.Errorf("nobody comes by: %s", e)
			}
		}
	})
}
