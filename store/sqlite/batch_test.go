package sqlite

import (
	"context"
	"errors"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/ledger"
)

func TestTheWriterWaitsForTheDisk(t *testing.T) {
	f := openInside(t)
	for pragma, want := range map[string]string{
		"synchronous": "2", "journal_mode": "wal", "foreign_keys": "1", "busy_timeout": "5000", "secure_delete": "1",
		"cache_size": "-16384",
	} {
		var got string
		if err := f.write.conn.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s = %s, want %s (%v)", pragma, got, want, err)
		}
	}
}

// TestACommitLeavesIndexesOfTablesAlone checks that SQLite writes no index where a table stays open: its key does not change.
func TestACommitLeavesIndexesOfTablesAlone(t *testing.T) {
	f := openInside(t)
	steps, err := f.read.db.Query("EXPLAIN "+setTable, make([]any, 8)...)
	if err != nil {
		t.Fatal(err)
	}
	defer steps.Close()
	rows := 0
	for steps.Next() {
		var opcode string
		var other any
		if err := steps.Scan(&other, &opcode, &other, &other, &other, &other, &other, &other); err != nil {
			t.Fatal(err)
		}
		if opcode == "IdxInsert" || opcode == "IdxDelete" {
			t.Errorf("a commit has the step %s", opcode)
		}
		rows++
	}
	if rows == 0 {
		t.Error("SQLite explains nothing")
	}
}

func TestReadersCannotWrite(t *testing.T) {
	f := openInside(t)
	if _, err := f.read.db.Exec("INSERT INTO notes VALUES ('a', 'b')"); err == nil {
		t.Error("a reader wrote")
	}
}

// batch returns asks as the writer takes them.
func batch(works ...func(*tx) (store.Receipt, error)) []*request {
	var as []*request
	for _, work := range works {
		as = append(as, &request{ctx: context.Background(), work: work, done: make(chan struct{})})
	}
	return as
}

func opens(channel engine.ID) func(*tx) (store.Receipt, error) {
	return func(b *tx) (store.Receipt, error) {
		return ledger.Apply(b, &store.Change{Key: store.Key{Guild: 1, Channel: channel}, ID: "open"})
	}
}

func TestOneBadChangeDoesNotTakeTheOthersOfItsBatch(t *testing.T) {
	f := openInside(t)
	f.write.close() // the goroutine is gone: the batch is ours
	f.write = reopened(t, f.path)
	chokes := func(b *tx) (store.Receipt, error) {
		return store.Receipt{}, b.WriteBalance(1, store.TableAccount(9), -5) // against the schema
	}
	as := batch(opens(1), chokes, opens(2))
	f.write.execute(as)
	if as[0].err != nil || as[2].err != nil || as[0].receipt.Version != 1 || as[2].receipt.Version != 1 {
		t.Errorf("the others: %v and %v", as[0].err, as[2].err)
	}
	if as[1].err == nil {
		t.Error("the bad one was written")
	}
	for _, channel := range []engine.ID{1, 2} {
		if _, err := f.Load(t.Context(), store.Key{Guild: 1, Channel: channel}); err != nil {
			t.Errorf("table %d: %v", channel, err)
		}
	}
}

func TestARefusalInABatchWritesNothingOfItself(t *testing.T) {
	f := openInside(t)
	f.write.close()
	f.write = reopened(t, f.path)
	broke := func(b *tx) (store.Receipt, error) {
		e := engine.Event{Kind: engine.SatDown, Player: 5, Amount: store.Opening + 1}
		return ledger.Apply(b, &store.Change{Key: store.Key{Guild: 1, Channel: 3}, ID: "broke", Chips: e.Amount, Events: []engine.Event{e}})
	}
	as := batch(opens(1), broke, opens(1))
	f.write.execute(as)
	if _, ok := errors.AsType[*store.FundsError](as[1].err); !ok || as[0].err != nil || !as[2].receipt.Duplicate {
		t.Errorf("answers: %v; %v; %+v", as[0].err, as[1].err, as[2].receipt)
	}
	if got, err := f.Accounts(t.Context(), 1); err != nil || len(got) != 0 {
		t.Errorf("the refused change left %v, %v", got, err)
	}
}

// A caller whose context ended while its change was in the queue has gone: the change is not made.
func TestAChangeOfACallerWhoHasGoneIsNotMade(t *testing.T) {
	f := openInside(t)
	f.write.close()
	f.write = reopened(t, f.path)
	as := batch(opens(1), opens(2))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	as[0].ctx = ended
	f.write.execute(as)
	if !errors.Is(as[0].err, context.Canceled) || as[1].err != nil {
		t.Errorf("answers: %v; %v", as[0].err, as[1].err)
	}
	if _, err := f.Load(t.Context(), store.Key{Guild: 1, Channel: 1}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the table is there: %v", err)
	}
}

// The file is kept busy by another connection while changes queue up and Close is called.
func TestCloseFinishesWhatIsBeingWritten(t *testing.T) {
	f := openInside(t)
	blocker, err := openWriter(t.Context(), f.path, 10)
	if err != nil {
		t.Fatal(err)
	}
	defer blocker.close()
	if _, err := blocker.begin.Exec(); err != nil {
		t.Fatal(err)
	}
	var works []func(*tx) (store.Receipt, error)
	for i := range engine.ID(50) {
		works = append(works, opens(i+1))
	}
	as := batch(works...)
	for _, a := range as {
		if err := f.write.send(a); err != nil {
			t.Fatal(err)
		}
	}
	closed := make(chan error)
	go func() { closed <- f.Close() }()
	for !f.closed.Load() {
		time.Sleep(time.Millisecond)
	}
	if _, err := blocker.rollback.Exec(); err != nil {
		t.Fatal(err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
	for _, a := range as {
		if <-a.done; a.err != nil {
			t.Error(a.err)
		}
	}
}

// reopened returns a writer whose goroutine has nothing to do, for a test to act in its place.
func reopened(t *testing.T, path string) *writer {
	t.Helper()
	w, err := openWriter(t.Context(), path, 10)
	if err != nil {
		t.Fatal(err)
	}
	return w
}
