package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"cardroom/store"
)

// maxBatch is how many changes share one transaction, at most: it bounds how long the first of them waits.
const maxBatch = 256

// checkpointAfter is how long a change may stand in the write-ahead log alone. Then it is copied into the database file, so
// that a copy of that file without the log is not an empty store.
const checkpointAfter = time.Minute

// busyTimeout is the pragma of how long a statement waits for another program that holds the file, in milliseconds.
const busyTimeout = "busy_timeout(5000)"

// writer is the goroutine that writes, and the queue to it.
type writer struct {
	path  string
	db    *sql.DB
	conn  *sql.Conn
	tx    *tx
	guard guard         // set before the first request
	done  chan struct{} // closed when the goroutine has ended

	failing atomic.Pointer[failure] // of the last batch; nil: the disk has it

	begin, commit, rollback *sql.Stmt
	statements              []statement // these, and those of the tx

	mu       sync.RWMutex // held for reading while sending
	closed   bool
	requests chan *request
}

// request is one change that waits for the disk.
type request struct {
	ctx     context.Context
	work    func(*tx) (store.Receipt, error)
	receipt store.Receipt
	err     error
	done    chan struct{} // closed when receipt and err are set
}

// openWriter opens the file for writing, brings it to the newest schema and starts the writer.
func openWriter(ctx context.Context, path string, history int) (w *writer, err error) {
	w = &writer{path: path, done: make(chan struct{}), requests: make(chan *request, maxBatch)}
	w.db, err = sql.Open("sqlite", dsn(path, "_pragma="+busyTimeout, "_pragma=journal_mode(WAL)",
		"_pragma=synchronous(FULL)", "_pragma=foreign_keys(ON)",
		"_txlock=immediate",          // a transaction that reads first would not wait for other users of the file, but fail
		"_pragma=cache_size(-16384)", // kilobytes: a table's pages are still there at its next commit
		"_pragma=secure_delete(ON)")) // deleted content is overwritten: no name stays in a free page
	if err != nil {
		return nil, err
	}
	if err := w.prepare(ctx, history); err != nil {
		return nil, errors.Join(err, w.disconnect())
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
	w.tx = newTx(history)
	w.statements = append(w.tx.statements(), statement{&w.begin, "BEGIN IMMEDIATE"}, statement{&w.commit, "COMMIT"}, statement{&w.rollback, "ROLLBACK"})
	if err := prepare(ctx, w.conn, w.statements); err != nil {
		return err
	}
	w.tx.erased = true // the program may have ended before it cut the log
	w.checkpoint(ctx)
	return nil
}

// checkpoint copies what no reader still needs from the write-ahead log into the database file. It keeps the log's size, which is
// written over from the start. An error is none of the caller's: nothing is lost, and the next checkpoint tries again.
func (w *writer) checkpoint(ctx context.Context) {
	if !w.tx.erased {
		_, _ = w.conn.ExecContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`)
		return
	}
	w.tx.erased = !w.cut(ctx)
}

// cut works like checkpoint and empties the log, which still has deleted content. It reports whether it did: while a reader needs the log,
// it does not. It never waits for a reader, because all commits would wait with it.
func (w *writer) cut(ctx context.Context) bool {
	var busy, pages, copied int
	_, err := w.conn.ExecContext(ctx, `PRAGMA busy_timeout = 0`)
	if err == nil {
		err = w.conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &copied)
	}
	_, failed := w.conn.ExecContext(ctx, "PRAGMA "+busyTimeout)
	return errors.Join(err, failed) == nil && busy == 0
}

// do sends work to the writer and waits until it is on the disk or refused.
func (w *writer) do(ctx context.Context, work func(*tx) (store.Receipt, error)) (store.Receipt, error) {
	q := &request{ctx: ctx, work: work, done: make(chan struct{})}
	if err := w.send(q); err != nil {
		return store.Receipt{}, err
	}
	select {
	case <-q.done:
		return q.receipt, q.err
	case <-ctx.Done():
		return store.Receipt{}, w.late(ctx)
	}
}

// failure is why a batch was not written.
type failure struct {
	error
	at time.Time
}

// failedLately is twice as long as SQLite waits for another program that holds the file.
const failedLately = 10 * time.Second

// late returns the error of a request whose context has ended. Where its time is over, a batch that failed lately says why: SQLite waits
// longer than most callers do.
func (w *writer) late(ctx context.Context) error {
	why := w.failing.Load()
	if why == nil || !errors.Is(ctx.Err(), context.DeadlineExceeded) || time.Since(why.at) > failedLately {
		return ctx.Err()
	}
	return fmt.Errorf("%w (the write before failed: %w)", ctx.Err(), why.error)
}

func (w *writer) send(q *request) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return store.ErrClosed
	}
	if q.ctx.Err() != nil {
		return w.late(q.ctx)
	}
	select {
	case w.requests <- q:
		return nil
	case <-q.ctx.Done():
		return w.late(q.ctx)
	}
}

func (w *writer) close() error {
	w.mu.Lock()
	w.closed = true
	close(w.requests)
	w.mu.Unlock()
	<-w.done
	if err := w.guard.check(); err != nil {
		return err // to close the connection would delete by name the log that another process may have made
	}
	// After this everything is in the one file, for operators who copy it after a stop.
	_, err := w.conn.ExecContext(context.Background(), `PRAGMA wal_checkpoint(TRUNCATE)`)
	return errors.Join(err, w.disconnect())
}

// disconnect closes the connection. SQLite keeps one open for as long as a statement of it is not closed.
func (w *writer) disconnect() error {
	var errs []error
	for _, s := range w.statements {
		if *s.to != nil {
			errs = append(errs, (*s.to).Close())
		}
	}
	if w.conn != nil {
		errs = append(errs, w.conn.Close())
	}
	return errors.Join(append(errs, w.db.Close())...)
}

// run executes requests, all that wait in one batch. A while after a batch it copies the log into the database file. Until the log is cut
// where it has to be, it tries again after each such while.
func (w *writer) run() {
	defer close(w.done)
	var due <-chan time.Time // nil while the log has nothing new, and nothing to be cut
	if w.tx.erased {
		due = time.After(checkpointAfter)
	}
	for {
		select {
		case first, open := <-w.requests:
			if !open {
				return
			}
			w.answer(w.collect(first))
			if due == nil {
				due = time.After(checkpointAfter)
			}
		case <-due:
			w.checkpoint(context.Background())
			if due = nil; w.tx.erased {
				due = time.After(checkpointAfter)
			}
		}
	}
}

// answer executes a batch and tells those who wait for it.
func (w *writer) answer(batch []*request) {
	w.execute(batch)
	for _, q := range batch {
		close(q.done)
	}
}

// collect takes the requests that wait behind the first.
func (w *writer) collect(first *request) []*request {
	batch := []*request{first}
	for len(batch) < maxBatch {
		select {
		case q, ok := <-w.requests:
			if !ok {
				return batch
			}
			batch = append(batch, q)
		default:
			return batch
		}
	}
	return batch
}

// execute applies a batch in one transaction. If the database fails on one change, each is tried alone: the bad one must
// not take the others with it.
func (w *writer) execute(batch []*request) {
	err := w.executeOnce(batch)
	if err == nil {
		w.failing.Store(nil)
		return
	}
	if w.tx.failure == nil || len(batch) == 1 {
		err = fmt.Errorf("store: %s: write failed: %w", w.path, withDoctor(withRemedy(err)))
		w.failing.Store(&failure{err, time.Now()})
		for _, q := range batch {
			q.receipt, q.err = store.Receipt{}, err
		}
		return
	}
	for _, q := range batch {
		w.execute([]*request{q})
	}
}

// executeOnce applies a batch in one transaction. If it returns no error the answers of the batch are final: refused work
// has written nothing, the rest is committed.
func (w *writer) executeOnce(batch []*request) (err error) {
	w.tx.failure = nil
	if err := w.guard.check(); err != nil {
		return err
	}
	if _, err := w.begin.Exec(); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			w.rollback.Exec() // fails if SQLite has rolled back by itself
		}
	}()
	for _, q := range batch {
		if q.err = q.ctx.Err(); q.err != nil {
			continue
		}
		q.receipt, q.err = q.work(w.tx)
		if w.tx.failure != nil {
			return w.tx.failure
		}
	}
	_, err = w.commit.Exec()
	return err
}
