package bot

import (
	"context"
	"iter"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
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
	const n = 200
	t := new(testing.T)
	f := &crammed{}
	made := sleeper(t)
	for i := range n {
		a := idle(t, made, engine.ID(1000+i))
		f.tables = append(f.tables, made.store.(*vault).record)
		f.tables[i].Key = a.key
	}
	b.ResetTimer()
	for i := 0; i < b.N; i += n {
		bot, err := New(Config{Key: make([]byte, KeySize)}, f)
		if err != nil {
			b.Fatal(err)
		}
		if err := bot.load(b.Context(), time.Now().Add(-time.Minute)); err != nil {
			b.Fatal(err)
		}
		for _, a := range bot.tables(0) {
			if a.alarm != nil {
				a.alarm.Stop()
			}
		}
	}
	b.ReportMetric(float64(f.commits.Load())/float64(b.N), "commits/table")
}
