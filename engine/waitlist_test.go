package engine

import (
	"slices"
	"testing"
	"time"

	"cardroom/engine/poker"
)

func TestWhoWaitsIsKickedOutOfTheLine(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { r.Seats = 2 })
	s.sit("AB", 500)
	s.do(Wait{Player: 3, At: s.now}, Kick{3, s.now})
	if waitlist := s.view().Waitlist; len(waitlist) != 0 {
		t.Errorf("%v wait", waitlist)
	}
}

// TestASeatIsHeldInTurn frees two seats of a full table for two players on the waitlist, and has the host hold the first
// longer (R63).
func TestASeatIsHeldInTurn(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { r.Seats = 3 })
	s.sit("ABC")
	s.do(Wait{Player: id('D'), At: s.now}, Wait{Player: id('E'), At: s.now})
	no := Refusal{Reason: NotOnWaitlist, Rule: 63}
	later := s.now + 600_000
	s.refused(HoldSeat{id('D'), later, s.now}, no) // no seat is free
	s.refused(Kick{0, s.now}, Refusal{Reason: NotSeated})
	s.do(Leave{id('A'), s.now})
	s.refused(HoldSeat{id('E'), later, s.now}, no)
	s.refused(HoldSeat{id('D'), s.now, s.now}, no)
	s.do(HoldSeat{id('D'), later, s.now}, Leave{id('B'), s.now})
	if len(s.out) != 2 || s.out[0].Kind != SeatCalled || s.out[0].Player != id('D') {
		t.Errorf("the events are %s, want the call of D and B's leaving", s.kinds())
	}
	if got := s.view().CallBy; got != later {
		t.Errorf("a seat is held until %d, want %d", got, later)
	}
	s.now += 5_000
	s.do(Sit{Player: id('D'), Seat: 0, Chips: 500, At: s.now})
	if v := s.view(); v.CallBy != s.now.Add(time.Minute) || !slices.Equal(v.Waitlist, []ID{id('E')}) {
		t.Errorf("a seat is held until %d for the first of %v, want a minute for E", v.CallBy, v.Waitlist)
	}
	s.do(Sit{Player: id('E'), Seat: 1, Chips: 500, At: s.now})
	if v := s.view(); v.CallBy != 0 || len(v.Waitlist) != 0 {
		t.Errorf("a seat is held until %d for the first of %v, want none", v.CallBy, v.Waitlist)
	}
}

// TestEachFreeSeatIsForTheNextInLine frees two seats for two players on the waitlist, and then a third one. None waits for another who
// is called and does not come (R61, R63).
func TestEachFreeSeatIsForTheNextInLine(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { r.Seats, r.Clock = 4, 72*time.Hour })
	s.sit("ABCF")
	s.do(Wait{Player: id('D'), At: s.now}, Wait{Player: id('E'), At: s.now}, Leave{id('A'), s.now})
	sit := func(who byte) Sit { return Sit{Player: id(who), Seat: AnySeat, Chips: 500, At: s.now} }
	invited := func(want string) {
		t.Helper()
		got, v := "", s.view()
		for _, p := range v.Invited() {
			got += letter(p)
		}
		for p := byte('D'); p <= 'H'; p++ {
			if _, _, err := s.table.Apply(sit(p), nil); v.FreeFor(id(p)) != (err == nil) && p != 'F' {
				t.Errorf("a seat is free for %c: %t, and to sit down there: %v", p, v.FreeFor(id(p)), err)
			}
		}
		if got != want {
			t.Errorf("seats are free for %q, want %q", got, want)
		}
	}
	kept := Refusal{Reason: SeatKept, Rule: 63}
	invited("D")
	s.refused(sit('E'), kept)
	s.do(Leave{id('B'), s.now})
	invited("DE")
	s.refused(sit('G'), kept)
	called := s.view().CallBy
	s.do(Leave{id('C'), s.now})
	s.refused(Wait{Player: id('G'), At: s.now}, Refusal{Reason: SeatsFree, Rule: 63})
	s.do(sit('G'))
	s.refused(sit('H'), kept)
	s.do(Wait{Player: id('H'), At: s.now}, sit('E'))
	invited("D")
	if got := s.view().CallBy; got != called {
		t.Errorf("D has until %d, had until %d before others took their seats", got, called)
	}
}

// TestAWaitlistHasTenPlaces has eleven players wait for a seat (R63).
func TestAWaitlistHasTenPlaces(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { r.Seats = 2 })
	s.sit("AB")
	for p := ID(11); p <= 20; p++ {
		s.do(Wait{Player: p, At: s.now})
	}
	s.refused(Wait{Player: 21, At: s.now}, Refusal{Reason: WaitlistFull, Max: 10, Rule: 63})
	s.do(Wait{Player: 15, Off: true, At: s.now}, Wait{Player: 21, At: s.now})
	if got, want := s.view().Waitlist, []ID{11, 12, 13, 14, 16, 17, 18, 19, 20, 21}; !slices.Equal(got, want) {
		t.Errorf("%v wait, want %v", got, want)
	}
}
