package storetest

import (
	"testing"

	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/store"
)

var counting = map[string]func(*testing.T, Opener){
	"stats add up, a hand once":           testStatsAddUp,
	"a refused change counts nothing":     testStatsRefused,
	"stats are of a person in a guild":    testStatsApart,
	"who was never seen has counts of 0":  testStatsNone,
	"stats of many persons in one change": testStatsMany,
}

// counted returns a change with counts of its hand.
func (b *table) counted(all ...store.Stats) store.Change {
	c := b.change()
	c.Stats = all
	return c
}

func (b *table) stats(guild, person engine.ID) stats.Counts {
	b.t.Helper()
	s := must[store.Stats](b.t)(b.Stats(b.t.Context(), guild, person))
	if s.Person != person {
		b.t.Errorf("the stats of %d are those of %d", person, s.Person)
	}
	return s.Counts
}

func testStatsAddUp(t *testing.T, open Opener) {
	b := at(t, open)
	var n [stats.Size]int64
	for i := range n {
		n[i] = int64(i + 1)
	}
	n[stats.HandSize-1] = -1_000_000_000_000 // a loss
	one := stats.Read(n)
	c := b.counted(store.Stats{Person: alice, Counts: one})
	b.do(c)
	for range 2 { // the same change again is one
		if r, err := b.Commit(t.Context(), c); err != nil || !r.Duplicate {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	if got := b.stats(guild, alice); got != one {
		t.Errorf("after one hand: %+v, want %+v", got, one)
	}
	b.do(b.counted(store.Stats{Person: alice, Counts: one}))
	if got, want := b.stats(guild, alice), one.Plus(one); got != want {
		t.Errorf("after two hands: %+v, want %+v", got, want)
	}
	b.do(b.change()) // counts nothing
	b.do(b.counted(store.Stats{Person: alice, Counts: stats.Counts{Hands: 1}}, store.Stats{Person: alice, Counts: stats.Counts{Hands: 1}}))
	if got, want := b.stats(guild, alice), one.Plus(one).Plus(stats.Counts{Hands: 2}); got != want {
		t.Errorf("with two in one change: %+v, want %+v", got, want)
	}
}

func testStatsRefused(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.counted(store.Stats{Person: alice, Counts: stats.Counts{Hands: 1, Net: 5}}))
	stale := b.counted(store.Stats{Person: alice, Counts: stats.Counts{Hands: 1}})
	stale.Version--
	as[*store.StaleError](t, b.refused(stale))
	wrong := b.counted(store.Stats{Person: alice, Counts: stats.Counts{Hands: 1}})
	wrong.Chips++
	as[*store.LedgerError](t, b.refused(wrong))
}

func testStatsApart(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.counted(store.Stats{Person: alice, Counts: stats.Counts{Hands: 1}}))
	b.key, b.version = other, 0
	b.do(b.counted(store.Stats{Person: alice, Counts: stats.Counts{Hands: 2}}, store.Stats{Person: bob, Counts: stats.Counts{Hands: 7}}))
	b.key, b.version = store.Key{Guild: abroad, Channel: 10}, 0
	b.do(b.counted(store.Stats{Person: alice, Counts: stats.Counts{Hands: 30}}))
	for _, c := range []struct {
		guild, person engine.ID
		want          int64
	}{{guild, alice, 3}, {guild, bob, 7}, {abroad, alice, 30}, {abroad, bob, 0}} {
		if got := b.stats(c.guild, c.person).Hands; got != c.want {
			t.Errorf("%d in %d has %d hands, want %d", c.person, c.guild, got, c.want)
		}
	}
}

func testStatsNone(t *testing.T, open Opener) {
	b := at(t, open)
	if got := b.stats(guild, carol); got != (stats.Counts{}) {
		t.Errorf("%+v", got)
	}
}

func testStatsMany(t *testing.T, open Opener) {
	b := at(t, open)
	var all []store.Stats
	for p := range engine.ID(10) {
		all = append(all, store.Stats{Person: 1<<63 + p, Counts: stats.Counts{Hands: 1, Net: int64(p)}})
	}
	b.do(b.counted(all...))
	b.do(b.counted(all...))
	for p := range engine.ID(10) {
		if got := b.stats(guild, 1<<63+p); got != (stats.Counts{Hands: 2, Net: 2 * int64(p)}) {
			t.Errorf("%d: %+v", p, got)
		}
	}
}
