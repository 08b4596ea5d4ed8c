package redis_test

import (
	"errors"
	"testing"
	"time"

	"cardroom/store"
	"cardroom/store/open"
	"cardroom/store/storetest"
)

// TestAFleetThatCannotWriteIsNamed fills a Redis under a process with a lease.
func TestAFleetThatCannotWriteIsNamed(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	s := openAt(t, server.URL(), store.Options{})
	shard := store.Shard{Count: 4}
	if _, err := s.Announce(t.Context(), store.Member{Name: "a", For: 200 * time.Millisecond, Shards: 4}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Acquire(t.Context(), store.Lease{Shard: shard, Owner: "a", For: 200 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	server.Must("CONFIG", "SET", "maxmemory", 1)
	storetest.Until(t, "the lease has run out", func() error {
		in, err := open.Inspect(t.Context(), server.URL(), store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		switch f, err := in.Fleet(t.Context()); {
		case err != nil:
			t.Fatal(err)
		case f.Owners[shard] != "":
			return errors.New("it is held")
		case f.Last[shard] != "a" || len(f.Last) != 1:
			t.Errorf("the last owners are %v", f.Last)
		}
		return nil
	})
}
