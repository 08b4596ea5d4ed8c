package invariant

import (
	"fmt"
	"strings"
	"testing"

	"cardroom/bot/discordtest"
	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/world"
	"cardroom/engine/card"
	"cardroom/store"
)

func TestCardsAreReadInEveryForm(t *testing.T) {
	for text, want := range map[string]string{
		"K♥ 10♦": "K♥ 10♦", "<:ten_of_diamonds_3f2a:12>": "10♦", "Board: ace of spades, deuce of hearts.": "A♠ 2♥",
		"туз пик, десятка червей": "A♠ 10♥", "スペードのA、ハートの10": "A♠ 10♥", "dame de cœur": "Q♥", "Pik Dame": "Q♠",
		"<:ten_of_stars_3f2a:12> an ace, 10 of them": "",
	} {
		var said []string
		for _, c := range cardsIn(text) {
			said = append(said, c.String())
		}
		if got := strings.Join(said, " "); got != want {
			t.Errorf("%q has the cards %q, want %q", text, got, want)
		}
	}
	names := signsByName()
	if n := len(names); n < 8*card.Count-2*card.Count {
		t.Errorf("%d cards in words are known", n)
	}
	for name, sign := range names {
		if got := Signs(name); got != sign {
			t.Errorf("%q is read as %q, want %q", name, got, sign)
		}
	}
}

// A board of components has its lines in a text display and its seats in the alternative text of its picture. See reads both.
func TestABoardOfComponentsIsRead(t *testing.T) {
	for name, c := range map[string]struct {
		lines, alt string
		law        string
	}{
		"public cards":           {"#4 · **Flop** · A♠\n▶ <@1> · 60 to call", "#4 · Flop\nBoard: ace of spades.", ""},
		"a card in the lines":    {"#4 · **Flop** · K♥", "#4 · Flop", "I6"},
		"a card in words":        {"#4 · **Flop**", "#4 · Flop\n1 Alice 880 · king of hearts", "I6"},
		"a card as a sign":       {"#4 · **Flop**", "#4 · Flop\n1 Alice 880 · K♥", "I6"},
		"two players are to act": {"#4 · **Flop**\n▶ <@1> · 60 to call\n▶ <@2> · 60 to call", "#4 · Flop", "I5"},
	} {
		t.Run(name, func(t *testing.T) {
			var laws []string
			w := &Watch{Fail: func(law, format string, args ...any) { laws = append(laws, law+": "+fmt.Sprintf(format, args...)) }}
			ace, err := card.Parse("A♠")
			if err != nil {
				t.Fatal(err)
			}
			w.table(store.Key{Channel: 7}).hand(4).public[ace] = true
			parts := []object.Component{{Type: object.TypeGallery, Items: []object.MediaItem{{Description: c.alt}}}, {Type: object.TypeText, Content: c.lines}}
			w.See(discordtest.Message{Message: world.Message{ChannelID: "7", Components: []object.Component{{Type: object.TypeContainer, Components: parts}}}})
			if c.law == "" && len(laws) > 0 || c.law != "" && (len(laws) != 1 || !strings.HasPrefix(laws[0], c.law)) {
				t.Errorf("said is %q, want %q", laws, c.law)
			}
		})
	}
}
