package open_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alicebob/miniredis/v2"

	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/store"
	"cardroom/store/open"
	"cardroom/store/storetest"
)

// Unreadable counts of gifts cost no player their wallet: they see its chips, and can bring them to a table and give them.
// The audit names the player.
func TestGiftsThatCannotBeReadCostNobodyTheirWallet(t *testing.T) {
	const giver = engine.ID(1<<63 + 7)
	m, path := miniredis.RunT(t), filepath.Join(t.TempDir(), "cardroom.db")
	for url, harm := range map[string]func() error{
		"redis://" + m.Addr(): func() error {
			m.HSet("{g:1}:accounts", "gifts/9223372036854775815", "2026-11-22 many")
			return nil
		},
		"file:" + path: func() error {
			db, err := sql.Open("sqlite", path)
			if err != nil {
				return err
			}
			defer db.Close()
			_, err = db.Exec(`UPDATE accounts SET gifts = '2026-11-22 many' WHERE name = 'user/9223372036854775815'`)
			return err
		},
	} {
		s := openAt(t, url, store.Options{})
		p := storetest.Largesse(1)
		p.Amount = 10
		storetest.Pay(t, s, p)
		if err := harm(); err != nil {
			t.Fatal(err)
		}
		if w, err := s.Wallet(t.Context(), 1, giver); err != nil || w.Balance != store.Opening-10 {
			t.Errorf("%s: the wallet is %+v, %v", url, w, err)
		}
		if ws, err := s.TopWallets(t.Context(), 1, 10); err != nil || len(ws) != 2 {
			t.Errorf("%s: the richest are %+v, %v", url, ws, err)
		}
		_, err := inspect(t, url).Audit(t.Context(), 1)
		if _, damaged := errors.AsType[*store.DamagedError](err); !damaged || !strings.Contains(err.Error(), "9223372036854775815") {
			t.Errorf("%s: the audit says %v", url, err)
		}
		p.ID = "another"
		storetest.Pay(t, s, p)
		if w, err := s.Wallet(t.Context(), 1, giver); err != nil || w.Gifts.Given != 10 {
			t.Errorf("%s: afterwards it is %+v, %v", url, w, err)
		}
	}
}

func TestURLsThatAreNoStore(t *testing.T) {
	for url, want := range map[string]string{
		"":                             "file:data/cardroom.db",
		"data/cardroom.db":             "file:data/cardroom.db",
		"mongodb://:secret@host:27017": "STORE_URL mongodb:…",
		"memory:x":                     "memory:",
		"file:":                        "STORE_URL file: without a path is not a store",
		"postgres://me:secret@host/":   "file:PATH",
	} {
		s, err := open.Open(t.Context(), url, store.Options{})
		if !errors.Is(err, store.ErrScheme) || s != nil {
			t.Errorf("%q: %v, want ErrScheme", url, err)
			continue
		}
		if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %q, want it to say %q and no secret", url, err, want)
		}
	}
}

// Data that is made for its version has the right one, also where a table is opened again.
func TestSealedDataIsOfTheVersionThatIsMade(t *testing.T) {
	for name, url := range map[string]string{
		"memory": "memory:", "file": "file:" + filepath.Join(t.TempDir(), "cardroom.db"), "redis": "redis://" + miniredis.RunT(t).Addr(),
	} {
		s := openAt(t, url, store.Options{})
		for version := range int64(4) {
			c := storetest.NextChange(storetest.Felt, version+1)
			c.Sealed = func(version int64) []byte { return []byte{byte('0' + version)} }
			c.Closed = version == 1
			if version == 2 {
				c.Version = 0
			}
			made := storetest.Commit(t, s, c).Version
			r, err := s.Load(t.Context(), storetest.Felt)
			if made != version+1 || !c.Closed && (err != nil || string(r.Data) != string(rune('0'+made)) || r.Version != made) {
				t.Errorf("%s: version %d: %+v, %v", name, made, r, err)
			}
		}
	}
}

// An error has the name of the store that is at fault, and its path as it is.
func TestAMoveNamesTheStoreAtFault(t *testing.T) {
	dir := t.TempDir()
	full := "file:" + filepath.Join(dir, "full.db")
	s := openAt(t, full, store.Options{})
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	s.Close()
	lacks := open.Named{Name: "FROM", URL: "file:" + filepath.Join(dir, "STORE_URL.db")}
	folder := open.Named{Name: "TO", URL: "file:" + dir}
	for n, err := range map[open.Named]error{
		lacks:                           open.Move(t.Context(), lacks, open.Named{Name: "TO", URL: full}, "mover", nil),
		folder:                          open.Move(t.Context(), open.Named{Name: "FROM", URL: full}, folder, "mover", nil),
		{Name: "FROM", URL: "file"}:     open.Named{Name: "FROM", URL: "file"}.Check(),
		{Name: "-", URL: lacks.URL}:     open.Named{Name: "-", URL: lacks.URL}.CheckFile(),
		{Name: "-", URL: "file:" + dir}: open.Named{Name: "-", URL: "file:" + dir}.CheckFile(),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), n.Name+" "+strings.TrimSuffix(n.URL, "file")) || strings.Contains(err.Error(), "STORE_URL ") {
			t.Errorf("%s: %v", n, err)
		}
	}
	if err := (open.Named{Name: "FROM", URL: folder.URL}).CheckFile(); !strings.Contains(err.Error(), ": it is a folder; name a file in it, such as file:"+dir) {
		t.Error(err)
	}
}

// A store that is not empty, or is, is named as the command line names it: for - that is STORE_URL. No password is shown.
func TestAMoveNamesTheStoreWithAndWithoutTables(t *testing.T) {
	empty, full := miniredis.RunT(t), miniredis.RunT(t)
	for _, m := range []*miniredis.Miniredis{empty, full} {
		m.RequireAuth("hunter2")
	}
	url := func(m *miniredis.Miniredis) string { return "redis://:hunter2@" + m.Addr() }
	openAt(t, url(empty), store.Options{})
	storetest.Commit(t, openAt(t, url(full), store.Options{}), storetest.TopUp(storetest.Felt, 1))
	file := "file:" + filepath.Join(t.TempDir(), "cardroom.db")
	s := openAt(t, file, store.Options{})
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to open.Named
		want     string
	}{
		{open.Named{Name: "FROM", URL: file}, open.Named{Name: "STORE_URL", URL: url(full)}, "STORE_URL redis://" + full.Addr() + ": the store to move into is not empty; "},
		{open.Named{Name: "FROM", URL: url(full)}, open.Named{Name: "TO", URL: file}, "TO " + file + ": the store to move into is not empty; "},
		{open.Named{Name: "FROM", URL: url(empty)}, open.Named{Name: "TO", URL: file}, "FROM redis://" + empty.Addr() + ": the store to move from is empty; "},
	} {
		if err := open.Move(t.Context(), c.from, c.to, "mover", nil); err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestAnUnknownSchemeIsShownOnlyWhereItIsNoSecret(t *testing.T) {
	for url, want := range map[string]string{
		"postgres://h":       "STORE_URL postgres:…",
		"hunter2@host:6379":  "STORE_URL …",
		"HUNTER2:6379":       "STORE_URL …",
		"git+ssh3:something": "STORE_URL git+ssh3:…",
	} {
		_, err := open.Open(t.Context(), url, store.Options{})
		if !errors.Is(err, store.ErrScheme) || !strings.HasPrefix(err.Error(), want+": ") ||
			strings.Contains(strings.ToLower(err.Error()), "hunter2") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestTheStatsOfAGuildAreListedByPerson(t *testing.T) {
	for name, url := range map[string]string{
		"file": "file:" + filepath.Join(t.TempDir(), "cardroom.db"), "redis": "redis://" + miniredis.RunT(t).Addr(),
	} {
		t.Run(name, func(t *testing.T) {
			s := openAt(t, url, store.Options{})
			c := storetest.TopUp(store.Key{Guild: 1, Channel: 10}, 1)
			for _, p := range []engine.ID{9, 1<<63 + 1, 10} {
				c.Stats = append(c.Stats, store.Stats{Person: p, Counts: stats.Counts{Hands: int64(p % 7)}})
			}
			storetest.Commit(t, s, c)
			all, err := inspect(t, url).AllStats(t.Context(), 1)
			if err != nil || len(all) != 3 || all[0].Person != 9 || all[1].Person != 10 || all[2].Person != 1<<63+1 {
				t.Errorf("%v, %v", all, err)
			}
		})
	}
}
