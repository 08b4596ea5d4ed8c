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
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// crammed is a store with many tables in the middle of a hand, that takes any commit.
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

// BenchmarkStart is a start of the program for one table of many, each in the middle of a hand with ten players. Goal G4 is
// 10,000 of them in 5 s, the store's own work included.
func BenchmarkStart(b *testing.B) {
	f := &crammed{}
	for a := range live(b, 200) {
		r := a.Env.Store.(*vault).record
		r.Key = a.Key
		f.tables = append(f.tables, r)
	}
	starts(b, f, len(f.tables))
	b.ReportMetric(float64(f.commits.Load())/float64(b.N), "commits/table")
}

// BenchmarkStartFile is BenchmarkStart with the tables in a file.
func BenchmarkStartFile(b *testing.B) {
	const n = 1000
	path := filepath.Join(b.TempDir(), "tables.db")
	f, err := storeopen.Open(b.Context(), "file:"+path, store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	var all sync.WaitGroup
	for a := range live(b, n) {
		a.State.Record.Extras.Funds = options.Free // the wallets of one server would not do for all
		sealed, err := a.Env.Codec.EncodeTable(a.Key, a.State.Record, &a.State.Table)
		if err != nil {
			b.Fatal(err)
		}
		c := store.Change{Key: a.Key, ID: "made", Session: 1, At: time.Now(), Events: a.State.Record.Log, Free: true, Chips: a.State.Table.Chips(), Sealed: sealed}
		all.Go(func() {
			if _, err := f.Commit(context.Background(), c); err != nil {
				b.Error(err)
			}
		})
	}
	all.Wait()
	starts(b, f, n)
}

// live is the actors of n tables in the middle of a hand.
func live(b *testing.B, n int) iter.Seq[*table.Table] {
	made := sleeper(b)
	return func(yield func(*table.Table) bool) {
		for i := range n {
			if !yield(idle(b, made, engine.ID(1000+i))) {
				return
			}
		}
	}
}

// starts starts the program with n tables again and again, as often as the benchmark asks for tables.
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
		for _, a := range bot.Tables.All(0) {
			if a.Timer.Alarm != nil {
				a.Timer.Alarm.Stop()
			}
		}
	}
	b.StopTimer()
}
