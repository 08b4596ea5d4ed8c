package redis_test

import (
	"testing"

	"cardroom/store"
	"cardroom/store/open"
	"cardroom/store/redis"
	"cardroom/store/storetest"
)

// openAt opens the store of a URL until the test ends.
func openAt(t testing.TB, url string, o store.Options) store.Store {
	t.Helper()
	s, err := redis.Open(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

// auditAt returns the differences that an audit of the store of a URL finds.
func auditAt(t testing.TB, url string) string {
	t.Helper()
	s, err := open.Inspect(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	return storetest.Audit(t, s)
}

// A real server with appendfsync always, beside the benchmarks of the other back ends.
func BenchmarkCommitOneTable(b *testing.B) {
	storetest.BenchOneTable(b, openAt(b, storetest.StartRedis(b).URL(), store.Options{}))
}

// Sixty-four tables of one guild, and of as many guilds: one commit in five moves chips, and those of a guild take
// turns.
func BenchmarkCommit64Tables(b *testing.B) {
	for name, guilds := range map[string]uint64{"one guild": 1, "64 guilds": 64} {
		b.Run(name, func(b *testing.B) {
			storetest.Bench64Tables(b, openAt(b, storetest.StartRedis(b).URL(), store.Options{}), guilds)
		})
	}
}
