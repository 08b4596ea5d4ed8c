package render

import (
	"strings"
	"testing"

	"cardroom/engine"
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
