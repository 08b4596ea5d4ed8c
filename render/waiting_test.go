package render

import (
	"slices"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

// TestTheWaitingBoardNamesTheConditionThatIsMissing has two players with chips, of whom one or none sits out (R61).
func TestTheWaitingBoardNamesTheConditionThatIsMissing(t *testing.T) {
	for want, out := range map[string]bool{
		"The next hand starts when two players are ready to play.": true,
		"The next hand starts when two players have chips.":        false,
	} {
		v := rendertest.Table(rendertest.Dealt(0, rendertest.Alice, 900, 0), rendertest.Dealt(1, rendertest.Bob, 900, 0))
		v.Phase, v.ToAct, v.Until = engine.Idle, -1, 0
		v.Seats[1].Out = out
		if text := Board(Scene{View: v}); !strings.Contains(text, want) {
			t.Errorf("should contain %q:\n%s", want, text)
		}
	}
}

// TestAFullBoardNamesNoButtonThatItLacks has a player sit out at a table with a free seat, and at a full one, also below a picture.
func TestAFullBoardNamesNoButtonThatItLacks(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		for _, seats := range []int{2, 3} {
			v := rendertest.Table(rendertest.Dealt(0, rendertest.Alice, 900, 0), rendertest.Dealt(1, rendertest.Bob, 900, 0))
			v.Phase, v.ToAct, v.Until, v.Rules.Seats = engine.Idle, -1, 0, seats
			v.Seats[1].Out = true
			sits := slices.ContainsFunc(flat(Buttons(Scene{View: v, Lang: l})), func(b Button) bool { return b.Verb == VerbSit })
			v.Hand = 1
			v.Pots = []engine.Pot{{Amount: 20, Won: []engine.Award{{Amount: 20}}}}
			for _, text := range []string{Board(Scene{View: v, Lang: l}), Caption(Scene{View: v, Lang: l})} {
				if !strings.Contains(text, "**"+string(l.Button.SeatAsk)+"**") || sits != strings.Contains(text, "**"+string(l.Button.Sit)+"**") {
					t.Errorf("with %d seats and the button to sit down %t:\n%s", seats, sits, text)
				}
			}
		}
	})
}

// TestAPausedBoardNamesTheHeldSeat pauses a table that holds its free seat, in words and below a picture, before a hand and after one.
func TestAPausedBoardNamesTheHeldSeat(t *testing.T) {
	for _, hand := range []int64{0, 7} {
		v := rendertest.Table(rendertest.Dealt(0, rendertest.Alice, 900, 0), rendertest.Dealt(1, rendertest.Bob, 900, 0))
		v.Phase, v.ToAct, v.Until, v.Hand, v.Rules.Seats = engine.Idle, -1, 0, hand, 3
		v.Waitlist, v.CallBy = []engine.ID{rendertest.Carol}, rendertest.Deadline
		for _, paused := range []bool{false, true} {
			v.Paused = paused
			for _, text := range []string{Board(Scene{View: v}), Caption(Scene{View: v})} {
				held := strings.Index(text, "A seat is being held for "+Mention(rendertest.Carol))
				if stands := strings.Index(text, "\n-# Paused: no new hand"); held < 0 || paused != (stands > held) {
					t.Errorf("paused %t after hand %d:\n%s", paused, hand, text)
				}
			}
		}
	}
}
