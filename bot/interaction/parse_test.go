package interaction

import (
	"encoding/json"
	"testing"
	"unsafe"

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

// The newest interaction of each player stays in memory: their common texts are there once.
func TestInteractionsShareTheirTexts(t *testing.T) {
	parsed := func() *Interaction {
		i := new(gateway.Interaction)
		data := `{"type": 2, "application_id": "77", "guild_id": "1", "channel_id": "2", "locale": "en-GB", "guild_locale": "de",
			"member": {"user": {"id": "3"}}, "data": {"name": "sit"}}`
		if err := json.Unmarshal([]byte(data), i); err != nil {
			t.Fatal(err)
		}
		in, _ := Parse(i)
		return in
	}
	a, b := parsed(), parsed()
	for _, texts := range [][3]string{{"77", a.Application, b.Application}, {"en-GB", a.Locale, b.Locale}, {"de", a.GuildLocale, b.GuildLocale}} {
		if texts[1] != texts[0] || unsafe.StringData(texts[1]) != unsafe.StringData(texts[2]) {
			t.Errorf("%q and %q are texts of their own, want one %q", texts[1], texts[2], texts[0])
		}
	}
}
