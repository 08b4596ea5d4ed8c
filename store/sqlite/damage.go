package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"cardroom/store"
)

// withRemedy adds to an error of the database what the operator can do, where that is known. An error with which SQLite or the disk
// answers is a [store.ErrUnable].
func withRemedy(err error) error {
	if code(err) != sqlite3.SQLITE_OK && code(err) != sqlite3.SQLITE_INTERRUPT || diskFails(err) {
		err = store.Unable(err)
	}
	switch {
	case code(err) == sqlite3.SQLITE_FULL, fullCode(err) == sqlite3.SQLITE_IOERR_SHMSIZE, errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("%w; make room on its disk, and start the program again if it has ended", err)
	case code(err) == sqlite3.SQLITE_READONLY, code(err) == sqlite3.SQLITE_CANTOPEN:
		return fmt.Errorf("%w; SQLite writes beside the file even to read it: let this user write to it, to its -shm and -wal and to its folder, or name a copy of it", err)
	case fullCode(err) == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		return fmt.Errorf("%w; the ledger names an account that is missing: cardroom doctor on the store of that ledger names it; restore a backup of it", err)
	case code(err) == sqlite3.SQLITE_BUSY:
		return fmt.Errorf("%w; another program holds the file: end it", err)
	case diskFails(err):
		return fmt.Errorf("%w; its disk is full or does not work: make room on it, or see the log of the system", err)
	case saysDamaged(err):
		return fmt.Errorf("%w; the file is damaged: stop the bot and restore a backup", err)
	}
	return err
}

// withOpeningRemedy adds what withRemedy does, to an error of opening a file. There a statement fails only where a table is missing, or
// the header is damaged.
func withOpeningRemedy(err error) error {
	if code(err) == sqlite3.SQLITE_ERROR {
		return fmt.Errorf("%w; the file is damaged, or another program changed it: stop the bot and restore a backup", store.Unable(err))
	}
	return withRemedy(err)
}

// withDoctor adds to a bot's error of a damaged file the command that checks it. An inspection of the doctor says more itself.
func withDoctor(err error) error {
	if saysDamaged(err) {
		return fmt.Errorf("%w; cardroom doctor checks it", err)
	}
	return err
}

// diskFails reports whether a disk that is full or does not work is why something failed.
func diskFails(err error) bool {
	return code(err) == sqlite3.SQLITE_FULL || code(err) == sqlite3.SQLITE_IOERR ||
		errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EIO)
}

// diskError is an [store.ErrUnreachable] for a file: its disk failed for as long as opening tries.
type diskError struct{ error }

func (e diskError) Unwrap() []error { return []error{store.ErrUnreachable, e.error} }

// saysDamaged reports whether an error of the database says that its file is damaged.
func saysDamaged(err error) bool {
	return code(err) == sqlite3.SQLITE_CORRUPT || code(err) == sqlite3.SQLITE_NOTADB
}

// code returns SQLite's code for an error, without the bits that say which operation failed. It is 0 for other errors.
func code(err error) int { return fullCode(err) & 0xff }

// fullCode returns SQLite's code for an error with those bits.
func fullCode(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code()
	}
	return 0
}

// Damage checks every page and every index of the file. SQLite's quick_check would not notice that an index differs from its
// table, as after a write that the disk lost. Writers beside it go on: they do not wait for readers.
func (f *Store) Damage(ctx context.Context) (string, error) {
	var found []string
	_, err := collect(f, func(r *sql.Rows) (text string, err error) {
		err = r.Scan(&text)
		found = append(found, text)
		return text, err
	})(f.read.db.QueryContext(ctx, "PRAGMA integrity_check(3)")) // the first three faults say enough
	if err != nil && !saysDamaged(err) || slices.Equal(found, []string{"ok"}) {
		return "", err
	}
	if len(found) == 0 { // SQLite gave up before it named a fault
		found = []string{"malformed"}
	}
	faults := strings.NewReplacer("*** in database main ***\n", "", "\n", "; ").Replace(strings.Join(found, "; "))
	return fmt.Sprintf("the file %s is damaged: stop the bot and restore a backup (SQLite says: %s)", f.path, faults), nil
}
