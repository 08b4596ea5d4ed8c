package store_test

import (
	"runtime"
	"sync/atomic"
	"testing"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/storetest"
)

// A real server with appendfsync always, beside BenchmarkCommitOneTable of the other backends.
func BenchmarkRedisCommitOneTable(b *testing.B) {
	s := openAt(b, storetest.StartRedis(b).URL(), store.Options{})
	commitInTurn(b, s, store.Key{Guild: 1, Channel: 1}, b.Loop)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
}

// Sixty-four tables of one guild, and of as many guilds: one commit in five moves chips, and those of a guild take
// turns.
func BenchmarkRedisCommit64Tables(b *testing.B) {
	for name, guilds := range map[string]uint64{"one guild": 1, "64 guilds": 64} {
		b.Run(name, func(b *testing.B) {
			s := openAt(b, storetest.StartRedis(b).URL(), store.Options{})
			var tables atomic.Uint64
			b.SetParallelism(max(1, 64/runtime.GOMAXPROCS(0)))
			b.RunParallel(func(pb *testing.PB) {
				n := tables.Add(1)
				commitInTurn(b, s, store.Key{Guild: engine.ID(1 + n%guilds), Channel: engine.ID(n)}, pb.Next)
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
		})
	}
}
