package store_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alicebob/miniredis/v2"

	"cardroom/engine"
	"cardroom/store"
)

// Gifts that cannot be read cost nobody their wallet: its chips are told, can be brought to a table and given. The audit
// names whose they are.
func TestGiftsThatCannotBeReadCostNobodyTheirWallet(t *testing.T) {
	const giver = engine.ID(1<<63 + 7)
	m, path := miniredis.RunT(t), filepath.Join(t.TempDir(), "cardroom.db")
	for url, harm := range map[string]func() error{
		"redis://" + m.Addr(): func() error {
			m.HSet("{g:1}:accounts", "gifts/9223372036854775815", "2026-11-22 many")
			return nil
		},
		"file:" + path: func() error {
			_, err := raw(t, path).Exec(`UPDATE accounts SET gifts = '2026-11-22 many' WHERE name = 'user/9223372036854775815'`)
			return err
		},
	} {
		s := openAt(t, url, store.Options{})
		p := largesse(1)
		p.Amount = 10
		pays(t, s, p)
		if err := harm(); err != nil {
			t.Fatal(err)
		}
		if w, err := s.Wallet(t.Context(), 1, giver); err != nil || w.Balance != store.Opening-10 {
			t.Errorf("%s: the wallet is %+v, %v", url, w, err)
		}
		if ws, err := s.TopWallets(t.Context(), 1, 10); err != nil || len(ws) != 2 {
			t.Errorf("%s: the richest are %+v, %v", url, ws, err)
		}
		_, err := look(t, url).Audit(t.Context(), 1)
		if _, damaged := errors.AsType[*store.DamagedError](err); !damaged || !strings.Contains(err.Error(), "9223372036854775815") {
			t.Errorf("%s: the audit says %v", url, err)
		}
		p.ID = "another"
		pays(t, s, p)
		if w, err := s.Wallet(t.Context(), 1, giver); err != nil || w.Gifts.Given != 10 {
			t.Errorf("%s: afterwards it is %+v, %v", url, w, err)
		}
	}
}

// A line of a session that somebody has written over keeps nobody at the table: it stays as it is, and chips move.
func TestALineThatCannotBeReadKeepsNobodyAtTheTable(t *testing.T) {
	const key = "{g:1}:session:2:1"
	for _, field := range []string{"5", "count"} {
		m := miniredis.RunT(t)
		s, k := openAt(t, "redis://"+m.Addr(), store.Options{}), store.Key{Guild: 1, Channel: 2}
		commit(t, s, topUp(k, 1))
		m.HSet(key, field, "x")
		for version := int64(2); version < 6; version++ {
			if _, err := s.Commit(t.Context(), topUp(k, version)); err != nil {
				t.Errorf("%s of the session is written over, and version %d is refused: %v", field, version, err)
				break
			}
		}
		if got := m.HGet(key, field); got != "x" {
			t.Errorf("%s is now %q", field, got)
		}
		if differs := audit(t, "redis://"+m.Addr()); differs != "" {
			t.Errorf("the audit says %s", differs)
		}
	}
}
