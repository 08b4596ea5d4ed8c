package bot

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"cardroom/bot/audit"
	"cardroom/engine"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// Damage in one server hides nothing of the others: the doctor reports it, and goes on.
func TestTheDoctorGoesOnBehindWhatIsDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardroom.db")
	url := "file:" + path
	st, err := storeopen.Open(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for guild := range engine.ID(2) {
		p := store.Payment{Guild: 1 + guild, ID: "p", At: time.UnixMilli(1), From: 5, To: 6, Amount: 1, Reason: store.ReasonGift}
		if _, err := st.Pay(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, harm := range []string{
		`UPDATE accounts SET gifts = 'x' WHERE guild = 1 AND name = 'user/5'`,
		`UPDATE accounts SET balance = balance + 1 WHERE guild = 2 AND name = 'user/6'`,
	} {
		if _, err := db.Exec(harm); err != nil {
			t.Fatal(err)
		}
	}
	in, err := storeopen.Inspect(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var said []string
	_, err = audit.Examine(t.Context(), newSealing(t, 1), in, func(text string) { said = append(said, text) })
	all := strings.Join(said, "\n")
	if err != nil || !strings.Contains(all, "guild 1, the gifts") || !strings.Contains(all, "guild 2: user/6 holds 10002") {
		t.Errorf("%v, and says\n%s", err, all)
	}
}

// A wrong checksum beside an intact record keeps a table shut. Void writes it anew, at an idle table and in a hand (T23).
func TestVoidMendsAWrongChecksum(t *testing.T) {
	for _, phase := range []engine.Phase{engine.Idle, engine.Betting} {
		e, url := banked(t, 3)
		for v := e.table.View(0); v.Hand == 0 || v.Phase != phase; v = e.table.View(0) {
			e.step()
		}
		chips := e.table.Chips()
		db, err := sql.Open("sqlite", strings.TrimPrefix(url, "file:"))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(`UPDATE tables SET sum = sum + 1`); err != nil {
			t.Fatal(err)
		}
		if said := examine(t, e.env, url); !strings.Contains(said, "its checksum is another") || !strings.Contains(said, "doctor --void 6") {
			t.Errorf("phase %d: the doctor says %q", phase, said)
		}
		done, err := audit.Void(t.Context(), e.env, 6)
		if err != nil || !done.Mended || done.Unsure != nil || (done.Hand != 0) != (phase != engine.Idle) {
			t.Errorf("phase %d: %+v, %v", phase, done, err)
		}
		e.reread(e.env)
		if said := examine(t, e.env, url); said != "" || e.table.Chips() != chips || e.table.View(0).Phase != engine.Idle {
			t.Errorf("phase %d: afterwards the doctor says %q, and %d chips are there, not %d", phase, said, e.table.Chips(), chips)
		}
	}
}

// On Redis, a table whose version cannot be read keeps its name, and no command is named that could not mend it.
func TestTheDoctorNamesTheTableWithoutAVersion(t *testing.T) {
	for name, harm := range map[string]func(m *miniredis.Miniredis, key string){
		"another version": func(m *miniredis.Miniredis, key string) { m.HSet(key, "version", "zz") },
		"no hash":         func(m *miniredis.Miniredis, key string) { m.Del(key); m.Set(key, "x") },
	} {
		t.Run(name, func(t *testing.T) {
			m := miniredis.RunT(t)
			e := newEvening(t, 3)
			e.version, e.record.Host, e.record.Session = 0, 100, 3
			url := "redis://" + m.Addr()
			e.bank(url)
			e.commit(e.table, e.record, nil)
			harm(m, "{g:5}:table:6")
			said := examine(t, e.env, url)
			if !strings.Contains(said, "table 6 in guild 5") || strings.Contains(said, "table 0") || strings.Contains(said, "--void") {
				t.Errorf("the doctor says %q", said)
			}
			_, voided := audit.Void(t.Context(), e.env, 6)
			_, cancelled := audit.Cancel(t.Context(), e.env, 6)
			for _, err := range []error{voided, cancelled} {
				if err == nil || !strings.Contains(err.Error(), "table 6 in guild 5") || !strings.Contains(err.Error(), "put a backup back") {
					t.Errorf("it says %v", err)
				}
			}
		})
	}
}

// The number 0 asks a store for its newest hands. The doctor reads a hand of that number once, and goes on.
func TestTheDoctorEndsAtAHandOfNumberZero(t *testing.T) {
	e, url := banked(t, 4)
	for len(e.kept) < 2 {
		e.step()
	}
	db, err := sql.Open("sqlite", strings.TrimPrefix(url, "file:"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`INSERT INTO hands SELECT guild, channel, 0, at, data FROM hands WHERE number = 1`); err != nil {
		t.Fatal(err)
	}
	in, err := storeopen.Inspect(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var said []string
	n, err := audit.Examine(t.Context(), e.env, &fewPages{ReadOnly: in, left: 10}, func(text string) { said = append(said, text) })
	if all := strings.Join(said, "\n"); err != nil || n.Hands != 3 || !strings.Contains(all, "has the number 0; stop the bot and restore a backup") {
		t.Errorf("%+v, %v, and says\n%s", n, err, all)
	}
}

// fewPages is a store that returns a few pages of hands, and then an error.
type fewPages struct {
	store.ReadOnly
	left int
}

func (s *fewPages) Hands(ctx context.Context, k store.Key, before int64, n int) ([]store.Hand, error) {
	if s.left--; s.left < 0 {
		return nil, errors.New("read again and again")
	}
	return s.ReadOnly.Hands(ctx, k, before, n)
}

// On Redis, one key or field that is damaged stops no examination: the doctor names it with a remedy, and finds what is behind it.
func TestTheDoctorGoesOnBehindWhatIsDamagedOnRedis(t *testing.T) {
	mistype := func(key string) func(*miniredis.Miniredis) {
		return func(m *miniredis.Miniredis) { m.Del(key); m.Set(key, "x") }
	}
	for want, harm := range map[string]func(*miniredis.Miniredis){
		"{g:5}:ledger: entry":                          func(m *miniredis.Miniredis) { m.XAdd("{g:5}:ledger", "*", []string{"amount", "zz"}) },
		"{g:5}:hands:6: a stored hand is not":          func(m *miniredis.Miniredis) { m.ZAdd("{g:5}:hands:6", 1, "1 zz x") },
		"guild 5, the stats: of user \"9\"":            func(m *miniredis.Miniredis) { m.HSet("{g:5}:stats", "9", "zz") },
		"guild 5, who is forgotten: of user \"9\"":     func(m *miniredis.Miniredis) { m.HSet("{g:5}:forgotten", "9", "zz") },
		"guild 5, the accounts: {g:5}:accounts":        mistype("{g:5}:accounts"),
		"{g:5}:hands:6 is not a zset":                  mistype("{g:5}:hands:6"),
		"{g:5}:stats is not a hash":                    mistype("{g:5}:stats"),
		"{g:5}:forgotten is not a hash":                mistype("{g:5}:forgotten"),
		"{g:5}:ledger is not a stream":                 mistype("{g:5}:ledger"),
		"cardroom:notes is a string":                   mistype("cardroom:notes"),
		"the list of guilds: cardroom:guilds is not a": mistype("cardroom:guilds"),
	} {
		t.Run(want, func(t *testing.T) {
			m := miniredis.RunT(t)
			url := "redis://" + m.Addr()
			e := newEvening(t, 3)
			e.version, e.record.Host, e.record.Session = 0, 100, 3
			e.bank(url)
			e.commit(e.table, e.record, nil)
			for len(e.kept) < 2 {
				e.step()
			}
			p := store.Payment{Guild: 7, ID: "p", At: time.UnixMilli(1), From: 5, To: 6, Amount: 1, Reason: store.ReasonGift}
			if _, err := e.store.Pay(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			m.HSet("{g:7}:accounts", "user/6", "77")
			harm(m)
			in, err := storeopen.Inspect(t.Context(), url, store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			var said []string
			n, err := audit.Examine(t.Context(), e.env, in, func(text string) { said = append(said, text) })
			all := strings.Join(said, "\n")
			if i := slices.IndexFunc(said, func(s string) bool { return strings.Contains(s, want) }); err != nil || i < 0 || !strings.Contains(said[i], "restore a backup") {
				t.Errorf("%+v, %v, and says\n%s", n, err, all)
			}
			noGuild, noHand := strings.Contains(want, "guilds"), strings.Contains(want, "hands:6")
			if noGuild {
				return
			}
			if !strings.Contains(all, "guild 7: user/6 holds 77") || !noHand && n.Hands < 2 || strings.Contains(all, "the stats of") {
				t.Errorf("%+v, and says\n%s", n, all)
			}
		})
	}
}
