package engine

import (
	"errors"
	"testing"

	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// quiet sets rules without clocks, where the whole board comes at once.
func quiet(r *poker.Rules) {
	r.Clock, r.Pause, r.Runout, r.MinBuyIn, r.MaxBuyIn = 0, 0, 0, 1, 0
}

func (s *scene) legal(want Legal) {
	s.Helper()
	got := s.view().Legal
	got.Pot = want.Pot // where it matters it is tested by itself
	if got != want {
		s.Errorf("legal is %+v, want %+v", got, want)
	}
}

// With blinds of 5/10 the first raise is to 20 or more (R21).
func TestTheFirstRaiseIsToTwoBigBlinds(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("ABC", 500)
	s.start()
	s.legal(Legal{Call: 10, Min: 20, Max: 500, High: 10})
	if pot := s.view().Legal.Pot; pot != 35 {
		t.Errorf("a pot-sized raise is to %d, want 35 (R25)", pot)
	}
	s.play("c")
	s.legal(Legal{Call: 5, Min: 20, Max: 500, High: 10})
	s.play("c")
	s.legal(Legal{Call: 0, Min: 20, Max: 500, High: 10}) // the option (R17)
	s.play("x")
	s.legal(Legal{Bet: true, Min: 10, Max: 490})
	if v := s.view(); v.ToAct != 1 || v.Street != 1 || len(v.Board) != 3 {
		t.Errorf("seat %d acts on street %d with %v, want the first left of the button on the flop", v.ToAct, v.Street, v.Board)
	}
}

func TestRaisesByTheBook(t *testing.T) {
	for name, tt := range map[string]struct {
		chips  []int64
		play   string
		call   int64
		lo, hi int64
	}{
		"a raise is by at least the last one (R21)":                  {[]int64{500}, "r30", 25, 50, 500},
		"and by the largest of the round":                            {[]int64{500}, "r60 r110", 100, 160, 500},
		"bet 100, all-in 140: the next raise is to 240 (R21)":        {[]int64{500, 500, 150}, "c c x r100 r140", 140, 240, 490},
		"a short all-in bet is no full bet: 20, then 120 (R21)":      {[]int64{500, 500, 15}, "c c x x r5", 5, 15, 490},
		"A bets 100, B raises to 200, C all-in 280: A may call only": {[]int64{290, 1000, 1000}, "c c x r100 r200 r280", 180, 380, 990},
		"and B may not raise after A has called (R23)":               {[]int64{290, 1000, 1000}, "c c x r100 r200 r280 c", 80, 0, 0},
		"limp 10, all-in 13: the limper may not raise (R23)":         {[]int64{500, 13, 500}, "c r13 f", 3, 0, 0},
		"short all-ins add up to a full raise (R24)":                 {[]int64{999, 50, 999, 999, 40}, "r30 r40 c r50 f", 20, 70, 999},
		"but not for one who has met the first of them":              {[]int64{999, 50, 999, 999, 40}, "r30 r40 c r50 f c", 10, 0, 0},
		"nobody is offered a raise that nobody could call (R20)":     {[]int64{500, 100, 500}, "f r100", 90, 0, 0},
		"who has less than the big blind may go all-in for it (R20)": {[]int64{7, 500, 500}, "", 7, 0, 0},
		"who has less than a full raise may go all-in (R20)":         {[]int64{15, 500, 500}, "", 10, 15, 15},
		"the whole big blind is to call although it was short (R15)": {[]int64{500, 500, 4}, "", 10, 20, 500},
		"not even one that they could match, but not raise (R20)":    {[]int64{500, 30, 30, 30}, "r30", 30, 0, 0},
		"a stack of exactly the call cannot raise":                   {[]int64{10, 500, 500}, "", 10, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, quiet)
			s.sit("ABCDE"[:max(3, len(tt.chips))], tt.chips...)
			s.start()
			s.play(tt.play)
			if l := s.view().Legal; l.Call != tt.call || l.Min != tt.lo || l.Max != tt.hi {
				t.Errorf("call %d, raise %d to %d; want %d, %d to %d", l.Call, l.Min, l.Max, tt.call, tt.lo, tt.hi)
			}
		})
	}
}

// Out of turn (R28), no action of that kind (R17), too little or too much (R22): the refusal says what is legal.
func TestWhatIsNotLegalIsRefusedWithTheRange(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("ABC", 500)
	turn := Turn{1, 1}
	s.refused(Act{Player: 1, Turn: turn, Action: Fold}, Refusal{Reason: NoHand, Rule: 28})
	s.start()
	s.refused(Act{Player: 9, Turn: turn, Action: Fold}, Refusal{Reason: NotSeated})
	s.refused(Act{Player: 2, Turn: turn, Action: Fold}, Refusal{Reason: NotYourTurn, Rule: 28})
	s.refused(Act{Player: 1, Turn: Turn{1, 2}, Action: Fold}, Refusal{Reason: Stale, Rule: 28})
	s.refused(Act{Player: 1, Turn: Turn{2, 1}, Action: Fold}, Refusal{Reason: Stale, Rule: 28})
	s.refused(Act{Player: 1, Turn: turn, Action: Check}, Refusal{CannotCheck, 10, 10, 17})
	s.refused(Act{Player: 1, Turn: turn, Action: Raise, To: 19}, Refusal{TooLittle, 20, 500, 21})
	s.refused(Act{Player: 1, Turn: turn, Action: Raise, To: 501}, Refusal{TooMuch, 20, 500, 22})
	s.play("c c x")
	turn = s.view().Turn
	s.refused(Act{Player: 2, Turn: turn, Action: Call}, Refusal{Reason: NothingToCall, Rule: 17})
	if _, _, err := s.table.Apply(Act{Player: 2, Turn: turn, Action: 9}, nil); !errors.Is(err, ErrAction) {
		t.Errorf("action 9: %v", err)
	}
}

// There is no raise that no player could call (R20), nor one after a short all-in (R23).
func TestCannotRaiseSaysWhy(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("ABC", 500, 100, 500)
	s.start()
	s.play("f r100")
	s.refused(Act{Player: 3, Turn: s.view().Turn, Action: Raise, To: 200}, Refusal{Reason: CannotRaise, Max: 90, Rule: 20})
	s = newScene(t, quiet)
	s.sit("ABC", 500, 13, 500)
	s.start()
	s.play("c r13 f")
	s.refused(Act{Player: 1, Turn: s.view().Turn, Action: Raise, To: 200}, Refusal{Reason: CannotRaise, Max: 3, Rule: 23})
}

func TestTurnsCountUpThroughTheHand(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("AB", 500)
	s.start()
	last := int64(0)
	for _, a := range []string{"c", "x", "x", "x", "r20", "c", "x"} {
		turn := s.view().Turn
		if turn != (Turn{1, last + 1}) {
			t.Fatalf("turn is %+v after %d", turn, last)
		}
		last = turn.Action
		s.play(a)
	}
	s.play("x")
	if turn := s.view().Turn; turn != (Turn{1, 0}) {
		t.Errorf("turn is %+v after the hand", turn)
	}
}

// Antes are dead and posted before the blinds, or by the big blind after its own (R14); for less where the stack is
// short (R15).
func TestAntes(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*poker.Rules)
		chips  []int64
		pots   string
		bigBet int64
	}{
		"from everyone":                    {func(r *poker.Rules) { r.Ante = 2 }, []int64{500}, "[{21 [0 1 2] []}]", 10},
		"a short one makes a side pot":     {func(r *poker.Rules) { r.Ante = 2 }, []int64{1, 500, 500}, "[{3 [0 1 2] []} {17 [1 2] []}]", 10},
		"of the big blind":                 {func(r *poker.Rules) { r.BigBlindAnte = true }, []int64{500}, "[{25 [0 1 2] []}]", 10},
		"the blind is paid first (R14)":    {func(r *poker.Rules) { r.BigBlindAnte = true }, []int64{500, 500, 14}, "[{19 [0 1 2] []}]", 10},
		"and a stack may end in the blind": {func(r *poker.Rules) { r.BigBlindAnte = true }, []int64{500, 500, 8}, "[{13 [0 1 2] []}]", 8},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, func(r *poker.Rules) { quiet(r); tt.change(r) })
			s.sit("ABC", tt.chips...)
			s.start()
			if got := potsOf(s.view().Pots); got != tt.pots {
				t.Errorf("pots are %s, want %s", got, tt.pots)
			}
			big := s.view().Seats[2]
			if big.Bet != tt.bigBet {
				t.Errorf("the big blind bet %d, want %d", big.Bet, tt.bigBet)
			}
			if in := tt.chips[len(tt.chips)-1] - big.Stack; big.Total != in {
				t.Errorf("the big blind has put in %d, %d is said", in, big.Total)
			}
		})
	}
}

// TestAPlayerWithoutADecisionIsPassedOver has the first player post the bet, and no other has the chips to call a raise. They
// are not asked, but each of the others is (R19, R20).
func TestAPlayerWithoutADecisionIsPassedOver(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("ABCD", 6, 8, 10, 500)
	s.now += 60_000
	s.do(StartAs{Button: 0, Small: 1, Big: 2, Blinds: [MaxSeats]int64{1: 5, 2: 10, 3: 10}, At: s.now}, Deal{Deck: card.Ordered(), At: s.now})
	if got := s.view().ToAct; got != 0 {
		t.Errorf("the turn is of seat %d, want seat 0 behind the player who posted", got)
	}
	s.play("c")
	if got := s.view().ToAct; got != 1 {
		t.Errorf("the turn is of seat %d, want seat 1 with 3 chips to call", got)
	}
}

// TestTheLeastBetOfAHandFromElsewhere has the least bet of the later rounds differ from the big blind (R20).
func TestTheLeastBetOfAHandFromElsewhere(t *testing.T) {
	for minBet, want := range map[int64]int64{0: 10, 25: 25} {
		s := newScene(t, quiet)
		s.sit("ABC")
		s.do(StartAs{Button: 0, Small: 1, Big: 2, Blinds: [MaxSeats]int64{1: 5, 2: 10}, MinBet: minBet, At: s.now})
		s.do(Deal{Deck: card.Ordered(), At: s.now})
		s.legal(Legal{Call: 10, Min: 20, Max: 500, High: 10})
		s.play("c c x")
		s.legal(Legal{Bet: true, Min: want, Max: 490})
	}
}
