package board_test

import (
	"encoding/json"
	"testing"

	"cardroom/bot/board"
	"cardroom/bot/rest"
)

// TestAnOldBoardShrinksToItsResult reads boards of components and of words that have lost their hand: their buttons go, and so do
// the small lines and the picture of a board of components.
func TestAnOldBoardShrinksToItsResult(t *testing.T) {
	for _, old := range []struct {
		name, message, text string
		lines, keeps        bool
	}{
		{"components", `{"flags": 32768, "components": [{"type": 17, "components": [
			{"type": 10, "content": "#7 · **Result** · Q♦ 4♠ J♥ 4♣ 7♣\n🏆 <@1> +110\n-# The shuffle is sealed · /verify 7"},
			{"type": 1, "components": [{"type": 2, "custom_id": "v1:1:7:1:sit"}]}]}]}`, "#7 · **Result** · Q♦ 4♠ J♥ 4♣ 7♣\n🏆 <@1> +110", true, false},
		{"words", `{"content": "#7 · **Result**\n-# The shuffle is sealed"}`, "#7 · **Result**\n-# The shuffle is sealed", false, true},
	} {
		var m rest.Message
		if err := json.Unmarshal([]byte(old.message), &m); err != nil {
			t.Fatal(err)
		}
		c, pictures := board.Stripped(&m)
		text := c.Text
		if c.Layout != nil {
			text = c.Layout.Lines
		}
		if text != old.text || (c.Layout != nil) != old.lines || (pictures == nil) != old.keeps || len(c.Rows) > 0 {
			t.Errorf("%s: %q, a layout %t, pictures %v", old.name, text, c.Layout != nil, pictures)
		}
	}
}
