package render

import (
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render/equity"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

// The text in the picture's place is never too long, says what is to be seen, and nothing in the platform's markup.
func TestAltSaysWhatIsSeen(t *testing.T) {
	for seed := range uint64(3000) {
		d := rendertest.Roll(seed)
		s := Scene{View: d.View(), DisplayNames: map[engine.ID]DisplayName{}}
		for _, seat := range s.View.Seats {
			s.DisplayNames[seat.Player] = DisplayName{Name: strings.Repeat("Ñ\u202e", d.IntN(40)), User: "user"}
			s.Equities = append(s.Equities, equity.Chance{Seat: seat.Seat, Tenths: d.IntN(1001)})
		}
		text := Alt(s)
		if n := locale.Length(text); n == 0 || n > maxAlt {
			t.Fatalf("seed %d: %d characters", seed, n)
		}
		if strings.ContainsAny(text, "\u202e") || strings.Contains(text, "<@") || strings.Contains(text, "<t:") || strings.Contains(text, "**") {
			t.Fatalf("seed %d: %s", seed, text)
		}
		if v := s.View; v.Hand > 0 && !strings.HasPrefix(text, HandNumber(v.Hand)+" · ") {
			t.Fatalf("seed %d: does not begin with the hand: %s", seed, text)
		}
	}
}

func TestAltIsInWordsWhereThereIsRoom(t *testing.T) {
	s := Scene{View: rendertest.Flop(), DisplayNames: map[engine.ID]DisplayName{rendertest.Alice: {Name: "Alice"}, rendertest.Bob: {Name: "\u202e", User: "bob_99"}, rendertest.Rook: {Name: "Rook"}}}
	want := "#12 · Flop\nBoard: ace of spades, ten of hearts, seven of clubs.\nPot 180\nNL hold'em 5/10\n1 Alice 880 · bet 60\n" +
		"3 bob_99 940 · to call 60\n5 Seat 5 500 · folded\n9 Rook 1,740 · dealer"
	if got := Alt(s); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Ten players, ten names of 32 wide letters, four cards each and a board: something has to go, but no seat does.
func TestAltOfAFullTableNamesEverySeat(t *testing.T) {
	v := rendertest.Table()
	v.Rules.Variant, v.Hand, v.Phase, v.Street, v.Board = poker.Omaha, 1204, engine.Runout, 3, rendertest.Cards(t, "As 10h 7c Qs 2h")
	v.Pots = []engine.Pot{{Amount: 88_000}, {Amount: 12_000}}
	s := Scene{DisplayNames: map[engine.ID]DisplayName{}}
	for i := range engine.MaxSeats {
		seat := rendertest.Dealt(i, engine.ID(900+i), 0, 0)
		seat.AllIn, seat.AllShown = true, true
		for j := range 4 {
			seat.Shown = append(seat.Shown, card.Card(1+4*i+j))
		}
		seat.Made = v.Rules.Variant.Best(seat.Shown, v.Board)
		v.Seats = append(v.Seats, seat)
		s.DisplayNames[seat.Player] = DisplayName{Name: strings.Repeat("W", 32)}
		s.Equities = append(s.Equities, equity.Chance{Seat: i, Tenths: 1000 - i})
	}
	s.View = v
	text := Alt(s)
	if n := strings.Count(text, strings.Repeat("W", 32)); n != engine.MaxSeats || locale.Length(text) > maxAlt {
		t.Errorf("%d seats in %d characters: %s", n, locale.Length(text), text)
	}
}

// A busted player waits for no blind and for no hand, whatever the seat would wait for with chips.
func TestAltSaysWhoIsOutOfChips(t *testing.T) {
	for _, waits := range []bool{false, true} {
		v := rendertest.Flop()
		broke := engine.SeatView{Seat: 6, Player: 77, RebuyBy: 1_700_000_000_000, Waits: waits}
		v.Seats = append(v.Seats, broke)
		text := Alt(Scene{View: v, DisplayNames: map[engine.ID]DisplayName{77: {Name: "Eve"}}})
		if want := "\n7 Eve 0 · out of chips"; !strings.HasSuffix(text, want) {
			t.Errorf("waits %t: got %s, want %q at its end", waits, text, want)
		}
	}
}
