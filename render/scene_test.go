package render

import (
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

func TestCardsAreWrittenAsPromised(t *testing.T) {
	if got := (Scene{}).Cards(append(rendertest.Cards(t, "As Td 2c Kh"), card.None)); got != "A♠ 10♦ 2♣ K♥" {
		t.Errorf("written %q", got)
	}
}

// Below a picture, the line of the turn is one line of a phone: a long name leaves room for the amount to call, or for
// nothing.
func TestTheTurnIsOneLineOnAPhone(t *testing.T) {
	free := engine.Legal{Min: 20, Max: 940, High: 0}
	for _, c := range []struct {
		name, lang string
		legal      engine.Legal
		want       string
	}{
		{"Bob", "", rendertest.Flop().Legal, "▶ <@1002> · to call 60 · <t:"},
		{"Friederike", "", rendertest.Flop().Legal, "▶ <@1002> · 60 · <t:"},
		{"Friederike", "", free, "▶ <@1002> · <t:"},
		{"Alice", "de", rendertest.Flop().Legal, "▶ <@1002> · Call 60 · <t:"},
		{"Friederike", "de", rendertest.Flop().Legal, "▶ <@1002> · 60 · <t:"},
		{"Lukas", "tr", rendertest.Flop().Legal, "▶ <@1002> · Call 60 · <t:"},
		{"Bob", "fr", rendertest.Flop().Legal, "▶ <@1002> · 60 · <t:"},
		{"Alice", "ru", rendertest.Flop().Legal, "▶ <@1002>: 60, <t:"},
		{"Friederike", "ru", rendertest.Flop().Legal, "▶ <@1002>: <t:"},
		{"Alice", "ru", free, "▶ <@1002>: <t:"},
		{"Alice", "ja", rendertest.Flop().Legal, "▶ <@1002> · コールに 60 · <t:"},
	} {
		v := rendertest.Flop()
		v.Legal = c.legal
		s := Scene{View: v, Lang: locale.Lookup(c.lang), DisplayNames: map[engine.ID]DisplayName{rendertest.Bob: {Name: c.name}}}
		if got := Caption(s); !strings.Contains(got, "\n"+c.want) {
			t.Errorf("%s in %q: %s", c.name, c.lang, got)
		}
	}
}
