package enginetest

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// RandomGame is a table at which everything is random: people come and go between its hands and during them.
type RandomGame struct {
	*rand.Rand
	T      *testing.T
	Seed   uint64
	Table  engine.Table
	Now    engine.Moment
	Log    []engine.Event            // of the hand, as the bot keeps it
	Before engine.View               // the table just before the hand's last command
	Held   map[engine.ID][]card.Card // the hole cards of each player when last seen
	Seen   func([]engine.Event)      // told after every command that was carried out; may be nil
	next   engine.ID                 // of the next newcomer

	began    engine.Table     // before the hand
	commands []engine.Command // of the hand
	deck     card.Deck
}

// New returns a table with rules that follow from the seed. Failures name the seed.
func New(t *testing.T, seed uint64) *RandomGame {
	t.Helper()
	l := &RandomGame{Rand: rand.New(rand.NewPCG(seed, 5)), T: t, Seed: seed, Now: 1_700_000_000_000, next: 1}
	table, err := engine.New(l.rules())
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	l.Table = table
	return l
}

// NewTournament returns a table of a tournament whose small chips went (T28). Its rules, stacks and blinds follow from the seed.
func NewTournament(t *testing.T, seed uint64) *RandomGame {
	t.Helper()
	l := New(t, seed)
	r := l.Table.Rules()
	unit := 2 + l.Int64N(24)
	r.Tournament, r.Clock, r.ChipUnit, r.MinBet = true, time.Minute, unit, 0
	r.NoBlinds, r.Straddle, r.RunIt = false, false, 0
	r.SmallBlind, r.BigBlind, r.Ante = unit*(1+l.Int64N(3)), unit*(3+l.Int64N(3)), min(1, r.Ante)*unit
	table, err := engine.New(r)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	l.Table = table
	return l
}

// rules returns random rules. Nine seeds in a row have all pairs of a game and a limit.
func (l *RandomGame) rules() poker.Rules {
	r := poker.Rules{
		Variant: poker.Variant(1 + l.Seed%3), Limit: poker.Limit(1 + l.Seed/3%3), DrawAny: l.IntN(2) == 0,
		SmallBlind: 1 + l.Int64N(5), MinBuyIn: 1, Pause: time.Second, AskLosers: l.IntN(3) == 0, Rebuy: time.Hour,
	}
	r.BigBlind = r.SmallBlind * (1 + l.Int64N(3))
	if l.IntN(4) == 0 {
		r.ChipUnit = 2 + l.Int64N(3)
		r.SmallBlind, r.BigBlind = r.SmallBlind*r.ChipUnit, r.BigBlind*r.ChipUnit
	}
	unit := max(1, r.ChipUnit)
	switch l.IntN(3) {
	case 0:
		r.Ante = max(unit, l.Int64N(r.BigBlind+1)/unit*unit)
		r.NoBlinds = r.Variant == poker.FiveCardDraw && l.IntN(2) == 0
	case 1:
		r.BigBlindAnte = true
	}
	if r.Variant != poker.FiveCardDraw {
		r.RunIt, r.Straddle = l.IntN(4), r.Limit != poker.FixedLimit && l.IntN(2) == 0
	}
	if r.Limit != poker.FixedLimit && l.IntN(3) == 0 {
		r.MinBet = r.BigBlind + unit*l.Int64N(20)
	}
	r.Seats = 2 + l.IntN(r.MostSeats()-1)
	return r
}

// Do carries out a command. It returns false if the table refuses it.
func (l *RandomGame) Do(c engine.Command) bool {
	view := l.Table.View(0)
	next, events, err := l.Table.Apply(c, nil)
	if err != nil {
		return false
	}
	switch c.(type) {
	case engine.Start, engine.StartLevel:
		l.began, l.commands = l.Table, nil
	}
	if deal, deals := c.(engine.Deal); deals {
		l.deck = deal.Deck
	}
	l.commands = append(l.commands, c)
	l.Before, l.Table = view, next
	for _, e := range events {
		switch e.Kind {
		case engine.HandStarted:
			l.Log, l.Held = nil, map[engine.ID][]card.Card{}
		case engine.HandDealt, engine.Drew:
			l.noteHeld()
		}
		l.Log = append(l.Log, e)
	}
	if l.Seen != nil {
		l.Seen(events)
	}
	return true
}

// noteHeld notes the hole cards of each player.
func (l *RandomGame) noteHeld() {
	for _, s := range l.Table.View(0).Seats {
		if mine, _ := l.Table.View(s.Player).SeatOf(s.Player); s.InHand && len(mine.Cards) > 0 {
			l.Held[s.Player] = mine.Cards
		}
	}
}

// Gather lets players come, go and change their minds between two hands.
func (l *RandomGame) Gather() {
	r := l.Table.Rules()
	for range 1 + l.IntN(3) {
		who := engine.ID(1 + l.Uint64N(uint64(l.next)))
		switch l.IntN(8) {
		case 0:
			l.Do(engine.Leave{Player: who, At: l.Now})
		case 1, 2:
			l.Do(engine.SitOut{Player: who, At: l.Now})
		case 3, 4:
			l.Do(engine.SitIn{Player: who, Post: l.IntN(4) > 0, At: l.Now})
		case 5:
			for _, s := range l.Table.View(0).Seats {
				l.Do(engine.Straddle{Player: s.Player, On: true, At: l.Now})
			}
		case 6:
			l.Do(engine.SetMuckPolicy{Player: who, MuckPolicy: engine.MuckPolicy(l.IntN(3)), At: l.Now})
		default:
			l.Do(engine.Sit{Player: who, Seat: l.IntN(r.Seats), At: l.Now}) // a move
		}
	}
	for _, s := range l.Table.View(0).Seats {
		if s.Stack == 0 {
			l.Do(engine.TopUp{Player: s.Player, Chips: l.chips(), At: l.Now})
		}
	}
	for range 50 {
		if l.Table.Pending().Need == engine.NeedStart && l.IntN(3) > 0 {
			return
		}
		if l.Do(engine.Sit{Player: l.next, Seat: engine.AnySeat, Chips: l.chips(), Post: l.IntN(2) == 0, At: l.Now}) {
			l.next++
			continue
		}
		for _, s := range l.Table.View(0).Seats {
			l.Do(engine.SitIn{Player: s.Player, Post: true, At: l.Now})
		}
	}
}

// chips returns a stack, often a short one, sometimes of nearly nothing.
func (l *RandomGame) chips() int64 {
	big := l.Table.Rules().BigBlind
	return 1 + l.Int64N([]int64{2 * big, 10 * big, 100 * big}[l.IntN(3)])
}

// Hand plays one hand. It returns false if too few players would play.
func (l *RandomGame) Hand() bool {
	if !l.begin() {
		return false
	}
	l.Do(engine.Deal{Deck: card.Shuffled(l.IntN), Message: 1, At: l.Now})
	for steps := 0; l.Table.View(0).Phase != engine.Idle; steps++ {
		if steps > 2000 {
			l.T.Fatalf("seed %d: the hand does not end", l.Seed)
		}
		l.turn()
	}
	if v, before := l.Table.View(0), l.Before; len(v.Seats) > 0 {
		who := v.Seats[l.IntN(len(v.Seats))]
		l.Do(engine.Show{Player: who.Player, Turn: v.Turn, Cards: uint8(l.IntN(32)), At: l.Now}) // some cards of a hand that was not shown
		l.Before = before
	}
	return true
}

// begin begins a hand; false if too few players would play.
func (l *RandomGame) begin() bool {
	r := l.Table.Rules()
	if !r.Tournament {
		l.Gather()
	}
	l.Now = max(l.Now+1000, l.Table.View(0).Until)
	if !r.Tournament {
		return l.Do(engine.Start{Lot: l.Uint64(), At: l.Now})
	}
	seating, start := engine.Seating{At: l.Now}, engine.StartLevel{Rules: r, At: l.Now}
	players := l.Perm(r.Seats)[:2+l.IntN(r.Seats-1)]
	slices.Sort(players)
	for _, i := range players {
		seating.Places[i] = engine.Place{Player: engine.ID(i + 1), Chips: r.ChipUnit * (1 + l.Int64N(40))}
		start.In |= 1 << i
	}
	n := len(players)
	start.Button, start.Small, start.Big = players[n-1], players[0], players[1]
	if n == 2 {
		start.Small, start.Big = players[1], players[0]
	}
	if n > 3 && l.IntN(8) == 0 {
		start.In &^= 1 << start.Small // no small blind
	}
	return l.Do(seating) && l.Do(start)
}

// turn lets one thing happen in a hand.
func (l *RandomGame) turn() {
	v := l.Table.View(0)
	any := v.Seats[l.IntN(len(v.Seats))].Player
	switch l.IntN(40) {
	case 0:
		l.Do(engine.Leave{Player: any, At: l.Now})
	case 1:
		l.Do(engine.TopUp{Player: any, Chips: l.chips(), At: l.Now})
	case 2:
		l.Do(engine.Plan{Player: any, Hand: v.Hand, Plan: engine.PreAction(1 + l.IntN(4)), At: l.Now})
	case 3:
		l.Do(engine.SitOut{Player: any, At: l.Now})
	}
	switch v = l.Table.View(0); v.Phase {
	case engine.Idle:
		return
	case engine.Asking:
		l.Do(engine.RunIt{Player: any, Hand: v.Hand, Times: min(v.MostRuns, 1+l.IntN(6)), At: l.Now})
		return
	}
	i := slices.IndexFunc(v.Seats, func(s engine.SeatView) bool { return s.Seat == v.ToAct })
	if i < 0 {
		l.Now = max(l.Now+1, l.Table.Pending().Due)
		l.Do(engine.Tick{At: l.Now})
		return
	}
	l.decide(&v, v.Seats[i].Player)
}

func (l *RandomGame) decide(v *engine.View, who engine.ID) {
	switch v.Phase {
	case engine.Drawing:
		discard := uint8(l.IntN(32))
		for bits.OnesCount8(discard) > v.Discards {
			discard &= discard - 1
		}
		l.Do(engine.Draw{Player: who, Turn: v.Turn, Discard: discard, At: l.Now})
		return
	case engine.Showing:
		l.Do(engine.Show{Player: who, Turn: v.Turn, Cards: uint8(l.IntN(2)), At: l.Now})
		return
	}
	act := engine.Act{Player: who, Turn: v.Turn, Action: engine.Check, At: l.Now}
	if v.Legal.Call > 0 {
		act.Action = engine.Call
	}
	switch n := l.IntN(10); {
	case n == 0 && v.Legal.Call > 0:
		act.Action = engine.Fold
	case n < 4 && v.Legal.Min > 0:
		unit := max(1, v.Rules.ChipUnit)
		to := v.Legal.Min + l.Int64N(v.Legal.Max-v.Legal.Min+1)
		act.Action, act.To = engine.Raise, []int64{v.Legal.Min, v.Legal.Max, max(v.Legal.Min, to/unit*unit)}[l.IntN(3)]
	}
	l.Do(act)
}
