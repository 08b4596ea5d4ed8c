package sqlite_test

import (
	"testing"

	"cardroom/store"
	"cardroom/store/storetest"
)

func BenchmarkLoad(b *testing.B) {
	s := openFile(b, store.Options{})
	k := store.Key{Guild: 1, Channel: 1}
	c := storetest.NextChange(k, 1)
	c.Data = storetest.Snapshot
	if _, err := s.Commit(b.Context(), c); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := s.Load(b.Context(), k); err != nil {
			b.Fatal(err)
		}
	}
}

// One table waits for the disk at every commit.
func BenchmarkCommitOneTable(b *testing.B) { storetest.BenchOneTable(b, openFile(b, store.Options{})) }

// Sixty-four tables, or about as many, share the wait.
func BenchmarkCommit64Tables(b *testing.B) {
	storetest.Bench64Tables(b, openFile(b, store.Options{}), 1)
}
