package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"cardroom/store"
	"cardroom/store/internal/backend"
)

// file is a store in a SQLite file: one writer, and readers beside it (WAL).
type Store struct {
	path   string
	lock   *os.File
	write  *writer
	read   *reader
	closed atomic.Bool
}

// scheme begins a STORE_URL of this back end.
const scheme = "file"

// OpenFile opens the SQLite file of a STORE_URL "file:PATH". It makes the file and its directories where they are missing. A
// file of another program, or of a newer version of this one, is refused and left as it is.
func Open(ctx context.Context, storeURL string, o store.Options) (store.Store, error) {
	path := strings.TrimPrefix(storeURL, scheme+":")
	f, err := tryOpenFile(ctx, path, o)
	if err != nil {
		return nil, fmt.Errorf("STORE_URL file:%s: %w", path, err)
	}
	return f, nil
}

func tryOpenFile(ctx context.Context, path string, o store.Options) (*Store, error) {
	if path == "" {
		return nil, fmt.Errorf("%w: the path is missing; it would be file:data/cardroom.db", store.ErrScheme)
	}
	path, err := createFile(path)
	if err != nil {
		return nil, fmt.Errorf("name a file that can be written: %w", err)
	}
	if err := checkHeader(path); err != nil {
		return nil, err
	}
	f := &Store{path: path}
	if err := f.open(ctx, o); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (f *Store) open(ctx context.Context, o store.Options) (err error) {
	if f.lock, err = lock(f.path + ".lock"); errors.Is(err, store.ErrLocked) {
		return fmt.Errorf("%w (it holds %s.lock); stop that one first, or name another file", err, f.path)
	} else if err != nil {
		return fmt.Errorf("name a file in a directory that can be written: %w", err)
	}
	if err := checkDatabase(ctx, f.path); err != nil {
		return err
	}
	if f.write, err = openWriter(ctx, f.path, o.HistoryLimit()); err != nil {
		return err
	}
	f.read, err = openReader(ctx, f.path)
	return err
}

// createFile makes the directory and the empty file, for the owner alone, and gives the file's one name: two names of one
// file must not give two locks.
func createFile(path string) (string, error) {
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

// checkHeader refuses a file that is not SQLite's. An empty file is new.
func checkHeader(path string) error {
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
		return fmt.Errorf("%w: not a SQLite database; it is left as it is, name another file", store.ErrForeign)
	}
	return nil
}

// checkDatabase refuses a SQLite file of another program, or of a newer version of this one. It only reads.
func checkDatabase(ctx context.Context, path string) error {
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
		return fmt.Errorf("%w: a SQLite database of another program; it is left as it is, name another file", store.ErrForeign)
	case schema > int64(len(migrations)):
		return fmt.Errorf("%w of this program (schema %d, known up to %d); it is left as it is, use that version",
			store.ErrSchema, schema, len(migrations))
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
func (f *Store) Close() error {
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
	return f.wrap(errors.Join(errs...))
}

// InspectFile opens a file that another process may be writing to, and writes nothing. Everything is read in one
// transaction, so that it shows the file as it was when it was opened.
func Inspect(ctx context.Context, storeURL string, _ store.Options) (backend.Backend, error) {
	path := strings.TrimPrefix(storeURL, scheme+":")
	refuse := func(err error) (backend.Backend, error) { return nil, fmt.Errorf("STORE_URL file:%s: %w", path, err) }
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return refuse(errors.New("there is no store in this file"))
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return refuse(err)
	}
	if err := checkHeader(abs); err != nil {
		return refuse(err)
	}
	if err := checkDatabase(ctx, abs); err != nil {
		return refuse(err)
	}
	f := &Store{path: abs}
	if f.read, err = openReader(ctx, abs); err != nil {
		return refuse(err)
	}
	f.read.db.SetMaxOpenConns(1)
	if _, err := f.read.db.ExecContext(ctx, "BEGIN"); err != nil {
		f.Close()
		return refuse(err)
	}
	return f, nil
}
