package render

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
)

var update = flag.Bool("update", false, "write the golden files anew; only commit them if you understand the changes")

// Every scene has a file of what is said of it. The scenes are the table's life in the order it is lived.
func TestScenesReadAsTheirGoldenFiles(t *testing.T) {
	for name, view := range scenes(t) {
		t.Run(name, func(t *testing.T) {
			golden(t, name, shown(Scene{View: view, Name: names, Chances: Chances(view)}))
		})
	}
}

// golden compares a text with its file, or writes the file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs. Now:\n%s\nBefore:\n%s", path, got, want)
	}
}

func scenes(t *testing.T) map[string]engine.View {
	all := map[string]engine.View{}
	for _, some := range []map[string]engine.View{waitingScenes(), bettingScenes(t), allInScenes(t), resultScenes(t), endScenes(t)} {
		for name, view := range some {
			all[name] = view
		}
	}
	return all
}

func waitingScenes() map[string]engine.View {
	empty := table()

	lonely := table(engine.SeatView{Seat: 3, Player: alice, Stack: 500})
	lonely.Viewer = alice

	soon := table(engine.SeatView{Seat: 0, Player: alice, Stack: 500}, engine.SeatView{Seat: 1, Player: bob, Stack: 200, Out: true})
	soon.Until, soon.Viewer, soon.Rules.MaxBuyIn, soon.Rules.Ante = deadline, bob, 0, 1

	paused := soon
	paused.Paused, paused.Until = true, 0

	house := table(engine.SeatView{Seat: 0, Player: rook, House: engine.Hard, Stack: 500})
	house.Practice, house.Rules.BigBlindAnte = true, true

	full := table(engine.SeatView{Seat: 0, Player: alice, Stack: 1}, engine.SeatView{Seat: 1, Player: bob, RebuyBy: deadline})
	full.Rules.Seats = 2

	called := full
	called.Rules.Seats, called.Waitlist, called.CallBy, called.Viewer = 3, []engine.ID{carol, 5}, deadline, carol

	line := called
	line.Viewer = 5

	return map[string]engine.View{
		"waiting-called": called, "waiting-in-line": line,
		"waiting-empty": empty, "waiting-for-one-more": lonely, "waiting-first-hand-soon": soon,
		"waiting-paused": paused, "waiting-house-only": house, "waiting-full": full,
	}
}

func bettingScenes(t *testing.T) map[string]engine.View {
	shuffling := table(dealt(0, alice, 995, 5), dealt(1, bob, 990, 10))
	shuffling.Hand, shuffling.Phase, shuffling.Button, shuffling.Viewer = 1, engine.Shuffling, 0, alice
	shuffling.Pots = []engine.Pot{{Amount: 15}}

	preflop := table(holds(t, dealt(0, alice, 995, 5), "Ac Kd", ""), dealt(1, bob, 990, 10),
		engine.SeatView{Seat: 5, Player: carol, Stack: 400, Waits: true})
	preflop.Hand, preflop.Phase, preflop.Button, preflop.ToAct, preflop.Viewer = 1, engine.Betting, 0, 0, alice
	preflop.Pots = []engine.Pot{{Amount: 15}}
	preflop.Legal = engine.Legal{Call: 5, Min: 20, Max: 1000, Pot: 30, High: 10}

	facing := flop()
	facing.Viewer = bob
	facing.Seats[1] = holds(t, facing.Seats[1], "Ac Kd", "As 10h 7c")

	opening := flop()
	opening.Viewer, opening.ToAct, opening.Closing = carol, 8, true
	opening.Seats[0].Bet, opening.Seats[0].Leaves = 0, true
	opening.Legal = engine.Legal{Bet: true, Min: 10, Max: 1740, Pot: 180}
	opening.Seats[2] = holds(t, opening.Seats[2], "2c 3d", "As 10h 7c")

	short := flop()
	short.Seats[1].Stack, short.Until, short.Viewer = 40, 0, alice
	short.Legal = engine.Legal{Call: 40, Pot: 300, High: 60}
	short.Seats[0].Pending, short.Seats[0].Plans = 120, uncalled()

	onlyAllIn := flop()
	onlyAllIn.Seats[1].Stack, onlyAllIn.Paused = 100, true
	onlyAllIn.Legal = engine.Legal{Call: 60, Min: 100, Max: 100, Pot: 300, High: 60}

	return map[string]engine.View{
		"shuffling": shuffling, "betting-preflop": preflop, "betting-facing-a-bet": facing, "betting-opening": opening,
		"betting-call-is-all-in": short, "betting-only-all-in": onlyAllIn,
	}
}

func allInScenes(t *testing.T) map[string]engine.View {
	runout := flop()
	runout.Phase, runout.ToAct, runout.Until, runout.Viewer = engine.Runout, -1, 0, carol
	runout.Pots = []engine.Pot{{Amount: 1000, Players: []int{0, 2, 8}}, {Amount: 300, Players: []int{0, 2}}, {Amount: 200, Players: []int{0}}}
	for i, hole := range []string{"Ac Kd", "7d 7h", "", "9h 8h"} {
		if hole != "" {
			runout.Seats[i] = tabled(t, runout.Seats[i], hole, "As 10h 7c")
			runout.Seats[i].AllIn, runout.Seats[i].Stack = true, 0
		}
	}
	watching := runout
	watching.Viewer = alice

	asking := runout
	asking.Phase, asking.MostRuns, asking.Until, asking.Viewer = engine.Asking, 3, deadline, alice
	asking.Seats = slices.Clone(runout.Seats)
	asking.Seats[1].Runs = 2

	twice := watching
	twice.Street, twice.Runs, twice.Again = 2, 2, [][]card.Card{cards(t, "As 10h 7c Qs")}
	twice.Board = cards(t, "As 10h 7c 2d 2h")

	// Bob had more than the house player, and has the side pot alone: Alice has folded.
	omaha := watching
	omaha.Rules.Variant, omaha.Viewer, omaha.Seats = engine.Omaha, bob, slices.Clone(runout.Seats)
	omaha.Pots = []engine.Pot{{Amount: 1500, Players: []int{2, 8}}, {Amount: 200, Players: []int{2}}}
	omaha.Seats[0] = dealt(0, alice, 400, 0)
	omaha.Seats[0].Folded = true
	for i, hole := range map[int]string{1: "7d 7h Ah 2d", 3: "9h 8h Kh Qd"} {
		omaha.Seats[i] = tabled(t, omaha.Seats[i], hole, "")
		omaha.Seats[i].Made = engine.Omaha.Best(cards(t, hole), omaha.Board)
	}
	return map[string]engine.View{
		"runout-three-pots": runout, "runout-own-panel": watching, "runout-asking": asking, "runout-twice": twice,
		"runout-omaha": omaha,
	}
}

func resultScenes(t *testing.T) map[string]engine.View {
	const five = "As 10h 7c Qs 2h"
	board := cards(t, five)

	showdown := flop()
	showdown.Board, showdown.Viewer = board, alice
	showdown.Seats[0] = tabled(t, showdown.Seats[0], "Ac Qd", five)
	showdown.Seats[1] = tabled(t, showdown.Seats[1], "Kc Kd", five)
	showdown.Seats[3].Mucked = true
	showdown = over(showdown, potOf(260, engine.Award{Seat: 0, Amount: 260}))

	walk := flop()
	walk.Board, walk.Viewer = nil, bob
	walk.Seats[0].Folded, walk.Seats[1].Folded = true, true
	walk = over(walk, potOf(15, engine.Award{Seat: 8, Amount: 15}))

	split := flop()
	split.Board, split.Viewer = board, bob
	split.Seats[0] = tabled(t, split.Seats[0], "Ac Qd", five)
	split.Seats[1] = tabled(t, split.Seats[1], "Ad Qc", five)
	split.Seats[3].Folded = true
	split = over(split, potOf(261, engine.Award{Seat: 0, Amount: 131}, engine.Award{Seat: 2, Amount: 130}))

	side := flop()
	side.Board = board
	side.Seats[0] = tabled(t, side.Seats[0], "Ac Qd", five)
	side.Seats[1] = tabled(t, side.Seats[1], "Ad Qc", five)
	side.Seats[3] = tabled(t, side.Seats[3], "Kd Js", five)
	side.Seats[3].Stack, side.Seats[1].Stack, side.Seats[1].RebuyBy = 400, 0, deadline+120_000
	side = over(side, potOf(300, engine.Award{Seat: 8, Amount: 300}),
		potOf(120, engine.Award{Seat: 0, Amount: 60}, engine.Award{Seat: 2, Amount: 60}), potOf(80, engine.Award{Seat: 0, Amount: 80}))

	twice := side
	twice.Again = [][]card.Card{cards(t, "As 10h 7c Ks Kh")}
	twice.Pots = []engine.Pot{potOf(301, engine.Award{Seat: 8, Amount: 151, Made: side.Seats[3].Made},
		engine.Award{Seat: 0, Amount: 75, Run: 1, Made: side.Seats[0].Made}, engine.Award{Seat: 2, Amount: 75, Run: 1, Made: side.Seats[1].Made}),
		potOf(80, engine.Award{Seat: 0, Amount: 40}, engine.Award{Seat: 0, Amount: 40, Run: 1})}
	twice.Pots[1].Players = []int{0}

	// Bob is asked, and Alice has won unseen and shown one card of it.
	asked := flop()
	asked.Phase, asked.Board, asked.Viewer, asked.Legal = engine.Showing, board, bob, engine.Legal{}
	asked.Seats[0] = tabled(t, asked.Seats[0], "Ac Qd", five)
	asked.Seats[1] = holds(t, asked.Seats[1], "7d 7h", five)

	one := walk
	one.Seats, one.Viewer = slices.Clone(walk.Seats), alice
	one.Seats[0] = holds(t, one.Seats[0], "Ac Qd", "")
	one.Seats[0].Folded, one.Seats[3].Folded, one.Seats[0].Shown = false, true, one.Seats[0].Cards[:1]
	one.Seats[0].MayShow = true
	one.Pots = []engine.Pot{potOf(15, engine.Award{Seat: 0, Amount: 15})}

	return map[string]engine.View{
		"result-showdown": showdown, "result-walk": walk, "result-split": split, "result-side-pots": side,
		"result-twice": twice, "showing-asked": asked, "result-one-card-shown": one,
	}
}

func endScenes(t *testing.T) map[string]engine.View {
	void := over(flop())
	void.Voided, void.Viewer = true, alice
	void.Pots = []engine.Pot{{Amount: 180}}
	for i, hole := range []string{"Ac Kd", "7d 7h", "2c 3d", "9h 8h"} {
		void.Seats[i] = tabled(t, void.Seats[i], hole, "As 10h 7c")
		void.Seats[i].AllShown = false
	}
	for c := range card.Card(card.Count) {
		void.Deck = append(void.Deck, c+1)
	}

	closed := table()
	closed.Hand, closed.Closed = 12, true

	// The winner has left, and someone else has the seat.
	gone := over(flop(), potOf(180, engine.Award{Seat: 2, Amount: 180}))
	gone.Board = cards(t, "As 10h 7c")
	gone.Seats[1] = engine.SeatView{Seat: 2, Player: 5, Stack: 700}

	return map[string]engine.View{"end-void": void, "end-closed": closed, "end-winner-has-left": gone}
}
