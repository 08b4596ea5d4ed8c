package render

import (
	"fmt"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// The people of the tests. Rook is a house player.
const (
	alice engine.ID = 1001
	bob   engine.ID = 1002
	carol engine.ID = 1003
	rook  engine.ID = 7
)

// deadline is when the clock of the tests runs out.
const deadline engine.Moment = 1_795_000_000_000

// cards reads "As 10d".
func cards(t testing.TB, text string) []card.Card {
	t.Helper()
	var read []card.Card
	for _, word := range strings.Fields(text) {
		c, err := card.Parse(word)
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, c)
	}
	return read
}

// tabled puts shown cards, and the hand they make, into a seat.
func tabled(t testing.TB, seat engine.SeatView, hole, board string) engine.SeatView {
	seat.Cards, seat.Shown, seat.AllShown, seat.Hidden = cards(t, hole), cards(t, hole), true, 0
	seat.Made = rank.Best(append(cards(t, hole), cards(t, board)...))
	return seat
}

// holds puts cards that only their holder may see into a seat.
func holds(t testing.TB, seat engine.SeatView, hole, board string) engine.SeatView {
	seat = tabled(t, seat, hole, board)
	seat.Shown, seat.AllShown = nil, false
	return seat
}

// dealt is a seat that was dealt in.
func dealt(seat int, player engine.ID, stack, bet int64) engine.SeatView {
	s := engine.SeatView{Seat: seat, Player: player, Stack: stack, Bet: bet, Total: bet, InHand: true, Hidden: 2}
	if player == rook {
		s.House = engine.Normal
	}
	return s
}

// table is a table of the default rules between two hands, with the seats given.
func table(seats ...engine.SeatView) engine.View {
	return engine.View{Rules: engine.DefaultRules(), Button: -1, ToAct: -1, Seats: seats}
}

// flop is the hand of most scenes: 120 in the pot, Alice bet 60, Bob is to call.
func flop() engine.View {
	v := table(dealt(0, alice, 880, 60), dealt(2, bob, 940, 0), dealt(4, carol, 500, 0), dealt(8, rook, 1740, 0))
	v.Seats[2].Folded = true
	v.Hand, v.Phase, v.Street, v.Button, v.Until = 12, engine.Betting, 1, 8, deadline
	v.Board = []card.Card{card.Of(12, 3), card.Of(8, 2), card.Of(5, 0)}
	v.ToAct, v.Turn = 2, engine.Turn{Hand: 12, Action: 9}
	v.Legal = engine.Legal{Call: 60, Min: 120, Max: 940, Pot: 300, High: 60}
	v.Pots = []engine.Pot{{Amount: 180, Players: []int{0, 2, 8}}}
	return v
}

// uncalled is the pre-actions of a player who has nothing to call.
func uncalled() []engine.PreAction {
	return []engine.PreAction{engine.PlanCheckFold, engine.PlanCheck, engine.PlanCallAny}
}

// over is a view after its hand ended, with the pots as they were paid.
func over(v engine.View, pots ...engine.Pot) engine.View {
	v.Phase, v.ToAct, v.Legal, v.Until, v.Pots = engine.Idle, -1, engine.Legal{}, deadline, pots
	for i := range v.Seats {
		s := &v.Seats[i]
		s.Bet, s.MayShow = 0, len(pots) > 0 && s.InHand && !s.Folded && !s.AllShown
	}
	for _, pot := range pots {
		for _, award := range pot.Won {
			for i := range v.Seats {
				if v.Seats[i].Seat == award.Seat {
					v.Seats[i].Won += award.Amount
				}
			}
		}
	}
	return v
}

func potOf(amount int64, won ...engine.Award) engine.Pot {
	return engine.Pot{Amount: amount, Won: won}
}

// names is how the tests write players.
func names(seat engine.SeatView) string {
	if seat.House != engine.Person {
		return Bold("Rook_the_Bold")
	}
	return Mention(seat.Player)
}

// shown is a scene in words: everything that is drawn from it.
func shown(s Scene) string {
	text, rows := Panel(s)
	return fmt.Sprintf("--- board\n%s\n--- buttons\n%s--- panel of %d\n%s\n--- buttons\n%s",
		Board(s), labels(Buttons(s)), s.View.Viewer, text, labels(rows))
}

func labels(rows [][]Button) string {
	var b strings.Builder
	for _, row := range rows {
		for _, button := range row {
			fmt.Fprintf(&b, "[%s] ", button.Label)
		}
		b.WriteString("\n")
	}
	return b.String()
}
