package redis_test

import (
	"testing"

	"github.com/alicebob/miniredis/v2"

	"cardroom/store"
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
