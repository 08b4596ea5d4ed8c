package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"cardroom/internal/file"
	"cardroom/store"
	"cardroom/store/internal/backend"
)

// scheme begins a STORE_URL of this back end.
const scheme = "file"

// Store is a [store.Store] in a SQLite file: one writer, and readers beside it (WAL).
type Store struct {
	path   string
	lock   *os.File
	write  *writer
	read   *reader
	closed atomic.Bool
}

// Open opens the SQLite file of a STORE_URL "file:PATH". It makes the file and its directories where they are missing. A
// file of another program, or of a newer version of this one, is refused and left as it is. A disk that is full or does not work
// is tried again for half a minute.
func Open(ctx context.Context, storeURL string, o store.Options) (store.Store, error) {
	path := strings.TrimPrefix(storeURL, scheme+":")
	warn := o.Warn
	if warn == nil {
		warn = func(string) {}
	}
	f, err := whileDiskFails(ctx, warn, func() (*Store, error) {
		f, err := tryOpen(ctx, path, o)
		if err != nil {
			return nil, fmt.Errorf("file:%s: %w", path, withOpeningRemedy(err))
		}
		return f, nil
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// whileDiskFails opens a store, and tries again for half a minute as long as its disk is why it cannot.
func whileDiskFails(ctx context.Context, warn func(string), open func() (*Store, error)) (f *Store, refusal error) {
	err := store.RetryUntilReady(ctx, func(err error) {
		warn(fmt.Sprintf("waiting for the store: %v; retrying for %v", err, store.StartTimeout))
	}, func() error {
		if f, refusal = open(); diskFails(refusal) {
			return refusal
		}
		return nil
	})
	if errors.Is(err, store.ErrUnreachable) {
		return nil, diskError{refusal}
	}
	return f, cmp.Or(refusal, err)
}

// tryOpen opens a store, like Open, without the URL in its errors.
func tryOpen(ctx context.Context, path string, o store.Options) (*Store, error) {
	made, err := createFile(path)
	if refused := file.Access(path, err); refused != err {
		return nil, refused
	}
	if err != nil {
		return nil, cmp.Or(file.CheckTarget(path), fmt.Errorf("name a file that can be written: %w", err))
	}
	if err := checkHeader(made); err != nil {
		return nil, err
	}
	f := &Store{path: made}
	if err := f.open(ctx, o); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// lockSuffix is the suffix of a lock file's name, behind the name of its database.
const lockSuffix = ".lock"

// isThere reports whether a file exists.
func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func (f *Store) open(ctx context.Context, o store.Options) (err error) {
	if f.lock, err = lock(f.path); errors.Is(err, store.ErrLocked) {
		return fmt.Errorf("%w (it holds %s%s); stop that one first, or name another file", err, f.path, lockSuffix)
	} else if errors.Is(err, fs.ErrPermission) && isThere(f.path+lockSuffix) {
		return fmt.Errorf("the lock file belongs to another user; delete it while no bot runs, or give it to this one: %w", err)
	} else if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%w; let the user that runs this program write to the folder of the file (chown)", err)
	} else if errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("%w; mount the folder of the file read-write, too", err)
	} else if err != nil {
		return fmt.Errorf("name a file in a directory that can be written: %w", err)
	}
	if err := checkDatabase(ctx, f.path); err != nil {
		return err
	}
	if f.write, err = openWriter(ctx, f.path, o.HistoryLimit()); err != nil {
		return err
	}
	if f.write.guard, err = newGuard(f.path, f.lock); err != nil {
		return err
	}
	f.read, err = openReader(ctx, f.path, f.write.guard)
	return err
}

// CheckOwn returns an error for a file that another program made, or a newer version of this one. Open and Inspect name every other
// fault of a file.
func CheckOwn(ctx context.Context, storeURL string) error {
	path := strings.TrimPrefix(storeURL, scheme+":")
	abs, err := filepath.Abs(path)
	if err == nil {
		err = checkHeader(abs)
	}
	if err == nil {
		err = checkDatabase(ctx, abs)
	}
	if errors.Is(err, store.ErrForeign) || errors.Is(err, store.ErrSchema) {
		return fmt.Errorf("file:%s: %w", path, err)
	}
	return nil
}

// Inspect opens a file that another process may be writing to, and writes nothing to it. Beside a file of a bot that has stopped,
// SQLite makes a -shm and a -wal with the mode of the file. They stay where that mode lets no user write. Everything is read in
// one transaction, so that it shows the file as it was when it was opened.
func Inspect(ctx context.Context, storeURL string, _ store.Options) (backend.Backend, error) {
	path := strings.TrimPrefix(storeURL, scheme+":")
	refuse := func(err error) (backend.Backend, error) {
		return nil, fmt.Errorf("file:%s: %w", path, withOpeningRemedy(err))
	}
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return refuse(errors.New("there is no store in this file; name the file of the bot"))
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return refuse(err)
	}
	if err := checkHeader(abs); err != nil {
		return refuse(file.Access(abs, err))
	}
	if err := checkDatabase(ctx, abs); err != nil {
		return refuse(err)
	}
	f := &Store{path: abs}
	if f.read, err = openReader(ctx, abs, nil); err != nil {
		return refuse(err)
	}
	f.read.db.SetMaxOpenConns(1)
	if _, err := f.read.db.ExecContext(ctx, "BEGIN"); err != nil {
		f.Close()
		return refuse(err)
	}
	return f, nil
}

// Close lets the writer finish its requests. A second call does nothing.
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
		errs = append(errs, unlock(f.lock)) // last: the next process may open the file now
	}
	return f.wrap(errors.Join(errs...))
}

// wrap adds the file to an error of the database.
func (f *Store) wrap(err error) error {
	if err == nil {
		return nil
	}
	if err = withOpeningRemedy(err); f.write != nil {
		err = withDoctor(err)
	}
	return fmt.Errorf("store: %s: %w", f.path, err)
}
