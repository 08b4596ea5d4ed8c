package bot

import (
	"context"
	"runtime"
	"testing"
	"time"

	"cardroom/bot/channel"
	"cardroom/bot/prefs"
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/store"
)

// mostIdle is what a table may cost in memory while it is idle, in bytes, and mostLive while people play.
const (
	mostIdle = 4 << 10
	mostLive = 26 << 10
)

// A table in the middle of a hand with ten players, and a long hand behind it, costs little while a decision takes hours.
func TestAnIdleTableCostsLittleMemory(t *testing.T) {
	alone(t)
	const n = 500
	b := sleeper(t)
	awake := make([]*table.Table, n)
	locale.Languages() // are read once, and are no table's
	before := heap()
	for i := range awake {
		awake[i] = idle(t, b, engine.ID(1000+i))
	}
	live := (heap() - before) / n
	for _, a := range awake {
		a.Doze()
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
}

func TestATableWakesAsItFellAsleep(t *testing.T) {
	b := sleeper(t)
	a := idle(t, b, 7)
	was, turn := a.State.Table, a.Timer.Decision
	a.Doze()
	if !a.Certain() || a.Asleep() || a.State.Table != was || a.Timer.Decision != turn || channel.Of(a).Board() == nil {
		t.Errorf("asleep %t, the same table %t, board %v", a.Asleep(), !a.Asleep() && a.State.Table == was, channel.Of(a).Board())
	}
}

func heap() int64 {
	var m runtime.MemStats
	for range 3 { // what the first frees may keep more alive
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// allocated is how many bytes were ever allocated.
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

// sleeper is a bot whose tables are all in the same hand.
func sleeper(t testing.TB) *table.Env {
	t.Helper()
	b, err := New(Config{Key: make([]byte, shuffle.KeySize)}, &vault{})
	if err != nil {
		t.Fatal(err)
	}
	return b.Env
}

// idle is the actor of a slow table, awake, somebody's turn having just come.
func idle(t testing.TB, b *table.Env, channelID engine.ID) *table.Table {
	t.Helper()
	r := engine.DefaultRules()
	r.Seats, r.Clock, r.Pause, r.Runout = engine.MaxSeats, 24*time.Hour, 0, 0
	tbl, err := engine.New(r)
	if err != nil {
		t.Fatal(err)
	}
	var log []engine.Event
	do := func(c engine.Command) {
		t.Helper()
		if tbl, log, err = tbl.Apply(c, log); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	at := engine.At(time.Now())
	for i := range r.Seats {
		b.Prefs.People.Remember(engine.ID(100+i), prefs.Person{}) // or the store would be asked beside the test
		do(engine.Sit{Player: engine.ID(100 + i), Seat: i, Chips: 1000, At: at})
	}
	do(engine.Start{At: at})
	a := b.Tables.Get(store.Key{Guild: 1, Channel: channelID})
	a.State.Table = tbl
	deck, shuffle := sealedHand(a, t, 5)
	do(engine.Deal{Deck: deck, Message: 5, At: at})
	for range 25 {
		v := tbl.View(0)
		do(engine.Act{Player: v.Seats[v.ToAct].Player, Turn: v.Turn, Action: pass(v), At: at})
	}
	board := record.BoardRef{Message: 5, Hand: 1, Posted: at}
	a.State.Record, a.State.Table, a.Version = record.Table{Host: 100, Session: 1, Serial: 30, Board: board, Shuffle: shuffle, Log: log}, tbl, 31
	data, err := b.Codec.EncodeTable(a.Key, a.State.Record, &tbl)
	if err != nil {
		t.Fatal(err)
	}
	b.Store.(*vault).record = store.Record{Key: a.Key, Version: 31, Data: data(31)}
	a.Display.Adopted(0, 5)
	a.Display.Woke()
	a.Timer.Decision = table.Decision{Turn: tbl.View(0).Turn, Since: time.Now()}
	for i := range len(a.Taken.Last) {
		a.Taken.Add(channelID<<32 + engine.ID(i))
	}
	a.Summarize()
	a.State.Seen = nil // as after a job
	return a
}

func pass(v engine.View) engine.Action {
	if v.Legal.Call > 0 {
		return engine.Call
	}
	return engine.Check
}
