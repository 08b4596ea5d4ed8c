package render

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render/equity"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

// rounds is how many random views each law is tried on.
const rounds = 1500

// eachView tries a law on random views.
func eachView(t *testing.T, law func(t *testing.T, v engine.View)) {
	for seed := range uint64(rounds) {
		if law(t, rendertest.Roll(seed).View()); t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

var (
	seatLine = regexp.MustCompile("^(▶ )?`([0-9]+)` (<@[0-9]+>|\\*\\*[^*]+\\*\\*) ([0-9,]+)( · .*)?$")
	turnLine = regexp.MustCompile(`^▶ .* · (to call [0-9,]+|check|check or bet|check or raise|to draw up to [0-9]|to show or muck)( · <t:[0-9]+:R>)?$`)
	potLine  = regexp.MustCompile(`^Pot [0-9,]+( · Side [0-9,]+)*$`)
	cardWord = regexp.MustCompile(`(?:[2-9JQKA]|10)[♣♦♥♠]`)
)

func TestABoardHasALineASeatAndMarksWhoseTurnItIs(t *testing.T) {
	eachView(t, func(t *testing.T, v engine.View) {
		text := Board(Scene{View: v, Name: rendertest.Names})
		marked, seats := 0, 0
		for _, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(line, "▶") {
				marked++
				if !turnLine.MatchString(line) || strings.HasSuffix(line, ":R>") != (v.Until != 0) {
					t.Errorf("turn line %q", line)
				}
			}
			if m := seatLine.FindStringSubmatch(line); m != nil {
				if m[2] != SeatNumber(v.Seats[seats].Seat) {
					t.Errorf("seats out of order: %q", line)
				}
				seats++
			}
		}
		if want := map[bool]int{true: 1}[v.ToAct >= 0]; marked != want {
			t.Errorf("%d lines begin with ▶, should be %d:\n%s", marked, want, text)
		}
		if seats != len(v.Seats) {
			t.Errorf("%d seat lines for %d seats:\n%s", seats, len(v.Seats), text)
		}
	})
}

func TestABoardBeginsWithTheHandAndSaysEveryPot(t *testing.T) {
	eachView(t, func(t *testing.T, v engine.View) {
		lines := strings.Split(Board(Scene{View: v, Name: rendertest.Names}), "\n")
		if v.Hand > 0 && !strings.HasPrefix(lines[0], HandNumber(v.Hand)+" · ") {
			t.Errorf("begins %q", lines[0])
		}
		if v.Phase == engine.Idle || len(v.Pots) == 0 {
			return
		}
		want := "Pot " + locale.Lookup("").Chips(v.Pots[0].Amount)
		for _, pot := range v.Pots[1:] {
			want += " · Side " + locale.Lookup("").Chips(pot.Amount)
		}
		if !slices.Contains(lines, want) || !potLine.MatchString(want) {
			t.Errorf("no line %q in %q", want, lines)
		}
	})
}

// The view of a player holds their own cards. A board drawn from it is the board everyone sees.
func TestABoardSaysNoCardThatWasNotTabled(t *testing.T) {
	eachView(t, func(t *testing.T, v engine.View) {
		public := v
		public.Seats = slices.Clone(v.Seats)
		for i := range public.Seats {
			s := &public.Seats[i]
			s.Cards = s.Shown
			if !s.AllShown && !void(v) {
				s.Made.Rank, s.Hidden = 0, 2
			}
		}
		if got, want := Board(Scene{View: v, Name: rendertest.Names}), Board(Scene{View: public, Name: rendertest.Names}); got != want {
			t.Errorf("with private cards:\n%s\nwithout:\n%s", got, want)
		}
	})
}

func TestAPanelSaysNoCardsButItsOwnersAndTheBoards(t *testing.T) {
	eachView(t, func(t *testing.T, v engine.View) {
		var may []card.Card
		for _, s := range v.Seats {
			if s.Player == v.Viewer {
				may = append(may, s.Cards...)
			}
		}
		may = append(may, v.Board...)
		text, _ := Panel(Scene{View: v, Name: rendertest.Names})
		for _, word := range cardWord.FindAllString(text, -1) {
			c, err := card.Parse(word)
			if err != nil || !slices.Contains(may, c) {
				t.Errorf("says %s:\n%s", word, text)
			}
		}
		if strings.Contains(text, turnMark) {
			t.Errorf("has a line as the board's:\n%s", text)
		}
	})
}

func TestAPanelOfAHandSaysTheOwnersCardsAndThePrice(t *testing.T) {
	v := rendertest.Scenes(t)["betting-facing-a-bet"]
	text, rows := Panel(Scene{View: v, Name: rendertest.Names})
	for _, want := range []string{"#12 ", "A♣ K♦", "a pair of aces", "A♠ 10♥ 7♣", "Stack 940", "to call 60", "Pot 180"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if len(rows) != 2 || rows[0][1].Label != "Call 60" {
		t.Errorf("buttons %v", rows)
	}
	v.Viewer = rendertest.Alice
	v.Seats[0].Plan, v.Seats[0].Plans = engine.PlanCallAny, rendertest.Uncalled()
	if _, rows := Panel(Scene{View: v, Name: rendertest.Names}); Labels(rows) != "[☐ Check] [☐ Check/fold] [☑ Call any] \n" {
		t.Errorf("out of turn: buttons %s", Labels(rows))
	}
}

// TestALowPanelHasLargeCardsOnce checks the panel below a picture: own cards as emoji in a heading and once in letters, and
// nothing that the board or the buttons say. After the hand, a late press on a decision leaves no seat and shows no card.
func TestALowPanelHasLargeCardsOnce(t *testing.T) {
	leaves := func(b Button) bool { return b.Verb == VerbLeave || b.Verb == VerbSitOut }
	shows := func(b Button) bool { return b.Verb == VerbShow }
	tile := func(c card.Card) string { return fmt.Sprintf("<:card_%d:1>", c) }
	v := rendertest.Scenes(t)["betting-facing-a-bet"]
	low := Private{Low: true}
	text, _ := Panel(Scene{View: v, Name: rendertest.Names, Card: tile, Private: low})
	cards := "## " + tile(v.Seats[1].Cards[0]) + " " + tile(v.Seats[1].Cards[1])
	if want := "#12 · **Flop** · Pot 180\n" + cards + " A♣ K♦\na pair of aces · Stack 940 · to call 60"; text != want {
		t.Errorf("the panel is\n%s\n\nand not\n%s", text, want)
	}
	eachView(t, func(t *testing.T, v engine.View) {
		text, rows := Panel(Scene{View: v, Name: rendertest.Names, Card: tile, Private: low})
		full, want := Panel(Scene{View: v, Name: rendertest.Names})
		own, seated := v.SeatOf(v.Viewer)
		var same bool
		if !seated || own.InHand && v.Phase != engine.Idle {
			same = reflect.DeepEqual(rows, want)
		} else {
			same = !slices.ContainsFunc(slices.Concat(rows...), leaves) && !(len(rows) > 0 && slices.ContainsFunc(rows[0], shows))
		}
		if !same || strings.Count(text, "\n") > strings.Count(full, "\n") {
			t.Errorf("the panel is\n%s\n%v\n\nand the full one\n%s\n%v", text, rows, full, want)
		}
		for _, c := range own.Cards {
			if n := strings.Count(text, tile(c)); seated && n > 1 {
				t.Errorf("%s stands %d times:\n%s", c, n, text)
			}
		}
	})
}

// TestALowPanelHasFiveCardsInLetters checks that the letters of five cards stand in the heading, in place of the street. Long pots
// leave no room for them, and boxes have them already.
func TestALowPanelHasFiveCardsInLetters(t *testing.T) {
	held := rendertest.Cards(t, "2c Ah 7d Ks 9h")
	v := engine.View{
		Viewer: rendertest.Alice, Phase: engine.Betting, Hand: 12, ToAct: 1, Rules: poker.Rules{Variant: poker.FiveCardDraw},
		Seats: []engine.SeatView{{Player: rendertest.Alice, InHand: true, Cards: held}, {Seat: 1, Player: rendertest.Bob, InHand: true}},
		Pots:  []engine.Pot{{Amount: 180}},
	}
	heading := func(v engine.View) string {
		tile := func(c card.Card) string { return fmt.Sprintf("<:card_%d:1>", c) }
		text, _ := Panel(Scene{View: v, Name: rendertest.Names, Card: tile, Private: Private{Low: true}})
		if n := strings.Count(text, "<:card_"); n != len(held) {
			t.Errorf("the panel has %d cards as emoji:\n%s", n, text)
		}
		line, _, _ := strings.Cut(text, "\n")
		return line
	}
	if got, want := heading(v), "#12 · Pot 180 · A♥ K♠ 9♥ 7♦ 2♣"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	asked := v
	asked.Phase, asked.ToAct, asked.Discards = engine.Drawing, 0, 3
	if got := heading(asked); strings.Contains(got, "A♥") {
		t.Errorf("the letters stand in the boxes and in %q", got)
	}
	for range 3 {
		v.Pots = append(v.Pots, engine.Pot{Amount: 12_345})
	}
	if got := heading(v); strings.Contains(got, "A♥") || !strings.Contains(got, "**") {
		t.Errorf("%q is too long for one line", got)
	}
	over := rendertest.Over(rendertest.Flop(), rendertest.PotOf(180, engine.Award{Amount: 180}))
	over.Viewer, over.Rules.Variant, over.Seats[0].Cards = rendertest.Alice, poker.FiveCardDraw, held
	if got, want := heading(over), "#12 · net **+120** · A♥ K♠ 9♥ 7♦ 2♣"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCardsToExchangeAreTicked checks the boxes of a draw: the sorted cards, the ticked ones, and no more than may be exchanged.
func TestCardsToExchangeAreTicked(t *testing.T) {
	v := engine.View{
		Viewer: rendertest.Alice, Phase: engine.Drawing, Hand: 12, Discards: 2, Rules: poker.Rules{Variant: poker.FiveCardDraw},
		Seats: []engine.SeatView{{Player: rendertest.Alice, InHand: true, Cards: rendertest.Cards(t, "2c Ah 7d Ks 9h")}},
	}
	for discard, want := range map[uint8]string{
		0:            "[☐ A♥] [☐ K♠] [☐ 9♥] [☐ 7♦] [☐ 2♣] \n[Stand pat] \n",
		0b00100:      "[☐ A♥] [☐ K♠] [☐ 9♥] [☑ 7♦] [☐ 2♣] \n[Draw 1] [Stand pat] \n",
		0b00101:      "[☐ A♥] [☐ K♠] [☐ 9♥] [☑ 7♦] [☑ 2♣] \n[Draw 2] [Stand pat] \n",
		0b101 | 1<<6: "[☐ A♥] [☐ K♠] [☐ 9♥] [☑ 7♦] [☑ 2♣] \n[Draw 2] [Stand pat] \n", // no such card
	} {
		tile := func(c card.Card) string { return fmt.Sprintf("<:card_%d:1>", c) }
		text, rows := Panel(Scene{View: v, Card: tile, Private: Private{Discard: discard, Low: true}})
		if strings.Contains(text, "A♥") || strings.Count(text, "\n") > 2 || !strings.HasSuffix(text, "Stack 0 · to draw up to 2") { // the boxes have the letters
			t.Errorf("the panel is not low:\n%s", text)
		}
		if Labels(rows) != want {
			t.Errorf("%b ticked:\n%s", discard, Labels(rows))
		}
		full := discard&0b101 == 0b101
		for _, b := range rows[0] {
			if b.Disabled != (full && strings.HasPrefix(b.Label, "☐")) {
				t.Errorf("%b ticked: %q is disabled: %t", discard, b.Label, b.Disabled)
			}
		}
	}
}

// TestAPlayerOutOfChipsReadsWhatHelps checks the panel and the board of a player who is bust: the texts name the buttons below
// them, and /chips daily for a wallet that cannot pay.
func TestAPlayerOutOfChipsReadsWhatHelps(t *testing.T) {
	v := engine.View{
		Viewer: rendertest.Alice, Hand: 12, Rules: poker.Rules{Seats: 6},
		Seats: []engine.SeatView{{Player: rendertest.Alice, InHand: true, Total: 500, RebuyBy: 60}, {Seat: 1, Player: rendertest.Bob, Stack: 1000}},
	}
	for rebuy, want := range map[int64]string{1000: "You're out of chips. Rebuy, or", 0: "You're out of chips. Use /chips daily"} {
		text, rows := Panel(Scene{View: v, Private: Private{Rebuy: rebuy}})
		if !strings.Contains(text, want) || strings.Contains(text, "/topup") || strings.Contains(Labels(rows), "[Rebuy 1,000]") != (rebuy > 0) {
			t.Errorf("with %d to rebuy the panel is\n%s\n%s", rebuy, text, Labels(rows))
		}
	}
	text, rows := Board(Scene{View: v, Name: rendertest.Names}), Buttons(Scene{View: v})
	if !strings.Contains(text, "Press **Rebuy…** if you're out of chips, or **Sit down**") || strings.Contains(text, "or choose your chips") {
		t.Errorf("the board is\n%s", text)
	}
	if sit := rows[0][0]; sit.Verb != VerbSit || sit.Style != Success {
		t.Errorf("the first button is %+v", sit)
	}
}

// TestALowPanelShowsCardsInOneRow checks the buttons of a winner who may show, below a board with a picture.
func TestALowPanelShowsCardsInOneRow(t *testing.T) {
	for _, c := range []struct {
		game       poker.Variant
		held, want string
	}{
		{poker.Holdem, "As Kd", "[Seat…] \n[Show A♠] [Show K♦] [Post in channel]"},
		{poker.Omaha, "As Kd Qh Jc", "[Seat…] \n[A♠] [K♦] [Q♥] [J♣]"},
		{poker.FiveCardDraw, "As Kd Qh Jc 9d", "[Seat…] \n[Show all] [Post in channel]"},
	} {
		v := rendertest.Over(rendertest.Flop(), rendertest.PotOf(180, engine.Award{Amount: 180}))
		v.Viewer, v.Rules.Variant = rendertest.Alice, c.game
		v.Seats[0].Cards, v.Seats[0].MayShow = rendertest.Cards(t, c.held), true
		text, rows := Panel(Scene{View: v, Private: Private{Low: true}})
		if got := strings.TrimSpace(Labels(rows)); got != c.want || strings.Contains(text, "Press a card") != (c.game == poker.Omaha) {
			t.Errorf("got\n%s\n%s\nwant\n%s", text, got, c.want)
		}
	}
}

// fullTable returns the longest board there can be: ten players with ids of twenty digits, in nine pots they all share.
func fullTable(amount int64) engine.View {
	v := rendertest.Roll(1).View()
	v.Phase, v.Hand, v.ToAct, v.Until, v.Viewer, v.Voided = engine.Idle, 1_000_000, -1, rendertest.Deadline, 0, false
	v.Board = []card.Card{51, 47, 43, 39, 35}
	v.Pots, v.Seats = nil, nil
	for i := range engine.MaxSeats {
		s := engine.SeatView{
			Seat: i, Player: 18_000_000_000_000_000_000 + engine.ID(i), Stack: amount, Bet: amount, Pending: amount,
			InHand: true, Leaves: true, Out: true, RebuyBy: rendertest.Deadline, AllShown: true, AllIn: true,
			Cards: []card.Card{card.Card(33 + i), card.Card(34 + i)},
		}
		v.Seats = append(v.Seats, s)
	}
	for range engine.MaxSeats - 1 {
		pot := engine.Pot{Amount: amount}
		for i := range engine.MaxSeats {
			pot.Won = append(pot.Won, engine.Award{Seat: i, Amount: amount})
		}
		v.Pots = append(v.Pots, pot)
	}
	return v
}

func TestTheLongestBoardsFitAMessageAndKeepEverySeat(t *testing.T) {
	emoji := func(c card.Card) string { return "<:ten_of_diamonds_3f2a:1234567890123456789>" }
	long := func(engine.SeatView) string { return Bold(strings.Repeat("W", 40)) }
	v := fullTable(9_999_999_999)
	playing := v
	playing.Phase, playing.ToAct, playing.Legal.Call = engine.Betting, 9, 9_999_999_999
	allIn, chances := v, []equity.Chance(nil)
	allIn.Phase = engine.Runout
	for i := range engine.MaxSeats {
		chances = append(chances, equity.Chance{Seat: i, Tenths: 999})
	}
	for name, s := range map[string]Scene{
		"all-in": {View: allIn, Equities: chances, Card: emoji}, "long names all-in": {View: allIn, Equities: chances, Name: long},
		"result": {View: v}, "with emoji": {View: v, Card: emoji}, "long names": {View: v, Name: long},
		"playing": {View: playing, Card: emoji}, "long names playing": {View: playing, Card: emoji, Name: long},
	} {
		text := Board(s)
		if locale.Length(text) > locale.MaxText {
			t.Errorf("%s: %d characters", name, locale.Length(text))
		}
		if got := strings.Count(text, "` "); got != engine.MaxSeats {
			t.Errorf("%s: %d seats in\n%s", name, got, text)
		}
		if got := strings.Count(text, turnMark); got != map[bool]int{true: 1}[s.View.ToAct >= 0] {
			t.Errorf("%s: %d turns in\n%s", name, got, text)
		}
		if got := strings.Count(text, "99.9% to win"); got != len(s.Equities) {
			t.Errorf("%s: %d chances in\n%s", name, got, text)
		}
	}
}

func TestNoBoardIsTooLong(t *testing.T) {
	s := Scene{View: fullTable(1 << 60), Name: func(engine.SeatView) string { return strings.Repeat("x", 200) }}
	if text := Board(s); locale.Length(text) > locale.MaxText || !strings.HasPrefix(text, "#1000000 ") {
		t.Errorf("%d characters:\n%s", locale.Length(text), text)
	}
	eachView(t, func(t *testing.T, v engine.View) {
		if n := locale.Length(Board(Scene{View: v, Name: rendertest.Names})); n > locale.MaxText {
			t.Errorf("%d characters", n)
		}
	})
}

func TestEmojiAreUsedWhereTheyFit(t *testing.T) {
	emoji := func(card.Card) string { return "<:c:1>" }
	if text := Board(Scene{View: rendertest.Flop(), Card: emoji}); !strings.Contains(text, "\n<:c:1> <:c:1> <:c:1>\n") {
		t.Errorf("no emoji in\n%s", text)
	}
}
