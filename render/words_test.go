package render

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

// emoji returns the longest emoji there is of a card.
func emoji(card.Card) string { return "<:queen_of_diamonds_3f2a:1234567890123456789>" }

var letters = regexp.MustCompile(`(10|[2-9JQKA])[♠♥♦♣]`)

// writing returns how the cards of a text are written.
func writing(text string) string {
	words := ""
	if letters.MatchString(text) {
		words += "letters "
	}
	if strings.Contains(text, "<:") {
		words += "emoji "
	}
	return strings.TrimSpace(words)
}

// tenOmaha returns a table of ten players who have all shown four cards.
func tenOmaha() engine.View {
	v := fullTable(1000)
	v.Rules.Variant = poker.Omaha
	next := card.Card(1)
	for i := range v.Seats {
		v.Seats[i].Pending, v.Seats[i].Leaves, v.Seats[i].RebuyBy = 0, false, 0
		for range 4 {
			v.Seats[i].Shown = append(v.Seats[i].Shown, next)
			next++
		}
	}
	v.Board = []card.Card{48, 49, 50, 51, 52}
	v.Pots = []engine.Pot{{Amount: 1000, Won: []engine.Award{{Seat: 0, Amount: 1000}}}}
	return v
}

// A message writes its cards in one way: where not all of them fit as emoji, all are letters.
func TestAMessageWritesItsCardsInOneWay(t *testing.T) {
	two := tenOmaha()
	for i := range two.Seats[2:] {
		two.Seats[2+i].Shown = nil
	}
	void := rendertest.Over(rendertest.Flop())
	void.Voided = true
	void.Seats[0].Shown = []card.Card{1, 2}
	for c := range card.Card(card.Count) {
		void.Deck = append(void.Deck, c+1)
	}
	for name, c := range map[string]struct {
		view engine.View
		want string
	}{
		"a flop": {rendertest.Flop(), "emoji"}, "two hands of Omaha": {two, "emoji"}, "ten hands of Omaha": {tenOmaha(), "letters"}, "a void hand": {void, "letters"},
	} {
		text := Board(Scene{View: c.view, Card: emoji})
		if got := writing(text); got != c.want || locale.Length(text) > locale.MaxText {
			t.Errorf("%s: the cards are %q in %d characters:\n%s", name, got, locale.Length(text), text)
		}
	}
	eachView(t, func(t *testing.T, v engine.View) {
		for what, text := range map[string]string{"board": Board(Scene{View: v, Card: emoji}), "panel": first(Panel(Scene{View: v, Card: emoji}))} {
			if writing(text) == "letters emoji" || locale.Length(text) > locale.MaxText {
				t.Errorf("the %s has %d characters and %s:\n%s", what, locale.Length(text), writing(text), text)
			}
		}
	})
}

func first(text string, _ [][]Button) string { return text }

// Buttons, menus, modals and the words in a picture's place have no emoji: they cannot show any, or would be read letter by
// letter.
func TestEmojiAreInTextAlone(t *testing.T) {
	eachView(t, func(t *testing.T, v engine.View) {
		s := Scene{View: v, Card: emoji}
		_, panel := Panel(s)
		for _, row := range append(Buttons(s), panel...) {
			for _, b := range row {
				for _, e := range append(b.Menu, Entry{Label: b.Label}) {
					if strings.Contains(e.Label+e.Value+e.About, "<:") {
						t.Errorf("a button: %+v", e)
					}
				}
			}
		}
		if text := Alt(s); strings.Contains(text, "<:") {
			t.Errorf("in the picture's place: %s", text)
		}
	})
}

// A reader who wants words gets all of the board below their own cards, in letters, in one message.
func TestWhoWantsWordsHasTheBoardBelowTheirCards(t *testing.T) {
	eachView(t, func(t *testing.T, v engine.View) {
		s := Scene{View: v, Name: rendertest.Names}
		heading, board, _ := strings.Cut(Board(s), "\n")
		s.Words, s.Card = true, emoji
		text, rows := Panel(s)
		own, below, _ := strings.Cut(text, "\n\n")
		if !strings.HasPrefix(own, heading+"\n") || below != board || writing(text) == "emoji" {
			t.Errorf("the panel is\n%s\n\nand the board\n%s", text, board)
		}
		if _, want := Panel(Scene{View: v, Name: rendertest.Names}); !reflect.DeepEqual(rows, want) {
			t.Errorf("the buttons are %v, and were %v", rows, want)
		}
	})
	long := tenOmaha()
	long.Viewer = long.Seats[0].Player
	if text, _ := Panel(Scene{View: long, Private: Private{Words: true}}); locale.Length(text) > locale.MaxText || strings.Count(text, "` ") != engine.MaxSeats {
		t.Errorf("%d characters:\n%s", locale.Length(text), text)
	}
}
