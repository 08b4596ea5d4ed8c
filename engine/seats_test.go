package engine

import (
	"cmp"
	"fmt"
	"testing"
	"time"

	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// money returns the events in which chips move between wallets and the table, as text; p marks practice chips.
func (s *scene) money() (out string) {
	for _, e := range s.out {
		switch e.Kind {
		case SatDown, StoodUp, ToppedUp, Returned, Converted:
			out += fmt.Sprintf("%d%s%d", e.Kind, letter(e.Player), e.Amount)
			if e.Practice {
				out += "p"
			}
			out += " "
		}
	}
	return out
}

func (s *scene) wantMoney(want string) {
	s.Helper()
	if got := s.money(); got != want {
		s.Errorf("money moved %q, want %q", got, want)
	}
}

// Seats are those of the table (R2), and buy-ins within its limits (R4).
func TestSittingDown(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { r.Seats = 3 })
	s.do(Sit{Player: 1, Seat: 2, Chips: 200, At: 5})
	s.wantMoney("1A200 ")
	s.refused(Sit{Player: 1, Seat: AnySeat, Chips: 200}, Refusal{Reason: AlreadySeated})
	s.refused(Sit{Player: 1, Seat: 1, Chips: 200}, Refusal{Reason: AlreadySeated})
	s.refused(Sit{Player: 2, Seat: 2, Chips: 200}, Refusal{Reason: SeatTaken})
	s.refused(Sit{Player: 2, Seat: 3, Chips: 200}, Refusal{Reason: NoSuchSeat, Rule: 2})
	s.refused(Sit{Player: 2, Seat: -2, Chips: 200}, Refusal{Reason: NoSuchSeat, Rule: 2})
	s.refused(Sit{Player: 2, Seat: 0, Chips: 199}, Refusal{BadBuyIn, 200, 1000, 4})
	s.refused(Sit{Player: 2, Seat: 0, Chips: 1001}, Refusal{BadBuyIn, 200, 1000, 4})
	s.refused(Sit{Player: 0, Seat: 0, Chips: 200}, Refusal{Reason: NotSeated})
	s.do(Sit{Player: 1, Seat: 1, At: 5})
	if a, ok := s.view().SeatOf(1); a.Seat != 1 || !ok || s.kinds() != "6A" {
		t.Errorf("A moved to %d, %v: %s", a.Seat, ok, s.kinds())
	}
	s.do(Sit{Player: 2, Seat: AnySeat, Chips: 1000, At: 5}, Sit{Player: 3, Seat: AnySeat, Chips: 1000, At: 5})
	s.refused(Sit{Player: 4, Seat: AnySeat, Chips: 200}, Refusal{Reason: TableFull, Rule: 63})
	if _, ok := s.view().SeatOf(4); ok || s.table.Chips() != 2200 {
		t.Errorf("D sits among %d chips", s.table.Chips())
	}
}

// All sums of chips stay inside 64 bits (R9).
func TestChipsHaveNoMaximumWhereTheRulesNameNone(t *testing.T) {
	s := newScene(t, quiet)
	s.do(Sit{Player: 1, Seat: 0, Chips: mostChips - 5})
	s.refused(Sit{Player: 2, Seat: 1, Chips: 6}, Refusal{BadBuyIn, 1, 5, 9})
	s.refused(TopUp{Player: 1, Chips: 6}, Refusal{BadTopUp, 1, 5, 6})
	s.do(Sit{Player: 2, Seat: 1, Chips: 5})
}

func TestToppingUp(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABC", 500)
	s.refused(TopUp{Player: 9, Chips: 1}, Refusal{Reason: NotSeated})
	s.refused(TopUp{Player: 1, Chips: 0}, Refusal{BadTopUp, 1, 500, 6})
	s.refused(TopUp{Player: 1, Chips: 501}, Refusal{BadTopUp, 1, 500, 6})
	s.do(TopUp{Player: 1, Chips: 500})
	s.refused(TopUp{Player: 1, Chips: 1}, Refusal{Reason: StackFull, Rule: 6})
	if a := s.view().Seats[0]; a.Stack != 1000 || a.Pending != 0 {
		t.Errorf("between hands it plays at once: %+v", a)
	}
	s.start()
	s.do(TopUp{Player: 2, Chips: 505}) // B has posted 5
	if b := s.view().Seats[1]; b.Stack != 495 || b.Pending != 505 {
		t.Errorf("in a hand it waits (R5): %+v", b)
	}
	s.refused(TopUp{Player: 2, Chips: 1}, Refusal{Reason: StackFull, Rule: 6})
	s.play("f c x x x x x x x") // B wins or loses 10
	b := s.view().Seats[1]
	over := max(0, b.Stack+505-1000)
	if got := s.money(); over == 0 && got != "" || over > 0 && got != fmt.Sprintf("4B%d ", over) {
		t.Errorf("%d more than the maximum, but %q went back (R6)", over, got)
	}
	s.now += 8_000
	s.do(Start{At: s.now})
	if b := s.view().Seats[1]; b.Pending != 0 || b.Stack+b.Total > 1000 {
		t.Errorf("B plays %+v", b)
	}
}

// A top-up never goes above the maximum; winnings stay in play, whole (R6).
func TestAStackAboveTheMaximumStaysAndItsTopUpGoesBack(t *testing.T) {
	s := newScene(t, nil)
	s.sit("AB", 1000)
	s.start("Ks As", "Kd Ad", plainBoard)
	s.play("r1000 c")
	s.do(TopUp{Player: 2, Chips: 700, At: s.now}, TopUp{Player: 1, Chips: 600, At: s.now})
	for s.view().Phase == Runout {
		s.now = s.table.Pending().Due
		s.do(Tick{s.now})
	}
	s.wantMoney("4A600 ") // at once, so that the table shows nothing that never comes
	s.now += 8_000
	s.do(Start{At: s.now})
	s.wantMoney("")
	if v := s.view(); v.Seats[0].Stack+v.Seats[0].Total != 2000 || v.Seats[1].Stack+v.Seats[1].Total != 700 {
		t.Errorf("the stacks are %+v", v.Seats)
	}
}

// Before their first hand a player may bring less, but not below the minimum (R4), nor below what they had to bring back (R7).
func TestBringingLess(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABC", 500)
	s.refused(Withdraw{Player: 9, Chips: 1}, Refusal{Reason: NotSeated})
	s.refused(Withdraw{Player: 1, Chips: 0}, Refusal{BadBuyIn, 200, 1000, 4})
	s.refused(Withdraw{Player: 1, Chips: 301}, Refusal{BadBuyIn, 200, 1000, 4})
	s.refused(Withdraw{Player: 1, Chips: 101, Floor: 400}, Refusal{BadBuyIn, 400, 1000, 7})
	s.do(Withdraw{Player: 1, Chips: 100, Floor: 400})
	s.wantMoney("4A100 ")
	s.do(Withdraw{Player: 1, Chips: 200})
	s.wantMoney("4A200 ")
	if a := s.view().Seats[0]; a.Stack != 200 || s.table.Chips() != 1200 {
		t.Errorf("A has %d of %d chips", a.Stack, s.table.Chips())
	}
	s.start()
	s.refused(Withdraw{Player: 3, Chips: 1}, Refusal{Reason: InHand, Rule: 60})
	s.do(Sit{Player: 4, Seat: AnySeat, Chips: 500}, Withdraw{Player: 4, Chips: 300})
	s.play("f f")
	s.refused(Withdraw{Player: 3, Chips: 1}, Refusal{Reason: InHand, Rule: 60})
}

// A host may take a seat away, but not cards: a player who was kicked may play their hand to its end, and win it.
func TestKicking(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABCD", 500)
	s.do(Kick{4, s.now})
	s.wantMoney("2D500 ")
	s.refused(Kick{4, s.now}, Refusal{Reason: NotSeated})
	s.refused(Kick{0, s.now}, Refusal{Reason: NotSeated})
	s.start()
	s.do(Kick{2, s.now})
	s.wantMoney("")
	s.refused(Kick{2, s.now}, Refusal{Reason: AlreadyOut, Rule: 60})
	s.refused(SitIn{Player: 2, At: s.now}, Refusal{Reason: NotOut, Rule: 60}) // nor can the player sit in
	s.play("c")
	if v := s.view(); !v.Seats[1].Kicked || v.Seats[1].Folded || v.ToAct != 1 {
		t.Errorf("B is not asked as ever: %+v", v.Seats[1])
	}
	s.play("c")
	if !s.view().Seats[1].Kicked {
		t.Error("B may stay")
	}
	s.do(Void{s.now})
	s.wantMoney("2B500 ")
}

func TestLeaving(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABCD", 500)
	s.do(Leave{4, s.now})
	s.wantMoney("2D500 ")
	s.start()
	s.do(Leave{2, s.now})
	s.wantMoney("")
	s.refused(Leave{2, s.now}, Refusal{Reason: AlreadyOut, Rule: 60})
	s.do(SitIn{Player: 2, At: s.now}) // taken back
	s.do(Leave{2, s.now})
	s.play("c")
	if got := s.kinds(Acted, StoodUp); got != "13A 13B" {
		t.Errorf("%s: B should fold when the turn comes", got)
	}
	if e := s.out[1]; e.Action != Fold || !e.Silent {
		t.Errorf("B did %+v", e)
	}
	if !s.view().Seats[1].Leaves {
		t.Error("B does not leave")
	}
	s.do(Leave{3, s.now})
	if got := s.kinds(); got != "9C 13C 15 13C" {
		t.Errorf("%s: C has the turn and checks for free, on the next street too (R60)", got)
	}
	s.do(Void{s.now})
	s.wantMoney("2B500 2C500 ")
}

// A top-up by a player who busts in that hand is a rebuy, and void below the least buy-in (R62).
func TestATopUpOfABustedPlayerIsARebuy(t *testing.T) {
	for _, tt := range []struct {
		top   []int64
		money string
		stack int64
	}{
		{[]int64{1}, "4A1 4B1 ", 0}, {[]int64{100, 99}, "4A2 4B199 ", 0}, {[]int64{100, 100}, "4A2 ", 200}, {[]int64{700}, "4A1 ", 700},
	} {
		s := newScene(t, nil)
		s.sit("AB", 500)
		s.start("Ks As", "Kd Ad", plainBoard)
		s.play("r500 c")
		for _, chips := range tt.top {
			s.do(TopUp{Player: 2, Chips: chips, At: s.now}, TopUp{Player: 1, Chips: 1, At: s.now})
		}
		var money string
		for s.view().Phase == Runout {
			s.now = s.table.Pending().Due
			s.do(Tick{s.now})
			money += s.money()
		}
		b, _ := s.view().SeatOf(2)
		if money != tt.money || b.Stack+b.Pending != tt.stack || (b.RebuyBy != 0) != (tt.stack == 0) {
			t.Errorf("topping up %v: %q went back, B is %+v", tt.top, money, b)
		}
		if tt.stack == 0 {
			s.do(Tick{b.RebuyBy})
			s.wantMoney("2B0 ")
		}
	}
}

// TestNoChipsAreAddedThatCannotPlay has players top up who leave, whom the host removes, and at a table that closes, in the hand and
// beside it (R60, R64). Chips that came before go back with the stack (R7).
func TestNoChipsAreAddedThatCannotPlay(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABC", 300)
	s.start()
	s.do(Sit{Player: 4, Seat: 3, Chips: 200, At: s.now}, TopUp{Player: 3, Chips: 100, At: s.now}, Leave{3, s.now}, Kick{2, s.now})
	for _, p := range []ID{2, 3} {
		s.refused(TopUp{Player: p, Chips: 5, At: s.now}, Refusal{Reason: AlreadyOut, Rule: 60})
	}
	s.do(SitIn{Player: 3, At: s.now}, TopUp{Player: 3, Chips: 5, At: s.now}, Leave{3, s.now})
	s.foldOut()
	s.wantMoney("2B295 2C410 ")
	if low, _ := s.table.BuyIns(3, s.now); low != 410 {
		t.Errorf("C has to bring back %d, want 410", low)
	}
	s.start()
	s.do(Sit{Player: 5, Seat: 5, Chips: 200, At: s.now}, Close{s.now})
	for _, p := range []ID{4, 5} {
		s.refused(TopUp{Player: p, Chips: 5, At: s.now}, Refusal{Reason: TableClosedNow, Rule: 64})
	}
}

// A top-up without an amount brings the stack up to the player's wanted size, however many chips come back from the hand (R5, R6).
func TestATopUpToAStackBringsNoMore(t *testing.T) {
	for name, tt := range map[string]struct {
		winner  bool // the player wins the pot of 400
		void    bool
		leaves  bool
		most    int64 // the maximum buy-in
		top     []TopUp
		money   string
		brought int64 // the stack at the next deal, or what they bring back
	}{
		"wins":                       {winner: true, top: []TopUp{{Chips: 200, UpTo: 200}}, money: "4A200 ", brought: 400},
		"loses":                      {top: []TopUp{{Chips: 200, UpTo: 200}}, brought: 200},
		"void":                       {void: true, top: []TopUp{{Chips: 200, UpTo: 200}}, money: "4A200 ", brought: 200},
		"without a maximum":          {winner: true, most: -1, top: []TopUp{{Chips: 300, UpTo: 300}}, money: "4A300 ", brought: 400},
		"more than the bound":        {top: []TopUp{{Chips: 900, UpTo: 300}}, brought: 300},
		"part of it":                 {winner: true, top: []TopUp{{Chips: 450, UpTo: 450}}, money: "4A400 ", brought: 450},
		"a lower maximum":            {winner: true, most: 450, top: []TopUp{{Chips: 450, UpTo: 900}}, money: "4A400 ", brought: 450},
		"a second for what is short": {winner: true, top: []TopUp{{Chips: 100, UpTo: 200}, {Chips: 200, UpTo: 200}}, money: "4A200 ", brought: 400},
		"an amount on top":           {winner: true, top: []TopUp{{Chips: 200, UpTo: 200}, {Chips: 300}}, money: "4A400 ", brought: 500},
		"an amount on top, loses":    {top: []TopUp{{Chips: 200, UpTo: 200}, {Chips: 300}}, brought: 500},
		"an amount alone":            {winner: true, top: []TopUp{{Chips: 300}}, brought: 700},
		"wins and leaves":            {winner: true, leaves: true, top: []TopUp{{Chips: 200, UpTo: 200}}, money: "2A600 ", brought: 400},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, func(r *poker.Rules) { r.MaxBuyIn = max(0, cmp.Or(tt.most, 1000)) })
			s.sit("AB", 200, 400)
			if tt.winner {
				s.start("Ks As", "Kd Ad", plainBoard)
			} else {
				s.start("As Ks", "Ad Kd", plainBoard)
			}
			s.play("r200 c")
			for _, c := range tt.top {
				c.Player, c.At = 1, s.now
				s.do(c)
			}
			if tt.leaves {
				s.do(Leave{1, s.now})
			}
			if tt.void {
				s.do(Void{s.now})
			}
			for s.view().Phase == Runout {
				s.now = s.table.Pending().Due
				s.do(Tick{s.now})
			}
			s.wantMoney(tt.money)
			if tt.leaves {
				if low, _ := s.table.BuyIns(1, s.now); low != tt.brought {
					t.Errorf("A brings back %d, want %d", low, tt.brought)
				}
				return
			}
			if a := s.view().Seats[0]; a.Stack+a.Pending != tt.brought {
				t.Errorf("after the hand A has %d and %d more, want %d in all", a.Stack, a.Pending, tt.brought)
			}
			s.start()
			if a := s.view().Seats[0]; a.Stack+a.Total != tt.brought {
				t.Errorf("A plays with %d, want %d", a.Stack+a.Total, tt.brought)
			}
		})
	}
}

// Between hands a top-up to a stack brings what is short of it (R6).
func TestATopUpToAStackBetweenHands(t *testing.T) {
	s := newScene(t, nil)
	s.sit("AB", 300)
	s.do(TopUp{Player: 1, Chips: 300, UpTo: 400})
	s.wantMoney("3A100 ")
	s.refused(TopUp{Player: 1, Chips: 300, UpTo: 400}, Refusal{BadTopUp, 1, 600, 6})
	s.refused(TopUp{Player: 1, Chips: 300, UpTo: -1}, Refusal{BadTopUp, 1, 600, 6})
}

// The busted keep their seat for two minutes and may rebuy at least the least buy-in; then the seat opens (R62).
func TestTheBustedMayRebuy(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { r.Runout = 0 })
	s.sit("AB", 500)
	s.start("Ks As", "Kd Ad", plainBoard)
	s.play("r500 c")
	due := s.now.Add(s.table.Rules().Rebuy)
	if b := s.view().Seats[1]; b.Stack != 0 || b.RebuyBy != due {
		t.Errorf("B is %+v", b)
	}
	if w := s.table.Pending(); w.Need != NeedPlayers || w.Due != due {
		t.Errorf("awaits %+v", w)
	}
	s.refused(Start{At: s.now}, Refusal{TooFewPlayers, 2, 0, 61})
	s.refused(SitIn{Player: 2, At: s.now}, Refusal{Reason: NotOut, Rule: 60})
	s.do(SitOut{2, s.now})
	s.refused(SitIn{Player: 2, At: s.now}, Refusal{Reason: NoChips, Rule: 62})
	s.refused(TopUp{Player: 2, Chips: 199, At: s.now}, Refusal{BadTopUp, 200, 1000, 4})
	later := must(t, s.table, CreditDowntime{Last: s.now, At: s.now.Add(time.Hour)})
	if by := later.View(0).Seats[1].RebuyBy; by != due.Add(time.Hour) {
		t.Errorf("an hour in which nothing ran counts: until %d", by)
	}
	gone := s.table
	s.do(TopUp{Player: 2, Chips: 200, At: s.now}, SitIn{Player: 2, At: s.now})
	if w := s.table.Pending(); w.Need != NeedStart {
		t.Errorf("awaits %+v", w)
	}
	s.table = gone
	s.refused(Tick{due - 1}, Refusal{Reason: NotDue})
	s.do(Tick{due})
	s.wantMoney("2B0 ")
}

// TestARebuyIsTheLeastBuyIn brings one chip where the least buy-in is two (R4, R62).
func TestARebuyIsTheLeastBuyIn(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { quiet(r); r.MinBuyIn = 2 })
	s.sit("AB", 500)
	s.start("Ks As", "Kd Ad", plainBoard)
	s.play("r500 c")
	s.refused(TopUp{Player: 2, Chips: 1, At: s.now}, Refusal{BadTopUp, 2, mostChips - 1000, 4})
	s.do(TopUp{Player: 2, Chips: 2, At: s.now})
}

func TestTheTimeToRebuyIsNotMadeLongerByHandsOfOthers(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { r.Runout = 0 })
	s.sit("ABC", 500)
	s.start("Ks Qs As", "Kd Qd Ad", plainBoard)
	s.play("r500 c f")
	due := s.view().Seats[1].RebuyBy
	s.start()
	s.play("f")
	if got := s.view().Seats[1].RebuyBy; got != due || due == 0 {
		t.Errorf("B has until %d, then until %d", due, got)
	}
	s.refused(HoldSeat{id('B'), s.now, s.now}, Refusal{Reason: NotOnWaitlist, Rule: 63})
	s.refused(HoldSeat{id('C'), due, s.now}, Refusal{Reason: NotOnWaitlist, Rule: 63})
	s.do(HoldSeat{id('B'), due + 5, s.now}) // while the host decides (R62)
	if got := s.view().Seats[1].RebuyBy; got != due+5 {
		t.Errorf("B has until %d, want %d", got, due+5)
	}
	s.do(Start{At: due + 5})
	if got := s.kinds(StoodUp, HandStarted); got != "2B 10A" && got != "2B 10C" {
		t.Errorf("%s: a Start does what a Tick would have done", got)
	}
}

// TestAMoveLeavesTheLastHandBehind moves a player who exchanged cards in the hand that is over, and then showed one (R60).
func TestAMoveLeavesTheLastHandBehind(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { quiet(r); r.Variant, r.Seats = poker.FiveCardDraw, 6 })
	s.sit("AB")
	s.start()
	s.play("c x")
	for _, p := range []ID{2, 1} {
		s.do(Draw{Player: p, Turn: s.view().Turn, Discard: 1, At: s.now})
	}
	s.play("r20 f")
	s.do(Show{Player: 2, Turn: s.view().Turn, Cards: 1, At: s.now}, Sit{Player: 2, Seat: 4, At: s.now})
	if b, _ := s.view().SeatOf(2); b.Drew != -1 || b.InHand || len(b.Shown) != 0 || s.table.g.Seats[4].Showed != 0 {
		t.Errorf("B takes along %d cards exchanged, %v shown", b.Drew, b.Shown)
	}
}

// TestAMoveKeepsWhatIsOwed moves a player who owes both blinds (R13).
func TestAMoveKeepsWhatIsOwed(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABCD")
	s.start() // A has the button
	s.foldOut()
	s.do(SitOut{id('D'), s.now})
	for range 2 { // the blinds pass D
		s.start()
		s.foldOut()
	}
	s.do(Sit{Player: id('D'), Seat: 6, At: s.now}, SitIn{Player: id('D'), Post: true, At: s.now})
	if p := s.table.g.Seats[6]; p.Drew != 0 || p.Showed != 0 || p.Runs != 0 || p.Total != 0 || p.Dead != 0 || p.InHand || p.Folded {
		t.Errorf("D takes the last hand along: %+v", p)
	}
	got := ""
	for range 4 {
		s.now += 60_000
		s.do(Start{At: s.now})
		for _, e := range s.out {
			if e.Kind == Posted && e.Player == id('D') {
				got += fmt.Sprintf("%d:%d ", e.Post, e.Amount)
			}
		}
		if got != "" {
			break
		}
		s.do(Deal{Deck: card.Ordered(), At: s.now})
		s.foldOut()
	}
	if got != "7:5 6:10 " && got != "6:10 7:5 " {
		t.Errorf("D posts %q, want a dead small blind and a live big one", got)
	}
}
