package memory_test

import (
	"math/rand/v2"
	"testing"

	"cardroom/store"
	"cardroom/store/escrowtest"
	"cardroom/store/fleettest"
	"cardroom/store/memory"
	"cardroom/store/storetest"
)

func FuzzMemoryAgreesWithTheModel(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, seed*7919)
	}
	f.Fuzz(func(t *testing.T, hi, lo uint64) {
		if err := storetest.Walk(t, openMemory(t, store.Options{}), rand.New(rand.NewPCG(hi, lo)), 300); err != nil {
			t.Fatal(err)
		}
	})
}

func openMemory(t testing.TB, o store.Options) store.Store {
	s := memory.New(o)
	t.Cleanup(func() { s.Close() })
	return s
}

func TestMemoryKeepsTheContract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, openMemory)
	fleettest.Run(t, openMemory)
	escrowtest.Run(t, openMemory)
}

// Commits to memory alone show what the ledger costs.
func BenchmarkCommitOneTable(b *testing.B) {
	storetest.BenchOneTable(b, openMemory(b, store.Options{}))
}

func BenchmarkCommit64Tables(b *testing.B) {
	storetest.Bench64Tables(b, openMemory(b, store.Options{}), 1)
}
