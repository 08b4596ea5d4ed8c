package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
)

// A file of schema 1, with a ledger in it, is opened, has every row it had, and takes what schema 1 could not: an account of
// free chips. A wallet below zero it takes no more than before.
func TestAFileOfTheFirstSchemaIsTakenUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardroom.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{
		migrations[0], "PRAGMA user_version = 1", fmt.Sprintf("PRAGMA application_id = %d", applicationID),
		`INSERT INTO accounts (guild, name, balance, person) VALUES (7, 'mint', -10000, NULL), (7, 'user/1', 10000, 1)`,
		`INSERT INTO ledger VALUES (1, 7, 5, 'mint', 'user/1', 10000, 'opening', 1, 0, 0, 'x')`,
	} {
		if _, err := db.Exec(q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), "file:"+path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	sits := func(version, amount int64, free bool) error {
		_, err := s.Commit(t.Context(), store.Change{
			Key: store.Key{Guild: 7, Channel: 9}, ID: fmt.Sprint(version), Version: version, Session: 1, At: time.UnixMilli(6), Free: free,
			Events: []engine.Event{{Kind: engine.SatDown, Player: 1, Amount: amount}}, Chips: 500*version + amount,
		})
		return err
	}
	if err := sits(0, 500, true); err != nil {
		t.Fatal(err)
	}
	if err := sits(1, 400, false); err != nil {
		t.Fatal(err)
	}
	all, err := s.Accounts(context.Background(), 7)
	if err != nil || all[store.Free] != -500 || all[store.Mint] != -10000 || all[store.WalletAccount(1)] != 9600 || len(all) != 4 {
		t.Errorf("%v, %v", all, err)
	}
	f := s.(*Store)
	if _, err := f.write.conn.ExecContext(t.Context(), `UPDATE accounts SET balance = -1 WHERE name = 'user/1'`); err == nil {
		t.Error("a wallet may hold less than nothing")
	}
	var fault string
	if err := f.write.conn.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&fault); err != nil || fault != "ok" {
		t.Errorf("the file is %q, %v", fault, err)
	}
}

// A file whose accounts were made by other words, as by a tool that writes schemas anew, is refused and left as it is: the
// accounts that go below zero later would not be taken, hand after hand.
func TestAFileWhoseAccountsCannotOweIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardroom.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	first := strings.Replace(migrations[0], "('mint', 'practice')", "('mint','practice')", 1)
	if _, err := db.Exec(first + fmt.Sprintf("; PRAGMA user_version = 1; PRAGMA application_id = %d", applicationID)); err != nil {
		t.Fatal(err)
	}
	if s, err := Open(t.Context(), "file:"+path, store.Options{}); !errors.Is(err, store.ErrForeign) {
		t.Errorf("%v, %v", s, err)
	}
	var schema int
	if err := db.QueryRow("PRAGMA user_version").Scan(&schema); err != nil || schema != 1 {
		t.Errorf("its schema is %d, %v", schema, err)
	}
}

// A flipped bit in the header of a file makes its schema negative. Opening refuses it, and so does the doctor.
func TestANegativeSchemaIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardroom.db")
	s, err := Open(t.Context(), "file:"+path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[60] ^= 0x80
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), "file:"+path, store.Options{})
	_, err2 := Inspect(t.Context(), "file:"+path, store.Options{})
	for _, err := range []error{err, err2} {
		if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "restore a backup") {
			t.Errorf("it says %v", err)
		}
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, data) {
		t.Errorf("the file has changed: %v", err)
	}
}

// TestMigrationsWaitForTheFile holds a new file's lock for writing, as SQLite does for a moment when another program looks at it.
// The migrations wait until it is free.
func TestMigrationsWaitForTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardroom.db")
	db, err := sql.Open("sqlite", dsn(path, "_pragma=journal_mode(WAL)"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	other, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 1)
	go func() {
		w, err := openWriter(t.Context(), path, 10)
		if err == nil {
			err = w.close()
		}
		opened <- err
	}()
	select {
	case err := <-opened:
		t.Fatalf("the migrations did not wait: %v", err)
	case <-time.After(50 * time.Millisecond): // a slow machine notices less, and never fails
	}
	if _, err := other.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := <-opened; err != nil {
		t.Error(err)
	}
}
