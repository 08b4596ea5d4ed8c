package open

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"cardroom/store"
	"cardroom/store/internal/backend"
	"cardroom/store/memory"
	"cardroom/store/migrate"
	"cardroom/store/redis"
	"cardroom/store/sqlite"
)

// opener opens one kind of store.
type opener struct {
	open    func(ctx context.Context, storeURL string, o store.Options) (store.Store, error)
	inspect func(ctx context.Context, storeURL string, o store.Options) (backend.Backend, error) // nil: nothing outlives the process
}

// openers has the back end of each scheme. A new back end is a package and a row here.
var openers = map[string]opener{
	"file":   {sqlite.Open, sqlite.Inspect},
	"redis":  {redis.Open, redis.Inspect},
	"rediss": {redis.Open, redis.Inspect},
	"memory": {memory.Open, nil},
}

// Open opens the store that a STORE_URL names: "file:PATH", "redis://…", "rediss://…" or "memory:". The context bounds
// the opening alone. An error is a sentence for an operator. Of an unknown URL it holds no more than the scheme, as there
// may be a password in the rest. ErrScheme; of a file also ErrLocked, ErrForeign, ErrSchema; of Redis ErrUnsafe,
// ErrForeign, ErrSchema, and ErrUnreachable after half a minute. A store that a Move has left in part is refused.
func Open(ctx context.Context, storeURL string, o store.Options) (store.Store, error) {
	return Named{"STORE_URL", storeURL}.Open(ctx, o)
}

// Open works like the function [Open], and names the store so in its errors.
func (n Named) Open(ctx context.Context, o store.Options) (store.Store, error) {
	b, err := n.lookUp()
	if err != nil {
		return nil, err
	}
	s, err := b.open(ctx, n.URL, o)
	if err != nil {
		return nil, n.wrap(err)
	}
	if err := n.checkWhole(ctx, s); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// checkWhole refuses a store that holds part of another one.
func (n Named) checkWhole(ctx context.Context, s store.Store) error {
	if err := migrate.CheckWhole(ctx, s); err != nil {
		return n.wrapOpen(s, err)
	}
	return nil
}

// wrapOpen puts the name of an open store before an error, and its URL as far as it may be shown.
func (n Named) wrapOpen(s store.Store, err error) error {
	shown := n.URL
	if !strings.HasPrefix(n.URL, "file:") {
		shown, _, _ = strings.Cut(n.URL, ":")
		shown += ":…" // behind it a password may stand
		if s, isServer := s.(fmt.Stringer); isServer {
			shown = s.String()
		}
	}
	return n.wrap(fmt.Errorf("%s: %w", shown, err))
}

// Inspect opens a store for reading, beside the process that writes to it. It takes no lock and writes nothing. Its
// errors are those of Open, except ErrLocked.
func Inspect(ctx context.Context, storeURL string, o store.Options) (store.ReadOnly, error) {
	return Named{"STORE_URL", storeURL}.inspect(ctx, o)
}

func (n Named) inspect(ctx context.Context, o store.Options) (store.ReadOnly, error) {
	b, err := n.lookUp()
	if err != nil {
		return nil, err
	}
	if b.inspect == nil {
		return nil, n.wrap(errors.New("memory:…: a store in memory is gone with its process, and cannot be inspected; name the store of the bot"))
	}
	s, err := b.inspect(ctx, n.URL, o)
	if err != nil {
		return nil, n.wrap(err)
	}
	err = n.checkWhole(ctx, s)
	if _, damaged := errors.AsType[*store.DamagedError](err); err != nil && !damaged { // an inspection names what is damaged
		return nil, errors.Join(err, s.Close())
	}
	return backend.NewReadOnly(s), nil
}

// Named is a store, and where its URL stands: STORE_URL, or an argument. Errors begin with that name.
type Named struct{ Name, URL string }

// wrap puts the name before an error that begins with the URL, or with as much of it as may be shown.
func (n Named) wrap(err error) error { return fmt.Errorf("%s %w", n.Name, err) }

// openFirst opens the store to move from. It inspects the store first: to open an empty server, as of a mistyped address, makes a store.
func openFirst(ctx context.Context, n Named, o store.Options) (store.Store, error) {
	if !strings.HasPrefix(n.URL, "memory:") {
		warn, said := o.Warn, map[string]bool{}
		o.Warn = func(text string) {
			if !said[text] { // both openings warn of the same
				said[text] = true
				warn(text)
			}
		}
		seen, err := n.inspect(ctx, store.Options{Warn: o.Warn})
		if err != nil {
			return nil, err
		}
		if err := seen.Close(); err != nil {
			return nil, err
		}
	}
	return n.Open(ctx, o)
}

// Move copies all that one store holds into another, empty one. It holds the leases of both, so it is refused beside a bot
// that plays on either, and none can begin meanwhile. It makes a new store once it holds the lease of the first. Owner is the
// name of this process, as in [store.Lease], and warn that of [store.Options]. An error has [store.ErrPart] once something may
// have been written. A new store that holds everything, and only does not close, is a warning: it is whole. Each check reads the first
// store, and can refuse the move, before the new store is made.
func Move(ctx context.Context, first, second Named, owner string, warn func(string), checks ...func(context.Context, store.Store) error) error {
	if warn == nil {
		warn = func(string) {}
	}
	options := store.Options{History: math.MaxInt32, Warn: warn, Fill: true} // no hand is dropped
	from, err := openFirst(ctx, first, options)
	if err != nil {
		return err
	}
	defer from.Close()
	var to store.Store
	openTo := func(ctx context.Context) (opened store.Store, err error) {
		for _, check := range checks {
			if err := check(ctx, from); err != nil {
				return nil, err
			}
		}
		to, err = second.Open(ctx, options)
		return to, err
	}
	switch err = migrate.Move(ctx, from, openTo, owner); {
	case errors.Is(err, migrate.ErrEmpty):
		err = first.wrapOpen(from, err)
	case errors.Is(err, migrate.ErrNotEmpty):
		err = second.wrapOpen(to, err)
	}
	if to == nil {
		return err
	}
	if err != nil {
		return cmp.Or(err, to.Close())
	}
	switch err := to.Close(); {
	case errors.Is(err, store.ErrMoved):
		return fmt.Errorf("%w: %w", store.ErrPart, err)
	case err != nil:
		warn("the new store holds everything, but could not be closed: " + err.Error())
	}
	return nil
}

// CheckFile returns an error for a file that does not exist, is empty or cannot be seen, and for a folder. Other stores are not files.
func (n Named) CheckFile() error {
	path, isFile := strings.CutPrefix(n.URL, "file:")
	if err := n.Check(); err != nil || !isFile {
		return err
	}
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0:
		return n.wrap(fmt.Errorf("%s: there is no store in this file; name the file of the bot", n.URL))
	case errors.Is(err, fs.ErrPermission):
		return n.wrap(fmt.Errorf("%s: it cannot be read: %w; let this user read the file and its folder", n.URL, err))
	case err != nil:
		return n.wrap(fmt.Errorf("%s: it cannot be read: %w; name the file of the bot", n.URL, err))
	}
	return nil
}

// CheckOwn returns an error for a file that another program made, or a newer version of this one. Other stores are not files.
func (n Named) CheckOwn(ctx context.Context) error {
	if !strings.HasPrefix(n.URL, "file:") {
		return nil
	}
	if err := sqlite.CheckOwn(ctx, n.URL); err != nil {
		return n.wrap(err)
	}
	return nil
}

// Check returns an error for a URL that names no store: its scheme is unknown, or it is a file without a path, or a folder.
func (n Named) Check() error {
	_, err := n.lookUp()
	return err
}

// lookUp returns the back end of a URL.
func (n Named) lookUp() (opener, error) {
	scheme, _, found := strings.Cut(n.URL, ":")
	if !found {
		return opener{}, n.wrap(fmt.Errorf("has no scheme: %w; a file would be file:data/cardroom.db", store.ErrScheme))
	}
	b, known := openers[scheme]
	path, isFile := strings.CutPrefix(n.URL, "file:")
	if isFile && path == "" {
		return opener{}, n.wrap(fmt.Errorf("file: without a path is %w; set it to one such as file:data/cardroom.db", store.ErrScheme))
	}
	if isFile {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return opener{}, n.wrap(fmt.Errorf("%s: it is a folder; name a file in it, such as file:%s", n.URL, filepath.Join(path, "cardroom.db")))
		}
	}
	if !known {
		return opener{}, n.wrap(fmt.Errorf("%s: %w; it knows memory:, file:PATH and redis://HOST:PORT", printable(scheme), store.ErrScheme))
	}
	return b, nil
}

// printable returns a scheme as an error shows it. Other text may be a password: of hunter2@host:6379, say.
func printable(scheme string) string {
	if strings.Trim(scheme, "abcdefghijklmnopqrstuvwxyz0123456789+") != "" {
		return "…"
	}
	return scheme + ":…"
}
