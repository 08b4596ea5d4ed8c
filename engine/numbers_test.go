package engine

import (
	"math"
	"testing"

	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// A store may lose hands. The next hand is numbered after them, and the one after it goes on from there.
func TestAHandIsNumberedAfterThoseThatWereLost(t *testing.T) {
	table, err := New(poker.DefaultRules())
	if err != nil {
		t.Fatal(err)
	}
	for p := ID(1); p <= 2; p++ {
		if table, _, err = table.Apply(Sit{Player: p, Seat: AnySeat, Chips: 1000, At: 1}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for i, l := range []struct{ after, want int64 }{{0, 1}, {7, 8}, {7, 9}, {3, 10}} {
		next, events, err := table.Apply(Start{After: l.after, At: Moment(i+1) * 100_000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := next.View(0).Hand; got != l.want || events[len(events)-1].Hand != l.want {
			t.Errorf("after %d the hand is %d, want %d", l.after, got, l.want)
		}
		if table, _, err = next.Apply(Void{At: Moment(i+1) * 100_000}, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHandsAreNumberedOn opens a table where another had played twelve hands, and one where none had. No hand is shown before its
// first one, and a table that has played keeps its numbers.
func TestHandsAreNumberedOn(t *testing.T) {
	for last, want := range map[int64]int64{12: 13, 0: 1, -1: 13} {
		s := newScene(t, quiet)
		s.table = s.table.Following(12).Following(last)
		if v := s.view(); v.Hand != 0 {
			t.Errorf("after %d the table shows hand %d before its first", last, v.Hand)
		}
		s.sit("AB")
		s.start()
		if v := s.view(); v.Hand != want || v.Turn.Hand != want || s.table.Following(50) != s.table || s.table.Following(3) != s.table {
			t.Errorf("after %d the hand is %d, its turn %+v, want %d", last, v.Hand, v.Turn, want)
		}
	}
}

// TestATableOfElsewhereHasItsSeats opens tables for hands that were played elsewhere, with more seats than the cards are for (R2).
func TestATableOfElsewhereHasItsSeats(t *testing.T) {
	for seats, want := range map[int]int{6: 6, 9: 9, 12: MaxSeats} {
		r := poker.DefaultRules()
		r.Variant, r.Seats = poker.FiveCardDraw, seats
		table, err := NewElsewhere(r)
		if got := table.Rules().Seats; err != nil || got != want {
			t.Errorf("for %d players the table has %d seats, want %d: %v", seats, got, want, err)
		}
	}
}

// TestPostsOfElsewhereAreInRange begins hands with posts or a least bet below zero or too large: none may make chips (R14, R20).
func TestPostsOfElsewhereAreInRange(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABC")
	for _, chips := range []int64{-50, poker.MostBet + 1} {
		for _, tt := range []struct {
			c    StartAs
			rule int
		}{
			{StartAs{Antes: [MaxSeats]int64{1: chips}}, 14},
			{StartAs{Blinds: [MaxSeats]int64{2: chips}}, 14},
			{StartAs{Owed: [MaxSeats]int64{0: chips}}, 14},
			{StartAs{MinBet: chips}, 20},
		} {
			tt.c.At = s.now
			s.refused(tt.c, Refusal{Reason: TooLittle, Max: poker.MostBet, Rule: tt.rule})
		}
	}
	s.do(StartAs{Blinds: [MaxSeats]int64{1: 5, 2: 10}, MinBet: 20, At: s.now})
}

// TestADrawOfElsewhereEndsWithTheDeck plays hands with more players than R2 allows. No player may exchange more cards than are left,
// the fourth card that one is owed counted.
func TestADrawOfElsewhereEndsWithTheDeck(t *testing.T) {
	for _, tt := range []struct {
		any  bool
		asks []int // how many cards each player asks for
		most []int // and may exchange
	}{
		{true, []int{3, 3, 3, 3, 3, 3, 0}, []int{5, 5, 5, 5, 5, 2, 0}},
		{false, []int{4, 3, 3, 3, 3, 2, 1}, []int{4, 3, 3, 3, 3, 1, 0}},
		{false, []int{3, 3, 3, 3, 4, 4, 1}, []int{4, 4, 4, 4, 4, 1, 0}},
	} {
		r := poker.DefaultRules()
		r.Variant, r.Seats, r.DrawAny = poker.FiveCardDraw, 7, tt.any
		table, err := NewElsewhere(r)
		if err != nil {
			t.Fatal(err)
		}
		do := func(c Command) {
			t.Helper()
			if _, err := table.Do(c, nil); err != nil { // Check refuses a table with so many seats
				t.Fatalf("%+v: %v", c, err)
			}
		}
		for i := range 7 {
			do(Sit{Player: ID(i + 1), Seat: i, Chips: 500})
		}
		do(StartAs{Button: 6, Big: AnySeat, Small: AnySeat, Antes: [MaxSeats]int64{5, 5, 5, 5, 5, 5, 5}})
		do(Deal{Deck: card.Ordered()})
		for range 7 {
			v := table.View(0)
			do(Act{Player: playerAt(&v, v.ToAct), Turn: v.Turn, Action: Check})
		}
		for i, asks := range tt.asks {
			v := table.View(0)
			if v.Discards != tt.most[i] {
				t.Errorf("draw any: %t, player %d may exchange %d cards, want %d", tt.any, i, v.Discards, tt.most[i])
			}
			draw := Draw{Player: playerAt(&v, v.ToAct), Turn: v.Turn, Discard: 1<<asks - 1}
			if asks > v.Discards {
				if _, err := table.Do(draw, nil); err != (Refusal{Reason: TooManyCards, Max: int64(v.Discards), Rule: 52}) {
					t.Errorf("draw any: %t, player %d exchanges %d cards: %v", tt.any, i, asks, err)
				}
				draw.Discard = 1<<v.Discards - 1
			}
			do(draw)
		}
		if v := table.View(0); v.Phase != Betting {
			t.Errorf("after the draw the phase is %d, want the betting", v.Phase)
		}
	}
}

// TestNoHandIsNumberedBeyondTheLast gives tables numbers of hands beyond those that are. None begins a hand, and none is numbered so.
func TestNoHandIsNumberedBeyondTheLast(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("AB")
	want := Refusal{Reason: TooMuch, Max: mostNumber}
	for _, after := range []int64{math.MaxInt64, mostNumber} {
		s.refused(Start{After: after, At: s.now}, want)
	}
	if s.table.Following(math.MaxInt64) != s.table || s.table.Following(mostNumber+1) != s.table {
		t.Error("a table follows a hand that no table has")
	}
	follows := s.table.Following(mostNumber)
	if _, _, err := follows.Apply(Start{At: s.now}, nil); err != want {
		t.Errorf("a hand after the last begins: %v, want %v", err, want)
	}
	if s.do(Start{After: mostNumber - 1, At: s.now}); s.view().Hand != mostNumber {
		t.Errorf("the last hand is %d, want %d", s.view().Hand, int64(mostNumber))
	}
	s.do(Void{s.now})
	s.refused(Start{At: s.now}, want)
	level := newScene(t, tournamentRules)
	level.do(Seating{Places: [MaxSeats]Place{{Player: 1, Chips: 500}, {Player: 2, Chips: 500}}, At: s.now})
	level.refused(StartLevel{Rules: level.table.Rules(), In: 3, Big: 1, After: mostNumber, At: s.now}, want)
	level.do(StartLevel{Rules: level.table.Rules(), In: 3, Big: 1, After: mostNumber - 1, At: s.now})
	s.table.g.Hand++
	if err := s.table.Check(); err == nil {
		t.Error("a table with a larger number can be")
	}
}

// TestMomentsOutOfRangeAreTheNearest gives tables commands with moments that no clock has, in each phase: the table can be after each.
func TestMomentsOutOfRangeAreTheNearest(t *testing.T) {
	far := []Moment{math.MinInt64, -1, 1 << 50, lastMoment, lastMoment + 1, mostNumber, math.MaxInt64}
	for seed := range uint64(30) {
		w := newWorld(t, seed)
		for range 10 {
			w.live(t, 20, nil)
			for _, at := range far {
				for _, last := range far {
					next := w.table
					for _, c := range []Command{
						CreditDowntime{last, at}, Tick{at}, SitOut{1, at}, HoldSeat{1, last, at}, HoldSeat{w.table.g.waitlist.first(), last, at},
						Leave{2, at}, Start{At: at}, Deal{Deck: card.Ordered(), At: at}, Tick{at}, CreditDowntime{at, last}, Void{last}, Resume{at},
					} {
						events, err := next.Do(c, nil)
						if bad := next.Check(); bad != nil {
							t.Fatalf("seed %d: %T %+v (%v): %v", seed, c, c, err, bad)
						}
						for _, e := range events {
							if e.At < 0 || e.At > lastMoment {
								t.Fatalf("seed %d: %T %+v: an event is of %d", seed, c, c, e.At)
							}
						}
					}
				}
			}
		}
	}
}
