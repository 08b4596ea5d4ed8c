package engine

import (
	"testing"
	"unsafe"

	"cardroom/engine/card"
)

// sixHanded is a table of six in the middle of a first betting round.
func sixHanded(tb testing.TB) Table {
	tb.Helper()
	t, err := New(DefaultRules())
	if err != nil {
		tb.Fatal(err)
	}
	for p := ID(1); p <= 6; p++ {
		t = must(tb, t, Sit{Player: p, Seat: AnySeat, Chips: 1000, At: 1})
	}
	t = must(tb, t, Start{At: 10_000})
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
	if size := unsafe.Sizeof(Table{}); size > 2304 {
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
