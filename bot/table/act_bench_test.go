package table_test

import (
	"context"
	"testing"
	"time"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/rest"
	"cardroom/bot/table/tabletest"
	"cardroom/engine"
	"cardroom/store"
)

// Commit accepts any change and keeps it.
func (v *vault) Commit(_ context.Context, c store.Change) (store.Receipt, error) {
	v.record = store.Record{Key: c.Key, Version: c.Version + 1, Data: c.Sealed(c.Version + 1)}
	return store.Receipt{Version: c.Version + 1}, nil
}

// mostPressed limits the bytes that a press may leave to the garbage collector, without those of the store and of the
// answer to Discord.
const mostPressed = 68 << 10

// presser returns a press at a table of ten with a long hand behind it: engine, commit, and the new board.
func presser(t testing.TB) (press func()) {
	a := idle(t, sleeper(t), 7)
	channel.Of(a).Board().Hold(time.Hour)
	v := a.View()
	act := engine.Act{Player: v.Seats[v.ToAct].Player, Turn: v.Turn, Action: tabletest.CheckOrCall(v), At: engine.At(time.Now())}
	game, record := a.Game(), a.Record()
	return func() {
		a.Install(record, game, 31)
		if err := a.Apply(&interaction.Interaction{Origin: &interaction.Origin{Ref: rest.Ref{ID: "press"}}}, act); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAPressLeavesLittleToCollect(t *testing.T) {
	alone(t)
	press := presser(t)
	press()
	const n = 100
	before := allocated()
	for range n {
		press()
	}
	each := (allocated() - before) / n
	t.Logf("%d bytes a press", each)
	if each > mostPressed {
		t.Errorf("a press allocates %d bytes, want %d at the most", each, mostPressed)
	}
}

func BenchmarkAct(b *testing.B) {
	press := presser(b)
	b.ReportAllocs()
	for b.Loop() {
		press()
	}
}
