package open_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/open"
	"cardroom/store/storetest"
)

func TestAStoreIsAuditedBesideItsBot(t *testing.T) {
	for name, url := range map[string]func(*testing.T) string{
		"file":      func(t *testing.T) string { return "file:" + filepath.Join(t.TempDir(), "cardroom.db") },
		"miniredis": func(t *testing.T) string { return "redis://" + miniredis.RunT(t).Addr() },
		"redis":     func(t *testing.T) string { return storetest.StartRedis(t).URL() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := url(t)
			s := openAt(t, u, store.Options{}) // and it stays open
			storetest.Fill(t, s)
			i := inspect(t, u)
			if want, got := storetest.ReadAll(t, s), storetest.ReadAll(t, i); got != want {
				t.Errorf("looks like %s\nand is    %s", got, want)
			}
			if differs := auditAt(t, u); differs != "" {
				t.Errorf("differs: %s", differs)
			}
			channels, err := i.Channels(t.Context(), 2)
			if err != nil || len(channels) != 2 || channels[0] != 30 {
				t.Errorf("channels %v, %v: the closed one should be there", channels, err)
			}
			all := store.Lease{Shard: store.Shard{Count: 1}, Owner: "who looks", For: time.Second}
			for name, change := range map[string]func() error{
				"a commit":  func() error { _, err := i.Commit(t.Context(), storetest.TopUp(storetest.Felt, 1)); return err },
				"a payment": func() error { _, err := i.Pay(t.Context(), storetest.Claim(1)); return err },
				"an oblivion": func() error {
					_, err := i.Forget(t.Context(), store.ErasureRequest{Guild: 1, ID: "a", Person: 1})
					return err
				},
				"a note":                 func() error { return i.SetNote(t.Context(), "a", "b") },
				"a lease":                func() error { _, err := i.Acquire(t.Context(), all); return err },
				"a lease for longer":     func() error { return i.Renew(t.Context(), all) },
				"a lease no longer held": func() error { return i.Release(t.Context(), all) },
			} {
				if err := change(); !errors.Is(err, store.ErrReadOnly) || !store.Refused(err) {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
	}
}

// The house may hold less than nothing: chips that people have won from it are new play money.
func TestAHouseThatHasLostIsNoFault(t *testing.T) {
	u := "file:" + filepath.Join(t.TempDir(), "cardroom.db")
	s := openAt(t, u, store.Options{})
	_, err := s.Commit(t.Context(), store.Change{
		Key: storetest.Felt, ID: "1", Session: 1, At: time.UnixMilli(1), Chips: 300,
		Events: []engine.Event{{Kind: engine.SatDown, Player: 9, House: engine.Easy, Amount: 300}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if differs := auditAt(t, u); differs != "" {
		t.Errorf("differs: %s", differs)
	}
}

// The audit sees what is moved while it looks either before or after: never half. After each burst the chips stand still.
func TestAnAuditSeesNoMoveByHalves(t *testing.T) {
	for name, url := range map[string]func(*testing.T) string{
		"file":  func(t *testing.T) string { return "file:" + filepath.Join(t.TempDir(), "cardroom.db") },
		"redis": func(t *testing.T) string { return storetest.StartRedis(t).URL() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := url(t)
			s := openAt(t, u, store.Options{})
			bursts := make(chan int)
			var busy sync.WaitGroup
			busy.Go(func() {
				version := int64(0)
				for commits := range bursts {
					for range commits {
						version++
						s.Commit(t.Context(), storetest.TopUp(store.Key{Guild: 1, Channel: 10}, version))
					}
				}
			})
			audits := 30
			if testing.Short() {
				audits = 6
			}
			for i := range audits {
				bursts <- 1 + 3*i // some audits see both ends of a burst, or none of it
				if differs := auditAt(t, u); differs != "" {
					t.Errorf("differs: %s", differs)
				}
			}
			close(bursts)
			busy.Wait()
		})
	}
}

// T23: the audit names the account of any field that was changed by hand.
func TestAnAuditNamesWhatWasTamperedWith(t *testing.T) {
	untouched := filepath.Join(t.TempDir(), "cardroom.db")
	s := openAt(t, "file:"+untouched, store.Options{})
	storetest.Fill(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(untouched)
	if err != nil {
		t.Fatal(err)
	}
	if differs := auditAt(t, "file:"+untouched); differs != "" {
		t.Fatalf("untouched it differs: %s", differs)
	}
	for name, harm := range map[string]struct{ sql, want string }{
		"a wallet":            {`UPDATE accounts SET balance = balance + 1 WHERE name = 'user/5' AND guild = 1`, "user/5 holds"},
		"two wallets":         {`UPDATE accounts SET balance = balance + iif(name = 'mint', -1, 1) WHERE name IN ('mint', 'user/5') AND guild = 1`, "user/5 holds"},
		"a table":             {`UPDATE accounts SET balance = balance + 1 WHERE name LIKE 'table/9%' AND guild = 1`, "table/9000000000000000000 holds"},
		"a wallet is gone":    {`PRAGMA foreign_keys = OFF; DELETE FROM accounts WHERE name = 'user/5' AND guild = 1`, "user/5 holds 0"},
		"an amount":           {`UPDATE ledger SET amount = amount + 1 WHERE id = (SELECT max(id) FROM ledger WHERE reason = 'daily')`, "by the ledger"},
		"a source":            {`UPDATE ledger SET source = 'practice' WHERE id = (SELECT max(id) FROM ledger WHERE reason = 'daily')`, "practice holds"},
		"an entry is gone":    {`DELETE FROM ledger WHERE reason = 'daily' AND guild = 1`, "user/5 holds"},
		"a claim taken back":  {`UPDATE accounts SET claimed = '' WHERE name = 'user/5' AND guild = 1`, "user/5 claimed"},
		"a claim that is not": {`UPDATE accounts SET claimed = '2030-01-01' WHERE name = 'user/5' AND guild = 1`, "user/5 claimed"},
		"gifts that were not": {`UPDATE accounts SET gifts = '2030-01-01 5 0' WHERE name = 'user/5' AND guild = 1`, "user/5 gave"},
		"more gifts":          {`UPDATE accounts SET gifts = '2026-11-21 0 10001' WHERE name = 'user/9223372036854775816' AND guild = 1`, "gave and was given"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "cardroom.db")
			if err := os.WriteFile(path, sound, 0o600); err != nil {
				t.Fatal(err)
			}
			db, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			r, err := db.Exec(harm.sql)
			if n, _ := r.RowsAffected(); err != nil || n == 0 {
				t.Fatalf("%d rows, %v", n, err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			if got := auditAt(t, "file:"+path); !strings.Contains(got, harm.want) {
				t.Errorf("the audit says %q, want %q", got, harm.want)
			}
		})
	}
}

func TestWhatIsNoStoreIsNotLookedAt(t *testing.T) {
	m := miniredis.RunT(t)
	nowhere := filepath.Join(t.TempDir(), "none.db")
	for url, want := range map[string]string{
		"file:" + nowhere:        "there is no store in this file",
		"redis://" + m.Addr():    "if the store is new, start the bot once",
		"memory:":                "in memory",
		"file:inspect_test.go":   "not a SQLite database",
		"postgres://u:pw@h:1/db": "not a store this program knows",
	} {
		i, err := open.Inspect(t.Context(), url, store.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v, want %q", url, i, err, want)
		}
	}
	if m.Dump() != "" {
		t.Error("a look has written into an empty server")
	}
	if matches, _ := filepath.Glob(nowhere + "*"); matches != nil {
		t.Errorf("a look has made %v", matches)
	}
}

func TestAFileIsSeenAsItWasAtTheFirstLook(t *testing.T) {
	u := "file:" + filepath.Join(t.TempDir(), "cardroom.db")
	s := openAt(t, u, store.Options{})
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	i := inspect(t, u)
	want := storetest.ReadAll(t, i)
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 2))
	if got := storetest.ReadAll(t, i); got != want {
		t.Errorf("it was %s\nand is %s", want, got)
	}
}
