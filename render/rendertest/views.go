package rendertest

import (
	"fmt"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/engine/rank"
)

// The people of the tests. Rook is a house player.
const (
	Alice engine.ID = 1001
	Bob   engine.ID = 1002
	Carol engine.ID = 1003
	Rook  engine.ID = 7
)

// Deadline is when the clock of the tests runs out.
const Deadline engine.Moment = 1_795_000_000_000

// Cards reads "As 10d".
func Cards(t testing.TB, text string) []card.Card {
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

// Tabled puts shown cards, and the hand they make, into a seat.
func Tabled(t testing.TB, seat engine.SeatView, hole, board string) engine.SeatView {
	seat.Cards, seat.Shown, seat.AllShown, seat.Hidden = Cards(t, hole), Cards(t, hole), true, 0
	seat.Made = rank.Best(append(Cards(t, hole), Cards(t, board)...))
	return seat
}

// holds puts cards that only their holder may see into a seat.
func holds(t testing.TB, seat engine.SeatView, hole, board string) engine.SeatView {
	seat = Tabled(t, seat, hole, board)
	seat.Shown, seat.AllShown = nil, false
	return seat
}

// Dealt returns a seat that was dealt in.
func Dealt(seat int, player engine.ID, stack, bet int64) engine.SeatView {
	s := engine.SeatView{Seat: seat, Player: player, Stack: stack, Bet: bet, Total: bet, InHand: true, Hidden: 2}
	if player == Rook {
		s.House = engine.Normal
	}
	return s
}

// Table returns a table of the default rules between two hands, with the seats given.
func Table(seats ...engine.SeatView) engine.View {
	return engine.View{Rules: poker.DefaultRules(), Button: -1, ToAct: -1, Seats: seats}
}

// Flop returns the hand of most scenes: 120 in the pot, Alice bet 60, Bob is to call.
func Flop() engine.View {
	v := Table(Dealt(0, Alice, 880, 60), Dealt(2, Bob, 940, 0), Dealt(4, Carol, 500, 0), Dealt(8, Rook, 1740, 0))
	v.Seats[2].Folded = true
	v.Hand, v.Phase, v.Street, v.Button, v.Until = 12, engine.Betting, 1, 8, Deadline
	v.Board = []card.Card{card.Of(12, 3), card.Of(8, 2), card.Of(5, 0)}
	v.ToAct, v.Turn = 2, engine.Turn{Hand: 12, Action: 9}
	v.Legal = engine.Legal{Call: 60, Min: 120, Max: 940, Pot: 300, High: 60}
	v.Pots = []engine.Pot{{Amount: 180, Players: []int{0, 2, 8}}}
	return v
}

// Uncalled returns the pre-actions of a player who has nothing to call.
func Uncalled() []engine.PreAction {
	return []engine.PreAction{engine.PlanCheckFold, engine.PlanCheck, engine.PlanCallAny}
}

// Over returns a view after its hand ended, with the pots as they were paid.
func Over(v engine.View, pots ...engine.Pot) engine.View {
	v.Phase, v.ToAct, v.Legal, v.Until, v.Pots = engine.Idle, -1, engine.Legal{}, Deadline, pots
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

func PotOf(amount int64, won ...engine.Award) engine.Pot {
	return engine.Pot{Amount: amount, Won: won}
}

// Names returns how the tests write players.
func Names(seat engine.SeatView) string {
	if seat.House != engine.Person {
		return `**Rook\_the\_Bold**`
	}
	return fmt.Sprintf("<@%d>", seat.Player)
}
