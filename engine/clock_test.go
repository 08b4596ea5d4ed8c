package engine

import (
	"testing"
	"time"

	"cardroom/engine/poker"
)

func (s *scene) wantUntil(after time.Duration) {
	s.Helper()
	if got := s.view().Until; got != s.now.Add(after) {
		s.Errorf("the clock runs %v, want %v", time.Duration(got-s.now)*time.Millisecond, after)
	}
}

func TestTheTimeBankIsUsedAfterTheClock(t *testing.T) {
	s := newScene(t, nil) // 45 s and a bank of 60 s
	s.sit("AB", 500)
	s.start()
	s.wantUntil(105 * time.Second)
	s.now += 40_000
	s.play("c") // within the clock
	s.wantUntil(105 * time.Second)
	s.now += 75_000
	s.play("x") // 30 s of the bank; B goes first after the flop (R11)
	s.wantUntil(75 * time.Second)
	s.play("x") // B, at once
	s.wantUntil(105 * time.Second)
	s.play("f")
	s.foldOut()
	s.start() // B gets 5 s back (R30)
	s.wantUntil(80 * time.Second)
}

// Out of time is a check where that is free, else a fold (R30).
func TestSilenceChecksOrFolds(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABC", 500)
	s.start()
	due := s.table.Pending().Due
	s.refused(Tick{due - 1}, Refusal{Reason: NotDue})
	s.now = due
	s.do(Tick{due})
	if got := s.kinds(); got != "13A" || s.out[0].Action != Fold || !s.out[0].Silent {
		t.Errorf("%s %+v", got, s.out[0])
	}
	s.play("c x")
	s.now = s.table.Pending().Due
	s.do(Tick{s.now})
	if got := s.kinds(); got != "13B" || s.out[0].Action != Check || !s.out[0].Silent {
		t.Errorf("%s %+v", got, s.out[0])
	}
	if seats := s.view().Seats; seats[1].Out || seats[1].Late || !seats[0].Late {
		t.Error("once is not twice, and the view says whom it folded")
	}
}

// Two time-outs running sit a player out (R30).
func TestTwoSilencesRunningSitOut(t *testing.T) {
	s := newScene(t, nil)
	s.sit("AB", 500)
	s.start()
	silence := func() {
		s.now = s.table.Pending().Due
		s.do(Tick{s.now})
	}
	s.play("c")
	silence() // B checks
	s.play("x x")
	silence() // an action of their own came between: B checks again
	if s.view().Seats[1].Out {
		t.Fatal("an action of one's own starts the count anew")
	}
	s.play("x")
	silence()
	if got := s.kinds(SatOut); got != "7B" || !s.view().Seats[1].Out {
		t.Errorf("%s, want B sat out", got)
	}
	if s.view().Phase != Betting {
		t.Error("B plays this hand to its end")
	}
}

func TestATimeOutCostsTheBankAndSittingInForgetsIt(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABC", 500)
	for range 2 {
		s.start()
		for s.view().Phase == Betting {
			switch v := s.view(); {
			case playerAt(v, v.ToAct) == 1:
				s.now = s.table.Pending().Due
				s.do(Tick{s.now})
			case v.Legal.Call > 0:
				s.play("c")
			default:
				s.play("x")
			}
		}
	}
	if !s.view().Seats[0].Out {
		t.Fatal("A was silent in two hands")
	}
	s.do(SitIn{Player: 1, At: s.now})
	s.start()
	s.foldUpTo(1)
	s.wantUntil(50 * time.Second) // five seconds are back (R30)
	s.now = s.table.Pending().Due
	s.do(Tick{s.now})
	if s.view().Seats[0].Out {
		t.Error("A was silent once since sitting in")
	}
}

// foldUpTo folds until the player has the turn.
func (s *scene) foldUpTo(p ID) {
	s.Helper()
	for v := s.view(); playerAt(v, v.ToAct) != p; v = s.view() {
		s.play("f")
	}
}

// Without a clock a decision takes as long as it takes (R31).
func TestNoClockNeverRunsOut(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { r.Clock, r.SitOutLimit = 0, 0 })
	s.sit("AB", 500)
	s.start()
	if w := s.table.Pending(); w.Due != 0 || s.view().Until != 0 || w.Need != NeedAction || w.Seat != 0 || w.Turn != (Turn{1, 1}) {
		t.Errorf("awaits %+v", w)
	}
	s.now += 1_000_000_000
	s.refused(Tick{s.now}, Refusal{Reason: NotDue})
	s.play("f")
}

// TestRearmGivesBackTheTimeThatWasLost is a test of P7.
func TestRearmGivesBackTheTimeThatWasLost(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABC", 500)
	s.do(SitOut{3, s.now})
	s.start()
	out := s.now.Add(15*time.Minute) - 60_000
	last := s.now.Add(100 * time.Second) // five seconds are left
	s.now = last.Add(time.Hour)
	s.do(CreditDowntime{Last: last, At: s.now})
	s.wantUntil(15 * time.Second) // at the least (R32)
	if due := s.table.g.seatDue(2); due != out.Add(time.Hour) {
		t.Errorf("C's end is at %d, want %d", due, out.Add(time.Hour))
	}
	s.play("c")
	last = s.now
	s.now = last.Add(time.Hour)
	s.do(CreditDowntime{Last: last, At: s.now})
	s.now += 40_000
	s.play("x")
	if bank := s.table.g.Seats[1].Bank; bank != time.Minute {
		t.Errorf("B has a bank of %v: the time in which nobody could act was charged", bank)
	}
	s.foldOut()
	s.wantUntil(8 * time.Second)
	last = s.now.Add(3 * time.Second)
	s.now = last.Add(time.Hour)
	s.do(CreditDowntime{Last: last, At: s.now})
	s.wantUntil(5 * time.Second)
	last = s.now
	s.now = last.Add(-time.Hour) // the clock was set back
	s.do(CreditDowntime{Last: last, At: s.now})
	s.wantUntil(5 * time.Second)
	before := s.table
	s.do(CreditDowntime{Last: 0, At: s.now})
	if s.table != before {
		t.Error("deadlines moved by an unknown time")
	}
}

func TestWhatATableNeedsFromHandToHand(t *testing.T) {
	s := newScene(t, nil)
	want := func(need Need) {
		t.Helper()
		if w := s.table.Pending(); w.Need != need {
			t.Fatalf("awaits %+v, want %d", w, need)
		}
	}
	want(NeedPlayers)
	s.sit("AB", 500)
	want(NeedStart)
	s.wantUntil(8 * time.Second)
	s.refused(Deal{Deck: deckOf(t, "")}, Refusal{Reason: NoHand})
	s.refused(Void{}, Refusal{Reason: NoHand, Rule: 65})
	s.now += 8_000
	s.do(Start{At: s.now})
	want(NeedDeal)
	s.refused(Start{At: s.now}, Refusal{Reason: HandRuns})
	if v := s.table.View(1); v.Phase != Shuffling || v.Seats[0].Cards != nil || v.Seats[0].Hidden != 0 {
		t.Errorf("there are cards before the deal: %+v", v)
	}
	if _, _, err := s.table.Apply(Deal{}, nil); err != ErrDeck {
		t.Errorf("a deck of nothing: %v", err)
	}
	s.do(Deal{Deck: deckOf(t, ""), Message: 42, At: s.now})
	want(NeedAction)
	s.refused(Deal{Deck: deckOf(t, "")}, Refusal{Reason: HandRuns})
	if s.view().Message != 42 {
		t.Error("the message is not kept")
	}
	s.play("f")
	want(NeedStart)
	s.wantUntil(8 * time.Second)
}

// At a table with more than an hour a decision, three waits are as long as a decision (R31): for a rebuy, for a player who
// sits out (R62), and for the next on the waitlist (R63).
func TestTheWaitsOfASlowTableAreOneClockLong(t *testing.T) {
	for _, tt := range []struct {
		clock                   time.Duration
		rebuy, sitOut, keptSeat time.Duration
	}{
		{45 * time.Second, 2 * time.Minute, 15 * time.Minute, time.Minute},
		{time.Hour, 2 * time.Minute, 15 * time.Minute, time.Minute},
		{24 * time.Hour, 24 * time.Hour, 24 * time.Hour, 24 * time.Hour},
		{72 * time.Hour, 72 * time.Hour, 72 * time.Hour, 72 * time.Hour},
		{0, 2 * time.Minute, 15 * time.Minute, time.Minute},
	} {
		s := newScene(t, func(r *poker.Rules) { r.Clock, r.Runout, r.Seats = tt.clock, 0, 3 })
		s.sit("ABC")
		s.do(Wait{Player: 4, At: s.now})
		s.start("Kc Ks As", "Kd Kh Ad", plainBoard)
		s.play("r500 c f")
		if by := s.view().Seats[1].RebuyBy; by != s.now.Add(tt.rebuy) {
			t.Errorf("clock %v: B may rebuy for %v, want %v", tt.clock, time.Duration(by-s.now)*time.Millisecond, tt.rebuy)
		}
		s.do(SitOut{3, s.now})
		if due := s.table.g.seatDue(2); due != s.now.Add(tt.sitOut) {
			t.Errorf("clock %v: C may sit out for %v, want %v", tt.clock, time.Duration(due-s.now)*time.Millisecond, tt.sitOut)
		}
		s.do(Leave{1, s.now})
		if by := s.table.g.CallBy; by != s.now.Add(tt.keptSeat) {
			t.Errorf("clock %v: D has the seat kept for %v, want %v", tt.clock, time.Duration(by-s.now)*time.Millisecond, tt.keptSeat)
		}
	}
}

func TestADecisionComesLaterThanAnother(t *testing.T) {
	for _, tt := range []struct {
		a, b  Turn
		after bool
	}{
		{Turn{1, 2}, Turn{1, 1}, true},
		{Turn{1, 1}, Turn{1, 1}, false},
		{Turn{1, 1}, Turn{1, 2}, false},
		{Turn{2, 0}, Turn{1, 9}, true},
		{Turn{1, 9}, Turn{2, 0}, false},
	} {
		if got := tt.a.After(tt.b); got != tt.after {
			t.Errorf("%v after %v: %t, want %t", tt.a, tt.b, got, tt.after)
		}
	}
}

// TestNoDowntimeBeforeTheFirstMoment moves no deadline where it is not known when the program stopped (R32).
func TestNoDowntimeBeforeTheFirstMoment(t *testing.T) {
	s := newScene(t, nil)
	s.sit("AB")
	s.start()
	before := s.view().Until
	for _, last := range []Moment{0, -1} {
		if s.do(CreditDowntime{Last: last, At: s.now}); s.view().Until != before {
			t.Errorf("last %d: the decision ends at %d, want %d", last, s.view().Until, before)
		}
	}
}

// TestATableWithoutAClockTakesNoTimeBank lets a player think for long at a table without a clock. Once it has one, the whole
// time bank is there (R30).
func TestATableWithoutAClockTakesNoTimeBank(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { r.Clock = 0 })
	s.sit("AB")
	s.start()
	s.now += 50_000
	s.do(CreditDowntime{Last: s.now - 20_000, At: s.now})
	if until := s.view().Until; until != 0 {
		t.Errorf("after a downtime the decision ends at %d, want never", until)
	}
	s.play("f")
	set := SetRules{Rules: s.table.Rules(), At: s.now}
	set.Rules.Clock = 45 * time.Second
	s.do(set)
	s.start()
	s.play("c") // B
	s.wantUntil(105 * time.Second)
}

// TestADowntimeCountsForNoDeadline stops the program for an hour. Meanwhile a seat is held, a player sits out, and another has
// left with a stack to bring back (R32).
func TestADowntimeCountsForNoDeadline(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { r.Seats = 3 })
	s.sit("ABC", 800)
	s.do(Wait{Player: id('D'), At: s.now}, SitOut{id('B'), s.now}, Leave{id('C'), s.now})
	call, out, last := s.view().CallBy, s.table.g.seatDue(1), s.now
	s.now += 3_600_000
	s.do(CreditDowntime{Last: last, At: s.now})
	if got := s.view().CallBy; got != call+3_600_000 {
		t.Errorf("the seat is held until %d, want an hour after %d", got, call)
	}
	if got := s.table.g.seatDue(1); got != out+3_600_000 {
		t.Errorf("B is stood up at %d, want an hour after %d", got, out)
	}
	if low, _ := s.table.BuyIns(id('C'), s.now); low != 800 {
		t.Errorf("C may come back with %d, want 800", low)
	}
}

// After a time-out the next decision has the clock alone, also in the next hand, which adds to the bank; acting ends that (R30).
func TestTheDecisionAfterATimeOutHasTheClockAlone(t *testing.T) {
	s := newScene(t, nil)
	s.sit("AB", 500)
	s.start()
	s.now = s.table.Pending().Due
	s.do(Tick{s.now}) // the one with the button folds
	s.start()
	s.play("c") // the other one
	s.wantUntil(45 * time.Second)
	s.play("x") // and is the first after the flop
	s.wantUntil(50 * time.Second)
}
