package engine

import (
	"testing"

	"cardroom/engine/poker"
)

func TestAHousePlayerMakesItPractice(t *testing.T) {
	s := newScene(t, nil)
	s.sit("AB", 500)
	bot := Sit{Player: 9, Seat: AnySeat, Chips: 1000, House: Easy, At: s.now}
	s.do(bot)
	s.wantMoney("1I1000p 5A500 5B500 ")
	if v := s.view(); !v.Practice || s.table.Chips() != 2000 {
		t.Errorf("practice is %v with %d chips", v.Practice, s.table.Chips())
	}
	s.do(Sit{Player: 3, Seat: AnySeat, Chips: 300, At: s.now}, TopUp{Player: 3, Chips: 100, At: s.now}, Leave{3, s.now}, Leave{9, s.now})
	s.wantMoney("1C300p 3C100p 2C400p 2I1000p ")
	s.do(Leave{1, s.now}, Leave{2, s.now})
	s.wantMoney("2A500p 2B500p ")
	s.do(Sit{Player: 1, Seat: AnySeat, Chips: 300, At: s.now})
	s.wantMoney("1A300 ") // the last player left, which ended it
}

// TestAClosedTableOfPracticeChipsStaysOne has a table with a house player close: those who look at it read of no wallet.
func TestAClosedTableOfPracticeChipsStaysOne(t *testing.T) {
	s := newScene(t, nil)
	s.sit("A", 500)
	s.do(Sit{Player: 9, Seat: AnySeat, Chips: 1000, House: Easy, At: s.now}, Close{At: s.now})
	if v := s.view(); !v.Closed || !v.Practice || s.table.Chips() != 0 {
		t.Errorf("closed %v, practice %v, %d chips", v.Closed, v.Practice, s.table.Chips())
	}
}

// TestNoPracticeChipsForNoChips has a house player come to three people: one has all chips of a hand, one none, and one a single chip.
func TestNoPracticeChipsForNoChips(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("AB", 500)
	s.start("Ks As", "Kd Ad", plainBoard)
	s.play("r500 c")
	s.do(Sit{Player: 3, Seat: 5, Chips: 1, At: s.now}, Sit{Player: 9, Seat: AnySeat, Chips: 300, House: Easy, At: s.now})
	s.wantMoney("1C1 1I300p 5A1000 5C1 ")
}

// Where house players play for the chips of people, no chips are practice chips: all come and go like those of people.
func TestAHousePlayerMayPlayForTheChipsOfPeople(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { r.Staked = true })
	s.sit("AB", 500)
	s.do(Sit{Player: 9, Seat: AnySeat, Chips: 900, House: Easy, At: s.now}, TopUp{Player: 9, Chips: 100, At: s.now})
	s.wantMoney("1I900 3I100 ")
	if v := s.view(); v.Practice || s.table.Chips() != 2000 {
		t.Errorf("practice is %v with %d chips", v.Practice, s.table.Chips())
	}
	s.start()
	for s.view().Phase != Idle {
		s.play("f")
	}
	if s.view().Practice {
		t.Error("a hand made it practice")
	}
	chips := s.table.Chips()
	s.do(Leave{9, s.now}, Leave{1, s.now}, Leave{2, s.now})
	went := int64(0)
	for _, e := range s.out {
		if went += e.Amount; e.Practice || e.Kind != StoodUp {
			t.Errorf("event %+v", e)
		}
	}
	if went != chips {
		t.Errorf("%d of %d chips went home", went, chips)
	}
}

// The chips of house players do not change while a player, or a house player, has a seat: the chips on the table would go
// back to where they did not come from.
func TestWhatHousePlayersPlayForStaysWhileAnybodySits(t *testing.T) {
	s := newScene(t, nil)
	staked := s.table.Rules()
	staked.Staked = true
	sits := Sit{Player: 1, Seat: AnySeat, Chips: 300, At: s.now}
	house := Sit{Player: 9, Seat: AnySeat, Chips: 300, House: Easy, At: s.now}
	for _, c := range []Sit{sits, house} {
		s.do(c)
		s.refused(SetRules{Rules: staked}, Refusal{Reason: OtherGame, Rule: 1})
		s.do(Leave{c.Player, s.now}, SetRules{Rules: staked, At: s.now}, c)
		s.wantMoney(map[ID]string{1: "2A300 1A300 ", 9: "2I300p 1I300 "}[c.Player])
		plain := staked
		plain.Staked = false
		s.refused(SetRules{Rules: plain}, Refusal{Reason: OtherGame, Rule: 1})
		s.do(Leave{c.Player, s.now}, SetRules{Rules: plain, At: s.now})
	}
}

func TestAHousePlayerWhoComesInAHandConvertsAfterIt(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABC", 500)
	s.start()
	s.do(Sit{Player: 9, Seat: AnySeat, Chips: 1000, House: Hard, At: s.now}, Leave{1, s.now}, TopUp{Player: 3, Chips: 100, At: s.now})
	s.wantMoney("1I1000p 3C100 ")
	s.play("f")
	s.wantMoney("2A500 5B495 5C605 ")
	if !s.view().Practice || s.table.Chips() != 2100 {
		t.Errorf("%d chips", s.table.Chips())
	}
}

func TestHousePlayersDoNotPlayAmongThemselves(t *testing.T) {
	s := newScene(t, nil)
	for p := range ID(3) {
		s.do(Sit{Player: 9 + p, Seat: AnySeat, Chips: 1000, House: Easy, At: s.now})
	}
	if w := s.table.Pending(); w.Need != NeedPlayers {
		t.Errorf("awaits %+v", w)
	}
	s.do(Sit{Player: 1, Seat: AnySeat, Chips: 1000, At: s.now})
	if w := s.table.Pending(); w.Need != NeedStart || w.Due != s.now {
		t.Errorf("awaits %+v, want a hand at once", w)
	}
	s.do(Start{At: s.now})
	if v := s.view(); len(v.Seats) != 4 || !v.Seats[3].InHand || v.Seats[3].Waits {
		t.Errorf("the first hand is %+v", v)
	}
	s.do(Deal{Deck: deckOf(t, ""), At: s.now}, SitOut{1, s.now})
	s.foldOut()
	if w := s.table.Pending(); w.Need != NeedPlayers {
		t.Errorf("awaits %+v", w)
	}
}

// TestHousePlayersAreNotAskedHowOften deals the board twice as soon as the only person in the hand agrees (R37).
func TestHousePlayersAreNotAskedHowOften(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { quiet(r); r.RunIt = 2 })
	s.do(Sit{Player: 1, Seat: 0, Chips: 300, At: s.now}, Sit{Player: 2, Seat: 1, Chips: 300, House: Easy, At: s.now})
	s.start()
	s.play("r300 c")
	if v := s.view(); v.Phase != Asking {
		t.Fatalf("phase %d, want the question", v.Phase)
	}
	s.refused(RunIt{Player: 2, Hand: 1, Times: 2}, Refusal{Reason: NoRuns, Rule: 37})
	s.do(RunIt{Player: 1, Hand: 1, Times: 2, At: s.now})
	if v := s.view(); v.Phase != Idle || v.Runs != 2 || len(v.Again) != 1 {
		t.Errorf("phase %d, %d boards, want two dealt", v.Phase, v.Runs)
	}
	// Where only house players are all-in against each other, the engine asks no player.
	s = newScene(t, func(r *poker.Rules) { quiet(r); r.RunIt = 2 })
	s.do(Sit{Player: 1, Seat: 0, Chips: 300, At: s.now}, Sit{Player: 2, Seat: 1, Chips: 300, House: Easy, At: s.now},
		Sit{Player: 3, Seat: 2, Chips: 300, House: Hard, At: s.now})
	s.start()
	s.play("f r300 c")
	if v := s.view(); v.Phase != Idle || v.Runs != 0 {
		t.Errorf("phase %d, %d boards, want one dealt at once", v.Phase, v.Runs)
	}
}
