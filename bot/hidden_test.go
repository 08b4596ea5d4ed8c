package bot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/store"
)

// cardSigns finds a card as any of our types would print it.
var cardSigns = regexp.MustCompile(`[♠♥♦♣]|\b([2-9]|10|[TJQKA])[shdc]\b`)

// running is an evening in the middle of a hand.
func running(t *testing.T) *evening {
	t.Helper()
	e := newEvening(t, 0)
	for v := e.a.State.Table.View(0); v.Phase != engine.Betting; v = e.a.State.Table.View(0) {
		e.step()
	}
	return e
}

// T1: whatever holds a table prints without its cards, also by what fmt does to fields that are not exported.
func TestWhatHoldsATablePrintsWithoutItsCards(t *testing.T) {
	e := running(t)
	a := e.a
	one, two := uint8(cardsOf(a)[0]), uint8(cardsOf(a)[1])
	a.State.Record.Shuffle.Secret = nil // sealed: its bytes are any, and some look like Ah
	shows := func(text string) bool {   // the hole cards of a seat, as numbers or as cards
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
	for _, v := range []any{a, a.State, *a.State, a.State.Record, a.State.Table, []any{*a.State}, struct{ State table.State }{*a.State}} {
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

// cardsOf is the cards that a player holds, and what comes off the deck: the first hole cards.
func cardsOf(a *table.Table) (cards []card.Card) {
	for _, s := range a.State.Table.View(0).Seats {
		cards = append(cards, table.SeatOf(new(a.State.Table.View(s.Player)), s.Player).Cards...)
	}
	return cards
}

// T19: so do the token and the key, in whatever they are kept.
func TestWhatHoldsTheTokenPrintsWithoutIt(t *testing.T) {
	c := Config{Token: "hunter2.of.secrecy", Key: bytes.Repeat([]byte{0xab}, shuffle.KeySize)}
	b, err := New(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{c, &c, b, table.NewTable(b.Env, store.Key{}), b.Codec.Envelope, []any{c, b}, struct{ C Config }{c}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
			text := fmt.Sprintf(verb, v)
			for _, secret := range []string{"hunter2", "171 171", "0xab, 0xab", "abab", fmt.Sprintf("%x", "hunter2"), fmt.Sprint(b.Codec.Envelope.TagKey[:4])[1:8]} {
				if strings.Contains(text, secret) {
					t.Errorf("%s of %T shows %s: %.200s", verb, v, secret, text)
				}
			}
		}
	}
}

// T2: a panic that carries cards leaves none of them in the log.
func TestAPanicWithCardsTellsNone(t *testing.T) {
	e := running(t)
	var log bytes.Buffer
	a := table.NewTable(e.a.Env, e.a.Key)
	a.Log = slog.New(slog.NewTextHandler(&log, nil))
	a.State = e.a.State
	own := cardsOf(a)
	for name, value := range map[string]any{
		"a view": a.State.Table.View(a.State.Table.View(0).Seats[0].Player), "a table": a.State.Table, "cards": own, "a card": own[0],
		"text": "the cards are " + own[0].String(), "an error": fmt.Errorf("the cards are %v", own), "what holds it": a.State,
	} {
		log.Reset()
		a.Version, a.Recovery.Doubt.Is = 1, false
		a.Run(func() { panic(value) })
		if found := cardSigns.FindString(log.String()); found != "" || !strings.Contains(log.String(), "msg=panic") {
			t.Errorf("%s: the log shows %q:\n%s", name, found, log.String())
		}
		if !a.Recovery.Doubt.Is {
			t.Errorf("%s: after a panic the table is not in doubt", name)
		}
	}
}
