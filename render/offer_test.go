package render

import (
	"slices"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

// offered returns the verbs of the buttons of all rows.
func offered(rows [][]Button) (all []string) {
	for _, row := range rows {
		for _, b := range row {
			all = append(all, b.Verb)
		}
	}
	return all
}

// TestNoPlayerIsOfferedWhatTheyCannotDo looks at the menu of the seat and at both panels of players who have no chips: they cannot
// come back without a rebuy, and cannot sit down with a wallet below the least buy-in.
func TestNoPlayerIsOfferedWhatTheyCannotDo(t *testing.T) {
	bust := rendertest.Table(rendertest.Dealt(0, rendertest.Alice, 0, 0), rendertest.Dealt(2, rendertest.Bob, 6000, 0))
	bust.Phase, bust.ToAct, bust.Viewer = engine.Idle, -1, rendertest.Alice
	bust.Seats[0].RebuyBy, bust.Seats[0].Out, bust.Seats[0].InHand = rendertest.Deadline, true, false
	poor := rendertest.Table(rendertest.Dealt(2, rendertest.Bob, 6000, 0))
	poor.Phase, poor.ToAct, poor.Viewer = engine.Idle, -1, rendertest.Alice
	for _, low := range []bool{false, true} {
		s := Scene{View: bust, Name: rendertest.Names, Private: Private{Low: low, Rebuy: 1000}}
		_, menu := SeatMenu(s, "")
		_, panel := Panel(s)
		for _, rows := range [][][]Button{menu, panel} {
			if got := offered(rows); slices.Contains(got, VerbSitIn) || slices.Contains(got, VerbSitOut) || !slices.Contains(got, VerbRebuy) {
				t.Errorf("low %t: a player without chips is offered %v", low, got)
			}
		}
		for _, need := range []int64{0, 400} {
			s := Scene{View: poor, Name: rendertest.Names, Private: Private{Low: low}}
			s.Short.Need = need
			words, menu := SeatMenu(s, "")
			text, panel := Panel(s)
			for _, rows := range [][][]Button{menu, panel} {
				if got := slices.Contains(offered(rows), VerbSit); got != (need == 0) {
					t.Errorf("low %t: with a wallet short of %d, Sit down is offered: %t", low, need, got)
				}
			}
			if need != 0 && (!strings.Contains(words, "/chips daily") || !strings.Contains(text, "/chips daily")) {
				t.Errorf("low %t: the menu says\n%s\nthe panel says\n%s", low, words, text)
			}
		}
	}
}

// TestABustPlayerPostsTheResult looks for the button below the result. A low panel has no room for it: it is in the menu, too.
func TestABustPlayerPostsTheResult(t *testing.T) {
	v := rendertest.Table(rendertest.Dealt(0, rendertest.Alice, 0, 0), rendertest.Dealt(2, rendertest.Bob, 6000, 0))
	v.Phase, v.ToAct, v.Hand, v.Viewer = engine.Idle, -1, 7, rendertest.Alice
	v.Seats[0].RebuyBy, v.Seats[0].Total = rendertest.Deadline, 6000
	v.Pots = []engine.Pot{{Amount: 12000, Won: []engine.Award{{Seat: 2, Amount: 12000}}}}
	for _, low := range []bool{false, true} {
		s := Scene{View: v, Name: rendertest.Names, Private: Private{Low: low, Rebuy: 1000}}
		_, rows := Panel(s)
		_, menu := SeatMenu(s, "")
		if slices.Contains(offered(rows), VerbPostHand) == low || !slices.Contains(offered(menu), VerbPostHand) {
			t.Errorf("low %t: the buttons are %v, those of the menu %v", low, labels(rows), labels(menu))
		}
	}
}

// TestThePlayerWhoTimedOutReadsWhy looks at the menu of players in a hand who sit out after it, by themselves or by the clock (R30).
func TestThePlayerWhoTimedOutReadsWhy(t *testing.T) {
	v := rendertest.Table(rendertest.Dealt(0, rendertest.Alice, 500, 0), rendertest.Dealt(2, rendertest.Bob, 6000, 0))
	v.Phase, v.ToAct, v.Viewer = engine.Betting, 2, rendertest.Alice
	v.Seats[0].Out, v.Seats[0].Folded = true, true
	for timedOut, want := range map[bool]string{false: "You sit out after this hand.", true: "You ran out of time twice"} {
		v.Seats[0].TimedOut = timedOut
		if words, _ := SeatMenu(Scene{View: v, Name: rendertest.Names}, ""); !strings.Contains(words, want) {
			t.Errorf("timed out %t: the menu says\n%s", timedOut, words)
		}
	}
}

// TestThePanelBeforeADrawSaysHowALeaverPlays: a player who leaves plays their turns and the draw. One whom the host removes plays on, and
// reads that they are out after the hand (R53, R60).
func TestThePanelBeforeADrawSaysHowALeaverPlays(t *testing.T) {
	say, host := locale.Lookup("").Say, locale.Lookup("").Host
	leaves, turn, draw := string(say.LeaveAfter), " "+string(say.LeaveTurn), " "+string(say.LeaveDraw)
	for _, tt := range []struct {
		name   string
		seat   engine.SeatView
		wanted string
	}{
		{"to act and to draw", engine.SeatView{Leaves: true, Drew: -1}, leaves + turn + draw},
		{"to act", engine.SeatView{Leaves: true}, leaves + turn},
		{"to draw", engine.SeatView{Leaves: true, AllIn: true, Drew: -1}, "You're all-in. " + leaves + draw},
		{"removed", engine.SeatView{Kicked: true, Drew: -1}, string(host.KickedYou)},
		{"removed, all-in", engine.SeatView{Kicked: true, AllIn: true}, string(host.KickedYou) + " You're all-in."},
		{"removed, and leaves", engine.SeatView{Kicked: true, Leaves: true}, leaves + turn},
	} {
		v := rendertest.Flop()
		v.Rules.Variant, v.Board = poker.FiveCardDraw, nil
		v.Viewer = rendertest.Alice
		s := &v.Seats[0]
		s.Leaves, s.Kicked, s.AllIn, s.Drew = tt.seat.Leaves, tt.seat.Kicked, tt.seat.AllIn, tt.seat.Drew
		text, _ := Panel(Scene{View: v, Name: rendertest.Names})
		if lines := strings.Split(text, "\n"); lines[len(lines)-1] != tt.wanted {
			t.Errorf("%s: %q; want the last line %q", tt.name, text, tt.wanted)
		}
	}
}

// TestThePanelOfAPlayerWhoLeavesSaysSo also has a pre-action of an older program, which no longer counts (R28, R60).
func TestThePanelOfAPlayerWhoLeavesSaysSo(t *testing.T) {
	for _, tt := range []struct {
		name   string
		phase  engine.Phase
		seat   func(*engine.SeatView)
		wanted string
	}{
		{"betting", engine.Betting, func(*engine.SeatView) {}, "You leave after this hand. On your turn you check if it's free, otherwise fold."},
		{"an older pre-action", engine.Betting, func(s *engine.SeatView) { s.Plan = engine.PlanCallAny }, "You leave after this hand. On your turn you check if it's free, otherwise fold."},
		{"folded", engine.Betting, func(s *engine.SeatView) { s.Folded = true }, "You folded. You leave after this hand."},
		{"all-in", engine.Betting, func(s *engine.SeatView) { s.AllIn = true }, "You're all-in. You leave after this hand."},
		{"another is asked to show", engine.Showing, func(*engine.SeatView) {}, "You leave after this hand."},
	} {
		v := rendertest.Flop()
		v.Viewer, v.Phase = rendertest.Alice, tt.phase
		v.Seats[0].Leaves = true
		tt.seat(&v.Seats[0])
		for _, low := range []bool{false, true} {
			text, rows := Panel(Scene{View: v, Name: rendertest.Names, Private: Private{Low: low}})
			if lines := strings.Split(text, "\n"); lines[len(lines)-1] != tt.wanted || len(rows) > 0 {
				t.Errorf("%s, low %t: %q with buttons %v; want the last line %q and none", tt.name, low, text, offered(rows), tt.wanted)
			}
		}
	}
}
