package sqlite_test

import (
	"path/filepath"
	"testing"

	"cardroom/engine/stats"
	"cardroom/store"
	"cardroom/store/storetest"
)

// A file of the release before has no stats. It can be looked at as it is, and counts from when it is opened.
func TestAFileOfBeforeThereWereStats(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardroom.db")
	s := openAt(t, "file:"+path, store.Options{})
	storetest.Commit(t, s, storetest.Counting(1))
	storetest.Pay(t, s, store.Payment{Guild: 1, ID: "gift", At: storetest.Noon, From: 7, To: 8, Amount: 9_000, Reason: store.ReasonGift})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db := raw(t, path)
	do(t, db, "DROP TABLE stats")
	do(t, db, "DROP TABLE forgotten")
	do(t, db, "ALTER TABLE accounts DROP COLUMN gifts")
	do(t, db, "PRAGMA user_version = 1")
	db.Close()

	i := inspect(t, "file:"+path)
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
	storetest.Commit(t, s, storetest.Counting(2))
	if got, err := s.Stats(t.Context(), 1, 1<<63+1); err != nil || got.Counts != (stats.Counts{Hands: 1, Net: -7}) {
		t.Errorf("counted since: %+v, %v", got, err)
	}
	storetest.Pay(t, s, store.Payment{Guild: 1, ID: "new", At: storetest.Noon, From: 7, To: 8, Amount: 1_000, Reason: store.ReasonGift})
	if w, err := s.Wallet(t.Context(), 1, 7); err != nil || w.Gifts != (store.Gifts{Day: "2026-11-21", Given: 1_000}) {
		t.Errorf("given since: %+v, %v", w, err)
	}
	if differs := storetest.Audit(t, inspect(t, "file:"+path)); differs != "" {
		t.Errorf("gifts that were not counted are missed: %s", differs)
	}
}

// A file from before tournaments were counted keeps its counts of hands. It can be inspected as it is.
func TestAFileOfBeforeTournamentsWereCounted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardroom.db")
	s := openAt(t, "file:"+path, store.Options{})
	storetest.Commit(t, s, storetest.Counting(1))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db := raw(t, path)
	for _, column := range []string{"tournaments", "cashes", "won", "paid_in"} {
		do(t, db, "ALTER TABLE stats DROP COLUMN "+column)
	}
	do(t, db, "PRAGMA user_version = 6")
	db.Close()

	i := inspect(t, "file:"+path)
	if all, err := i.AllStats(t.Context(), 1); err != nil || len(all) != 1 || all[0].Counts != (stats.Counts{Hands: 1, Net: -7}) {
		t.Errorf("counted before: %+v, %v", all, err)
	}
	i.Close()
	s = openAt(t, "file:"+path, store.Options{})
	c := storetest.Counting(2)
	c.Stats[0].Counts = stats.Counts{Tournaments: 1, Cashes: 1, Won: 900, PaidIn: 500}
	storetest.Commit(t, s, c)
	want := stats.Counts{Hands: 1, Net: -7, Tournaments: 1, Cashes: 1, Won: 900, PaidIn: 500}
	if got, err := s.Stats(t.Context(), 1, 1<<63+1); err != nil || got.Counts != want {
		t.Errorf("counted since: %+v, %v", got, err)
	}
}
