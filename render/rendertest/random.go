package rendertest

import (
	"math/rand/v2"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/engine/rank"
)

// dice makes views at random. They need not be reachable: the forms hold for any.
type dice struct{ *rand.Rand }

func Roll(seed uint64) dice { return dice{rand.New(rand.NewPCG(seed, 5))} }

func (d dice) maybe() bool { return d.IntN(2) == 0 }

// chips returns an amount, of any number of digits.
func (d dice) chips() int64 {
	n := int64(1)
	for range 1 + d.IntN(12) {
		n *= 10
	}
	return d.Int64N(n) + 1
}

func (d dice) View() engine.View {
	v := engine.View{
		Rules: poker.DefaultRules(), Hand: d.Int64N(3), Phase: engine.Phase(d.IntN(int(engine.Showing) + 1)), Paused: d.maybe(),
		Closing: d.maybe(), Practice: d.maybe(), Voided: d.IntN(5) == 0, Button: d.IntN(11) - 1, ToAct: -1,
		Street: poker.Street(d.IntN(4)),
	}
	v.Rules.Seats = engine.MaxSeats
	deck := d.Perm(52)
	for i := range []int{0, 3, 4, 5}[v.Street] {
		v.Board = append(v.Board, card.Card(1+deck[20+i]))
	}
	for i := range engine.MaxSeats {
		if d.maybe() {
			v.Seats = append(v.Seats, d.seat(i, deck[2*i:2*i+2], v.Board))
		}
	}
	for n := range d.IntN(3) * d.IntN(2) { // more boards
		v.Again, v.Runs = append(v.Again, v.Board), n+2
	}
	for i := range d.IntN(3) {
		v.Waitlist = append(v.Waitlist, engine.ID(950+i))
	}
	if len(v.Waitlist) > 0 && d.maybe() {
		v.CallBy, v.Viewer = Deadline, v.Waitlist[0]
	}
	if d.maybe() && len(v.Seats) > 0 {
		v.Viewer = v.Seats[d.IntN(len(v.Seats))].Player
	}
	if d.maybe() {
		v.Until = Deadline
	}
	if v.Phase != engine.Idle {
		v.Hand++
	}
	for i := range v.Seats {
		d.show(&v, &v.Seats[i])
	}
	d.pots(&v)
	d.decision(&v)
	d.plans(&v)
	return v
}

func (d dice) seat(i int, deck []int, board []card.Card) engine.SeatView {
	s := engine.SeatView{
		Seat: i, Player: engine.ID(900 + i), House: engine.Level(d.IntN(4) * d.IntN(2)), Stack: d.chips(), Bet: d.chips() * int64(d.IntN(2)), Price: d.chips(),
		Pending: d.chips() * int64(d.IntN(2)), InHand: d.maybe(), Folded: d.maybe(), AllIn: d.maybe(), Out: d.maybe(),
		Waits: d.maybe(), Leaves: d.maybe(), Mucked: d.IntN(4) == 0, Hidden: 2,
		Plan: engine.PreAction(d.IntN(5)), Runs: d.IntN(4), Straddles: d.maybe(),
	}
	if d.maybe() { // the viewer may see them: their own, or tabled
		s.Hidden = 0
		s.Cards = []card.Card{card.Card(1 + deck[0]), card.Card(1 + deck[1])}
		s.Made = rank.Best(append(s.Cards[:2:2], board...))
	}
	if d.IntN(4) == 0 {
		s.RebuyBy = Deadline
	}
	return s
}

// show lets everyone see all of a seat's cards, one or none, and the viewer their own.
func (d dice) show(v *engine.View, s *engine.SeatView) {
	shown, void := d.IntN(len(s.Cards)+1), v.Phase == engine.Idle && v.Voided
	if void {
		shown = len(s.Cards)
	}
	s.Shown = s.Cards[:shown]
	s.AllShown = shown > 0 && shown == len(s.Cards) && !void
	if s.Player != v.Viewer {
		s.Cards = s.Shown
	}
	if len(s.Cards) < 2 {
		s.Made = rank.Hand{}
	}
}

func (d dice) pots(v *engine.View) {
	for range d.IntN(4) {
		pot := engine.Pot{Amount: d.chips()}
		for _, s := range v.Seats {
			if v.Phase == engine.Idle && d.maybe() {
				pot.Won = append(pot.Won, engine.Award{Seat: s.Seat, Amount: d.chips()})
			}
		}
		v.Pots = append(v.Pots, pot)
	}
}

// plans lets the viewer plan for a turn to come.
func (d dice) plans(v *engine.View) {
	for i := range v.Seats {
		s := &v.Seats[i]
		s.MayShow = v.Ended() && s.InHand && d.maybe()
		if s.Player != v.Viewer || v.ToAct < 0 || v.ToAct == s.Seat {
			s.Plan = 0
			continue
		}
		for p := engine.PlanCheckFold; p <= engine.PlanCallAny; p++ {
			if d.maybe() {
				s.Plans = append(s.Plans, p)
			}
		}
	}
}

// decision puts a seat to act where one can be, with an order of amounts that an engine keeps to.
func (d dice) decision(v *engine.View) {
	switch {
	case v.Phase == engine.Asking:
		v.MostRuns = 2 + d.IntN(2)
		return
	case v.Phase != engine.Betting && v.Phase != engine.Drawing && v.Phase != engine.Showing:
		return
	case len(v.Seats) == 0:
		v.Phase = engine.Runout
		return
	}
	s := &v.Seats[d.IntN(len(v.Seats))]
	s.InHand, s.Folded, s.AllIn = true, false, false
	v.ToAct, v.Turn = s.Seat, engine.Turn{Hand: v.Hand, Action: 1 + d.Int64N(40)}
	if v.Phase != engine.Betting {
		v.Discards = 3
		return
	}
	high := s.Bet + d.Int64N(s.Stack+1)*int64(d.IntN(2))
	v.Legal = engine.Legal{Call: high - s.Bet, High: high, Bet: high == 0}
	v.Legal.Pot = high + v.Legal.Call + d.chips()
	if all := s.Bet + s.Stack; all > high && d.IntN(4) > 0 {
		v.Legal.Max = all - d.Int64N(all-high)*int64(d.IntN(2))
		v.Legal.Min = high + 1 + d.Int64N(v.Legal.Max-high)
	}
}
