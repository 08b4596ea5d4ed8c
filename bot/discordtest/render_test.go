package discordtest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cardroom/bot/discordtest"
)

func TestMessagesAreDrawnTheSameInEveryRun(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"names instead of ids", `{"content":"ALICE joined POKER","allowed_mentions":{"parse":[]}}`, "cardroom:\n@alice joined #poker\n"},
		{"times from the last change", `{"content":"<t:SOON:R> and <t:AGO:R>"}`, "cardroom:\n<+45s> and <-5s>\n"},
		{"emojis by name", `{"content":"<:ace_of_spades_3f2a:1234567890123456789>"}`, "cardroom:\n:ace_of_spades_3f2a:\n"},
		{"commands by name", `{"content":"use </table open:1234567890123456789>"}`, "cardroom:\nuse /table open\n"},
		{"other ids", `{"content":"message 1234567890123456789"}`, "cardroom:\nmessage id\n"},
		{"buttons and menus", with(row(button("a", "Call 40"), `{"type":2,"style":4,"custom_id":"b","label":"Fold","disabled":true}`),
			row(`{"type":3,"custom_id":"m","placeholder":"Cards","options":[{"label":"A♠","value":"a"},{"label":"K♦","value":"k"}]}`)),
			"cardroom:\nc\n[Call 40] (Fold)\n<Cards: A♠ | K♦>\n"},
		{"embeds", `{"embeds":[{"title":"Table","description":"six seats","fields":[{"name":"Pot","value":"260"}],"footer":{"text":"#12"}}]}`,
			"cardroom:\nTable\nsix seats\nPot\n260\n#12\n"},
		{"layout", v2(`{"type":17,"components":[` + text("Table") + `,{"type":14},` + row(button("a", "Call")) + `]}`), "cardroom:\nTable\n---\n[Call]\n"},
	}
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		now := time.Now().Unix()
		places := strings.NewReplacer("ALICE", d.alice.Mention(), "POKER", "<#"+d.poker.ID()+">",
			"SOON", fmt.Sprint(now+45), "AGO", fmt.Sprint(now-5))
		for _, tt := range tests {
			d.say(places.Replace(tt.body))
			if m, _ := d.poker.Last(); m.String() != tt.want {
				t.Errorf("%s: drawn\n%s\nwant\n%s", tt.name, m, tt.want)
			}
		}
	})
}

func TestAnswersAreDrawn(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		modal := `{"type":9,"data":{"custom_id":"m","title":"Raise","components":[{"type":18,"label":"To","component":{"type":4,"custom_id":"to","style":1,"value":"80","placeholder":"80–1,000"}}]}}`
		tests := []struct{ callback, want string }{
			{`{"type":4,"data":{"content":"cards","flags":64}}`, "cardroom to alice only:\ncards\n"},
			{`{"type":5}`, "cardroom:\nthinking…\n"},
			{modal, "modal \"Raise\"\nTo: 80[80–1,000]\n"},
		}
		for _, tt := range tests {
			i := d.hello()
			d.callback(i, tt.callback)
			if got := i.Answer().String(); got != tt.want {
				t.Errorf("drawn %q, want %q", got, tt.want)
			}
		}
		i, _ := d.pressed()
		d.callback(i, `{"type":6}`)
		if got := i.Answer().String(); got != "(nothing to be seen)\n" {
			t.Errorf("drawn %q", got)
		}
	})
}
