package engine

import (
	"slices"
	"time"

	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/engine/rank"
)

// Phase is where a table is between two hands, or in one.
type Phase uint8

// The phases. The result of the last hand stays in the view while the table is Idle.
const (
	Idle      Phase = iota // no hand runs
	Shuffling              // blinds are in; the deal is awaited
	Betting                // a decision is awaited
	Runout                 // no player can bet any more; the board is being dealt
	Drawing                // an exchange of cards is awaited (R52)
	Asking                 // the players in the hand are asked how often the board is dealt (R37)
	Showing                // a player who loses may show or muck (R40)
)

// View is a table as one viewer may see it, and the only way to see a card. The zero viewer is the public.
type View struct {
	Viewer   ID
	Rules    poker.Rules
	Hand     int64 // number of the hand that runs or ran last; 0 before the first
	Message  ID    // its board message; 0 before the deal
	Phase    Phase
	Paused   bool
	Closing  bool // closes after the hand
	Closed   bool
	Practice bool // the chips are practice chips
	Voided   bool // the last hand was void (R65)
	Street   poker.Street
	Board    []card.Card
	Again    [][]card.Card // further boards (R37), as far as they are dealt; nil where there is one
	Button   int           // seat; -1 where there is none
	Turn     Turn
	Latest   Turn        // the decision that is awaited, or that was the last: Turn is of none between decisions
	ToAct    int         // seat; -1 when no decision is awaited
	Until    Moment      // when the player to act runs out of time, time bank included; 0 is never. Between hands: when the next starts
	Legal    Legal       // of the player to act
	Discards int         // most cards the player to act may exchange (R52); 0 where it is not the draw
	MostRuns int         // how often the rest of the board may be dealt, while players are asked (R37); 0 otherwise
	Runs     int         // how often the rest of the board is dealt, once that is agreed (R37); 0 otherwise
	Called   bool        // a player called the clock on this decision (R31)
	Waitlist []ID        // the players who wait for a seat, in order (R63)
	CallBy   Moment      // until when a seat is kept for the first of them; 0 where none is free. Others may be Invited too
	Pots     []Pot       // main pot first, with the bets of this street gathered in as they stand; after a hand, as they were paid
	Seats    []SeatView  // the seats that are taken, in order
	Deck     []card.Card // the whole deck in the order in which it is dealt, once the hand is void (R65); nil otherwise
}

// SeatView is one taken seat as the viewer may see it.
type SeatView struct {
	Seat       int // 0 to 9; people count from 1
	Player     ID
	House      Level
	Stack      int64         // behind, without bets
	Bet        int64         // on this street
	Price      int64         // chips that a call takes as the bets are now, cut to the stack; for the player to act it is Legal.Call
	Total      int64         // in the hand that runs or ran last, dead chips too (R14), uncalled ones that came back not
	Pending    int64         // topped up, not in play yet (R5)
	Bank       time.Duration // the rest of the time bank (R30)
	InHand     bool          // was dealt in (still true after folding, and after the hand until the next one)
	Folded     bool
	AllIn      bool
	Out        bool        // sitting out
	TimedOut   bool        // sitting out after two time-outs in a row (R30)
	Late       bool        // folded because the time ran out (R30)
	Away       bool        // absent in a tournament: dealt in, but no turn waits (T36)
	Waits      bool        // for the big blind (R12)
	Leaves     bool        // after the hand
	Kicked     bool        // the host takes the seat away after the hand (R60)
	Drew       int         // cards exchanged; -1 before the draw (R52)
	Runs       int         // how often the player wants the board dealt (R37); 0 without an answer
	MuckPolicy MuckPolicy  // for losing hands at the showdown (R40)
	Posts      bool        // posts instead of waiting for the big blind (R12, R13)
	Live, Dead int64       // chips of a player who posts that the next hand would take to deal them in, as things stand; 0: it would not
	Straddles  bool        // whenever it is their turn to (R16)
	Straddled  bool        // before the cards of this hand, in its first round (R16)
	Plan       PreAction   // of the viewer alone (R28)
	Plans      []PreAction // pre-actions that the viewer may choose now (R28); of the viewer alone
	RebuyBy    Moment      // busted: the seat opens then (R62); 0 otherwise
	Hidden     int         // cards held that the viewer may not see; a folded or mucked hand is not held
	Cards      []card.Card // cards the viewer may see: their own, or shown ones
	Shown      []card.Card // the part of Cards that every viewer may see: all if AllShown, or some that were shown after the hand (R40)
	AllShown   bool        // all cards were shown to every viewer
	MayShow    bool        // the hand is over, and some of the cards may be shown that were not (R40)
	Made       rank.Hand   // best hand of Cards and board; zero where Cards are hidden
	Mucked     bool
	Won        int64 // from the pots of the hand that ended, uncalled chips not counted
}

// Pot is one pot (R33).
type Pot struct {
	Amount  int64
	Players []int   // the seats that can win it
	Won     []Award // when it was paid
}

// Sole reports whether only one seat could win the pot, so that it was won on no board.
func (p Pot) Sole() bool { return len(p.Players) == 1 }

// Award is the share of a pot that a seat got.
type Award struct {
	Seat   int
	Amount int64
	Run    int       // the board it was won on, from 0 (R37)
	Made   rank.Hand // the hand it was won with; zero where that was not shown
}

// Legal holds the legal actions of the player to act. All amounts are chips. Folding is always legal: the
// engine does not turn a free fold into a check (R18), but its caller may.
type Legal struct {
	Call int64 // chips to put in to call, cut to the stack; 0: check
	Bet  bool  // there is no bet on this street, so a raise is a bet
	Min  int64 // least street total of a bet or raise; 0: no raise
	Max  int64 // greatest street total; Max < a full raise is an all-in for less, then Min == Max
	Pot  int64 // the street total of "pot" (R25), not cut to the stack
	High int64 // highest bet of the street, the blind at least (R15)
}

// View returns the table as one viewer may see it; viewer 0 is the public.
func (t *Table) View(viewer ID) View {
	g := &t.g
	v := View{
		Viewer: viewer, Rules: g.Rules, Hand: g.shownHand(), Message: g.Message, Phase: g.Phase,
		Paused: g.Paused, Closing: g.Closing, Closed: g.Closed, Practice: g.Practice, Voided: g.Voided,
		Street: g.Street, Board: card.Present(g.Board), Button: int(g.Button), Turn: g.turn(), Latest: Turn{Hand: g.Hand, Action: g.Action}, ToAct: int(g.ToAct),
		Until: g.showUntil(), Legal: g.legal(), Discards: g.mostDiscards(), Pots: g.showPots(),
		Runs: int(g.Runs), Called: g.Called, Waitlist: g.waitlist.ids(), CallBy: g.CallBy,
	}
	if g.Phase == Asking {
		v.MostRuns = g.mostRuns()
	}
	for run := int8(1); run < g.Runs; run++ {
		v.Again = append(v.Again, card.Present(*g.boardOf(run)))
	}
	v.Seats = slices.Grow(v.Seats, g.where((*seat).taken).Count()) // they are the most of a view
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

// Legal returns the legal actions of the player to act: the Legal of a View, without the rest of it and without allocating.
func (t *Table) Legal() Legal { return t.g.legal() }

// Ended reports whether the last hand was played to its end. It need not have pots: all chips may have gone back (R34).
func (v *View) Ended() bool { return v.Phase == Idle && !v.Voided && v.Hand != 0 }

// SeatOf returns the seat of a player, or false if they have none.
func (v View) SeatOf(player ID) (SeatView, bool) {
	for _, s := range v.Seats {
		if player != 0 && s.Player == player {
			return s, true
		}
	}
	return SeatView{}, false
}

// FreeFor reports whether a seat is free for a player: there are more free seats than players ahead on the waitlist (R63).
func (v *View) FreeFor(player ID) bool {
	ahead := slices.Index(v.Waitlist, player)
	if ahead < 0 {
		ahead = len(v.Waitlist)
	}
	return ahead < v.Rules.Seats-len(v.Seats)
}

// Invited returns the players on the waitlist for whom a seat is free, in order (R63).
func (v *View) Invited() []ID {
	if v.CallBy == 0 {
		return nil
	}
	free := max(0, v.Rules.Seats-len(v.Seats))
	return v.Waitlist[:min(free, len(v.Waitlist))]
}

// showUntil returns when the decision ends, or when the next hand starts.
func (g *game) showUntil() Moment {
	switch {
	case g.ToAct != none || g.Phase == Asking:
		return g.Until
	case g.Phase == Idle && g.enough() && !g.Paused:
		return g.Until
	}
	return 0
}

// showPots returns the pots as they stand, or as they were paid.
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

// showPots returns the pots that hold chips.
func showPots(pots []pot) (out []Pot) {
	for _, p := range pots {
		if p.Amount == 0 {
			continue
		}
		q := Pot{Amount: p.Amount}
		for i := range p.In.Clockwise(none) {
			q.Players = append(q.Players, int(i))
		}
		out = append(out, q)
	}
	return out
}

// awards returns the winnings from a pot that was paid.
func (g *game) awards(p pot) (all []Award) {
	for run, won := range p.Won {
		share := shares(g, &p, run)
		for i := range won.Clockwise(g.Button) {
			a := Award{Run: run, Seat: int(i), Amount: share[i]}
			if g.Seats[i].AllShown {
				a.Made = g.made(i, int8(run))
			}
			all = append(all, a)
		}
	}
	return all
}

// showSeat returns one seat. Here hole cards leave the engine for one viewer.
func (g *game) showSeat(i int8, viewer ID) SeatView {
	p := &g.Seats[i]
	s := SeatView{
		Seat: int(i), Player: p.Player, House: p.House, Stack: p.Stack, Bet: p.Bet, Total: p.Total + p.Dead,
		Pending: p.Pending, Bank: p.Bank, InHand: p.InHand, Folded: p.Folded, AllIn: g.running() && p.live() && p.Stack == 0,
		Out: p.Out, TimedOut: p.Out && p.Timeouts >= maxTimeouts, Late: p.Folded && p.Timeouts > 0 && !p.Away,
		Away: p.Away, Waits: waits(g, i), Leaves: p.Leaves, Kicked: p.Kicked, RebuyBy: p.RebuyBy,
		AllShown: p.AllShown, Mucked: p.Mucked, Won: g.won(i), Drew: int(p.Drew) - 1, Runs: int(p.Runs),
		MuckPolicy: p.MuckPolicy, Posts: p.Posts, Straddles: p.Straddles, Straddled: g.Street == 0 && g.Last == i && g.Last != g.Big && g.Rules.Straddle, MayShow: g.mayShow(i),
	}
	if p.live() {
		s.Price = g.price(i)
	}
	if p.Waits && p.Posts && p.ready() {
		s.Live, s.Dead = g.entry(i)
	}
	held := g.Hole[i]
	if !p.AllShown && !g.Voided {
		held = card.Only(held, p.Showed)
	}
	s.Shown = card.Present(held)
	if viewer != 0 && viewer == p.Player {
		s.Plan, s.Plans, held = g.Plan[i], g.plans(i), g.Hole[i]
	}
	s.Cards = card.Present(held)
	if len(s.Cards) > 0 && held == g.Hole[i] {
		s.Made = g.made(i, 0)
	}
	if !p.Folded && !p.Mucked {
		s.Hidden = len(card.Present(g.Hole[i])) - len(s.Cards)
	}
	return s
}

// won returns the chips that seat i got of the pots that were paid.
func (g *game) won(i int8) (sum int64) {
	if g.running() || !g.Seats[i].InHand {
		return 0
	}
	for k := range g.Paid {
		for run := range g.Paid[k].Won {
			sum += shares(g, &g.Paid[k], run)[i]
		}
	}
	return sum
}
