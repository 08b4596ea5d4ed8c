package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"cardroom/store"
)

// maxBatch is the most changes that share one transaction: a bound on how long the first of them waits.
const maxBatch = 256

// writer is the one goroutine that writes, and the way to it.
type writer struct {
	path string
	db   *sql.DB
	conn *sql.Conn
	tx   *tx
	done chan struct{} // closed when the goroutine has ended

	begin, commit, rollback *sql.Stmt

	mu       sync.RWMutex // held for reading while asking
	closed   bool
	requests chan *request
}

// request is one change on its way to the disk.
type request struct {
	ctx     context.Context
	work    func(*tx) (store.Receipt, error)
	receipt store.Receipt
	err     error
	done    chan struct{} // closed when receipt and err stand
}

func openWriter(ctx context.Context, path string, history int) (w *writer, err error) {
	w = &writer{path: path, done: make(chan struct{}), requests: make(chan *request, maxBatch)}
	w.db, err = sql.Open("sqlite", dsn(path, "_pragma=busy_timeout(5000)", "_pragma=journal_mode(WAL)",
		"_pragma=synchronous(FULL)", "_pragma=foreign_keys(ON)",
		"_pragma=secure_delete(ON)")) // what is dropped is written over: nobody's name stays in a page that is free
	if err != nil {
		return nil, err
	}
	if err := w.prepare(ctx, history); err != nil {
		w.db.Close()
		return nil, err
	}
	go w.run()
	return w, nil
}

func (w *writer) prepare(ctx context.Context, history int) (err error) {
	if w.conn, err = w.db.Conn(ctx); err != nil {
		return err
	}
	var mode string
	if err := w.conn.QueryRowContext(ctx, "PRAGMA journal_mode").Scan(&mode); err != nil {
		return err
	}
	if mode != "wal" {
		return fmt.Errorf("the file system cannot hold a write-ahead log (journal mode %q); name a file on a local disk",
			mode)
	}
	if err := migrate(ctx, w.conn); err != nil {
		return err
	}
	err = prepare(ctx, w.conn, []statement{{&w.begin, "BEGIN IMMEDIATE"}, {&w.commit, "COMMIT"}, {&w.rollback, "ROLLBACK"}})
	if err != nil {
		return err
	}
	w.tx, err = prepareTx(ctx, w.conn, history)
	return err
}

// do hands over a piece of work and waits until it is on the disk or refused.
func (w *writer) do(ctx context.Context, work func(*tx) (store.Receipt, error)) (store.Receipt, error) {
	a := &request{ctx: ctx, work: work, done: make(chan struct{})}
	if err := w.send(a); err != nil {
		return store.Receipt{}, err
	}
	select {
	case <-a.done:
		return a.receipt, a.err
	case <-ctx.Done():
		return store.Receipt{}, ctx.Err()
	}
}

func (w *writer) send(a *request) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return store.ErrClosed
	}
	if err := a.ctx.Err(); err != nil {
		return err
	}
	select {
	case w.requests <- a:
		return nil
	case <-a.ctx.Done():
		return a.ctx.Err()
	}
}

func (w *writer) close() error {
	w.mu.Lock()
	w.closed = true
	close(w.requests)
	w.mu.Unlock()
	<-w.done
	// Everything into the one file: whoever copies it after a stop has it all.
	_, err := w.conn.ExecContext(context.Background(), `PRAGMA wal_checkpoint(TRUNCATE)`)
	return errors.Join(err, w.conn.Close(), w.db.Close())
}

// run carries out what is asked, everything that is waiting at once.
func (w *writer) run() {
	defer close(w.done)
	for first := range w.requests {
		batch := w.collect(first)
		w.execute(batch)
		for _, a := range batch {
			close(a.done)
		}
	}
}

func (w *writer) collect(first *request) []*request {
	batch := []*request{first}
	for len(batch) < maxBatch {
		select {
		case a, ok := <-w.requests:
			if !ok {
				return batch
			}
			batch = append(batch, a)
		default:
			return batch
		}
	}
	return batch
}

// execute carries out a batch in one transaction. Where the database chokes on one change, each is tried alone: it must
// not take the others with it.
func (w *writer) execute(batch []*request) {
	err := w.executeOnce(batch)
	if err == nil {
		return
	}
	if w.tx.failure == nil || len(batch) == 1 {
		for _, a := range batch {
			a.receipt, a.err = store.Receipt{}, fmt.Errorf("store: %s: write failed: %w", w.path, err)
		}
		return
	}
	for _, a := range batch {
		w.execute([]*request{a})
	}
}

// executeOnce is one transaction. The answers of the batch stand when it gives no error: refused work has written nothing,
// the rest is committed.
func (w *writer) executeOnce(batch []*request) (err error) {
	w.tx.failure = nil
	if _, err := w.begin.Exec(); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			w.rollback.Exec() // fails where SQLite has rolled back by itself
		}
	}()
	for _, a := range batch {
		if a.err = a.ctx.Err(); a.err != nil {
			continue
		}
		a.receipt, a.err = a.work(w.tx)
		if w.tx.failure != nil {
			return w.tx.failure
		}
	}
	_, err = w.commit.Exec()
	return err
}
