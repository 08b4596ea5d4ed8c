package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"modernc.org/sqlite"

	"cardroom/store"
)

// guard knows the files of an open store. Its process keeps them open when they are deleted or moved, but then a commit would
// be lost, and no lock keeps another process out.
type guard []guarded

// guarded is an open file.
type guarded struct {
	path   string
	opened os.FileInfo
	remedy string
}

// newGuard returns the guard of the database of a path, which is open, and of its lock.
func newGuard(path string, lock *os.File) (guard, error) {
	if runtime.GOOS == "windows" {
		return nil, nil // an open file can be neither deleted nor moved
	}
	opened, err := lock.Stat()
	if err != nil {
		return nil, err
	}
	g := guard{{lock.Name(), opened, "restart the bot, which then says whether another one plays"}}
	for _, suffix := range [...]string{"", "-wal", "-shm"} {
		opened, err := os.Stat(path + suffix)
		if err != nil {
			return nil, err
		}
		g = append(g, guarded{path + suffix, opened, "put it back, or restore a backup and restart the bot"})
	}
	return g, g.check()
}

// check returns store.ErrMoved if a name no longer belongs to the file that was opened. A name that cannot be looked up for
// another reason says nothing.
func (g guard) check() error {
	for _, f := range g {
		now, err := os.Stat(f.path)
		if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(f.opened, now) {
			return fmt.Errorf("%w: %s; %s", store.ErrMoved, f.path, f.remedy)
		}
	}
	return nil
}

// connector opens connections to a database, unless another file has its name by now.
type connector struct {
	sqlite sqlite.Driver
	name   string // as dsn returns it
	guard  guard
}

// Connect implements [driver.Connector].
func (c *connector) Connect(context.Context) (driver.Conn, error) {
	if err := c.guard.check(); err != nil {
		return nil, err
	}
	return c.sqlite.Open(c.name)
}

// Driver implements [driver.Connector].
func (c *connector) Driver() driver.Driver { return &c.sqlite }
