package storetest

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"cardroom/engine"
	"cardroom/store"
)

// Snapshot is about as large as a table of nine.
var Snapshot = make([]byte, 3200)

// BenchOneTable commits to one table, which waits for every commit.
func BenchOneTable(b *testing.B, s store.Store) {
	commitInTurn(b, s, store.Key{Guild: 1, Channel: 1}, b.Loop)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
}

// Bench64Tables commits to 64 tables, or about as many, of so many guilds at once.
func Bench64Tables(b *testing.B, s store.Store, guilds uint64) {
	var tables atomic.Uint64
	b.SetParallelism(max(1, 64/runtime.GOMAXPROCS(0)))
	b.RunParallel(func(pb *testing.PB) {
		n := tables.Add(1)
		commitInTurn(b, s, store.Key{Guild: engine.ID(1 + n%guilds), Channel: engine.ID(n)}, pb.Next)
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
}

// commitInTurn commits to a table while there is more to do. One commit in five moves chips.
func commitInTurn(b *testing.B, s store.Store, k store.Key, more func() bool) {
	for version := int64(1); more(); version++ {
		c := store.Change{Key: k, ID: fmt.Sprint(version), Version: version - 1, Session: 1, At: noon, Data: Snapshot}
		if version%5 == 0 {
			c.Events = []engine.Event{{Kind: engine.SatDown, Player: 1, Amount: 1, Practice: true}}
		}
		c.Chips = version / 5
		if _, err := s.Commit(b.Context(), c); err != nil {
			b.Error(err)
			return
		}
	}
}
