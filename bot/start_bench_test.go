package bot

import (
	"context"
	"iter"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cardroom/bot/options"
	"cardroom/bot/shuffle"
	"cardroom/bot/table/tabletest"
	"cardroom/engine"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// crammed is a store with many tables in the middle of a hand. It accepts any commit.
type crammed struct {
	store.Store
	tables  []store.Record
	commits atomic.Int64
}

func (f *crammed) Tables(context.Context) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		for _, r := range f.tables {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func (f *crammed) Load(_ context.Context, k store.Key) (store.Record, error) {
	return f.tables[k.Channel-1000], nil
}

func (f *crammed) Commit(_ context.Context, c store.Change) (store.Receipt, error) {
	f.commits.Add(1)
	c.Sealed(c.Version + 1)
	return store.Receipt{Version: c.Version + 1}, nil
}

func (f *crammed) Note(context.Context, string) (string, error) {
	return strconv.FormatInt(time.Now().Add(-time.Minute).UnixMilli(), 10), nil
}

// BenchmarkStart measures a start of the program for one table of many, each in the middle of a hand with ten players. Goal
// G4 is 10,000 of them in 5 s, including the store's own work.
func BenchmarkStart(b *testing.B) {
	f := &crammed{}
	e := newSealing(b, 0)
	for k := range keys(200) {
		r, game := tabletest.InHand(b, e, k)
		data, err := e.Codec.EncodeTable(k, r, &game)
		if err != nil {
			b.Fatal(err)
		}
		f.tables = append(f.tables, store.Record{Key: k, Version: 31, Data: data(31)})
	}
	starts(b, f, len(f.tables))
	b.ReportMetric(float64(f.commits.Load())/float64(b.N), "commits/table")
}

// BenchmarkStartFile works like BenchmarkStart with the tables in a file.
func BenchmarkStartFile(b *testing.B) {
	const n = 1000
	path := filepath.Join(b.TempDir(), "tables.db")
	f, err := storeopen.Open(b.Context(), "file:"+path, store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	var all sync.WaitGroup
	e := newSealing(b, 0)
	for k := range keys(n) {
		r, game := tabletest.InHand(b, e, k)
		r.Extras.Funds = options.Free // the wallets of one server would not suffice for all
		sealed, err := e.Codec.EncodeTable(k, r, &game)
		if err != nil {
			b.Fatal(err)
		}
		c := store.Change{Key: k, ID: "made", Session: 1, At: time.Now(), Events: r.Log, Free: true, Chips: game.Chips(), Sealed: sealed}
		all.Go(func() {
			if _, err := f.Commit(context.Background(), c); err != nil {
				b.Error(err)
			}
		})
	}
	all.Wait()
	starts(b, f, n)
}

// keys yields the keys of n tables.
func keys(n int) iter.Seq[store.Key] {
	return func(yield func(store.Key) bool) {
		for i := range n {
			if !yield(store.Key{Guild: 1, Channel: engine.ID(1000 + i)}) {
				return
			}
		}
	}
}

// starts starts the program with n tables repeatedly, for as many tables as the benchmark wants.
func starts(b *testing.B, st store.Store, n int) {
	b.ResetTimer()
	for i := 0; i < b.N; i += n {
		bot, err := New(Config{Key: make([]byte, shuffle.KeySize)}, st)
		if err != nil {
			b.Fatal(err)
		}
		if err := bot.load(b.Context(), time.Now().Add(-time.Minute)); err != nil {
			b.Fatal(err)
		}
		bot.Draining.Store(true) // ignores its alarms
	}
	b.StopTimer()
}
