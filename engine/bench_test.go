package engine

import (
	"errors"
	"math/rand/v2"
	"testing"
	"unsafe"

	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// sixSeated returns a table of six before its first hand.
func sixSeated(tb testing.TB) Table {
	tb.Helper()
	t, err := New(poker.DefaultRules())
	if err != nil {
		tb.Fatal(err)
	}
	for p := ID(1); p <= 6; p++ {
		t = must(tb, t, Sit{Player: p, Seat: AnySeat, Chips: 1000, At: 1})
	}
	return t
}

// sixHanded returns a table of six in the middle of a first betting round.
func sixHanded(tb testing.TB) Table {
	tb.Helper()
	t := must(tb, sixSeated(tb), Start{At: 10_000})
	return must(tb, t, Deal{Deck: card.Ordered(), At: 10_000})
}

func must(tb testing.TB, t Table, c Command) Table {
	tb.Helper()
	next, _, err := t.Apply(c, nil)
	if err != nil {
		tb.Fatalf("%T: %v", c, err)
	}
	return next
}

func TestATableIsSmallAndAnActAllocatesNothing(t *testing.T) {
	if size := unsafe.Sizeof(Table{}); size > 2560 {
		t.Errorf("a table has %d bytes", size)
	} else {
		t.Logf("a table has %d bytes", size)
	}
	table := sixHanded(t)
	into := make([]Event, 0, 16)
	v := table.View(0)
	act := Act{Player: v.Seats[v.ToAct].Player, Turn: v.Turn, Action: Raise, To: 40, At: 20_000}
	if n := testing.AllocsPerRun(100, func() {
		if _, _, err := table.Apply(act, into); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("an act allocates %v times", n)
	}
}

func BenchmarkApply(b *testing.B) {
	table := sixHanded(b)
	into := make([]Event, 0, 16)
	v := table.View(0)
	act := Act{Player: v.Seats[v.ToAct].Player, Turn: v.Turn, Action: Raise, To: 40, At: 20_000}
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := table.Apply(act, into); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkView(b *testing.B) {
	table := sixHanded(b)
	b.ReportAllocs()
	for b.Loop() {
		table.View(1)
	}
}

func BenchmarkSnapshot(b *testing.B) {
	table := sixHanded(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := table.Snapshot(mask{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHands plays no-limit hold'em with six players at random, shuffle and deal and payment and all: an operation is
// one action.
func BenchmarkHands(b *testing.B) {
	for name, itself := range map[string]bool{"Apply": false, "Do": true} {
		b.Run(name, func(b *testing.B) {
			h := newRandomHands(b)
			h.itself = itself
			b.ReportAllocs()
			for b.Loop() {
				if err := h.act(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "actions/s")
		})
	}
}

func TestAHandAllocatesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which goes with short tests, allocates")
	}
	h := newRandomHands(t)
	for _, h.itself = range []bool{false, true} {
		if n := testing.AllocsPerRun(10, func() {
			for range 1000 {
				if err := h.act(); err != nil {
					t.Fatal(err)
				}
			}
		}); n > 0 {
			t.Errorf("a thousand actions allocate %v times; Do and not Apply: %v", n, h.itself)
		}
	}
}

// randomHands is a table of six at which random hands are played, each with the stacks of the first.
type randomHands struct {
	fresh, table Table
	dice         *rand.Rand
	into         []Event
	itself       bool // by Do, not Apply
}

func newRandomHands(tb testing.TB) *randomHands {
	tb.Helper()
	t := sixSeated(tb)
	t.g.Rules.Clock, t.g.Rules.Pause, t.g.Rules.Runout = 0, 0, 0
	return &randomHands{fresh: t, table: t, dice: rand.New(rand.NewPCG(7, 7)), into: make([]Event, 0, 64)}
}

// act returns the next action, after the start and the deal of another hand where it takes them.
func (h *randomHands) act() error {
	if h.table.g.Phase != Betting {
		h.table = h.fresh
		err := errors.Join(
			h.apply(Start{Lot: h.dice.Uint64(), At: 10_000}), h.apply(Deal{Deck: card.Shuffled(h.dice.IntN), At: 10_000}))
		if err != nil {
			return err
		}
	}
	return h.apply(anyAct(&h.table, h.dice))
}

func (h *randomHands) apply(c Command) (err error) {
	if h.itself {
		h.into, err = h.table.Do(c, h.into[:0])
	} else {
		h.table, h.into, err = h.table.Apply(c, h.into[:0])
	}
	return err
}

// anyAct returns an act of the player to act, each as likely as the others: a fold of a bet, a check or call, the least raise, or
// all-in.
func anyAct(t *Table, dice *rand.Rand) Act {
	l := t.g.legal()
	a := Act{Player: t.g.Seats[t.g.ToAct].Player, Turn: t.g.turn(), Action: Check, At: 10_000}
	acts, n := [4]Act{a}, 1
	if l.Call > 0 {
		acts[0].Action = Call
		acts[1], n = a, 2
		acts[1].Action = Fold
	}
	for _, to := range [2]int64{l.Min, l.Max} {
		if l.Min > 0 {
			acts[n] = a
			acts[n].Action, acts[n].To = Raise, to
			n++
		}
	}
	return acts[dice.IntN(n)]
}
