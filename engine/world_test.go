package engine

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// mask is a Sealer for tests: it hides bytes and knows when they, or what they are bound to, were changed.
type mask struct{}

var errMask = errors.New("not sealed by this sealer")

func (mask) Seal(secret, public []byte) []byte {
	sum := sha256.Sum256(append(append([]byte("mask"), public...), secret...))
	out := sum[:]
	for i, b := range secret {
		out = append(out, b^sum[i%len(sum)])
	}
	return out
}

func (m mask) Open(sealed, public []byte) ([]byte, error) {
	if len(sealed) < sha256.Size {
		return nil, errMask
	}
	secret := bytes.Clone(sealed[sha256.Size:])
	for i := range secret {
		secret[i] ^= sealed[i%sha256.Size]
	}
	if !bytes.Equal(m.Seal(secret, public), sealed) {
		return nil, errMask
	}
	return secret, nil
}

// clear is a Sealer that hides nothing and believes everything.
type clear struct{}

func (clear) Seal(secret, _ []byte) []byte          { return secret }
func (clear) Open(sealed, _ []byte) ([]byte, error) { return sealed, nil }

// redealt returns the deck of the table, as a store would make it again.
func (t *Table) redealt(hand int64) (card.Deck, error) {
	if hand != t.g.Hand {
		return card.Deck{}, fmt.Errorf("the engine asks for the deck of hand %d, not of %d", hand, t.g.Hand)
	}
	return t.g.Deck, nil
}

// world drives a table through a random life, with every command in every place.
type world struct {
	*rand.Rand
	seed  uint64
	first Table
	table Table
	now   Moment
	log   []Command // those that were carried out
	out   []Event
	net   int64 // chips that the events say have come to the table
}

const people = 14

func newWorld(t *testing.T, seed uint64) *world {
	t.Helper()
	w := &world{Rand: rand.New(rand.NewPCG(seed, 99)), seed: seed, now: 1_700_000_000_000}
	r := poker.Rules{
		Variant: poker.Variant(1 + w.IntN(3)), Limit: poker.Limit(1 + w.IntN(3)),
		SmallBlind: 1 + w.Int64N(5), MinBuyIn: 1 + w.Int64N(40), DrawAny: w.IntN(2) == 0,
		Clock: w.duration(30), TimeBank: w.duration(60), Pause: w.duration(8), Runout: w.duration(2),
		Rebuy: w.duration(120), SitOutLimit: w.duration(300), ReturnWindow: w.duration(600), AskLosers: w.IntN(2) == 0,
	}
	r.Seats = 2 + w.IntN(r.MostSeats()-1)
	r.BigBlind = r.SmallBlind * (1 + w.Int64N(3))
	if w.IntN(4) == 0 {
		r.ChipUnit = 1 + w.Int64N(3)
		r.SmallBlind, r.BigBlind = r.SmallBlind*r.ChipUnit, r.BigBlind*r.ChipUnit
	}
	if w.IntN(3) > 0 {
		r.MaxBuyIn = r.MinBuyIn + w.Int64N(200)
	}
	switch w.IntN(3) {
	case 0:
		r.Ante = w.Int64N(r.BigBlind+1) / max(1, r.ChipUnit) * max(1, r.ChipUnit)
		r.NoBlinds = r.Variant == poker.FiveCardDraw && r.Ante > 0 && w.IntN(2) == 0
	case 1:
		r.BigBlindAnte = true
	}
	if r.Variant != poker.FiveCardDraw {
		r.RunIt, r.Straddle = w.IntN(4), r.Limit != poker.FixedLimit && w.IntN(2) == 0
	}
	if r.Limit != poker.FixedLimit && w.IntN(3) == 0 {
		r.MinBet = 2 * r.BigBlind
	}
	if w.IntN(6) == 0 {
		r.Clock = 2 * time.Hour
	}
	if r.Limit != poker.FixedLimit && seed%5 == 4 {
		r.ChipUnit = r.BigBlind + int64(seed%3) // larger than the blinds (R8)
	}
	r.Staked, r.UnitPots = w.IntN(3) == 0, seed%7 == 3
	table, err := New(r)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	w.first, w.table = table, table
	return w
}

// duration returns a random time, often none.
func (w *world) duration(seconds int) time.Duration {
	return time.Duration(w.IntN(2)*w.IntN(seconds*1000)) * time.Millisecond
}

// command returns something that could happen now: mostly what the table awaits, sometimes anything.
func (w *world) command() Command {
	w.now += Moment(w.IntN(2) * w.IntN(20_000))
	if w.table.g.Rules.Tournament {
		return w.directed()
	}
	if w.IntN(4) == 0 {
		return w.anything()
	}
	wait := w.table.Pending()
	switch wait.Need {
	case NeedStart:
		w.now = max(w.now, w.table.View(0).Until)
		return Start{Lot: w.Uint64(), At: w.now}
	case NeedDeal:
		return Deal{card.Shuffled(w.IntN), ID(w.Uint64()), w.now}
	case NeedAction:
		acts := offered(&w.table, w.now)
		return acts[w.IntN(len(acts))]
	case NeedStreet:
		w.now = max(w.now, wait.Due)
		return Tick{w.now}
	case NeedRuns:
		return w.runIt()
	}
	if w.IntN(2) == 0 {
		return TopUp{Player: w.who(), Chips: 50 + w.Int64N(100), At: w.now}
	}
	return w.sit()
}

func (w *world) who() ID { return ID(1 + w.IntN(people)) }

func (w *world) sit() Command {
	r := w.table.Rules()
	c := Sit{Player: w.who(), Seat: AnySeat, Chips: r.MinBuyIn + w.Int64N(100), At: w.now}
	if w.IntN(3) == 0 {
		c.Seat = w.IntN(r.Seats+2) - 1
	}
	if w.IntN(30) == 0 {
		c.House = Level(w.IntN(4))
	}
	c.Post, c.All = w.IntN(2) == 0, w.IntN(6) == 0
	return c
}

func (w *world) runIt() Command {
	v := w.table.View(0)
	return RunIt{w.who(), v.Hand, 1 + w.IntN(max(1, v.MostRuns)), w.now}
}

// aside returns the commands of players besides betting.
func (w *world) aside() Command {
	v := w.table.View(0)
	switch w.IntN(8) {
	case 0:
		if w.IntN(3) == 0 {
			return HoldSeat{w.who(), w.now.Add(time.Duration(w.IntN(100)-20) * time.Second), w.now}
		}
		return Straddle{w.who(), w.IntN(4) > 0, w.now}
	case 1:
		return SetMuckPolicy{w.who(), MuckPolicy(w.IntN(4)), w.now}
	case 2, 3:
		return Plan{w.who(), v.Hand, PreAction(w.IntN(6)), w.now}
	case 4:
		return CallClock{w.who(), v.Turn, w.now}
	case 5:
		return Show{w.who(), v.Turn, uint8(w.IntN(64)), w.now}
	case 6:
		r := v.Rules
		r.AskLosers, r.DrawAny = !r.AskLosers, r.DrawAny && w.IntN(2) == 0
		r.Staked = r.Staked != (w.now%4 == 0)
		return SetRules{Rules: r, At: w.now}
	}
	return w.runIt()
}

func (w *world) anything() Command {
	switch w.IntN(32) {
	case 0, 1, 2, 3:
		return w.sit()
	case 4, 5:
		if w.IntN(3) == 0 {
			return Kick{w.who(), w.now}
		}
		return Leave{w.who(), w.now}
	case 6, 7:
		return TopUp{Player: w.who(), Chips: w.Int64N(150) - 5, UpTo: w.Int64N(2) * 250, At: w.now}
	case 8, 9:
		return SitOut{w.who(), w.now}
	case 10, 11, 12:
		return SitIn{Player: w.who(), Post: w.IntN(2) == 0, At: w.now}
	case 13:
		return Sit{Player: w.who(), Seat: w.IntN(MaxSeats), Post: w.now%2 == 0, At: w.now} // a move
	case 14:
		return Pause{w.now}
	case 15, 16:
		return Resume{w.now}
	case 17:
		if w.IntN(4) > 0 {
			return Tick{w.now}
		}
		return Void{w.now}
	case 18:
		if w.IntN(20) == 0 {
			return Close{w.now}
		}
		return Tick{w.now}
	case 19:
		w.now += Moment(w.IntN(400_000))
		return Tick{w.now}
	case 20:
		last := w.now
		w.now += Moment(w.IntN(100_000))
		return CreditDowntime{last, w.now}
	case 21:
		if w.IntN(3) == 0 {
			return w.startAs()
		}
		return Start{Lot: w.Uint64(), At: w.now}
	case 22:
		return Deal{card.Shuffled(w.IntN), 7, w.now}
	case 23, 24, 25, 26:
		return w.aside()
	case 27, 28:
		return Wait{w.who(), w.IntN(4) == 0, w.now}
	case 29:
		return Draw{w.who(), w.table.g.turn(), uint8(w.IntN(64)), w.now}
	}
	return Act{w.who(), w.table.g.turn(), Action(w.IntN(6)), w.Int64N(100), w.now}
}

func (w *world) startAs() Command {
	c := StartAs{Button: w.IntN(MaxSeats+1) - 1, Small: w.IntN(MaxSeats+1) - 1, Big: w.IntN(MaxSeats+1) - 1, At: w.now}
	for i := range MaxSeats {
		c.Antes[i], c.Blinds[i], c.Owed[i] = w.Int64N(4), w.Int64N(12), w.Int64N(4)
	}
	c.Dead = w.IntN(2) == 0
	return c
}

// offered returns everything the table offers the player to act: raises at their ends and in the middle, every exchange of
// cards. Actions that end a hand soonest come first.
func offered(t *Table, now Moment) (acts []Command) {
	v := t.View(0)
	a := Act{Turn: v.Turn, Action: Fold, At: now}
	for _, s := range v.Seats {
		if s.Seat == v.ToAct {
			a.Player = s.Player
		}
	}
	switch v.Phase {
	case Drawing:
		for discard := range uint8(1 << maxHole) {
			if bits.OnesCount8(discard) <= v.Discards {
				acts = append(acts, Draw{a.Player, v.Turn, discard, now})
			}
		}
		return acts
	case Showing:
		return []Command{Show{a.Player, v.Turn, 0, now}, Show{a.Player, v.Turn, 1, now}}
	}
	acts = append(acts, a)
	a.Action = Check
	if v.Legal.Call > 0 {
		a.Action = Call
	}
	acts = append(acts, a, a, a)
	if l := v.Legal; l.Min > 0 {
		a.Action = Raise
		for _, to := range []int64{l.Min, l.Max, max(l.Min, t.g.down((l.Min+l.Max)/2))} {
			a.To = to
			acts = append(acts, a)
		}
	}
	return acts
}

// asides compares with the view what is accepted besides betting: pre-actions, and cards shown after the hand.
func (w *world) asides() error {
	for id := ID(1); id <= people; id++ {
		v := w.table.View(id)
		s, _ := v.SeatOf(id)
		for p := PlanCheckFold; p <= PlanCallAny+1; p++ {
			_, _, err := w.table.Apply(Plan{id, v.Hand, p, w.now}, nil)
			if offered := slices.Contains(s.Plans, p); offered != (err == nil) {
				return fmt.Errorf("%d may plan %v; planning %d: %v", id, s.Plans, p, err)
			}
		}
		if v.Phase != Idle {
			continue
		}
		all := uint8(1)<<len(s.Cards) - 1
		if _, _, err := w.table.Apply(Show{id, v.Turn, all, w.now}, nil); s.MayShow != (err == nil) {
			return fmt.Errorf("%d may show: %t; showing: %v", id, s.MayShow, err)
		}
	}
	return nil
}

// apply carries out a command, or sees it refused, and looks at the laws that hold at every step.
func (w *world) apply(c Command) error {
	before := w.table
	next, out, err := w.table.Apply(c, w.out[:0])
	if w.table != before {
		return errors.New("Apply changed the table it was asked of")
	}
	if err != nil {
		if next != before || len(out) > 0 {
			return fmt.Errorf("%T was refused and changed something", c)
		}
		return nil
	}
	w.table, w.out = next, out
	w.log = append(w.log, c)
	for _, e := range out {
		w.net += flow(e)
	}
	if w.net != w.table.Chips() {
		return fmt.Errorf("%T: %d chips on the table, the events say %d", c, w.table.Chips(), w.net)
	}
	return w.table.Check()
}

// flow returns the chips that an event brings to the table.
func flow(e Event) int64 {
	switch e.Kind {
	case SatDown, ToppedUp:
		return e.Amount
	case StoodUp, Returned:
		return -e.Amount
	}
	return 0
}

// live runs a world for a while.
func (w *world) live(t *testing.T, steps int, check func(Command) error) {
	t.Helper()
	for i := range steps {
		c := w.command()
		err := w.apply(c)
		if err == nil && check != nil {
			err = check(c)
		}
		if err != nil {
			t.Fatalf("seed %d, step %d, %T, hand %d: %v", w.seed, i, c, w.table.g.Hand, err)
		}
		if w.table.g.Closed {
			return
		}
	}
}
