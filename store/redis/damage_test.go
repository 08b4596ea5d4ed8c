package redis_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"cardroom/store"
	"cardroom/store/open"
	"cardroom/store/redis"
	"cardroom/store/storetest"
)

// A line of a session that was written over keeps no player at the table: it stays as it is, and chips move.
func TestALineThatCannotBeReadKeepsNobodyAtTheTable(t *testing.T) {
	const key = "{g:1}:session:2:1"
	for _, field := range []string{"5", "count"} {
		m := miniredis.RunT(t)
		s, k := openAt(t, "redis://"+m.Addr(), store.Options{}), store.Key{Guild: 1, Channel: 2}
		storetest.Commit(t, s, storetest.TopUp(k, 1))
		m.HSet(key, field, "x")
		for version := int64(2); version < 6; version++ {
			if _, err := s.Commit(t.Context(), storetest.TopUp(k, version)); err != nil {
				t.Errorf("%s of the session is written over, and version %d is refused: %v", field, version, err)
				break
			}
		}
		if got := m.HGet(key, field); got != "x" {
			t.Errorf("%s is now %q", field, got)
		}
		if differs := auditAt(t, "redis://"+m.Addr()); differs != "" {
			t.Errorf("the audit says %s", differs)
		}
	}
}

// Counts of a person that were written over are an error; they stay as they are, and hands go on.
func TestStatsThatAreNone(t *testing.T) {
	for _, value := range []string{"x", "1 2 3", "1 2 3 4 5 6 7 8 9 10 x", "1 2 3 4 5 6 7 8 9 10 11 12", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"} {
		m := miniredis.RunT(t)
		s := openAt(t, "redis://"+m.Addr(), store.Options{})
		storetest.Commit(t, s, storetest.Counting(1))
		m.HSet("{g:1}:stats", "9223372036854775809", value)
		if got, err := s.Stats(t.Context(), 1, 1<<63+1); err == nil {
			t.Errorf("%q is read as %+v", value, got)
		}
		if _, err := s.Commit(t.Context(), storetest.Counting(2)); err != nil || m.HGet("{g:1}:stats", "9223372036854775809") != value {
			t.Errorf("%q is counted on: %v", value, err)
		}
	}
}

// Counts from before tournaments were counted are read, and counted on.
func TestStatsOfHandsAlone(t *testing.T) {
	m := miniredis.RunT(t)
	m.Set("cardroom:schema", "5")
	m.HSet("{g:1}:stats", "9223372036854775809", "1 2 3 4 5 6 7 8 9 10 -11")
	s := openAt(t, "redis://"+m.Addr(), store.Options{})
	if got, err := s.Stats(t.Context(), 1, 1<<63+1); err != nil || got.ShowdownsWon != 10 || got.Net != -11 || got.Tournaments != 0 {
		t.Errorf("read as %+v, %v", got, err)
	}
	c := storetest.Counting(1)
	c.Stats[0].Tournaments, c.Stats[0].PaidIn = 1, 500
	storetest.Commit(t, s, c)
	if got, want := m.HGet("{g:1}:stats", "9223372036854775809"), "2 2 3 4 5 6 7 8 9 10 -18 1 0 0 500"; got != want {
		t.Errorf("counted on as %q, want %q", got, want)
	}
}

// The examination of a store names keys of another type and fields that cannot be read. Else only commits and moves would meet them.
func TestDamageNamesKeysOfAnotherType(t *testing.T) {
	for _, key := range []string{
		"{g:1}:richest", "{g:1}:fence", "{g:1}:payments", "{g:1}:changes:2", "{g:1}:session:2:1", "{g:1}:hands:2",
		"cardroom:{leases}", "cardroom:{leases}:fleet", "cardroom:{leases}:store", "cardroom:{leases}:0/1", "cardroom:{leases}:member:me", "cardroom:notes", "{g:1}:table:2 session", "{g:1}:table:2 at",
		"{g:1}:accounts", "{g:1}:session:2:1 5", "{g:1}:session:2:1 count", "{g:1}:session:2:1 x", "{g:1}:payments p", "cardroom:{leases}:fleet shards", "cardroom:{leases}:fleet schema",
	} {
		m := miniredis.RunT(t)
		url := "redis://" + m.Addr()
		s := openAt(t, url, store.Options{})
		storetest.Commit(t, s, storetest.TopUp(store.Key{Guild: 1, Channel: 2}, 1))
		_, held := s.Acquire(t.Context(), store.Lease{Shard: store.Shard{Count: 1}, Owner: "me", For: time.Minute})
		_, joined := s.Announce(t.Context(), store.Member{Name: "me", For: time.Minute})
		if err := errors.Join(held, joined); err != nil {
			t.Fatal(err)
		}
		i, err := open.Inspect(t.Context(), url, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if said, err := i.Damage(t.Context()); said != "" || err != nil {
			t.Fatalf("of a sound store it says %q, %v", said, err)
		}
		name, field, isField := strings.Cut(key, " ")
		if isField {
			m.HSet(name, field, "zz")
		} else {
			m.Del(name)
			m.Set(name, "x")
		}
		if said, err := i.Damage(t.Context()); err != nil || strings.Count(said, name) != 1 || !strings.Contains(said, "restore a backup") {
			t.Errorf("with a wrong %s it says %q, %v", key, said, err)
		}
		i.Close()
	}
}

// Move reads more than an examination: its refusal names the key.
func TestAReadingNamesTheKeyThatIsDamaged(t *testing.T) {
	for key, read := range map[string]func(*redis.Store) error{
		"{g:1}:payments p": func(s *redis.Store) error { _, err := s.Payments(t.Context(), 1); return err },
		"{g:1}:payments":   func(s *redis.Store) error { _, err := s.Payments(t.Context(), 1); return err },
		"{g:1}:accounts":   func(s *redis.Store) error { _, err := s.Accounts(t.Context(), 1); return err },
		"{g:1}:stats":      func(s *redis.Store) error { _, err := s.AllStats(t.Context(), 1); return err },
		"{g:1}:forgotten":  func(s *redis.Store) error { _, err := s.Forgotten(t.Context(), 1); return err },
		"{g:1}:table:2":    func(s *redis.Store) error { _, err := s.Heads(t.Context(), 1); return err },
		"cardroom:notes":   func(s *redis.Store) error { _, err := s.Note(t.Context(), "a"); return err },
		"{g:1}:hands:2": func(s *redis.Store) error {
			_, err := s.Hands(t.Context(), store.Key{Guild: 1, Channel: 2}, 0, 1)
			return err
		},
		"{g:1}:ledger": func(s *redis.Store) (err error) {
			for _, err = range s.GuildLedger(t.Context(), 1) {
			}
			return err
		},
	} {
		m := miniredis.RunT(t)
		s := openAt(t, "redis://"+m.Addr(), store.Options{}).(*redis.Store)
		storetest.Commit(t, s, storetest.TopUp(store.Key{Guild: 1, Channel: 2}, 1))
		name, field, isField := strings.Cut(key, " ")
		if isField {
			m.HSet(name, field, "zz")
		} else {
			m.Del(name)
			m.Set(name, "x")
		}
		err := read(s)
		if _, damaged := errors.AsType[*store.DamagedError](err); !damaged || strings.Count(err.Error(), name) != 1 {
			t.Errorf("with a wrong %s it says %v", key, err)
		}
	}
}
