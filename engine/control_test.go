package engine

import (
	"testing"
	"time"

	"cardroom/engine/card"
	"cardroom/engine/poker"
)

func TestNothingIsSaidToStartWhereNothingWill(t *testing.T) {
	s := newScene(t, nil)
	s.sit("AB", 500)
	s.start()
	s.foldOut()
	if s.view().Until == 0 {
		t.Error("the next hand has no time")
	}
	for _, c := range []Command{Pause{s.now}, SitOut{1, s.now}} {
		if next := must(t, s.table, c); next.View(0).Until != 0 {
			t.Errorf("after %T a hand is said to start", c)
		}
	}
}

// A table closes after the hand that runs, and every stack goes back to its owner (R64).
func TestClosing(t *testing.T) {
	s := newScene(t, nil)
	s.sit("AB", 500)
	s.start()
	s.do(Close{s.now})
	if v := s.view(); !v.Closing || s.kinds() != "23" {
		t.Errorf("%s", s.kinds())
	}
	s.refused(Close{s.now}, Refusal{Reason: TableClosedNow, Rule: 64})
	s.refused(Sit{Player: 3, Seat: AnySeat, Chips: 200}, Refusal{Reason: TableClosedNow, Rule: 64})
	s.play("f")
	s.wantMoney("2A495 2B505 ")
	v := s.view()
	if !v.Closed || v.Closing || len(v.Seats) > 0 || s.table.Chips() != 0 || s.out[len(s.out)-1].Kind != TableClosed {
		t.Errorf("closed: %+v", v)
	}
	if w := s.table.Pending(); w != (Pending{Seat: -1}) {
		t.Errorf("awaits %+v", w)
	}
	s.refused(Tick{s.now}, Refusal{Reason: TableClosedNow, Rule: 64})
}

func TestPausing(t *testing.T) {
	s := newScene(t, nil)
	s.sit("AB", 500)
	s.start()
	s.do(Pause{s.now})
	if got := s.kinds(); got != "21" {
		t.Errorf("the events are %s, want the pause", got)
	}
	s.refused(Pause{s.now}, Refusal{Reason: AlreadyPaused})
	s.play("f")
	if w := s.table.Pending(); w.Need != NeedNothing {
		t.Errorf("awaits %+v", w)
	}
	s.now += 60_000
	s.refused(Start{At: s.now}, Refusal{Reason: AlreadyPaused})
	s.do(Resume{s.now})
	if got := s.kinds(); got != "22" {
		t.Errorf("the events are %s, want the end of the pause", got)
	}
	s.refused(Resume{s.now}, Refusal{Reason: NotPaused})
	if w := s.table.Pending(); w.Need != NeedStart || w.Due != s.now {
		t.Errorf("awaits %+v", w)
	}
}

// To switch on a draw of any cards makes a table of six one of five, unless the sixth seat is taken (R2).
func TestADrawOfAnyCardsTakesTheSixthSeat(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { quiet(r); r.Variant, r.Seats = poker.FiveCardDraw, 6 })
	s.sit("ABCDEF")
	s.start() // A has the button
	s.foldOut()
	s.start()
	s.foldOut()
	s.start()
	s.foldOut()
	s.start() // F has the big blind
	s.foldOut()
	s.do(Wait{Player: 9, At: s.now}, Wait{Player: 10, At: s.now})
	set := SetRules{Rules: s.table.Rules(), At: s.now}
	set.Rules.DrawAny = true
	s.refused(set, Refusal{Reason: SeatGoes, Min: 6, Max: 5, Rule: 2})
	s.do(Leave{id('A'), s.now})
	s.refused(set, Refusal{Reason: SeatGoes, Min: 6, Max: 5, Rule: 2})
	s.do(Sit{Player: 9, Seat: 0, Chips: 500, At: s.now}, Leave{id('F'), s.now})
	s.do(set)
	if got := s.view(); got.CallBy != 0 {
		t.Error("a seat that is gone is held for the first on the waitlist")
	}
	s.do(Wait{Player: 10, Off: true, At: s.now})
	if r := s.table.Rules(); r.Seats != 5 || !r.DrawAny {
		t.Fatalf("the rules are %+v, want five seats and any number of cards", r)
	}
	s.refused(Sit{Player: 11, Seat: 5, Chips: 500}, Refusal{Reason: NoSuchSeat, Rule: 2})
	// The blinds go on: the small blind of the seat that is gone is dead, then its button is.
	for hand, want := range []struct {
		button int
		posts  string
	}{{4, "11I"}, {5, "11I 11B"}} {
		s.now += 60_000
		s.do(Start{At: s.now})
		if got := s.kinds(Posted); got != want.posts || s.view().Button != want.button {
			t.Errorf("hand %d: the button is at seat %d, posts are %s; want %d, %s", hand, s.view().Button, got, want.button, want.posts)
		}
		s.do(Deal{Deck: card.Ordered(), At: s.now})
		s.foldOut()
	}
	set.Rules.DrawAny = false
	s.refused(set, Refusal{Reason: OtherGame, Rule: 1})
	set.Rules.Seats = 5
	s.do(set)
}

// TestWhatMakesAnotherTable changes one option of a table at a time. The game, its stakes and its seats stay (R1).
func TestWhatMakesAnotherTable(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) {
		r.Variant, r.Seats, r.ChipUnit, r.Clock = poker.FiveCardDraw, 6, 0, 45*time.Second
	})
	s.sit("AB")
	for name, tt := range map[string]struct {
		change func(*poker.Rules)
		other  bool
	}{
		"game":        {func(r *poker.Rules) { r.Variant = poker.Omaha }, true},
		"limit":       {func(r *poker.Rules) { r.Limit = poker.PotLimit }, true},
		"small blind": {func(r *poker.Rules) { r.SmallBlind-- }, true},
		"big blind":   {func(r *poker.Rules) { r.BigBlind++ }, true},
		"min buy-in":  {func(r *poker.Rules) { r.MinBuyIn-- }, true},
		"max buy-in":  {func(r *poker.Rules) { r.MaxBuyIn++ }, true},
		"fewer seats": {func(r *poker.Rules) { r.Seats-- }, true},
		"ante":        {func(r *poker.Rules) { r.Ante = 1 }, false},
		"antes alone": {func(r *poker.Rules) { r.Ante, r.NoBlinds = 1, true }, false},
		"clock":       {func(r *poker.Rules) { r.Clock = 0 }, false},
		"least bet":   {func(r *poker.Rules) { r.MinBet = 20 }, false},
	} {
		set := SetRules{Rules: s.table.Rules(), At: s.now}
		tt.change(&set.Rules)
		_, _, err := s.table.Apply(set, nil)
		if want := (Refusal{Reason: OtherGame, Rule: 1}); tt.other && err != want || !tt.other && err != nil {
			t.Errorf("another %s: %v", name, err)
		}
	}
}
