package store_test

import (
	"path/filepath"
	"testing"

	"github.com/alicebob/miniredis/v2"

	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/store"
)

// counting is a change in which a person has played a hand.
func counting(version int64) store.Change {
	c := topUp(store.Key{Guild: 1, Channel: 10}, version)
	c.Stats = []store.Stats{{Person: 1<<63 + 1, Counts: stats.Counts{Hands: 1, Net: -7}}}
	return c
}

// A file of the release before has no stats. It can be looked at as it is, and counts from when it is opened.
func TestAFileOfBeforeThereWereStats(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardroom.db")
	s := openAt(t, "file:"+path, store.Options{})
	commit(t, s, counting(1))
	pays(t, s, store.Payment{Guild: 1, ID: "gift", At: noon, From: 7, To: 8, Amount: 9_000, Reason: store.ReasonGift})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db := raw(t, path)
	do(t, db, "DROP TABLE stats")
	do(t, db, "DROP TABLE forgotten")
	do(t, db, "ALTER TABLE accounts DROP COLUMN gifts")
	do(t, db, "PRAGMA user_version = 1")
	db.Close()

	i := look(t, "file:"+path)
	if all, err := i.AllStats(t.Context(), 1); err != nil || len(all) != 0 {
		t.Errorf("stats of before there were any: %v, %v", all, err)
	}
	if gone, err := i.Forgotten(t.Context(), 1); err != nil || len(gone) != 0 {
		t.Errorf("forgotten before anybody could be: %v, %v", gone, err)
	}
	if w, err := i.Wallet(t.Context(), 1, 7); err != nil || w != (store.Wallet{Person: 7, Balance: 1_000}) {
		t.Errorf("a wallet of before gifts were counted: %+v, %v", w, err)
	}
	if differs, err := i.Audit(t.Context(), 1); err != nil || len(differs) != 0 {
		t.Errorf("gifts that were not counted are missed: %v, %v", differs, err)
	}
	if hands, err := i.Hands(t.Context(), store.Key{Guild: 1, Channel: 10}, 0, 10); err != nil || len(hands) != 1 {
		t.Errorf("%d hands, %v", len(hands), err)
	}
	i.Close()

	s = openAt(t, "file:"+path, store.Options{})
	commit(t, s, counting(2))
	if got, err := s.Stats(t.Context(), 1, 1<<63+1); err != nil || got.Counts != (stats.Counts{Hands: 1, Net: -7}) {
		t.Errorf("counted since: %+v, %v", got, err)
	}
	pays(t, s, store.Payment{Guild: 1, ID: "new", At: noon, From: 7, To: 8, Amount: 1_000, Reason: store.ReasonGift})
	if w, err := s.Wallet(t.Context(), 1, 7); err != nil || w.Gifts != (store.Gifts{Day: "2026-11-21", Given: 1_000}) {
		t.Errorf("given since: %+v, %v", w, err)
	}
	if differs := audit(t, "file:"+path); differs != "" {
		t.Errorf("gifts that were not counted are missed: %s", differs)
	}
}

func TestTheStatsOfAGuildAreListedByPerson(t *testing.T) {
	for name, url := range map[string]string{
		"file": "file:" + filepath.Join(t.TempDir(), "cardroom.db"), "redis": "redis://" + miniredis.RunT(t).Addr(),
	} {
		t.Run(name, func(t *testing.T) {
			s := openAt(t, url, store.Options{})
			c := topUp(store.Key{Guild: 1, Channel: 10}, 1)
			for _, p := range []engine.ID{9, 1<<63 + 1, 10} {
				c.Stats = append(c.Stats, store.Stats{Person: p, Counts: stats.Counts{Hands: int64(p % 7)}})
			}
			commit(t, s, c)
			all, err := look(t, url).AllStats(t.Context(), 1)
			if err != nil || len(all) != 3 || all[0].Person != 9 || all[1].Person != 10 || all[2].Person != 1<<63+1 {
				t.Errorf("%v, %v", all, err)
			}
		})
	}
}

// What somebody has written over is an error, and not the counts of a person; it stays as it is, and hands go on.
func TestStatsThatAreNone(t *testing.T) {
	for _, value := range []string{"x", "1 2 3", "1 2 3 4 5 6 7 8 9 10 x", "1 2 3 4 5 6 7 8 9 10 11 12"} {
		m := miniredis.RunT(t)
		s := openAt(t, "redis://"+m.Addr(), store.Options{})
		commit(t, s, counting(1))
		m.HSet("{g:1}:stats", "9223372036854775809", value)
		if got, err := s.Stats(t.Context(), 1, 1<<63+1); err == nil {
			t.Errorf("%q is read as %+v", value, got)
		}
		if _, err := s.Commit(t.Context(), counting(2)); err != nil || m.HGet("{g:1}:stats", "9223372036854775809") != value {
			t.Errorf("%q is counted on: %v", value, err)
		}
	}
}
