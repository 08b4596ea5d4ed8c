package table_test

import (
	"context"
	"runtime"
	"testing"

	"cardroom/bot"
	"cardroom/bot/channel"
	"cardroom/bot/prefs"
	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/bot/table/tabletest"
	"cardroom/engine"
	"cardroom/store"
)

// mostIdle limits the bytes of memory of an idle table, and mostLive those of an active one.
const (
	mostIdle = 3600
	mostLive = 24 << 10
)

// A table in the middle of a hand with ten players and a long log costs little while a decision takes hours.
func TestAnIdleTableCostsLittleMemory(t *testing.T) {
	alone(t)
	const n = 500
	b := sleeper(t)
	awake := make([]*table.Table, n)
	first := idle(t, b, 1) // loads the parts that are loaded once, and belong to no table
	first.Sleep()
	before := heap()
	for i := range awake {
		awake[i] = idle(t, b, engine.ID(1000+i))
	}
	live := (heap() - before) / n
	for _, a := range awake {
		a.Sleep()
		if !a.Asleep() {
			t.Fatal("the table is awake")
		}
	}
	asleep := (heap() - before) / n
	t.Logf("%d bytes awake, %d asleep", live, asleep)
	if asleep > mostIdle || live > mostLive {
		t.Errorf("%d bytes asleep, want %d at the most; %d awake, want %d", asleep, mostIdle, live, mostLive)
	}
	runtime.KeepAlive(awake)
	runtime.KeepAlive(first)
}

func TestATableWakesAsItFellAsleep(t *testing.T) {
	b := sleeper(t)
	a := idle(t, b, 7)
	was, turn := a.Game(), a.DecidesSince()
	a.Sleep()
	if !a.Asleep() {
		t.Fatal("the table is awake")
	}
	if !a.Wake() || a.Asleep() || a.Game() != was || a.DecidesSince() != turn || channel.Of(a).Board() == nil {
		t.Errorf("asleep %t, the same table %t, board %v", a.Asleep(), !a.Asleep() && a.Game() == was, channel.Of(a).Board())
	}
}

func heap() int64 {
	var m runtime.MemStats
	for range 3 { // one collection may free values that kept others alive
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// allocated returns the bytes allocated since the start.
func allocated() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.TotalAlloc)
}

// vault is a store of one table, the same for all.
type vault struct {
	store.Store
	record store.Record
}

func (v *vault) Load(_ context.Context, k store.Key) (store.Record, error) {
	r := v.record
	r.Key = k
	return r, nil
}

func (v *vault) Note(context.Context, string) (string, error) { return "", nil }

func (v *vault) SetNote(context.Context, string, string) error { return nil }

// sleeper returns a bot with all tables in the same hand.
func sleeper(t testing.TB) *table.Env {
	t.Helper()
	b, err := bot.New(bot.Config{Key: make([]byte, shuffle.KeySize)}, &vault{})
	if err != nil {
		t.Fatal(err)
	}
	return b.Env
}

// idle returns a slow table, awake, at the start of a player's turn.
func idle(t testing.TB, b *table.Env, channelID engine.ID) *table.Table {
	t.Helper()
	k := store.Key{Guild: 1, Channel: channelID}
	r, game := tabletest.InHand(t, b, k)
	for _, s := range game.View(0).Seats {
		b.Prefs.People.Remember(s.Player, prefs.Person{Mention: prefs.MentionOff}) // a mention due soon would keep it awake
	}
	a := b.Tables.Get(k)
	a.Install(r, game, 31)
	data, err := b.Codec.EncodeTable(k, r, &game)
	if err != nil {
		t.Fatal(err)
	}
	b.Store.(*vault).record = store.Record{Key: k, Version: 31, Data: data(31)}
	a.Display.Adopted(0, 5)
	a.Display.Woke()
	a.Settle()
	return a
}

// alone skips a sequential test in short runs: the race detector, which short runs are for, finds nothing in it and makes
// it ten times slower.
func alone(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("one thing after another: not for the race detector")
	}
}

func TestATableThatWokeIsCountedAsAwake(t *testing.T) {
	tbl := idle(t, sleeper(t), 7)
	tbl.Sleep()
	if !tbl.Summary().Asleep {
		t.Fatal("the table is awake")
	}
	if !tbl.Wake() || tbl.Summary().Asleep {
		t.Error("a table that was woken counts as asleep")
	}
}
