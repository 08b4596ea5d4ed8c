package sqlite_test

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/storetest"
)

// TestBalancesAreTheSumsOfTheLedger is a test of P1.
func TestBalancesAreTheSumsOfTheLedger(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardroom.db")
	s := openAt(t, "file:"+path, store.Options{})
	seed := uint64(time.Now().UnixNano())
	if err := storetest.Walk(t, s, rand.New(rand.NewPCG(seed, 0)), 500); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	checkLedger(t, raw(t, path))
}

// checkLedger recomputes every balance from the ledger's entries.
func checkLedger(t testing.TB, db *sql.DB) {
	t.Helper()
	const q = `SELECT guild, name, sum(amount),
		(SELECT balance FROM accounts a WHERE a.guild = m.guild AND a.name = m.name)
		FROM (SELECT guild, target AS name, amount FROM ledger UNION ALL SELECT guild, source, -amount FROM ledger) m
		GROUP BY guild, name`
	rows, err := db.Query(q)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	n := 0
	for ; rows.Next(); n++ {
		var guild, sum, balance int64
		var name string
		if err := rows.Scan(&guild, &name, &sum, &balance); err != nil {
			t.Fatal(err)
		}
		if sum != balance {
			t.Errorf("%s of guild %d holds %d, its entries make %d", name, guild, balance, sum)
		}
	}
	var accounts, moved int
	row := db.QueryRow("SELECT count(*), coalesce(sum(balance <> 0), 0) FROM accounts")
	if err := row.Scan(&accounts, &moved); err != nil {
		t.Fatal(err)
	}
	if n == 0 || n < moved {
		t.Errorf("%d accounts have entries, %d are not empty", n, moved)
	}
}

func TestTheLedgerSaysWhy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardroom.db")
	s := openAt(t, "file:"+path, store.Options{})
	c := storetest.NextChange(store.Key{Guild: 1, Channel: 2}, 1)
	c.Session = 33
	c.Events, c.Chips = []engine.Event{{Kind: engine.SatDown, Player: 5, Amount: 500}}, 500
	if _, err := s.Commit(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	p := store.Payment{Guild: 1, ID: "a gift", At: storetest.Noon, From: 5, To: 6, Amount: 7, Reason: store.ReasonGift}
	if _, err := s.Pay(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"mint user/5 10000 opening 5 2 33 change 1",
		"user/5 table/2 500 buyin 5 2 33 change 1",
		"mint user/6 10000 opening 6 0 0 a gift",
		"user/5 user/6 7 gift 5 0 0 a gift",
	}
	rows, err := raw(t, path).Query(`SELECT
		concat_ws(' ', source, target, amount, reason, person, channel, session, change)
		FROM ledger WHERE at = ? ORDER BY id`, storetest.Noon.UnixMilli())
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var got []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		got = append(got, line)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("ledger:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
