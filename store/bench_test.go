package store_test

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"cardroom/engine"
	"cardroom/store"
)

// snapshot is about what a table of nine takes.
var snapshot = make([]byte, 3200)

var backends = map[string]func(testing.TB, store.Options) store.Store{"file": openFile, "memory": openMemory}

// One table waits for the disk at every commit.
func BenchmarkCommitOneTable(b *testing.B) {
	for name, open := range backends {
		b.Run(name, func(b *testing.B) {
			commitInTurn(b, open(b, store.Options{}), store.Key{Guild: 1, Channel: 1}, b.Loop)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
		})
	}
}

// Sixty-four tables, or about as many, share the wait.
func BenchmarkCommit64Tables(b *testing.B) {
	for name, open := range backends {
		b.Run(name, func(b *testing.B) {
			s := open(b, store.Options{})
			var tables atomic.Uint64
			b.SetParallelism(max(1, 64/runtime.GOMAXPROCS(0)))
			b.RunParallel(func(pb *testing.PB) {
				commitInTurn(b, s, store.Key{Guild: 1, Channel: engine.ID(tables.Add(1))}, pb.Next)
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
		})
	}
}

func commitInTurn(b *testing.B, s store.Store, k store.Key, more func() bool) {
	for version := int64(1); more(); version++ {
		c := store.Change{Key: k, ID: fmt.Sprint(version), Version: version - 1, Session: 1, At: noon, Data: snapshot}
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

func BenchmarkLoad(b *testing.B) {
	s := openFile(b, store.Options{})
	k := store.Key{Guild: 1, Channel: 1}
	c := change(k, 1)
	c.Data = snapshot
	if _, err := s.Commit(b.Context(), c); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := s.Load(b.Context(), k); err != nil {
			b.Fatal(err)
		}
	}
}
