package table_test

import (
	"bytes"
	"cardroom/bot"
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/bot/table/tabletest"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/store"
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"
)

// cardSigns finds a card as any of our types would print it.
var cardSigns = regexp.MustCompile(`[♠♥♦♣]|\b([2-9]|10|[TJQKA])[shdc]\b`)

// newEnv returns the environment of a bot with a key, and no store.
func newEnv(t *testing.T, key byte) *table.Env {
	t.Helper()
	b, err := bot.New(bot.Config{Key: bytes.Repeat([]byte{key}, shuffle.KeySize)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b.Env
}

// running returns a table in the middle of a hand.
func running(t *testing.T) *table.Table {
	t.Helper()
	e, k := newEnv(t, 3), store.Key{Guild: 5, Channel: 6}
	game, err := engine.New(poker.DefaultRules())
	if err != nil {
		t.Fatal(err)
	}
	r := record.Table{Session: 3}
	do := func(c engine.Command) {
		t.Helper()
		if game, r.Log, err = game.Apply(c, r.Log); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	for who := engine.ID(1); who <= 3; who++ { // in hexadecimal a player's number must not look like a card
		do(engine.Sit{Player: who, Seat: engine.AnySeat, Chips: 500, At: 1})
	}
	do(engine.Start{At: 20_000})
	var deck card.Deck
	deck, r.Shuffle = tabletest.Deal(t, e, k, game, 5)
	do(engine.Deal{Deck: deck, Message: 5, At: 20_000})
	a := e.Tables.Get(k)
	a.Install(r, game, 31)
	return a
}

// T1: every value that holds a table prints without its cards, also when fmt prints unexported fields.
func TestWhatHoldsATablePrintsWithoutItsCards(t *testing.T) {
	a := running(t)
	one, two := uint8(cardsOf(a)[0]), uint8(cardsOf(a)[1])
	r := a.Record()
	r.Shuffle.Secret = nil // encrypted: random bytes, some of which look like Ah
	a.Install(r, a.Game(), 31)
	shows := func(text string) bool { // the hole cards of a seat, as numbers or as cards
		for _, form := range []string{"[%d %d 0", "{0x%x, 0x%x,", "[%x %x 0", "[%d,%d,0", "%02x%02x00"} {
			if strings.Contains(text, fmt.Sprintf(form, one, two)) {
				return true
			}
		}
		return cardSigns.MatchString(text)
	}
	if !shows(fmt.Sprint([5]uint8{one, two})) {
		t.Fatal("this test would not see a card")
	}
	for _, v := range []any{a, a.Inside(), a.State(), a.Record(), a.Game(), []any{a.State()}, struct{ State any }{a.State()}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
			text := fmt.Sprintf(verb, v)
			if shows(text) {
				t.Errorf("%s of %T shows a card: %.200s", verb, v, text)
			}
		}
		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("x", "v", v)
		if shows(log.String()) {
			t.Errorf("the log of %T shows a card: %.200s", v, log.String())
		}
		if text, err := json.Marshal(v); err == nil && shows(string(text)) {
			t.Errorf("the JSON of %T shows a card: %.200s", v, text)
		}
	}
}

// cardsOf returns the cards that a player holds, and the next cards of the deck: the first hole cards.
func cardsOf(a *table.Table) (cards []card.Card) {
	for _, s := range a.View().Seats {
		cards = append(cards, table.SeatOf(new(a.ViewOf(s.Player)), s.Player).Cards...)
	}
	return cards
}

// T2: the log of a panic with cards contains none of them.
func TestAPanicWithCardsTellsNone(t *testing.T) {
	var log bytes.Buffer
	a := running(t)
	r, game := a.Record(), a.Game()
	a.Log = slog.New(slog.NewTextHandler(&log, nil))
	own := cardsOf(a)
	for name, value := range map[string]any{
		"a view": a.ViewOf(a.View().Seats[0].Player), "a table": game, "cards": own, "a card": own[0],
		"text": "the cards are " + own[0].String(), "an error": fmt.Errorf("the cards are %v", own), "what holds it": a.Inside(),
	} {
		log.Reset()
		a.Install(r, game, 1)
		a.RunJob(func() { panic(value) })
		if found := cardSigns.FindString(log.String()); found != "" || !strings.Contains(log.String(), "msg=panic") {
			t.Errorf("%s: the log shows %q:\n%s", name, found, log.String())
		}
		if !a.Uncertain() {
			t.Errorf("%s: after a panic the table is not in doubt", name)
		}
	}
}

// TestManyNamesKeepThoseOfTheSeated: a table that has met too many people forgets those without a seat.
func TestManyNamesKeepThoseOfTheSeated(t *testing.T) {
	a := idle(t, sleeper(t), 7)
	for _, s := range a.View().Seats {
		a.Names.Learn(s.Player, render.DisplayName{Name: "P"})
	}
	for i := range engine.ID(500) {
		a.Names.Learn(5000+i, render.DisplayName{Name: "S"})
	}
	known := a.Scene(0, a.Locale()).DisplayNames
	for _, s := range a.View().Seats {
		if known[s.Player].Name != "P" {
			t.Errorf("seat %d has the name %q", s.Seat, known[s.Player].Name)
		}
	}
}
