package redis_test

import (
	"errors"
	"testing"
	"time"

	"cardroom/store"
	"cardroom/store/open"
	"cardroom/store/storetest"
)

// TestAFleetIsReadWithoutAWrite reads the fleet after a process died that was announced.
func TestAFleetIsReadWithoutAWrite(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	s := openAt(t, server.URL(), store.Options{})
	if _, err := s.Announce(t.Context(), store.Member{Name: "a", For: time.Millisecond, Shards: 4}); err != nil {
		t.Fatal(err)
	}
	storetest.Until(t, "the process counts as dead", func() error {
		if server.Must("EXISTS", "cardroom:{leases}:member:a") != int64(0) {
			return errors.New("it is alive")
		}
		return nil
	})
	in, err := open.Inspect(t.Context(), server.URL(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	server.Must("CONFIG", "SET", "min-replicas-to-write", 1)
	f, err := in.Fleet(t.Context())
	if err != nil || f.Shards != 4 || len(f.Members) > 0 {
		t.Errorf("where the store takes no writes the fleet is %+v, %v", f, err)
	}
	server.Must("CONFIG", "SET", "min-replicas-to-write", 0)
	if _, err := in.Fleet(t.Context()); err != nil {
		t.Error(err)
	}
	if server.Must("HEXISTS", "cardroom:{leases}:fleet", "member/a") != int64(1) {
		t.Error("a store that was opened for reading has forgotten the dead process")
	}
	if _, err := s.Announce(t.Context(), store.Member{}); err != nil {
		t.Fatal(err)
	}
	if server.Must("HEXISTS", "cardroom:{leases}:fleet", "member/a") != int64(0) {
		t.Error("an announcement leaves the dead process in the list")
	}
}

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
