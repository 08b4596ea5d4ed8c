package engine

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// Deals are named a card at a time from the left of the button: with three seats and the button in seat 0, B C A B C A,
// then the board.
const plainBoard = "2c 7d 9h Jc 3s"

func TestTheLastToBetShowsFirstAndLosersMuck(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("ABC", 500)
	s.start("Ks Qs As", "Kd Qd Ad", plainBoard)
	s.play("c c x x x x x x x x x r50 c c")
	if got := s.kinds(Shown, Mucked, Won); got != "16A 17B 17C 18A" {
		t.Errorf("%s, want A to show and win, B and C to muck (R39, R40)", got)
	}
	s = newScene(t, quiet)
	s.sit("ABC", 500)
	s.start("Ks Qs As", "Kd Qd Ad", plainBoard)
	s.play("c c x x x x x x x x r50 c c")
	if got := s.kinds(Shown, Mucked, Won); got != "16C 16A 17B 18A" {
		t.Errorf("%s, want C, who bet, to show first", got)
	}
}

// Where no player bet in the last round, showing goes clockwise from the left of the button (R39).
func TestWithoutABetTheFirstLeftOfTheButtonShowsFirst(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("ABC", 500)
	s.start("Qs Ks As", "Qd Kd Ad", plainBoard)
	s.play("c c x x x x x x x x x x")
	if got := s.kinds(Shown, Mucked, Won); got != "16B 16C 16A 18A" {
		t.Errorf("%s: each better hand must be shown in its turn", got)
	}
	for _, p := range s.view().Seats {
		if !p.AllShown || len(p.Cards) != 2 || p.Made.Rank == 0 {
			t.Errorf("%s is not open to everyone: %+v", letter(p.Player), p)
		}
	}
}

func TestAPotTakenUnseenShowsNothing(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("ABC", 500)
	s.start()
	s.play("r40 f")
	for _, p := range s.view().Seats {
		if p.Won != 0 {
			t.Errorf("%s has won %d while the hand runs", letter(p.Player), p.Won)
		}
	}
	s.play("f")
	if got := s.kinds(Shown, Mucked, Uncalled, Won); got != "14A 18A" {
		t.Errorf("%s, want the uncalled bet back and the pot (R19, R34)", got)
	}
	v := s.view()
	if got := potsOf(v.Pots); got != "[{25 [0] [{0 25 0}]}]" {
		t.Errorf("pots are %s", got)
	}
	if a := v.Seats[0]; a.Stack != 515 || a.Won != 25 || len(a.Cards) > 0 || a.Hidden != 2 {
		t.Errorf("A is %+v", a)
	}
}

// TestAnUncalledBetGoesBackWhole has a player bet on the flop, and no opponent can call or does (R34).
func TestAnUncalledBetGoesBackWhole(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { quiet(r); r.Runout = time.Second })
	s.sit("ABC", 500, 500, 50)
	s.start()
	s.play("r50 c c r20 f")
	if b := s.view().Seats[1]; b.Bet != 0 || b.Total != 50 || b.Stack != 450 || s.view().Phase != Runout {
		t.Errorf("B has a bet of %d of %d, %d behind; want all 20 back", b.Bet, b.Total, b.Stack)
	}
}

// The example of the page (R35): pots by the smallest all-in, and chips that no player called come back (R34).
func TestTheWorkedExampleOfThePots(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("ABCD", 550, 450, 350, 250) // 200 in the pot, then 500, 400, 300, 200 (R35)
	s.start("Ks Qs Js As", "Kd Qd Jd Ad", "2c 7d 9h 3s 4c")
	s.play("r50 c c c x x x x x x x r500 c c c")
	if got := potsOf(s.view().Pots); got != "[{1000 [0 1 2 3] [{0 1000 0}]} {300 [0 1 2] [{0 300 0}]} {200 [0 1] [{0 200 0}]}]" {
		t.Errorf("pots are %s", got)
	}
	for _, e := range s.out {
		if e.Kind == Uncalled && (e.Player != 1 || e.Amount != 100) {
			t.Errorf("%d came back to %s, want 100 to A", e.Amount, letter(e.Player))
		}
	}
	if got := s.kinds(Won); got != "18A 18A 18A" || s.out[len(s.out)-2].Pot != 0 {
		t.Errorf("%s, want the main pot last (R41)", got)
	}
}

func TestOddChipsGoClockwiseFromTheButton(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { quiet(r); r.SmallBlind = 2; r.BigBlind = 5 })
	s.sit("ABCD", 500)
	// B folds its small blind of 2: 17 three ways, first C, then D, then A with the button (R42).
	s.start("Ks Qs Qh Qd", "Kd Jc Jd Jh", "Ac Ad Ah As 2c")
	s.play("c c f x x x x x x x x x x")
	want := map[ID]int64{3: 6, 4: 6, 1: 5}
	for _, e := range s.out {
		if e.Kind == Won && e.Amount != want[e.Player] {
			t.Errorf("%s won %d, want %d", letter(e.Player), e.Amount, want[e.Player])
		}
	}
	if got := s.kinds(Won); got != "18C 18D 18A" {
		t.Errorf("%s won", got)
	}
}

func TestWhoWinsAnUncontestedSidePotNeedNotShow(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("ABC", 500, 500, 50)
	// C is all-in for 50 with the best hand. A and B go on, and B gives up on the last street.
	s.start("As Ks 5s", "Ad Kd 6d", plainBoard)
	s.play("r50 c c r20 c x x f")
	if got := s.kinds(Shown, Won, Mucked); got != "16C 17A 18A 18C" {
		t.Errorf("%s, want A to win the side pot unseen", got)
	}
	if got := potsOf(s.view().Pots); got != "[{150 [0 2] [{2 150 0}]} {40 [0] [{0 40 0}]}]" {
		t.Errorf("pots are %s", got)
	}
	for _, e := range s.out {
		if e.Kind == Won && e.Player == 1 && e.Made.Rank != 0 {
			t.Error("the event names A's hand although A did not show it")
		}
	}
}

func TestAHandThatLosesTheMainPotMayWinTheSidePot(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("ABC", 500, 500, 50)
	s.start("Qs As Ks", "Qd Ad Kd", plainBoard) // C, all-in, has the best hand; A beats B
	s.play("r50 c c r20 c x x x x")
	if got := s.kinds(Shown, Mucked, Won); got != "16B 16A 16C 18A 18C" {
		t.Errorf("%s, want A to show for the side pot, and C last (R39)", got)
	}
}

func TestARunOutTablesTheHandsAndTakesItsTime(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { r.Runout = 1500 * time.Millisecond })
	s.sit("AB", 500)
	s.start("Ks As", "Kd Ad", plainBoard)
	s.play("r500 c")
	if got := s.kinds(Shown, BoardDealt, Won); got != "16A 16B" {
		t.Errorf("%s, want both hands tabled before the board (R36)", got)
	}
	v := s.view()
	if v.Phase != Runout || len(v.Board) != 0 || v.ToAct != -1 || v.Until != 0 || len(v.Seats[0].Cards) != 2 {
		t.Errorf("the view is %+v", v)
	}
	for street, board := range []int{3, 4, 5} {
		w := s.table.Pending()
		if w.Need != NeedStreet || w.Due != s.now.Add(1500*time.Millisecond) {
			t.Fatalf("awaits %+v", w)
		}
		s.refused(Tick{w.Due - 1}, Refusal{Reason: NotDue})
		s.now = w.Due
		s.do(Tick{s.now})
		if n := len(s.view().Board); n != board {
			t.Errorf("street %d has %d cards", street+1, n)
		}
	}
	if v := s.view(); v.Phase != Idle || v.Seats[0].Stack != 1000 || v.Seats[1].RebuyBy != s.now.Add(2*time.Minute) {
		t.Errorf("the end is %+v", v)
	}
}

func TestOneWithChipsAgainstAllInsHasNothingToDecide(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("AB", 500, 30)
	s.start()
	s.play("r30 c")
	if v := s.view(); v.Phase != Idle || len(v.Board) != 5 {
		t.Errorf("phase %d with %v, want the run-out done", v.Phase, v.Board)
	}
	s = newScene(t, quiet)
	s.sit("AB", 500, 3) // B is all-in in the big blind for less than A's small blind
	s.start()
	if v := s.view(); v.Phase != Idle {
		t.Errorf("phase %d, seat %d to act: there is nothing to call", v.Phase, v.ToAct)
	}
}

func potsOf(pots []Pot) string {
	var out []string
	for _, p := range pots {
		slices.SortFunc(p.Won, func(a, b Award) int { return a.Seat - b.Seat })
		var won []string
		for _, a := range p.Won {
			won = append(won, fmt.Sprintf("{%d %d %d}", a.Seat, a.Amount, a.Run))
		}
		out = append(out, fmt.Sprintf("{%d %d %v}", p.Amount, p.Players, won))
	}
	return fmt.Sprint(out)
}

// TestPartsOfEqualAllIns splits a pot of two equal all-ins below a third player's and a fourth's bet: no pot is empty (R33).
func TestPartsOfEqualAllIns(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("ABCD", 500, 50, 50, 500)
	s.start("Ks Qs Js As", "Kd Qd Jd Ad", plainBoard)
	s.play("r50 c c c r20 c x x x x")
	if got := potsOf(s.view().Pots); got != "[{200 [0 1 2 3] [{3 200 0}]} {40 [0 3] [{3 40 0}]}]" {
		t.Errorf("pots are %s", got)
	}
	if got := s.kinds(Won); got != "18D 18D" {
		t.Errorf("%s, want two pots won", got)
	}
}

// TestAHandOfElsewhereLeavesNoBlinds begins anew after a hand whose posts were given (R10).
func TestAHandOfElsewhereLeavesNoBlinds(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("ABC", 500)
	s.start()
	s.foldOut()
	as := StartAs{Button: 0, Small: 1, Big: 2, At: s.now}
	as.Blinds[1], as.Blinds[2] = 5, 10
	s.do(as, Deal{Deck: deckOf(s, "As"), Message: 7, At: s.now})
	s.foldOut()
	s.now += 60_000
	s.do(Start{Lot: 2, At: s.now})
	if got := s.places(); got != "C A B ABC" {
		t.Errorf("button, blinds and players are %s, want the button by lot", got)
	}
}

// TestAWinIsNamedByItsHand runs a hand twice from the flop. Each award names the hand that won on its board (R37).
func TestAWinIsNamedByItsHand(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { quiet(r); r.RunIt = 2 })
	s.sit("AB", 500)
	s.start("Ks As Kd Ad 2c 7d 9h Kc 3s 4s 5s")
	s.play("c x r490 c")
	s.do(RunIt{Player: id('A'), Hand: 1, Times: 2, At: s.now}, RunIt{Player: id('B'), Hand: 1, Times: 2, At: s.now})
	v := s.view()
	boards := append([][]card.Card{v.Board}, v.Again...)
	if got := potsOf(v.Pots); got != "[{1000 [0 1] [{0 500 1} {1 500 0}]}]" {
		t.Fatalf("pots are %s, want a board for each", got)
	}
	for _, a := range v.Pots[0].Won {
		p := v.Seats[a.Seat]
		if want := v.Rules.Variant.Best(p.Cards, boards[a.Run]); a.Made != want || want.Rank == 0 {
			t.Errorf("%s wins on board %d with %+v, want %+v", letter(p.Player), a.Run+1, a.Made, want)
		}
	}
}

// TestAPotOfOneChipIsWon has the ante of the big blind alone in the pot, where the small blind is at an empty seat (R14, R33).
func TestAPotOfOneChipIsWon(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { quiet(r); r.SmallBlind, r.BigBlind, r.BigBlindAnte = 1, 1, true })
	s.sit("ABCD", 100)
	s.start()
	s.foldOut()
	s.do(Leave{id('C'), s.now})
	s.start()
	s.foldOut()
	if got := potsOf(s.view().Pots); got != "[{1 [3] [{3 1 0}]}]" {
		t.Errorf("pots are %s, want one chip for D", got)
	}
}

// TestTheRiverAloneMayRunTwice goes all-in on the turn: one card to come is enough for two boards (R37).
func TestTheRiverAloneMayRunTwice(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { quiet(r); r.RunIt = 2 })
	s.sit("AB", 500)
	s.start()
	s.play("c x x x r490 c")
	if v := s.view(); v.Phase != Asking || v.MostRuns != 2 {
		t.Errorf("phase %d, the board may run %d times, want the question for 2", v.Phase, v.MostRuns)
	}
	if w := s.table.Pending(); w.Need != NeedRuns || w.Due != s.now.Add(askTime) {
		t.Errorf("awaits %+v, want the answers", w)
	}
}

// TestPotsOfSeats splits the chips of seats as a replay of a hand has them, a dead chip included (R14, R33).
func TestPotsOfSeats(t *testing.T) {
	in := func(seat int, stack, total int64, folded bool) SeatView {
		return SeatView{Seat: seat, Stack: stack, Total: total, InHand: true, Folded: folded}
	}
	seats := []SeatView{in(0, 0, 10, false), in(2, 1, 31, false), in(3, 70, 35, false), in(5, 0, 7, true), {Seat: 7, Stack: 90}}
	got := potsOf(PotsOf(seats, [MaxSeats]int64{2: 1}))
	if want := "[{38 [0 2 3] []} {45 [2 3] []}]"; got != want {
		t.Errorf("pots are %s, want %s", got, want)
	}
}

// TestADrawHasOneBoard deals no board in a game without one, however often the rest may be dealt (R37, R52).
func TestADrawHasOneBoard(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { quiet(r); r.Variant, r.Seats = poker.FiveCardDraw, 6 })
	s.sit("AB")
	s.start()
	if got := s.table.g.mostRuns(); got != 1 {
		t.Errorf("the rest of the board may be dealt %d times, want once", got)
	}
}

// TestAPlayerWhoIsNotAskedReadsWhy has the players of a showdown answer while E is asked whether to show (R28, R40).
func TestAPlayerWhoIsNotAskedReadsWhy(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { quiet(r); r.AskLosers = true })
	s.sit("ABCDE", 500)
	s.do(SetMuckPolicy{id('C'), Mucks, s.now})
	s.start("Ks Qs Js 4h As", "Kd Qd Jd 5h Ad", plainBoard)
	s.play("f c c c x x x x x x x x x x x x x")
	v := s.view()
	if got := s.kinds(Shown, Mucked); v.Phase != Showing || v.ToAct != 4 || got != "16B 17C" {
		t.Fatalf("phase %d, seat %d, %s; want E asked after B has shown and C has mucked", v.Phase, v.ToAct, got)
	}
	nothing, later := Refusal{Reason: NothingToShow, Rule: 40}, Refusal{Reason: HandRuns, Rule: 40}
	answers := func(player byte, shows, mucks Refusal) {
		t.Helper()
		s.refused(Show{id(player), v.Turn, 3, s.now}, shows)
		s.refused(Show{id(player), v.Turn, 0, s.now}, mucks)
	}
	yet := Refusal{Reason: NotYourTurn, Rule: 28}
	answers('A', yet, yet)
	answers('B', nothing, nothing)
	answers('C', later, nothing)
	answers('D', nothing, nothing)
	s.do(SetMuckPolicy{id('A'), Mucks, s.now})
	answers('A', later, nothing)
}
