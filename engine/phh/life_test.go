package phh_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/card"
)

// life is a table with a random life of its own: people come and go between its hands and during them.
type life struct {
	*rand.Rand
	t      *testing.T
	seed   uint64
	table  engine.Table
	now    engine.Moment
	next   engine.ID                 // of the next newcomer
	log    []engine.Event            // of the hand, as the bot keeps it
	before engine.View               // the table just before the hand's last command
	held   map[engine.ID][]card.Card // what everyone held when last seen
}

func newLife(t *testing.T, seed uint64) *life {
	t.Helper()
	l := &life{Rand: rand.New(rand.NewPCG(seed, 5)), t: t, seed: seed, now: 1_700_000_000_000, next: 1}
	table, err := engine.New(l.rules())
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	l.table = table
	return l
}

// rules are any a table can have; the seed goes through the nine pairs of a game and a limit.
func (l *life) rules() engine.Rules {
	r := engine.Rules{
		Variant: engine.Variant(1 + l.seed%3), Limit: engine.Limit(1 + l.seed/3%3), DrawAny: l.IntN(2) == 0,
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
		r.NoBlinds = r.Variant == engine.FiveCardDraw && l.IntN(2) == 0
	case 1:
		r.BigBlindAnte = true
	}
	if r.Variant != engine.FiveCardDraw {
		r.RunIt, r.Straddle = l.IntN(4), r.Limit != engine.FixedLimit && l.IntN(2) == 0
	}
	if r.Limit != engine.FixedLimit && l.IntN(3) == 0 {
		r.MinBet = r.BigBlind + unit*l.Int64N(20)
	}
	r.Seats = 2 + l.IntN(r.MostSeats()-1)
	return r
}

// do carries a command out; a refusal of what need not be legal is no matter.
func (l *life) do(c engine.Command) bool {
	view := l.table.View(0)
	next, events, err := l.table.Apply(c, nil)
	if err != nil {
		return false
	}
	l.before, l.table = view, next
	for _, e := range events {
		switch e.Kind {
		case engine.HandStarted:
			l.log, l.held = nil, map[engine.ID][]card.Card{}
		case engine.HandDealt, engine.Drew:
			l.look()
		}
		l.log = append(l.log, e)
	}
	return true
}

// look notes what everyone holds.
func (l *life) look() {
	for _, s := range l.table.View(0).Seats {
		if own, _ := l.table.View(s.Player).SeatOf(s.Player); s.InHand && len(own.Cards) > 0 {
			l.held[s.Player] = own.Cards
		}
	}
}

// gather is what happens between two hands.
func (l *life) gather() {
	r := l.table.Rules()
	for range 1 + l.IntN(3) {
		who := engine.ID(1 + l.Uint64N(uint64(l.next)))
		switch l.IntN(8) {
		case 0:
			l.do(engine.Leave{Player: who, At: l.now})
		case 1, 2:
			l.do(engine.SitOut{Player: who, At: l.now})
		case 3, 4:
			l.do(engine.SitIn{Player: who, Post: l.IntN(4) > 0, At: l.now})
		case 5:
			for _, s := range l.table.View(0).Seats {
				l.do(engine.Straddle{Player: s.Player, On: true, At: l.now})
			}
		case 6:
			l.do(engine.Prefer{Player: who, Losing: engine.Losing(l.IntN(3)), At: l.now})
		default:
			l.do(engine.Sit{Player: who, Seat: l.IntN(r.Seats), At: l.now}) // a move
		}
	}
	for _, s := range l.table.View(0).Seats {
		if s.Stack == 0 {
			l.do(engine.TopUp{Player: s.Player, Chips: l.chips(), At: l.now})
		}
	}
	for range 50 {
		if l.table.Awaits().Need == engine.NeedStart && l.IntN(3) > 0 {
			return
		}
		if l.do(engine.Sit{Player: l.next, Seat: engine.AnySeat, Chips: l.chips(), Post: l.IntN(2) == 0, At: l.now}) {
			l.next++
			continue
		}
		for _, s := range l.table.View(0).Seats {
			l.do(engine.SitIn{Player: s.Player, Post: true, At: l.now})
		}
	}
}

// chips is a stack, often a short one, sometimes of nearly nothing.
func (l *life) chips() int64 {
	big := l.table.Rules().BigBlind
	return 1 + l.Int64N([]int64{2 * big, 10 * big, 100 * big}[l.IntN(3)])
}

// hand plays one hand; false where nobody would play.
func (l *life) hand() bool {
	l.gather()
	l.now = max(l.now+1000, l.table.View(0).Until)
	if !l.do(engine.Start{Lot: l.Uint64(), At: l.now}) {
		return false
	}
	l.do(engine.Deal{Deck: card.Shuffled(l.IntN), Message: 1, At: l.now})
	for steps := 0; l.table.View(0).Phase != engine.Idle; steps++ {
		if steps > 2000 {
			l.t.Fatalf("seed %d: the hand does not end", l.seed)
		}
		l.turn()
	}
	if v, before := l.table.View(0), l.before; len(v.Seats) > 0 {
		who := v.Seats[l.IntN(len(v.Seats))]
		l.do(engine.Show{Player: who.Player, Turn: v.Turn, Cards: uint8(l.IntN(32)), At: l.now}) // some cards of those nobody saw
		l.before = before
	}
	return true
}

// turn is one thing that happens in a hand.
func (l *life) turn() {
	v := l.table.View(0)
	any := v.Seats[l.IntN(len(v.Seats))].Player
	switch l.IntN(40) {
	case 0:
		l.do(engine.Leave{Player: any, At: l.now})
	case 1:
		l.do(engine.TopUp{Player: any, Chips: l.chips(), At: l.now})
	case 2:
		l.do(engine.Plan{Player: any, Hand: v.Hand, Plan: engine.PreAction(1 + l.IntN(4)), At: l.now})
	case 3:
		l.do(engine.SitOut{Player: any, At: l.now})
	}
	switch v = l.table.View(0); v.Phase {
	case engine.Idle:
		return
	case engine.Asking:
		l.do(engine.RunIt{Player: any, Hand: v.Hand, Times: min(v.MostRuns, 1+l.IntN(6)), At: l.now})
		return
	}
	i := slices.IndexFunc(v.Seats, func(s engine.SeatView) bool { return s.Seat == v.ToAct })
	if i < 0 {
		l.now = max(l.now+1, l.table.Awaits().Due)
		l.do(engine.Tick{At: l.now})
		return
	}
	l.decide(&v, v.Seats[i].Player)
}

func (l *life) decide(v *engine.View, who engine.ID) {
	switch v.Phase {
	case engine.Drawing:
		discard := uint8(l.IntN(32))
		for bits.OnesCount8(discard) > v.Discards {
			discard &= discard - 1
		}
		l.do(engine.Draw{Player: who, Turn: v.Turn, Discard: discard, At: l.now})
		return
	case engine.Showing:
		l.do(engine.Show{Player: who, Turn: v.Turn, Cards: uint8(l.IntN(2)), At: l.now})
		return
	}
	act := engine.Act{Player: who, Turn: v.Turn, Action: engine.Check, At: l.now}
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
	l.do(act)
}
