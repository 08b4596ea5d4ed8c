package migrate_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"cardroom/store"
	"cardroom/store/escrowtest"
	"cardroom/store/migrate"
	"cardroom/store/open"
	"cardroom/store/storetest"
)

func TestAStoreIsMovedAndGoesOn(t *testing.T) {
	file := func(t *testing.T) string { return "file:" + filepath.Join(t.TempDir(), "cardroom.db") }
	mini := func(t *testing.T) string { return "redis://" + miniredis.RunT(t).Addr() }
	real := func(t *testing.T) string { return storetest.StartRedis(t).URL() }
	for name, way := range map[string][2]func(*testing.T) string{
		"file to file":       {file, file},
		"file to miniredis":  {file, mini},
		"miniredis to file":  {mini, file},
		"file to redis":      {file, real},
		"redis to file":      {real, file},
		"redis to miniredis": {real, mini},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from, to := way[0](t), way[1](t)
			old := openAt(t, from, store.Options{})
			storetest.Fill(t, old)
			for version := int64(1); version <= 3; version++ {
				storetest.Commit(t, old, escrowtest.Step(evening, version))
			}
			want := storetest.ReadAll(t, old)
			if err := old.Close(); err != nil {
				t.Fatal(err)
			}
			warn := func(text string) {
				if strings.Contains(text, "it is empty") { // as it has to be
					t.Errorf("the move warns: %s", text)
				}
			}
			if err := open.Move(t.Context(), open.Named{Name: "FROM", URL: from}, open.Named{Name: "TO", URL: to}, "mover", warn); err != nil {
				t.Fatal(err)
			}
			s := openAt(t, to, store.Options{})
			if got := storetest.ReadAll(t, s); got != want {
				t.Errorf("moved  %s\nbefore %s", got, want)
			}
			goesOn(t, s)
		})
	}
}

// evening is the table of a tournament, whose escrow holds prize chips.
var evening = store.Key{Guild: 3, Channel: 12}

// goesOn checks that a moved store knows what it did before the move.
func goesOn(t *testing.T, s store.Store) {
	t.Helper()
	storetest.CheckBalances(t, s)
	escrowtest.CheckEscrows(t, s, evening.Guild)
	storetest.Commit(t, s, escrowtest.Step(evening, 4))
	escrowtest.CheckEscrows(t, s, evening.Guild)
	k := store.Key{Guild: 1, Channel: 9_000_000_000_000_000_000}
	var stale *store.StaleError
	if _, err := s.Commit(t.Context(), storetest.TopUp(k, 59)); !errors.As(err, &stale) || stale.Have != 60 {
		t.Errorf("an old version: %v", err)
	}
	if r := storetest.Commit(t, s, storetest.TopUp(k, 61)); r != (store.Receipt{Version: 61}) {
		t.Errorf("the next commit gave %+v", r)
	}
	reopened := storetest.NextChange(store.Key{Guild: 1, Channel: 30}, 1)
	reopened.ID = "opened anew"
	if r := storetest.Commit(t, s, reopened); r.Version != 3 {
		t.Errorf("opened anew at version %d, want 3", r.Version)
	}
	if r, err := s.Pay(t.Context(), storetest.Claim(1)); err != nil || !r.Duplicate {
		t.Errorf("a payment made before gave %+v, %v", r, err)
	}
	second := storetest.Claim(1)
	second.ID = "second"
	if _, err := s.Pay(t.Context(), second); !errors.Is(err, store.ErrClaimed) {
		t.Errorf("a second claim that day: %v", err)
	}
	storetest.Pay(t, s, store.Payment{Guild: 1, ID: "grant", At: storetest.Noon, To: 1<<63 + 7, Amount: 1, Reason: store.ReasonGrant})
	more := storetest.Largesse(1)
	more.ID, more.Amount = "more", 1
	var gift *store.GiftError
	if _, err := s.Pay(t.Context(), more); !errors.As(err, &gift) {
		t.Errorf("more is given on a day than may be: %v", err)
	}
}

func TestAMoveIsRefusedWhereItWouldMixOrLose(t *testing.T) {
	full := "file:" + filepath.Join(t.TempDir(), "full.db")
	s := openAt(t, full, store.Options{})
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	s.Close()
	m := miniredis.RunT(t)
	taken := openAt(t, "redis://"+m.Addr(), store.Options{})
	if err := taken.SetNote(t.Context(), "one", "note"); err != nil {
		t.Fatal(err)
	}
	before := m.Dump()
	empty := "file:" + filepath.Join(t.TempDir(), "empty.db")
	mistyped := miniredis.RunT(t)
	for want, way := range map[string][2]string{
		"move into is not empty":                                    {full, "redis://" + m.Addr()},
		"FROM file:" + empty[len("file:"):] + ": there is no store": {empty, "redis://" + miniredis.RunT(t).Addr()},
		"in use":                    {full, full},
		"in memory":                 {full, "memory:"},
		"it has no cardroom:schema": {"redis://" + mistyped.Addr() + "/3", empty},
		"cannot be moved":           {"memory:", empty},
	} {
		if err := open.Move(t.Context(), open.Named{Name: "FROM", URL: way[0]}, open.Named{Name: "TO", URL: way[1]}, "mover", nil); err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, store.ErrPart) {
			t.Errorf("%v: %v, want %q and nothing written", way, err, want)
		}
	}
	if m.Dump() != before {
		t.Error("the store that was not empty was changed")
	}
	if mistyped.Dump() != "" || len(mistyped.DB(3).Keys()) > 0 {
		t.Error("a store was made where there was none to move from")
	}
}

func TestADamagedStoreIsNotMoved(t *testing.T) {
	m := miniredis.RunT(t)
	s := openAt(t, "redis://"+m.Addr(), store.Options{})
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	to := "file:" + filepath.Join(t.TempDir(), "to.db")
	m.HSet("{g:700}:table:10", "data", "other")
	var damaged *store.DamagedError
	if err := open.Move(t.Context(), open.Named{Name: "FROM", URL: "redis://" + m.Addr()}, open.Named{Name: "TO", URL: to}, "mover", nil); !errors.As(err, &damaged) || damaged.Key != storetest.Felt {
		t.Errorf("a damaged table: %v", err)
	}
	m.HSet("{g:700}:table:10", "data", "data of 1")
	m.HSet("{g:700}:accounts", "practice", "-11", "table/10", "11")
	err := open.Move(t.Context(), open.Named{Name: "FROM", URL: "redis://" + m.Addr()}, open.Named{Name: "TO", URL: to}, "mover", nil)
	if err == nil || !strings.Contains(err.Error(), "by the ledger") {
		t.Errorf("a balance that the ledger does not give: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := open.Move(ctx, open.Named{Name: "FROM", URL: "redis://" + m.Addr()}, open.Named{Name: "TO", URL: to}, "mover", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}

func TestAStoreThatIsMovedInPartIsRefused(t *testing.T) {
	m := miniredis.RunT(t)
	from, to := "redis://"+m.Addr(), "file:"+filepath.Join(t.TempDir(), "to.db")
	s := openAt(t, from, store.Options{})
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	m.HSet("{g:700}:accounts", "practice", "-11", "table/10", "11")
	if err := open.Move(t.Context(), open.Named{Name: "FROM", URL: from}, open.Named{Name: "TO", URL: to}, "mover", nil); !errors.Is(err, store.ErrPart) {
		t.Fatalf("a store whose ledger does not add up is moved with %v", err)
	}
	if part, err := open.Open(t.Context(), to, store.Options{}); err == nil || !strings.Contains(err.Error(), "only part of another store") {
		t.Errorf("a bot opens part of a store: %v, %v", part, err)
	}
	if part, err := open.Inspect(t.Context(), to, store.Options{}); err == nil || !strings.Contains(err.Error(), "only part of another store") {
		t.Errorf("the doctor opens part of a store: %v, %v", part, err)
	}
	if err := open.Move(t.Context(), open.Named{Name: "FROM", URL: to}, open.Named{Name: "TO", URL: "file:" + filepath.Join(t.TempDir(), "next.db")}, "mover", nil); err == nil || !strings.Contains(err.Error(), "only part of another store") {
		t.Errorf("part of a store is moved on: %v", err)
	}
	openAt(t, from, store.Options{}) // goes on
}

func TestAMoveIsRefusedBesideABot(t *testing.T) {
	for name, beside := range map[string]func(full, empty string) string{
		"the first store":  func(full, _ string) string { return full },
		"the second store": func(_, empty string) string { return empty },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			full, empty := "redis://"+miniredis.RunT(t).Addr(), "redis://"+miniredis.RunT(t).Addr()
			storetest.Commit(t, openAt(t, full, store.Options{}), storetest.TopUp(storetest.Felt, 1))
			bot, err := store.TryLease(t.Context(), openAt(t, beside(full, empty), store.Options{}), store.Shard{ID: 3, Count: 4}, "bot")
			if err != nil {
				t.Fatal(err)
			}
			var held *store.HeldError
			if err := open.Move(t.Context(), open.Named{Name: "FROM", URL: full}, open.Named{Name: "TO", URL: empty}, "mover", nil); !errors.As(err, &held) || held.Owner != "bot" {
				t.Errorf("a bot plays: %v", err)
			}
			file := filepath.Join(t.TempDir(), "new.db")
			if err := open.Move(t.Context(), open.Named{Name: "FROM", URL: beside(full, empty)}, open.Named{Name: "TO", URL: "file:" + file}, "mover", nil); err == nil {
				t.Error("a store is moved beside its bot, or though it is empty")
			}
			if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("a move that is refused leaves a store: %v", err)
			}
			if err := bot.End(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := open.Move(t.Context(), open.Named{Name: "FROM", URL: full}, open.Named{Name: "TO", URL: empty}, "mover", nil); err != nil {
				t.Errorf("no bot plays any more: %v", err)
			}
		})
	}
}

// TestAMoveNamesTheProcessThatEndedIt lets a bot take the first store over while the second one is opened.
func TestAMoveNamesTheProcessThatEndedIt(t *testing.T) {
	m := miniredis.RunT(t)
	from := openAt(t, "redis://"+m.Addr(), store.Options{})
	storetest.Commit(t, from, storetest.TopUp(storetest.Felt, 1))
	err := migrate.Move(t.Context(), from, func(ctx context.Context) (store.Store, error) {
		m.FastForward(time.Minute)
		bot, err := store.TryLease(ctx, openAt(t, "redis://"+m.Addr(), store.Options{}), store.Shard{Count: 1}, "bot")
		if err != nil {
			return nil, err
		}
		t.Cleanup(func() { bot.End(context.Background()) })
		<-ctx.Done()
		return nil, ctx.Err()
	}, "mover")
	if fenced, ok := errors.AsType[*store.FencedError](err); !ok {
		t.Errorf("the move ends with %v, %v", err, fenced)
	}
}

// An account that is missing is named with the store that lacks it. The audit of that store names the account, also where the ledger
// adds up to nothing.
func TestAMoveNamesALedgerWithoutAnAccount(t *testing.T) {
	m := miniredis.RunT(t)
	url := "redis://" + m.Addr()
	s := openAt(t, url, store.Options{})
	p := store.Payment{Guild: 1, ID: "p", At: time.UnixMilli(1), From: 5, To: 6, Amount: 1, Reason: store.ReasonGift}
	storetest.Pay(t, s, p)
	m.XAdd("{g:1}:ledger", "*", []string{"channel", "0", "session", "0", "at", "1", "change", "x", "from", "table/9", "to", "user/5", "amount", "7", "reason", "x", "person", "5"})
	m.XAdd("{g:1}:ledger", "*", []string{"channel", "0", "session", "0", "at", "1", "change", "y", "from", "user/5", "to", "table/9", "amount", "7", "reason", "x", "person", "5"})
	err := open.Move(t.Context(), open.Named{Name: "FROM", URL: url}, open.Named{Name: "TO", URL: "file:" + filepath.Join(t.TempDir(), "to.db")}, "mover", nil)
	if err == nil || !strings.Contains(err.Error(), "names an account that is missing: cardroom doctor") || !errors.Is(err, store.ErrPart) {
		t.Errorf("a move: %v", err)
	}
	i, err := open.Inspect(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	if said := storetest.Audit(t, i); !strings.Contains(said, "table/9 is in the ledger, and the account is missing") {
		t.Errorf("the audit says %q", said)
	}
}

// A refusal says which store it means, by the name that the operator gave it, and without the password.
func TestAMoveNamesTheStoreThatIsInPart(t *testing.T) {
	m := miniredis.RunT(t)
	m.RequireAuth("hunter2")
	part := "redis://:hunter2@" + m.Addr() + "/3"
	s := openAt(t, part, store.Options{})
	if err := s.SetNote(t.Context(), "move in progress", "yes"); err != nil {
		t.Fatal(err)
	}
	full := "file:" + filepath.Join(t.TempDir(), "full.db")
	f := openAt(t, full, store.Options{})
	storetest.Commit(t, f, storetest.TopUp(storetest.Felt, 1))
	f.Close()
	for name, move := range map[string]func() error{
		"STORE_URL": func() error { _, err := open.Open(t.Context(), part, store.Options{}); return err },
		"TO": func() error {
			return open.Move(t.Context(), open.Named{Name: "FROM", URL: full}, open.Named{Name: "TO", URL: part}, "mover", nil)
		},
		"FROM": func() error {
			return open.Move(t.Context(), open.Named{Name: "FROM", URL: part}, open.Named{Name: "TO", URL: full}, "mover", nil)
		},
	} {
		if err := move(); err == nil || !strings.Contains(err.Error(), name+" redis://"+m.Addr()+"/3: it holds only part") || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("as %s it says %v", name, err)
		}
	}
}
