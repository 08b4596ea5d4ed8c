package render

import (
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/rank"
	"cardroom/render/rendertest"
)

// showdownEvents returns the end of hand 12: seats 1 and 3 showed, seat 3 won. An older hand is in the log too.
func showdownEvents(t *testing.T) []engine.Event {
	shown := engine.Event{Kind: engine.Shown, Hand: 12, Player: rendertest.Bob, Seat: 2}
	copy(shown.Cards[:], rendertest.Cards(t, "Ac Kd"))
	lost := engine.Event{Kind: engine.Shown, Hand: 12, Player: rendertest.Alice, Seat: 0}
	copy(lost.Cards[:], rendertest.Cards(t, "Qc Qd"))
	won := engine.Event{Kind: engine.Won, Hand: 12, Player: rendertest.Bob, Seat: 2, Amount: 180, Made: rank.Best(rendertest.Cards(t, "Ac As Kd"))}
	old := engine.Event{Kind: engine.Won, Hand: 11, Player: rendertest.Carol, Seat: 7, Amount: 15}
	return []engine.Event{old, {Kind: engine.HandStarted, Hand: 12, Seat: 8}, shown, lost, won, {Kind: engine.StoodUp, Hand: 12, Player: rendertest.Bob, Seat: 2}}
}

func TestAWinnerWhoLeftIsNamedAndTheirCardsStand(t *testing.T) {
	v := rendertest.Over(rendertest.Flop(), rendertest.PotOf(180, engine.Award{Seat: 2, Amount: 180}))
	v.Seats[1] = engine.SeatView{Seat: 2, Player: 5, Stack: 700} // took the seat since
	departed := Departed(v, showdownEvents(t))
	if len(departed) != 1 || departed[0].Player != rendertest.Bob {
		t.Fatalf("gone are %+v", departed)
	}
	text := Board(Scene{View: v, Name: rendertest.Names, Departed: departed})
	for _, want := range []string{
		"\n<@1002> wins 180 with a pair of aces\n", "\n-# <@1002> showed A♣ K♦ · a pair of aces\n", "\n`3` <@5> 700\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestWhoeverIsStillThereIsNotGone(t *testing.T) {
	v := rendertest.Over(rendertest.Flop(), rendertest.PotOf(180, engine.Award{Seat: 2, Amount: 180}))
	if departed := Departed(v, showdownEvents(t)); len(departed) != 0 {
		t.Errorf("gone are %+v", departed)
	}
}

func TestAClosedTableKeepsItsLastResult(t *testing.T) {
	v := rendertest.Over(rendertest.Flop(), rendertest.PotOf(180, engine.Award{Seat: 2, Amount: 180}))
	v.Seats, v.Closed = nil, true
	text := Board(Scene{View: v, Departed: Departed(v, showdownEvents(t))})
	for _, want := range []string{"#12 · **Result**\n", "<@1002> wins 180 with a pair of aces\n", "-# <@1001> showed Q♣ Q♦\n", "\nThe table is closed"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if rows := Buttons(Scene{View: v}); rows != nil {
		t.Errorf("buttons %v", rows)
	}
}

// The text in the picture's place names the cards that were shown, where no seat is left: the picture has none either.
func TestAltOfAnEmptyTableHasTheHandsThatWereShown(t *testing.T) {
	v := rendertest.Over(rendertest.Flop(), rendertest.PotOf(180, engine.Award{Seat: 2, Amount: 180}))
	v.Seats, v.Closed = nil, true
	names := map[engine.ID]DisplayName{rendertest.Alice: {Name: "Alice"}, rendertest.Bob: {Name: "Bob"}}
	text := Alt(Scene{View: v, DisplayNames: names, Departed: Departed(v, showdownEvents(t))})
	want := "\nBob wins 180 with a pair of aces\nAlice showed queen of clubs, queen of diamonds\nBob showed ace of clubs, king of diamonds"
	if !strings.HasSuffix(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
	v.Again = append(v.Again, v.Board)
	if text := Alt(Scene{View: v, DisplayNames: names, Departed: Departed(v, showdownEvents(t))}); !strings.Contains(text, "\nAlice showed queen") {
		t.Errorf("with two boards:\n%s", text)
	}
}

// Two players who mucked and left are still a showdown.
func TestAWinAgainstAMuckedHandIsNotUncontested(t *testing.T) {
	v := rendertest.Over(rendertest.Flop(), rendertest.PotOf(180, engine.Award{Seat: 2, Amount: 180}))
	v.Seats = v.Seats[:2]
	v.Seats[0].Mucked, v.Seats[0].Folded = true, false
	if text := Board(Scene{View: v}); strings.Contains(text, "uncontested") {
		t.Errorf("says\n%s", text)
	}
}

// Where more players win than a caption or a board's last line has room for, a sign says so.
func TestWinnersAreNotLeftOutWithoutASign(t *testing.T) {
	v := rendertest.Flop()
	v.Seats, v.Board = nil, rendertest.Cards(t, "As Ks Qs Js 10s")
	var won []engine.Award
	for i, cards := range []string{"2c 3c", "2d 3d", "2h 3h", "4c 5c", "4d 5d"} {
		won = append(won, engine.Award{Seat: i, Amount: 100})
		v.Seats = append(v.Seats, rendertest.Tabled(t, rendertest.Dealt(i, engine.ID(2001+i), 500, 0), cards, "As Ks Qs Js 10s"))
	}
	for n, sign := range map[int]string{4: "+100", 5: "…"} {
		end := rendertest.Over(v, rendertest.PotOf(int64(100*n), won[:n]...))
		left := []engine.SeatView{rendertest.Tabled(t, rendertest.Dealt(7, 2009, 500, 0), "6c 7c", "As Ks Qs Js 10s")} // showed, and is no winner
		lines := strings.Split(Caption(Scene{View: end, Departed: left}), "\n")
		if summary := Summary(Scene{View: end, Past: true}); !strings.HasSuffix(summary, sign) || strings.Count(summary, "+100") != 4 {
			t.Errorf("%d winners: %s", n, summary)
		}
		if strings.HasSuffix(lines[4], "…") != (n > 4) || !strings.Contains(lines[4], "<@2004>") {
			t.Errorf("%d winners: %q", n, lines)
		}
	}
}

// The big blind alone was posted, all others folded, and the winner left with the hand: there is no pot to name them.
func TestAHandWithoutAPotNamesItsWinner(t *testing.T) {
	v := rendertest.Over(rendertest.Flop())
	v.Board, v.Street = nil, 0
	for i := range v.Seats {
		v.Seats[i].Folded = true
	}
	v.Seats[3].InHand = false // a newcomer
	log := []engine.Event{
		{Kind: engine.Acted, Action: engine.Fold, Hand: 12, Player: rendertest.Carol, Seat: 4},
		{Kind: engine.Uncalled, Hand: 12, Player: 77, Seat: 6, Amount: 10}, {Kind: engine.HandEnded, Hand: 12, Seat: -1},
		{Kind: engine.StoodUp, Hand: 12, Player: 77, Seat: 6, Amount: 500},
	}
	s := Scene{View: v, Departed: Departed(v, log), DisplayNames: map[engine.ID]DisplayName{77: {Name: "Dave"}}, Commitment: "5ea1"}
	for _, said := range []struct{ where, text, want string }{
		{"board", Board(s), "#12 · **Result**\n<@77> wins uncontested and takes the big blind back\n"},
		{"board", Board(s), "\n-# The shuffle is sealed · /verify 12"},
		{"caption", Caption(s), "#12 · **Result**\n<@77> wins uncontested and takes the big blind back\n"},
		{"summary", Summary(s), "#12 · **Result** · <@77> wins uncontested and takes the big blind back"},
		{"alt", Alt(s), "\nDave wins uncontested and takes the big blind back\n"},
	} {
		if !strings.Contains(said.text, said.want) {
			t.Errorf("%s: no %q in\n%s", said.where, said.want, said.text)
		}
	}
}
