package interaction

import (
	"encoding/json"
	"testing"

	"cardroom/bot/gateway"
)

// Discord takes choices of the option's type only: numbers for a number, although the typed digits come as a text.
func TestACompletedOptionHasItsType(t *testing.T) {
	for option, want := range map[string]bool{
		`{"name": "seat", "type": 4, "value": "1", "focused": true}`:                                           true,
		`{"name": "player", "type": 4, "value": "", "focused": true}`:                                          true,
		`{"name": "buyin", "type": 3, "value": "100", "focused": true}`:                                        false,
		`{"name": "seat", "type": 4, "value": 3}, {"name": "buyin", "type": 3, "value": "", "focused": true}`:  false,
		`{"name": "add", "type": 1, "options": [{"name": "count", "type": 4, "value": "2", "focused": true}]}`: true,
	} {
		i := new(gateway.Interaction)
		data := `{"type": 4, "guild_id": "1", "channel_id": "2", "member": {"user": {"id": "3"}}, "data": {"name": "sit", "options": [` + option + `]}}`
		if err := json.Unmarshal([]byte(data), i); err != nil {
			t.Fatal(err)
		}
		if in, ok := Parse(i); !ok || in.FocusNumber != want || in.Focus == "" {
			t.Errorf("%s: a number is %t, want %t", option, in.FocusNumber, want)
		}
	}
}
