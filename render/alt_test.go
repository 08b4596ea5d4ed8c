package render

import (
	"strings"
	"testing"
	"unicode/utf8"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/engine/tournament/setup"
	"cardroom/render/equity"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

// The text in the picture's place is never too long, says all that the picture shows, and nothing in the platform's markup.
func TestAltSaysWhatIsSeen(t *testing.T) {
	for seed := range uint64(3000) {
		d := rendertest.Roll(seed)
		s := Scene{View: d.View(), DisplayNames: map[engine.ID]DisplayName{}}
		for _, seat := range s.View.Seats {
			s.DisplayNames[seat.Player] = DisplayName{Name: strings.Repeat("Ñ\u202e", d.IntN(40)), User: "user"}
			s.Equities = append(s.Equities, equity.Chance{Seat: seat.Seat, Tenths: d.IntN(1001)})
		}
		text := Alt(s)
		if n := utf8.RuneCountInString(text); n == 0 || n > maxAlt {
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
	for _, l := range locale.Languages() { // letters outside of the basic plane, and amounts of twelve digits
		s.Lang = l
		for i := range v.Seats {
			v.Seats[i].Stack, v.Seats[i].Bet = 123_456_789_012, 123_456_789_012
			s.DisplayNames[v.Seats[i].Player] = DisplayName{Name: strings.Repeat("🦊", 32)}
		}
		text := Alt(s)
		if n := utf8.RuneCountInString(text); n > maxAlt || strings.Count(text, strings.Repeat("🦊", 32)) != engine.MaxSeats {
			t.Errorf("%s: %d characters: %s", l.Locale, n, text)
		}
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

// TestAltSaysTheTerms: the text in a picture's place has the picture's game and terms.
func TestAltSaysTheTerms(t *testing.T) {
	waits := rendertest.Table(rendertest.Dealt(0, rendertest.Alice, 1000, 0))
	waits.Phase, waits.Hand, waits.ToAct, waits.Practice = engine.Idle, 0, -1, true
	waits.Rules.Ante, waits.Waitlist = 5, []engine.ID{77}
	closes, pauses, event := rendertest.Flop(), rendertest.Flop(), waits
	closes.Closing, closes.Practice, pauses.Paused, event.Rules.Tournament = true, true, true, true
	levels := setup.DefaultOptions("turbo").Schedule.Levels
	before := Tournament{Level: 4, Now: levels[3], Next: levels[4], NextAt: 1, Entries: 3, Before: Before{Places: 3}, Prizes: []int64{1500}}
	during := Tournament{Level: 4, Now: levels[3], Next: levels[4], NextAt: 1, Alive: 2, Entries: 9, Prizes: []int64{900, 600, 300, 200}, Bubble: true}
	for want, s := range map[string]Scene{
		"Waiting for players\nNL hold'em 5/10 · ante 5 · buy-in 200–1,000 · 8 seats free · 1 on the waitlist · practice chips\n1 ": {View: waits},
		"#12 · Flop · closes after this hand\n":  {View: closes},
		"\nNL hold'em 5/10 · practice chips\n1 ": {View: closes},
		"#12 · Flop · pauses after this hand\n":  {View: pauses},
		"\nNL hold'em · Level 4: 30/60 · big blind ante · next 40/80\nRegistered: 3 of 3 · prizes 1. 1,500\n1 ":                               {View: event, Surroundings: Surroundings{Tournament: &before}},
		"\nNL hold'em · Level 4: 30/60 · big blind ante · next 40/80\n2 of 9 left · 4 paid · bubble\nprizes 1. 900 · 2. 600 · 3. 300 · …\n1 ": {View: event, Surroundings: Surroundings{Tournament: &during}},
	} {
		if got := Alt(s); !strings.Contains(got, want) {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	if during.NextAt == 0 {
		t.Error("the text changed its scene")
	}
}

// A name is heard as a name: not as a part of the stack behind it, of the number before it, or as a state.
func TestAltSetsNamesApart(t *testing.T) {
	for name, want := range map[string]string{
		"Max 9": "1 «\u202fMax 9\u202f» 880 · mise 60", "7": "1 «\u202f7\u202f» 880 · mise 60", "3 Alice": "1 «\u202f3 Alice\u202f» 880 · mise 60",
		"Alice ∙ all-in": "1 Alice . all-in 880 · mise 60", "Al 900 folded": "1 «\u202fAl 900 folded\u202f» 880 · mise 60", "Bob 500k": "1 «\u202fBob 500k\u202f» 880 · mise 60", "7» 5 «7": "1 «\u202f7 5 7\u202f» 880 · mise 60", "bob_99": "1 bob_99 880 · mise 60", "Alice": "1 Alice 880 · mise 60",
		"R2 D2": "1 R2 D2 880 · mise 60", "Max 1.000": "1 «\u202fMax 1.000\u202f» 880 · mise 60",
	} {
		s := Scene{View: rendertest.Flop(), Lang: locale.Lookup("fr"), DisplayNames: map[engine.ID]DisplayName{rendertest.Alice: {Name: name}}}
		if text := Alt(s); !strings.Contains(text, "\n"+want+"\n") {
			t.Errorf("%q: want %q in %s", name, want, text)
		}
	}
}
