package store_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/store"
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
			live(t, old)
			want := readAll(t, old)
			if err := old.Close(); err != nil {
				t.Fatal(err)
			}
			if err := store.Move(t.Context(), from, to, nil); err != nil {
				t.Fatal(err)
			}
			s := openAt(t, to, store.Options{})
			if got := readAll(t, s); got != want {
				t.Errorf("moved  %s\nbefore %s", got, want)
			}
			goesOn(t, s)
		})
	}
}

// live fills a store with a little of everything.
func live(t *testing.T, s store.Store) {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if err := storetest.Walk(t, s, rand.New(rand.NewPCG(seed, 0)), 100); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	for guild := engine.ID(1); guild <= 2; guild++ {
		k := store.Key{Guild: guild, Channel: 9_000_000_000_000_000_000}
		for version := int64(1); version <= 60; version++ {
			c := topUp(k, version)
			c.Data, c.Hands[0].Data = []byte("a\x00 b\xff"), []byte("\x00 hand \xff")
			c.Stats = []store.Stats{{Person: guild, Counts: stats.Counts{Hands: 1, Net: -version}}, {Person: 1<<63 + 5, Counts: stats.Counts{Calls: version}}}
			commit(t, s, c)
		}
		closed := store.Key{Guild: guild, Channel: 30}
		commit(t, s, change(closed, 1))
		last := change(closed, 2)
		last.Closed = true
		commit(t, s, last)
		if _, err := s.Pay(t.Context(), claim(guild)); err != nil {
			t.Fatal(err)
		}
	}
	pays(t, s, largesse(1))
	for _, who := range []engine.ID{1, 1<<63 + 6} {
		if _, err := s.Forget(t.Context(), store.ErasureRequest{Guild: 2, Person: who, ID: fmt.Sprint(who), At: time.UnixMilli(1_700_000_000_123)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"one", "two", "drei ♠"} {
		if err := s.SetNote(t.Context(), name, "value of "+name+"\x00"); err != nil {
			t.Fatal(err)
		}
	}
}

func claim(guild engine.ID) store.Payment {
	return store.Payment{Guild: guild, ID: "claim", At: noon, To: 5, Amount: store.Daily, Reason: store.ReasonDaily}
}

// largesse is all that a person may give on a day.
func largesse(guild engine.ID) store.Payment {
	return store.Payment{Guild: guild, ID: "largesse", At: noon, From: 1<<63 + 7, To: 1<<63 + 8, Amount: store.GiveLimit, Reason: store.ReasonGift}
}

// pays makes a payment that must succeed.
func pays(t *testing.T, s store.Store, p store.Payment) {
	t.Helper()
	if _, err := s.Pay(t.Context(), p); err != nil {
		t.Fatal(err)
	}
}

// readAll is all that can be read of a store, as text.
func readAll(t *testing.T, s store.Store) string {
	t.Helper()
	var all strings.Builder
	say := func(v any, err error) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&all, "%v\n", v)
	}
	for r, err := range s.Tables(t.Context()) {
		say(r, err)
	}
	for _, guild := range []engine.ID{1, 2, 700, 701} {
		say(s.Accounts(t.Context(), guild))
		say(s.TopWallets(t.Context(), guild, 100))
		say(s.Forgotten(t.Context(), guild))
		for _, person := range []engine.ID{1, 2, 1<<63 + 5} {
			say(s.Stats(t.Context(), guild, person))
		}
		for _, channel := range []engine.ID{10, 11, 30, 9_000_000_000_000_000_000} {
			k := store.Key{Guild: guild, Channel: channel}
			say(s.Hands(t.Context(), k, 0, 1000))
			say(s.Session(t.Context(), k, 1))
		}
	}
	for _, name := range []string{"one", "two", "drei ♠", "four"} {
		say(s.Note(t.Context(), name))
	}
	return all.String()
}

// goesOn checks that a moved store knows what it did before the move.
func goesOn(t *testing.T, s store.Store) {
	t.Helper()
	addsUp(t, s)
	k := store.Key{Guild: 1, Channel: 9_000_000_000_000_000_000}
	var stale *store.StaleError
	if _, err := s.Commit(t.Context(), topUp(k, 59)); !errors.As(err, &stale) || stale.Have != 60 {
		t.Errorf("an old version: %v", err)
	}
	if r := commit(t, s, topUp(k, 61)); r != (store.Receipt{Version: 61}) {
		t.Errorf("the next commit gave %+v", r)
	}
	again := change(store.Key{Guild: 1, Channel: 30}, 1)
	again.ID = "opened anew"
	if r := commit(t, s, again); r.Version != 3 {
		t.Errorf("opened anew at version %d, want 3", r.Version)
	}
	if r, err := s.Pay(t.Context(), claim(1)); err != nil || !r.Duplicate {
		t.Errorf("a payment made before gave %+v, %v", r, err)
	}
	second := claim(1)
	second.ID = "second"
	if _, err := s.Pay(t.Context(), second); !errors.Is(err, store.ErrClaimed) {
		t.Errorf("a second claim that day: %v", err)
	}
	pays(t, s, store.Payment{Guild: 1, ID: "grant", At: noon, To: 1<<63 + 7, Amount: 1, Reason: store.ReasonGrant})
	more := largesse(1)
	more.ID, more.Amount = "more", 1
	var gift *store.GiftError
	if _, err := s.Pay(t.Context(), more); !errors.As(err, &gift) {
		t.Errorf("more is given on a day than may be: %v", err)
	}
}

func TestAMoveIsRefusedWhereItWouldMixOrLose(t *testing.T) {
	full := "file:" + filepath.Join(t.TempDir(), "full.db")
	s := openAt(t, full, store.Options{})
	commit(t, s, topUp(felt, 1))
	s.Close()
	m := miniredis.RunT(t)
	taken := openAt(t, "redis://"+m.Addr(), store.Options{})
	if err := taken.SetNote(t.Context(), "one", "note"); err != nil {
		t.Fatal(err)
	}
	before := m.Dump()
	empty := "file:" + filepath.Join(t.TempDir(), "empty.db")
	for want, way := range map[string][2]string{
		"move into is not empty": {full, "redis://" + m.Addr()},
		"move from is empty":     {empty, "redis://" + miniredis.RunT(t).Addr()},
		"in use":                 {full, full},
		"in memory":              {full, "memory:"},
		"cannot be moved":        {"memory:", empty},
	} {
		if err := store.Move(t.Context(), way[0], way[1], nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", way, err, want)
		}
	}
	if m.Dump() != before {
		t.Error("the store that was not empty was changed")
	}
}

func TestADamagedStoreIsNotMoved(t *testing.T) {
	m := miniredis.RunT(t)
	s := openAt(t, "redis://"+m.Addr(), store.Options{})
	commit(t, s, topUp(felt, 1))
	to := "file:" + filepath.Join(t.TempDir(), "to.db")
	m.HSet("{g:700}:table:10", "data", "other")
	var damaged *store.DamagedError
	if err := store.Move(t.Context(), "redis://"+m.Addr(), to, nil); !errors.As(err, &damaged) || damaged.Key != felt {
		t.Errorf("a damaged table: %v", err)
	}
	m.HSet("{g:700}:table:10", "data", "data of 1")
	m.HSet("{g:700}:accounts", "practice", "-11", "table/10", "11")
	err := store.Move(t.Context(), "redis://"+m.Addr(), to, nil)
	if err == nil || !strings.Contains(err.Error(), "by the ledger") {
		t.Errorf("a balance that the ledger does not give: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := store.Move(ctx, "redis://"+m.Addr(), to, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}
