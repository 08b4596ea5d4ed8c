package card

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestEveryCardHasItsOwnName(t *testing.T) {
	seen := map[string]bool{}
	for c := Card(1); c <= Count; c++ {
		name := c.String()
		if seen[name] {
			t.Errorf("%s is the name of two cards", name)
		}
		seen[name] = true
		if Of(c.Rank(), c.Suit()) != c {
			t.Errorf("Of(%d, %d) is not %s", c.Rank(), c.Suit(), name)
		}
		if back, err := Parse(name); err != nil || back != c {
			t.Errorf("Parse(%q) = %v, %v", name, back, err)
		}
	}
}

func TestParseReadsCardsAsPeopleTypeThem(t *testing.T) {
	for text, want := range map[string]string{
		"A♠": "A♠", "As": "A♠", "aS": "A♠", " as ": "A♠", "A♠️": "A♠",
		"10d": "10♦", "Td": "10♦", "td": "10♦", "T♦": "10♦", "10♦": "10♦", "10D": "10♦",
		"2c": "2♣", "9♥": "9♥", "kH": "K♥",
	} {
		if c, err := Parse(text); err != nil || c.String() != want {
			t.Errorf("Parse(%q) = %v, %v; want %s", text, c, err, want)
		}
	}
	for _, text := range []string{"", "A", "♠", "1s", "11s", "100d", "Ax", "??", "AsKs", "A ♠", "\xff", "A\xff", "♠A", "-s"} {
		if c, err := Parse(text); err == nil {
			t.Errorf("Parse(%q) = %v; want an error", text, c)
		}
	}
}

func TestCardsAreTextInJSON(t *testing.T) {
	board := [3]Card{Of(12, 3), Of(8, 1), None}
	b, err := json.Marshal(board)
	if err != nil || string(b) != `["A♠","10♦",""]` {
		t.Fatalf("marshal: %s, %v", b, err)
	}
	var back [3]Card
	if err := json.Unmarshal(b, &back); err != nil || back != board {
		t.Errorf("unmarshal: %v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`["1x"]`), &back); err == nil {
		t.Error("1x was read as a card")
	}
	if _, err := json.Marshal(Card(53)); err == nil {
		t.Error("card 53 was written")
	}
}

func TestNoneAndWhatIsNoCardHaveNoName(t *testing.T) {
	if s := None.String(); s != "" {
		t.Errorf("None prints %q", s)
	}
	if s := Card(53).String(); s != "?" {
		t.Errorf("card 53 prints %q", s)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"A♠", "10d", "T♦", "", "\xf0\x28"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text)
		if (err == nil) != c.Valid() {
			t.Fatalf("Parse(%q) = %d, %v", text, uint8(c), err)
		}
		if err != nil {
			return
		}
		if back, err := Parse(c.String()); err != nil || back != c {
			t.Errorf("%q is %s, which is read as %s, %v", text, c, back, err)
		}
		if !strings.ContainsAny(strings.ToUpper(text), "23456789TJQKA1") {
			t.Errorf("%q was read as %s without a rank", text, c)
		}
	})
}
