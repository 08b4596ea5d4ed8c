package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// file is a store in a SQLite file: one writer, and readers beside it (WAL).
type file struct {
	path   string
	lock   *os.File
	write  *writer
	read   *reader
	closed atomic.Bool
}

// openFile opens the file at path, making it and its directories where they are missing. A file that is not ours, or is
// newer than this program, is refused and left as it is.
func openFile(ctx context.Context, path string, o Options) (Store, error) {
	f, err := tryOpenFile(ctx, path, o)
	if err != nil {
		return nil, fmt.Errorf("STORE_URL file:%s: %w", path, err)
	}
	return f, nil
}

func tryOpenFile(ctx context.Context, path string, o Options) (*file, error) {
	if path == "" {
		return nil, fmt.Errorf("%w: the path is missing; it would be file:data/cardroom.db", ErrScheme)
	}
	path, err := place(path)
	if err != nil {
		return nil, fmt.Errorf("name a file that can be written: %w", err)
	}
	if err := inspectHeader(path); err != nil {
		return nil, err
	}
	f := &file{path: path}
	if err := f.open(ctx, o); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (f *file) open(ctx context.Context, o Options) (err error) {
	if f.lock, err = lock(f.path + ".lock"); errors.Is(err, ErrLocked) {
		return fmt.Errorf("%w (it holds %s.lock); stop that one first, or name another file", err, f.path)
	} else if err != nil {
		return fmt.Errorf("name a file in a directory that can be written: %w", err)
	}
	if err := inspect(ctx, f.path); err != nil {
		return err
	}
	if f.write, err = openWriter(ctx, f.path, o.History); err != nil {
		return err
	}
	f.read, err = openReader(ctx, f.path)
	return err
}

// place makes the directory and the empty file, for the owner alone, and gives the file's one name: two names of one
// file must not give two locks.
func place(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(abs), 0o700); err != nil {
		return "", err
	}
	f, err := os.OpenFile(abs, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", err
	}
	if err := f.Close(); err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// inspectHeader refuses a file that is not SQLite's. An empty file is new.
func inspectHeader(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	const magic = "SQLite format 3\x00"
	head, err := io.ReadAll(io.LimitReader(f, int64(len(magic))))
	if err != nil {
		return err
	}
	if len(head) > 0 && !bytes.Equal(head, []byte(magic)) {
		return fmt.Errorf("%w: not a SQLite database; it is left as it is, name another file", ErrForeign)
	}
	return nil
}

// inspect refuses a SQLite file of another program, or of a newer version of this one. It only reads.
func inspect(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Size() == 0 {
		return err
	}
	db, err := sql.Open("sqlite", dsn(path, "mode=ro", "_pragma=busy_timeout(5000)"))
	if err != nil {
		return err
	}
	defer db.Close()
	var application, schema, things int64
	const q = `SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`
	if err := db.QueryRowContext(ctx, q).Scan(&application, &schema, &things); err != nil {
		return fmt.Errorf("the database cannot be read and is left as it is: %w", err)
	}
	empty := application == 0 && schema == 0 && things == 0 // we were killed while making it
	switch {
	case application != applicationID && !empty:
		return fmt.Errorf("%w: a SQLite database of another program; it is left as it is, name another file", ErrForeign)
	case schema > int64(len(migrations)):
		return fmt.Errorf("%w of this program (schema %d, known up to %d); it is left as it is, use that version",
			ErrSchema, schema, len(migrations))
	}
	return nil
}

// dsn is the driver's name for the file.
func dsn(path string, params ...string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // C:/…
	}
	u := url.URL{Scheme: "file", Path: slashed, RawQuery: strings.Join(params, "&")}
	return u.String()
}

// Close lets the writer finish what it was given. The second call does nothing.
func (f *file) Close() error {
	if f.closed.Swap(true) {
		return nil
	}
	var errs []error
	if f.read != nil {
		errs = append(errs, f.read.close())
	}
	if f.write != nil {
		errs = append(errs, f.write.close())
	}
	if f.lock != nil {
		errs = append(errs, f.lock.Close()) // last: the next process may open the file now
	}
	return f.fault(errors.Join(errs...))
}

func (f *file) Commit(ctx context.Context, c Change) (Receipt, error) {
	return f.write.do(ctx, func(b *fileBooks) (Receipt, error) { return carry(b, &c) })
}

func (f *file) Pay(ctx context.Context, p Payment) (Receipt, error) {
	return f.write.do(ctx, func(b *fileBooks) (Receipt, error) { return pay(b, &p) })
}

// The lock keeps other processes out, so that leases are kept in memory. All are read and written by the writer alone.

func (f *file) Acquire(ctx context.Context, l Lease) (Lease, error) {
	var got Lease
	_, err := f.write.do(ctx, func(b *fileBooks) (_ Receipt, err error) {
		got, err = acquire(b.leases, l, time.Now())
		return Receipt{}, err
	})
	if err != nil {
		return Lease{}, err // and not got, which the writer may still be setting
	}
	return got, nil
}

func (f *file) Renew(ctx context.Context, l Lease) error {
	_, err := f.write.do(ctx, func(b *fileBooks) (Receipt, error) { return Receipt{}, renew(b.leases, l) })
	return err
}

func (f *file) Release(ctx context.Context, l Lease) error {
	_, err := f.write.do(ctx, func(b *fileBooks) (Receipt, error) { return Receipt{}, release(b.leases, l) })
	return err
}

func (f *file) SetNote(ctx context.Context, name, value string) error {
	_, err := f.write.do(ctx, func(b *fileBooks) (Receipt, error) { return Receipt{}, b.writeNote(name, value) })
	return err
}

// fault names the file in an error of the database.
func (f *file) fault(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("store: %s: %w", f.path, err)
}
