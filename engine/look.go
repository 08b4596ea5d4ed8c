package engine

import (
	"slices"

	"cardroom/engine/card"
)

// View is the table as one viewer may see it; viewer 0 is the public.
func (t *Table) View(viewer ID) View {
	g := &t.g
	v := View{
		Viewer: viewer, Rules: g.Rules, Hand: g.shownHand(), Message: g.Message, Phase: g.Phase,
		Paused: g.Paused, Closing: g.Closing, Closed: g.Closed, Practice: g.Practice, Voided: g.Voided,
		Street: g.Street, Board: present(g.Board), Button: int(g.Button), Turn: g.turn(), Latest: Turn{Hand: g.Hand, Action: g.Action}, ToAct: int(g.ToAct),
		Until: g.showUntil(), Legal: g.legal(), Discards: g.mostDiscards(), Pots: g.showPots(),
		Runs: int(g.Runs), Called: g.Called, Line: g.line(), CallBy: g.CallBy,
	}
	if g.Phase == Asking {
		v.MostRuns = g.mostRuns()
	}
	for run := int8(1); run < g.Runs; run++ {
		v.Again = append(v.Again, present(*g.boardOf(run)))
	}
	v.Seats = slices.Grow(v.Seats, g.where((*seat).taken).count()) // they are the most of a view
	for i := range g.Seats {
		if g.Seats[i].taken() {
			v.Seats = append(v.Seats, g.showSeat(int8(i), viewer))
		}
	}
	if g.Voided && g.Deck.Valid() {
		v.Deck = append(v.Deck, g.Deck[:]...)
	}
	return v
}

// Legal is View's Legal alone: what the player to act may do, without a look at the rest and without allocating.
func (t *Table) Legal() Legal { return t.g.legal() }

// SeatOf is the seat of a player; false for one who has none.
func (v View) SeatOf(player ID) (SeatView, bool) {
	for _, s := range v.Seats {
		if player != 0 && s.Player == player {
			return s, true
		}
	}
	return SeatView{}, false
}

// showUntil is when the decision ends, or when the next hand starts.
func (g *game) showUntil() Moment {
	switch {
	case g.ToAct != none || g.Phase == Asking:
		return g.Until
	case g.Phase == Idle && g.enough() && !g.Paused:
		return g.Until
	}
	return 0
}

// showPots is the pots as they stand, or as they were paid.
func (g *game) showPots() []Pot {
	if g.running() {
		pots, n := g.pots()
		return showPots(pots[:n])
	}
	out := showPots(g.Paid[:])
	for i := range out { // the empty ones are last
		out[i].Won = g.awards(g.Paid[i])
	}
	return out
}

// showPots is pots without those that nothing is in.
func showPots(pots []pot) (out []Pot) {
	for _, p := range pots {
		if p.Amount == 0 {
			continue
		}
		q := Pot{Amount: p.Amount}
		for i := range p.In.clockwise(none) {
			q.Players = append(q.Players, int(i))
		}
		out = append(out, q)
	}
	return out
}

// awards is who got what of a pot that was paid.
func (g *game) awards(p pot) (all []Award) {
	for run, won := range p.Won {
		share := g.shares(p, run)
		for i := range won.clockwise(g.Button) {
			a := Award{Run: run, Seat: int(i), Amount: share[i]}
			if g.Seats[i].AllShown {
				a.Made = g.made(i, int8(run))
			}
			all = append(all, a)
		}
	}
	return all
}

// showSeat is one seat. Here, and nowhere else, cards leave the engine.
func (g *game) showSeat(i int8, viewer ID) SeatView {
	p := &g.Seats[i]
	s := SeatView{
		Seat: int(i), Player: p.Player, House: p.House, Stack: p.Stack, Bet: p.Bet, Total: p.Total + p.Dead,
		Pending: p.Pending, InHand: p.InHand, Folded: p.Folded, AllIn: g.running() && p.live() && p.Stack == 0,
		Out: p.Out, Waits: p.Waits && !p.Out && !g.Fresh && g.Big != none, Leaves: p.Leaves, Kicked: p.Kicked, RebuyBy: p.RebuyBy,
		AllShown: p.AllShown, Mucked: p.Mucked, Won: g.won(i), Drew: int(p.Drew) - 1, Runs: int(p.Runs),
		MuckPolicy: p.MuckPolicy, Posts: p.Posts, Straddles: p.Straddles, Straddled: g.Street == 0 && g.Last == i && g.Last != g.Big && g.Rules.Straddle, MayShow: g.mayShow(i),
	}
	if p.live() {
		s.Price = g.price(i)
	}
	held := g.Hole[i]
	if !p.AllShown && !g.Voided {
		held = only(held, p.Showed)
	}
	s.Shown = present(held)
	if viewer != 0 && viewer == p.Player {
		s.Plan, s.Plans, held = g.Plan[i], g.plans(i), g.Hole[i]
	}
	s.Cards = present(held)
	if len(s.Cards) > 0 && held == g.Hole[i] {
		s.Made = g.made(i, 0)
	}
	if !p.Folded && !p.Mucked {
		s.Hidden = len(present(g.Hole[i])) - len(s.Cards)
	}
	return s
}

// only is the cards of a row that have a bit.
func only(row [maxHole]card.Card, bits uint8) [maxHole]card.Card {
	for i := range row {
		if bits>>i&1 == 0 {
			row[i] = card.None
		}
	}
	return row
}

// won is what seat i got of the pots that were paid.
func (g *game) won(i int8) (sum int64) {
	if g.running() || !g.Seats[i].InHand {
		return 0
	}
	for _, p := range g.Paid {
		for run := range p.Won {
			sum += g.shares(p, run)[i]
		}
	}
	return sum
}

// present is the cards of a fixed row that are there.
func present(row [5]card.Card) (cards []card.Card) {
	for _, c := range row {
		if c != card.None {
			cards = append(cards, c)
		}
	}
	return cards
}
