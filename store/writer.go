package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// maxBatch is the most changes that share one transaction: a bound on how long the first of them waits.
const maxBatch = 256

// writer is the one goroutine that writes, and the way to it.
type writer struct {
	path string
	db   *sql.DB
	conn *sql.Conn
	book *fileBooks
	done chan struct{} // closed when the goroutine has ended

	begin, commit, rollback *sql.Stmt

	mu     sync.RWMutex // held for reading while asking
	closed bool
	asks   chan *ask
}

// ask is one change on its way to the disk.
type ask struct {
	ctx     context.Context
	work    func(*fileBooks) (Receipt, error)
	receipt Receipt
	err     error
	done    chan struct{} // closed when receipt and err stand
}

func openWriter(ctx context.Context, path string, history int) (w *writer, err error) {
	w = &writer{path: path, done: make(chan struct{}), asks: make(chan *ask, maxBatch)}
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
	w.book, err = prepareBooks(ctx, w.conn, history)
	return err
}

// migrate brings the file to the newest schema, in one transaction.
func migrate(ctx context.Context, conn *sql.Conn) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var schema int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&schema); err != nil {
		return err
	}
	for i := schema; i < len(migrations); i++ {
		if _, err := tx.ExecContext(ctx, migrations[i]); err != nil {
			return fmt.Errorf("schema %d: %w", i+1, err)
		}
	}
	if err := owing(ctx, tx); err != nil {
		return err
	}
	marks := fmt.Sprintf("PRAGMA user_version = %d; PRAGMA application_id = %d", len(migrations), applicationID)
	if _, err := tx.ExecContext(ctx, marks); err != nil {
		return err
	}
	return tx.Commit()
}

// owing sees that the accounts which go below zero may: what changes a CHECK changes nothing where the text of the table is
// another, and every hand with such chips would be refused.
func owing(ctx context.Context, tx *sql.Tx) error {
	var text string
	if err := tx.QueryRowContext(ctx, `SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'accounts'`).Scan(&text); err != nil {
		return err
	}
	for _, a := range [...]Account{Mint, Practice, Free, House} {
		if !strings.Contains(text, "'"+string(a)+"'") {
			return fmt.Errorf("%w: its table accounts was made by another; it is left as it is, put a backup back", ErrForeign)
		}
	}
	return nil
}

// do hands over a piece of work and waits until it is on the disk or refused.
func (w *writer) do(ctx context.Context, work func(*fileBooks) (Receipt, error)) (Receipt, error) {
	a := &ask{ctx: ctx, work: work, done: make(chan struct{})}
	if err := w.send(a); err != nil {
		return Receipt{}, err
	}
	select {
	case <-a.done:
		return a.receipt, a.err
	case <-ctx.Done():
		return Receipt{}, ctx.Err()
	}
}

func (w *writer) send(a *ask) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return ErrClosed
	}
	if err := a.ctx.Err(); err != nil {
		return err
	}
	select {
	case w.asks <- a:
		return nil
	case <-a.ctx.Done():
		return a.ctx.Err()
	}
}

func (w *writer) close() error {
	w.mu.Lock()
	w.closed = true
	close(w.asks)
	w.mu.Unlock()
	<-w.done
	// Everything into the one file: whoever copies it after a stop has it all.
	_, err := w.conn.ExecContext(context.Background(), `PRAGMA wal_checkpoint(TRUNCATE)`)
	return errors.Join(err, w.conn.Close(), w.db.Close())
}

// run carries out what is asked, everything that is waiting at once.
func (w *writer) run() {
	defer close(w.done)
	for first := range w.asks {
		batch := w.collect(first)
		w.settle(batch)
		for _, a := range batch {
			close(a.done)
		}
	}
}

func (w *writer) collect(first *ask) []*ask {
	batch := []*ask{first}
	for len(batch) < maxBatch {
		select {
		case a, ok := <-w.asks:
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

// settle carries out a batch in one transaction. Where the database chokes on one change, each is tried alone: it must
// not take the others with it.
func (w *writer) settle(batch []*ask) {
	err := w.attempt(batch)
	if err == nil {
		return
	}
	if w.book.fault == nil || len(batch) == 1 {
		for _, a := range batch {
			a.receipt, a.err = Receipt{}, fmt.Errorf("store: %s: write failed: %w", w.path, err)
		}
		return
	}
	for _, a := range batch {
		w.settle([]*ask{a})
	}
}

// attempt is one transaction. The answers of the batch stand when it gives no error: refused work has written nothing,
// the rest is committed.
func (w *writer) attempt(batch []*ask) (err error) {
	w.book.fault = nil
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
		a.receipt, a.err = a.work(w.book)
		if w.book.fault != nil {
			return w.book.fault
		}
	}
	_, err = w.commit.Exec()
	return err
}
