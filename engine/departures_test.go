package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"
)

// TestADepartureIsRecalled has more players leave than a table remembers (R7).
func TestADepartureIsRecalled(t *testing.T) {
	s := newScene(t, nil)
	s.do(Sit{Player: 100, Seat: 0, Chips: 800, At: s.now}, Leave{100, s.now})
	left := s.table.Departures()
	if len(left) != 1 || left[0].Player != 100 || left[0].Chips != 800 || left[0].At != s.now {
		t.Fatalf("the departures are %+v", left)
	}
	if s.table.g.Gone[0] != left[0] {
		t.Error("there is an empty place before the oldest departure")
	}
	if s.table.Recall(left[0]) != s.table {
		t.Error("to recall what the table remembers changes it")
	}
	for p := ID(1); p <= maxGone; p++ {
		s.do(Sit{Player: p, Seat: 0, Chips: 300, At: s.now}, Leave{p, s.now})
	}
	if got := s.table.Departures(); len(got) != maxGone || got[0].Player != 1 || got[maxGone-1].Player != maxGone {
		t.Fatalf("%d departures, want the latest %d in order", len(got), maxGone)
	}
	if low, _ := s.table.BuyIns(100, s.now); low != 200 {
		t.Fatalf("the least buy-in is %d: the table was to have forgotten it", low)
	}
	if s.table.g.Gone[maxGone-1].Player != maxGone || s.table.Recall(s.table.Departures()[0]) != s.table {
		t.Error("to recall the oldest departure that the table remembers changes it")
	}
	s.table = s.table.Recall(left[0])
	s.refused(Sit{Player: 100, Seat: 0, Chips: 799, At: s.now}, Refusal{Reason: BadBuyIn, Min: 800, Max: 1000, Rule: 7})
	s.do(Sit{Player: 100, Seat: 0, Chips: 800, At: s.now})
	if s.table.Recall(left[0]) != s.table || s.table.Recall(Departure{}) != s.table {
		t.Error("to recall the departure of a seated player, or of none, changes the table")
	}
	old := left[0]
	old.Player, old.At = 101, s.now.Add(-time.Hour)
	if low, _ := func() (int64, int64) { table := s.table.Recall(old); return table.BuyIns(101, s.now) }(); low != 200 {
		t.Errorf("after the return window the least buy-in is %d, want 200", low)
	}
}

// TestABuyInAboveTheMaximumIsNotSaidToBeTooLittle has a player return with too few chips and with too many. R7 answers where it is the
// rule that they miss, and where it leaves one amount: then the table's own buy-ins are not theirs (R4, R7).
func TestABuyInAboveTheMaximumIsNotSaidToBeTooLittle(t *testing.T) {
	for left, want := range map[int64][]Refusal{
		200:  {{BadBuyIn, 200, 1000, 4}, {BadBuyIn, 200, 1000, 4}},
		300:  {{BadBuyIn, 300, 1000, 7}, {BadBuyIn, 300, 1000, 4}},
		1000: {{BadBuyIn, 1000, 1000, 7}, {BadBuyIn, 1000, 1000, 7}},
	} {
		s := newScene(t, nil)
		s.do(Sit{Player: 1, Chips: left}, Leave{Player: 1})
		s.refused(Sit{Player: 1, Chips: 199}, want[0])
		s.refused(Sit{Player: 1, Chips: 1001}, want[1])
	}
}

// TestAPlayerBringsBackWhatWasInPlay has players leave with a top-up, during the hand and after it. That of the winner does not come into
// play, and the other one would have (R6, R7).
func TestAPlayerBringsBackWhatWasInPlay(t *testing.T) {
	for _, early := range []bool{false, true} {
		s := newScene(t, nil)
		s.sit("AB", 1000, 500)
		s.start("Ks As", "Kd Ad", plainBoard)
		s.play("r500 c")
		s.do(TopUp{Player: 1, Chips: 490, At: s.now}, TopUp{Player: 2, Chips: 700, At: s.now})
		if early {
			s.do(Leave{1, s.now}, Leave{2, s.now})
		}
		for s.view().Phase == Runout {
			s.now = s.table.Pending().Due
			s.do(Tick{s.now})
		}
		if !early {
			s.do(Leave{1, s.now}, Leave{2, s.now})
		}
		want := "2A1500 2B700 "
		if early {
			want = "2A1990 2B700 "
		}
		if got := s.money(); got != want {
			t.Errorf("early %t: money moved %q, want %q", early, got, want)
		}
		for player, want := range map[ID]int64{1: 1500, 2: 700} {
			if low, _ := s.table.BuyIns(player, s.now); low != want {
				t.Errorf("early %t: %d brings back %d, want %d", early, player, low, want)
			}
		}
	}
}

// TestOtherChipsAreNotBroughtBack changes the kind of chips of a table that a player left with more than the least buy-in (R7).
func TestOtherChipsAreNotBroughtBack(t *testing.T) {
	s := newScene(t, nil)
	s.do(Sit{Player: 1, Seat: 0, Chips: 800, At: s.now}, Leave{1, s.now})
	for _, other := range []bool{false, true} {
		s.do(SetRules{Rules: s.table.Rules(), Other: other, At: s.now})
		want := int64(800)
		if other {
			want = 0
		}
		if got := s.table.Departures(); len(got) != 1 || got[0].Chips != want {
			t.Errorf("other chips %t: the player brings back %+v, want %d", other, got, want)
		}
	}
}

// TestPracticeChipsForgiveNothing has a player play for practice chips after they left with more than the least buy-in. They still have
// to bring that back (R7).
func TestPracticeChipsForgiveNothing(t *testing.T) {
	s := newScene(t, nil)
	s.do(Sit{Player: 1, Seat: 0, Chips: 800, At: s.now}, Leave{1, s.now})
	s.do(Sit{Player: 2, Seat: 1, Chips: 500, House: Easy, At: s.now})
	for range 2 {
		s.now += 1000
		s.do(Sit{Player: 1, Seat: 0, Chips: 300, At: s.now}, Leave{1, s.now})
	}
	s.do(Leave{2, s.now})
	until := s.now.Add(s.table.Rules().ReturnWindow)
	for at, want := range map[Moment]int64{until - 1: 800, until: 200} {
		if low, _ := s.table.BuyIns(1, at); low != want {
			t.Errorf("at %d, with the window until %d, the least buy-in is %d, want %d", at, until, low, want)
		}
	}
}

// TestPracticeChipsAreNotBroughtBack has a player leave a table of practice chips, who owes nothing there (R7).
func TestPracticeChipsAreNotBroughtBack(t *testing.T) {
	s := newScene(t, nil)
	s.do(Sit{Player: 1, Seat: 0, Chips: 500, At: s.now}, Sit{Player: 2, Seat: 1, Chips: 500, House: Easy, At: s.now}, Leave{1, s.now})
	if got := s.table.Departures(); len(got) != 0 {
		t.Errorf("the table remembers %+v, want no departure", got)
	}
}

// TestLeavingRefillsNoTimeBank has a player use nearly all of their time bank, leave and return. They find the rest of it, within the
// return window and in another seat too (R30).
func TestLeavingRefillsNoTimeBank(t *testing.T) {
	for name, tt := range map[string]struct {
		away  time.Duration
		bank  time.Duration // the table's when they return; 0 for the same
		again string
		want  time.Duration
	}{
		"at once":                       {again: "-D +D3", want: time.Second},
		"in another seat":               {again: "-D +D7", want: time.Second},
		"twice":                         {again: "-D +D3 -D +D3", want: time.Second},
		"later":                         {away: 59 * time.Minute, again: "+D3", want: time.Second},
		"after the return window":       {away: time.Hour, again: "+D3", want: time.Minute},
		"to a table with less time":     {away: time.Minute, bank: 30 * time.Second, again: "+D3"},
		"to a table with more time":     {away: time.Minute, bank: 2 * time.Minute, again: "+D3", want: 61 * time.Second},
		"another player is not touched": {again: "-C +C2", want: time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, nil)
			s.sit("ABCD")
			s.start()
			turn := s.view().Turn
			s.now = s.now.Add(s.table.Rules().Clock + 59*time.Second)
			s.do(Act{Player: id('D'), Turn: turn, Action: Fold, At: s.now})
			s.foldOut()
			if tt.away != 0 {
				s.change("-D")
				s.now = s.now.Add(tt.away)
			}
			if tt.bank != 0 {
				r := s.table.Rules()
				r.TimeBank = tt.bank
				s.do(SetRules{Rules: r, At: s.now})
			}
			s.change(tt.again)
			who := id(tt.again[len(tt.again)-2])
			if p, _ := s.view().SeatOf(who); p.Bank != tt.want {
				t.Errorf("the time bank has %v, want %v", p.Bank, tt.want)
			}
		})
	}
}

// TestADepartureOfAnEarlierVersionHasAFullTimeBank reads a departure that was stored before it had the used time.
func TestADepartureOfAnEarlierVersionHasAFullTimeBank(t *testing.T) {
	s := newScene(t, nil)
	var old Departure
	if err := json.Unmarshal([]byte(fmt.Sprintf(`{"player": 4, "chips": 500, "at": %d}`, s.now)), &old); err != nil {
		t.Fatal(err)
	}
	s.table = s.table.Recall(old)
	s.do(Sit{Player: 4, Seat: 0, Chips: 500, At: s.now})
	if p := s.view().Seats[0]; p.Bank != s.table.Rules().TimeBank {
		t.Errorf("the time bank has %v, want all of it", p.Bank)
	}
}

// TestARecalledDepartureHarmsNoTable recalls departures with numbers that no player has. The player sits down or is refused, and the
// table can be.
func TestARecalledDepartureHarmsNoTable(t *testing.T) {
	for _, d := range []Departure{
		{Used: -time.Hour}, {Used: math.MinInt64}, {Used: math.MaxInt64}, {Chips: -5}, {Chips: mostChips}, {Chips: math.MaxInt64},
		{Due: math.MinInt32, Played: 255}, {Due: math.MaxInt32, Played: 255}, {Due: -3, Played: playedBig}, {At: math.MaxInt64}, {At: math.MinInt64},
	} {
		s := newScene(t, nil)
		s.sit("ABC")
		s.start()
		s.foldOut()
		d.Player = id('D')
		if d.At == 0 {
			d.At = s.now
		}
		s.table = s.table.Recall(d)
		low, _ := s.table.BuyIns(id('D'), s.now)
		table, _, err := s.table.Apply(Sit{Player: id('D'), Seat: 5, Chips: max(500, low), Post: true, At: s.now}, nil)
		if refused := (Refusal{}); err != nil && !errors.As(err, &refused) {
			t.Errorf("%+v: %v", d, err)
		}
		if err := table.Check(); err != nil {
			t.Errorf("%+v: %v", d, err)
		}
		s.table = table
		s.do(Start{At: s.now + 60_000}, CreditDowntime{s.now, s.now + 1}, Void{s.now})
	}
}
