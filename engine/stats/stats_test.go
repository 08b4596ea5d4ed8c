package stats_test

import (
	"path/filepath"
	"reflect"
	"testing"

	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/engine/replay"
	"cardroom/engine/stats"
)

// acts is events: each is a seat and its action, "p" posts, "f" folds, "x" checks, "c" calls, "r" raises, "b" is a board,
// "d" a draw, "w" wins, "s" shows, "u" takes back; then chips.
type act struct {
	seat  int
	what  byte
	chips int64
}

func events(list ...act) (out []engine.Event) {
	kinds := map[byte]engine.Kind{'p': engine.Posted, 'b': engine.BoardDealt, 'd': engine.Drew, 'w': engine.Won, 's': engine.Shown, 'u': engine.Uncalled}
	actions := map[byte]engine.Action{'f': engine.Fold, 'x': engine.Check, 'c': engine.Call, 'r': engine.Raise}
	for _, a := range list {
		e := engine.Event{Kind: kinds[a.what], Seat: a.seat, Player: engine.ID(a.seat) + 100, Amount: a.chips}
		if e.Kind == 0 {
			e.Kind, e.Action = engine.Acted, actions[a.what]
		}
		if a.what == 'b' {
			e.Seat, e.Player = -1, 0
		}
		out = append(out, e)
	}
	return append(out, engine.Event{Kind: engine.HandEnded, Seat: -1})
}

func TestTheDefinitions(t *testing.T) {
	blinds := []act{{1, 'p', 5}, {2, 'p', 10}}
	for name, c := range map[string]struct {
		acts []act
		want map[int]stats.Counts
	}{
		"a walk is a hand and no more": {
			[]act{{0, 'f', 0}, {1, 'f', 0}, {2, 'u', 5}, {2, 'w', 10}},
			map[int]stats.Counts{0: {Hands: 1}, 1: {Hands: 1, Net: -5}, 2: {Hands: 1, Net: 5}},
		},
		"a limp is voluntary, the check of the big blind is not": {
			[]act{{0, 'f', 0}, {1, 'c', 5}, {2, 'x', 0}, {0, 'b', 0}, {1, 'r', 10}, {2, 'f', 0}, {1, 'u', 10}, {1, 'w', 20}},
			map[int]stats.Counts{0: {Hands: 1}, 1: {Hands: 1, VPIP: 1, Aggressive: 1, Seen: 1, Net: 10}, 2: {Hands: 1, Seen: 1, Net: -10}},
		},
		"a 3-bet is the second raise, and its chance is who faces one": {
			[]act{{0, 'r', 20}, {1, 'r', 55}, {2, 'f', 0}, {0, 'r', 100}, {1, 'f', 0}, {0, 'u', 60}, {0, 'w', 130}},
			map[int]stats.Counts{
				0: {Hands: 1, VPIP: 1, PFR: 1, Net: 70}, 1: {Hands: 1, VPIP: 1, PFR: 1, ThreeBets: 1, ThreeBetSpots: 1, Net: -60}, 2: {Hands: 1, Net: -10},
			},
		},
		"who called a raise and faces it no more has had the chance once": {
			[]act{{0, 'r', 20}, {1, 'f', 0}, {2, 'c', 10}, {0, 'b', 0}, {2, 'x', 0}, {0, 'r', 30}, {2, 'c', 30}, {0, 'b', 0}, {2, 'x', 0}, {0, 'x', 0}, {0, 's', 0}, {0, 'w', 105}},
			map[int]stats.Counts{
				0: {Hands: 1, VPIP: 1, PFR: 1, Aggressive: 1, Seen: 1, Showdowns: 1, ShowdownsWon: 1, Net: 55}, 1: {Hands: 1, ThreeBetSpots: 1, Net: -5},
				2: {Hands: 1, VPIP: 1, ThreeBetSpots: 1, Calls: 1, Seen: 1, Showdowns: 1, Net: -50},
			},
		},
		"who is all-in before the flop sees it": {
			[]act{{0, 'r', 100}, {1, 'f', 0}, {2, 'c', 90}, {0, 's', 0}, {2, 's', 0}, {0, 'b', 0}, {0, 'b', 0}, {0, 'b', 0}, {0, 'w', 103}, {2, 'w', 102}},
			map[int]stats.Counts{
				0: {Hands: 1, VPIP: 1, PFR: 1, Seen: 1, Showdowns: 1, ShowdownsWon: 1, Net: 3}, 1: {Hands: 1, ThreeBetSpots: 1, Net: -5},
				2: {Hands: 1, VPIP: 1, ThreeBetSpots: 1, Seen: 1, Showdowns: 1, ShowdownsWon: 1, Net: 2},
			},
		},
		"the draw is what the second round begins with": {
			[]act{{0, 'f', 0}, {1, 'c', 5}, {2, 'x', 0}, {1, 'd', 0}, {2, 'd', 0}, {1, 'r', 10}, {2, 'c', 10}, {1, 's', 0}, {1, 'w', 40}},
			map[int]stats.Counts{
				0: {Hands: 1}, 1: {Hands: 1, VPIP: 1, Aggressive: 1, Seen: 1, Showdowns: 1, ShowdownsWon: 1, Net: 20},
				2: {Hands: 1, Calls: 1, Seen: 1, Showdowns: 1, Net: -20},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := map[int]stats.Counts{}
			for _, p := range stats.Of(events(append(blinds[:2:2], c.acts...)...)) {
				got[int(p.ID)-100] = p.Counts
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("counted\n%+v, want\n%+v", got, c.want)
			}
		})
	}
}

func TestCountsAreAllTheirNumbers(t *testing.T) {
	if n := reflect.TypeFor[stats.Counts]().NumField(); n != stats.Size {
		t.Fatalf("%d fields, %d numbers", n, stats.Size)
	}
	var n [stats.Size]int64
	for i := range n {
		n[i] = int64(i + 1)
	}
	if c := stats.Read(n); c.Numbers() != n || c.Plus(c).Numbers()[stats.Size-1] != 2*stats.Size {
		t.Errorf("%v is read as %+v", n, c)
	}
}

// TestCountsOfRandomHands plays random hands of all games: the winnings of each player are the difference of their stacks, and the counts
// fit the steps of the hand.
func TestCountsOfRandomHands(t *testing.T) {
	hands, sum := 0, stats.Counts{}
	for seed := range uint64(90) {
		l := enginetest.New(t, seed)
		for n := 0; n < 6 && l.Hand(); n++ {
			hands++
			steps, err := replay.Steps(l.Table.View(0), l.Log)
			if err != nil {
				t.Fatal(err)
			}
			first, last := steps[0].View, steps[len(steps)-1].View
			all := stats.Of(l.Log)
			if len(all) != len(first.Seats) {
				t.Fatalf("seed %d: %d of %d are counted", seed, len(all), len(first.Seats))
			}
			net := int64(0)
			for _, p := range all {
				before, _ := first.SeatOf(p.ID)
				after, _ := last.SeatOf(p.ID)
				net += p.Net
				sum = sum.Plus(p.Counts)
				live := !after.Folded
				switch {
				case p.Net != after.Stack-before.Stack-before.Total:
					t.Errorf("seed %d: %d won %d, counted are %d", seed, p.ID, after.Stack-before.Stack-before.Total, p.Net)
				case (p.Showdowns == 1) != (live && (after.AllShown || after.Mucked)) && p.Showdowns == 1:
					t.Errorf("seed %d: %d is counted %+v, and ended so: %+v", seed, p.ID, p.Counts, after)
				case p.PFR > p.VPIP, p.ThreeBets > p.ThreeBetSpots, p.ShowdownsWon > p.Showdowns, p.Hands != 1:
					t.Errorf("seed %d: %d is counted %+v", seed, p.ID, p.Counts)
				}
			}
			if net != 0 {
				t.Errorf("seed %d: %d chips are won in all", seed, net)
			}
			if again := stats.Of(append(l.Log[:len(l.Log):len(l.Log)], engine.Event{Kind: engine.Shown, Player: all[0].ID})); !reflect.DeepEqual(again, all) {
				t.Errorf("seed %d: cards that are shown later count", seed)
			}
			if t.Failed() {
				return
			}
		}
	}
	for i, n := range sum.Numbers() {
		if n == 0 && i < stats.HandSize-1 {
			t.Errorf("number %d was never counted in %d hands", i, hands)
		}
	}
}

func TestAHandThatIsVoidOrNotOverCountsNothing(t *testing.T) {
	for _, h := range enginetest.Play(t, filepath.Join("..", "testdata", "hands", "void.txt")) {
		if all := stats.Of(h.Log); h.Table.View(0).Voided == (len(all) > 0) {
			t.Errorf("counted %+v, void: %v", all, h.Table.View(0).Voided)
		}
	}
	all := events(act{1, 'p', 5}, act{2, 'p', 10}, act{1, 'f', 0}, act{2, 'w', 10})
	if got := stats.Of(all[:len(all)-1]); got != nil {
		t.Errorf("counted %+v", got)
	}
}
