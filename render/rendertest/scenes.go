package rendertest

import (
	"slices"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// Scenes returns every moment of the golden files by name.
func Scenes(t *testing.T) map[string]engine.View {
	all := map[string]engine.View{}
	for _, some := range []map[string]engine.View{waitingScenes(), bettingScenes(t), allInScenes(t), resultScenes(t), endScenes(t)} {
		for name, view := range some {
			all[name] = view
		}
	}
	return all
}

func waitingScenes() map[string]engine.View {
	empty := Table()

	lonely := Table(engine.SeatView{Seat: 3, Player: Alice, Stack: 500})
	lonely.Viewer = Alice

	soon := Table(engine.SeatView{Seat: 0, Player: Alice, Stack: 500}, engine.SeatView{Seat: 1, Player: Bob, Stack: 200, Out: true})
	soon.Until, soon.Viewer, soon.Rules.MaxBuyIn, soon.Rules.Ante = Deadline, Bob, 0, 1

	paused := soon
	paused.Paused, paused.Until = true, 0

	house := Table(engine.SeatView{Seat: 0, Player: Rook, House: engine.Hard, Stack: 500})
	house.Practice, house.Rules.BigBlindAnte = true, true

	full := Table(engine.SeatView{Seat: 0, Player: Alice, Stack: 1}, engine.SeatView{Seat: 1, Player: Bob, RebuyBy: Deadline})
	full.Rules.Seats = 2

	offered := full
	offered.Rules.Seats, offered.Waitlist, offered.CallBy, offered.Viewer = 3, []engine.ID{Carol, 5}, Deadline, Carol

	waitlisted := offered
	waitlisted.Viewer = 5

	return map[string]engine.View{
		"waiting-called": offered, "waiting-in-line": waitlisted,
		"waiting-empty": empty, "waiting-for-one-more": lonely, "waiting-first-hand-soon": soon,
		"waiting-paused": paused, "waiting-house-only": house, "waiting-full": full,
	}
}

func bettingScenes(t *testing.T) map[string]engine.View {
	shuffling := Table(Dealt(0, Alice, 995, 5), Dealt(1, Bob, 990, 10))
	shuffling.Hand, shuffling.Phase, shuffling.Button, shuffling.Viewer = 1, engine.Shuffling, 0, Alice
	shuffling.Pots = []engine.Pot{{Amount: 15}}

	preflop := Table(holds(t, Dealt(0, Alice, 995, 5), "Ac Kd", ""), Dealt(1, Bob, 990, 10),
		engine.SeatView{Seat: 5, Player: Carol, Stack: 400, Waits: true})
	preflop.Hand, preflop.Phase, preflop.Button, preflop.ToAct, preflop.Viewer = 1, engine.Betting, 0, 0, Alice
	preflop.Pots = []engine.Pot{{Amount: 15}}
	preflop.Legal = engine.Legal{Call: 5, Min: 20, Max: 1000, Pot: 30, High: 10}

	facing := Flop()
	facing.Viewer = Bob
	facing.Seats[1] = holds(t, facing.Seats[1], "Ac Kd", "As 10h 7c")

	opening := Flop()
	opening.Viewer, opening.ToAct, opening.Closing = Carol, 8, true
	opening.Seats[0].Bet, opening.Seats[0].Leaves = 0, true
	opening.Legal = engine.Legal{Bet: true, Min: 10, Max: 1740, Pot: 180}
	opening.Seats[2] = holds(t, opening.Seats[2], "2c 3d", "As 10h 7c")

	short := Flop()
	short.Seats[1].Stack, short.Until, short.Viewer = 40, 0, Alice
	short.Legal = engine.Legal{Call: 40, Pot: 300, High: 60}
	short.Seats[0].Pending, short.Seats[0].Plans = 120, Uncalled()

	onlyAllIn := Flop()
	onlyAllIn.Seats[1].Stack, onlyAllIn.Paused = 100, true
	onlyAllIn.Legal = engine.Legal{Call: 60, Min: 100, Max: 100, Pot: 300, High: 60}

	return map[string]engine.View{
		"shuffling": shuffling, "betting-preflop": preflop, "betting-facing-a-bet": facing, "betting-opening": opening,
		"betting-call-is-all-in": short, "betting-only-all-in": onlyAllIn,
	}
}

func allInScenes(t *testing.T) map[string]engine.View {
	runout := Flop()
	runout.Phase, runout.ToAct, runout.Until, runout.Viewer = engine.Runout, -1, 0, Carol
	runout.Pots = []engine.Pot{{Amount: 1000, Players: []int{0, 2, 8}}, {Amount: 300, Players: []int{0, 2}}, {Amount: 200, Players: []int{0}}}
	for i, hole := range []string{"Ac Kd", "7d 7h", "", "9h 8h"} {
		if hole != "" {
			runout.Seats[i] = Tabled(t, runout.Seats[i], hole, "As 10h 7c")
			runout.Seats[i].AllIn, runout.Seats[i].Stack = true, 0
		}
	}
	watching := runout
	watching.Viewer = Alice

	asking := runout
	asking.Phase, asking.MostRuns, asking.Until, asking.Viewer = engine.Asking, 3, Deadline, Alice
	asking.Seats = slices.Clone(runout.Seats)
	asking.Seats[1].Runs = 2

	twice := watching
	twice.Street, twice.Runs, twice.Again = 2, 2, [][]card.Card{Cards(t, "As 10h 7c Qs")}
	twice.Board = Cards(t, "As 10h 7c 2d 2h")

	// Bob had more than the house player, and has the side pot alone: Alice has folded.
	omaha := watching
	omaha.Rules.Variant, omaha.Viewer, omaha.Seats = poker.Omaha, Bob, slices.Clone(runout.Seats)
	omaha.Pots = []engine.Pot{{Amount: 1500, Players: []int{2, 8}}, {Amount: 200, Players: []int{2}}}
	omaha.Seats[0] = Dealt(0, Alice, 400, 0)
	omaha.Seats[0].Folded = true
	for i, hole := range map[int]string{1: "7d 7h Ah 2d", 3: "9h 8h Kh Qd"} {
		omaha.Seats[i] = Tabled(t, omaha.Seats[i], hole, "")
		omaha.Seats[i].Made = poker.Omaha.Best(Cards(t, hole), omaha.Board)
	}
	return map[string]engine.View{
		"runout-three-pots": runout, "runout-own-panel": watching, "runout-asking": asking, "runout-twice": twice,
		"runout-omaha": omaha,
	}
}

func resultScenes(t *testing.T) map[string]engine.View {
	const five = "As 10h 7c Qs 2h"
	board := Cards(t, five)

	showdown := Flop()
	showdown.Board, showdown.Viewer = board, Alice
	showdown.Seats[0] = Tabled(t, showdown.Seats[0], "Ac Qd", five)
	showdown.Seats[1] = Tabled(t, showdown.Seats[1], "Kc Kd", five)
	showdown.Seats[3].Mucked = true
	showdown = Over(showdown, PotOf(260, engine.Award{Seat: 0, Amount: 260}))

	walk := Flop()
	walk.Board, walk.Viewer = nil, Bob
	walk.Seats[0].Folded, walk.Seats[1].Folded = true, true
	walk = Over(walk, PotOf(15, engine.Award{Seat: 8, Amount: 15}))

	split := Flop()
	split.Board, split.Viewer = board, Bob
	split.Seats[0] = Tabled(t, split.Seats[0], "Ac Qd", five)
	split.Seats[1] = Tabled(t, split.Seats[1], "Ad Qc", five)
	split.Seats[3].Folded = true
	split = Over(split, PotOf(261, engine.Award{Seat: 0, Amount: 131}, engine.Award{Seat: 2, Amount: 130}))

	side := Flop()
	side.Board = board
	side.Seats[0] = Tabled(t, side.Seats[0], "Ac Qd", five)
	side.Seats[1] = Tabled(t, side.Seats[1], "Ad Qc", five)
	side.Seats[3] = Tabled(t, side.Seats[3], "Kd Js", five)
	side.Seats[3].Stack, side.Seats[1].Stack, side.Seats[1].RebuyBy = 400, 0, Deadline+120_000
	side = Over(side, PotOf(300, engine.Award{Seat: 8, Amount: 300}),
		PotOf(120, engine.Award{Seat: 0, Amount: 60}, engine.Award{Seat: 2, Amount: 60}), PotOf(80, engine.Award{Seat: 0, Amount: 80}))

	twice := side
	twice.Again = [][]card.Card{Cards(t, "As 10h 7c Ks Kh")}
	twice.Pots = []engine.Pot{PotOf(301, engine.Award{Seat: 8, Amount: 151, Made: side.Seats[3].Made},
		engine.Award{Seat: 0, Amount: 75, Run: 1, Made: side.Seats[0].Made}, engine.Award{Seat: 2, Amount: 75, Run: 1, Made: side.Seats[1].Made}),
		PotOf(80, engine.Award{Seat: 0, Amount: 40}, engine.Award{Seat: 0, Amount: 40, Run: 1})}
	twice.Pots[1].Players = []int{0}

	// Bob is asked, and Alice has won unseen and shown one card of it.
	asked := Flop()
	asked.Phase, asked.Board, asked.Viewer, asked.Legal = engine.Showing, board, Bob, engine.Legal{}
	asked.Seats[0] = Tabled(t, asked.Seats[0], "Ac Qd", five)
	asked.Seats[1] = holds(t, asked.Seats[1], "7d 7h", five)

	one := walk
	one.Seats, one.Viewer = slices.Clone(walk.Seats), Alice
	one.Seats[0] = holds(t, one.Seats[0], "Ac Qd", "")
	one.Seats[0].Folded, one.Seats[3].Folded, one.Seats[0].Shown = false, true, one.Seats[0].Cards[:1]
	one.Seats[0].MayShow = true
	one.Pots = []engine.Pot{PotOf(15, engine.Award{Seat: 0, Amount: 15})}

	return map[string]engine.View{
		"result-showdown": showdown, "result-walk": walk, "result-split": split, "result-side-pots": side,
		"result-twice": twice, "showing-asked": asked, "result-one-card-shown": one,
	}
}

func endScenes(t *testing.T) map[string]engine.View {
	void := Over(Flop())
	void.Voided, void.Viewer = true, Alice
	void.Pots = []engine.Pot{{Amount: 180}}
	for i, hole := range []string{"Ac Kd", "7d 7h", "2c 3d", "9h 8h"} {
		void.Seats[i] = Tabled(t, void.Seats[i], hole, "As 10h 7c")
		void.Seats[i].AllShown = false
	}
	for c := range card.Card(card.Count) {
		void.Deck = append(void.Deck, c+1)
	}

	closed := Table()
	closed.Closed = true

	// The winner has left, and someone else has the seat.
	winnerLeft := Over(Flop(), PotOf(180, engine.Award{Seat: 2, Amount: 180}))
	winnerLeft.Board = Cards(t, "As 10h 7c")
	winnerLeft.Seats[1] = engine.SeatView{Seat: 2, Player: 5, Stack: 700}

	// The seat of the small blind is empty, and all but the big blind fold.
	back := Over(Flop())
	back.Board, back.Viewer = nil, Rook
	for i := range back.Seats {
		back.Seats[i].Folded = i < 3
	}
	back.Seats[3].MayShow = true

	return map[string]engine.View{"end-void": void, "end-closed": closed, "end-winner-has-left": winnerLeft, "end-blind-back": back}
}
