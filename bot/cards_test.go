package bot

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardroom/bot/emoji"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// secretCards returns the deck in dealing order and those of its cards that are not public. After a void hand all cards are
// public.
func (e *evening) secretCards() (deck card.Deck, hidden map[card.Card]bool) {
	v := e.table.View(0)
	deck, err := e.env.Codec.Keys.Redeal(e.key, &e.record.Shuffle)(v.Hand)
	if err != nil {
		e.t.Fatal(err)
	}
	hidden = map[card.Card]bool{}
	for _, c := range deck {
		hidden[c] = !v.Voided
	}
	seen := slices.Concat(v.Again...)
	seen = append(seen, v.Board...)
	for _, s := range v.Seats {
		seen = append(seen, s.Shown...)
	}
	for _, event := range e.record.Log { // also of players who left
		seen = append(seen, event.Cards[:]...)
	}
	for _, c := range seen {
		delete(hidden, c)
	}
	return deck, hidden
}

// run is the length of a row of cards to look for in forms in which a single card looks like any number.
const run = 6

// leak returns the first secret card that data shows in a form that the program writes or could write, or "".
func leak(data []byte, deck card.Deck, hidden map[card.Card]bool) string {
	for c, secret := range hidden {
		for _, text := range names(c) {
			if secret && bytes.Contains(data, []byte(text)) {
				return text
			}
		}
	}
	for i := range card.Count - run + 1 {
		cards := deck[i : i+run]
		if slices.ContainsFunc(cards, func(c card.Card) bool { return !hidden[c] }) {
			continue
		}
		for _, row := range cardRows(cards) {
			if bytes.Contains(data, row) {
				return fmt.Sprintf("%v as %q", cards, row)
			}
		}
	}
	return ""
}

// names returns the spellings of one card: as people read it, as JSON may escape it, with letters.
func names(c card.Card) []string {
	rank, suit := strings.TrimRight(c.String(), "♣♦♥♠"), string("cdhs"[c.Suit()])
	short := strings.Replace(rank, "10", "T", 1)
	return []string{
		c.String(), fmt.Sprintf(`%s\u%x`, rank, []rune("♣♦♥♠")[c.Suit()]),
		`"` + short + suit + `"`, `"` + rank + suit + `"`, " " + short + suit + " ", "card_" + short + suit, emoji.CardName(c),
	}
}

// cardRows returns the encodings of a row of cards: as numbers from 1 or from 0, in bytes or digits; as letters.
func cardRows(cards []card.Card) (list [][]byte) {
	letters := ""
	for _, c := range cards {
		letters += string("23456789TJQKA"[c.Rank()]) + string("cdhs"[c.Suit()])
	}
	list = append(list, []byte(letters))
	for from := range 2 {
		var row []byte
		for _, c := range cards {
			row = append(row, byte(c)-byte(from))
		}
		list = append(list, row, []byte(hex.EncodeToString(row)), []byte(strings.Trim(strings.Join(strings.Fields(fmt.Sprint(row)), ","), "[]")))
		for before := range 3 { // base64 starts over with every third byte; only letters that the row alone decides
			text := base64.StdEncoding.EncodeToString(append(make([]byte, before), row...))
			list = append(list, []byte(text[(8*before+5)/6:8*(before+run)/6]))
		}
	}
	return list
}

func TestCardsAreFoundHoweverTheyAreWritten(t *testing.T) {
	deck, hidden := card.Ordered(), map[card.Card]bool{}
	deck[0], deck[51] = deck[51], deck[0]
	for _, c := range deck[10:40] {
		hidden[c] = true
	}
	six, ten := deck[20:20+run], card.Of(8, 1)
	var numbers []byte
	for _, c := range six {
		numbers = append(numbers, byte(c))
	}
	text, err := json.Marshal(six)
	if err != nil {
		t.Fatal(err)
	}
	for _, shown := range []string{
		"10♦", `10\u2666`, `"Td"`, `["10d"]`, "card_Td", "<:ten_of_diamonds_3f2a:1>", string(text), string(numbers), "\x00" + string(numbers), hex.EncodeToString(numbers),
		base64.StdEncoding.EncodeToString(append([]byte("a"), numbers...)),
		base64.StdEncoding.EncodeToString(append([]byte("ab"), numbers...)),
		base64.StdEncoding.EncodeToString(append([]byte("abc"), numbers...)),
		fmt.Sprintf("%d,%d,%d,%d,%d,%d", six[0], six[1], six[2], six[3], six[4], six[5]),
		fmt.Sprintf("[%d,%d,%d,%d,%d,%d]", six[0]-1, six[1]-1, six[2]-1, six[3]-1, six[4]-1, six[5]-1),
	} {
		if leak([]byte("{"+shown+"}"), deck, hidden) == "" {
			t.Errorf("%q is not found", shown)
		}
	}
	if delete(hidden, ten); leak([]byte(`["10♦","A♠"]`), deck, hidden) != "" {
		t.Error("a card that everyone saw is no secret")
	}
}

// TestNoCardAtRest plays all games into a file and looks for cards in the stored data: in every record and every hand of
// the history. At last, after a hand or in the middle of one, it looks in the file itself.
func TestNoCardAtRest(t *testing.T) {
	alone(t)
	looked, files := 0, 0
	for seed := range uint64(24) {
		e, dir := newEvening(t, seed), t.TempDir()
		s, err := storeopen.Open(t.Context(), "file:"+filepath.Join(dir, "club.db"), store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		e.store, e.version = s, 0
		for v := e.table.View(0); len(e.kept) == 0 && v.Turn.Action < 2+int64(seed); v = e.table.View(0) {
			e.step()
			if deck, hidden, dealt := e.cardsAtRest(); dealt {
				looked++
				if found := leak(e.data, deck, hidden); found != "" {
					t.Fatalf("seed %d: the record shows %s: %s", seed, found, e.data)
				}
				if found := leak(e.kept[1].Data, deck, hidden); found != "" {
					t.Fatalf("seed %d: the history shows %s: %s", seed, found, e.kept[1].Data)
				}
			}
		}
		if deck, hidden, dealt := e.cardsAtRest(); dealt {
			files++
			e.scan(dir, deck, hidden)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if looked < 100 || files < 20 {
		t.Errorf("%d records and %d files with cards were looked at", looked, files)
	}
}

// cardsAtRest returns the result of secretCards, and whether a hand was dealt.
func (e *evening) cardsAtRest() (deck card.Deck, hidden map[card.Card]bool, dealt bool) {
	s := &e.record.Shuffle
	if v := e.table.View(0); v.Hand == 0 || v.Phase == engine.Shuffling || v.Voided || s.Commitment == (fair.Hash{}) {
		return deck, nil, false
	}
	deck, hidden = e.secretCards()
	return deck, hidden, true
}

// scan looks for cards in every file of a directory.
func (e *evening) scan(dir string, deck card.Deck, hidden map[card.Card]bool) {
	e.t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		e.t.Fatal(err)
	}
	inRecord := false
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			e.t.Fatal(err)
		}
		inRecord = inRecord || bytes.Contains(data, []byte(record.TableSchema))
		if found := leak(data, deck, hidden); found != "" {
			e.t.Errorf("%s shows %s", entry.Name(), found)
		}
	}
	if !inRecord {
		e.t.Errorf("no record is in %v", entries)
	}
}
