package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"math"
	"time"

	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/store"
	"cardroom/store/internal/backend"
)

func (f *Store) Forgotten(ctx context.Context, guild engine.ID) (map[engine.ID]time.Time, error) {
	return collectMap(f, func(r *sql.Rows) (person engine.ID, at time.Time, err error) {
		var ms int64
		err = r.Scan((*snowflake)(&person), &ms)
		return person, time.UnixMilli(ms).UTC(), err
	})(f.read.forgotten.QueryContext(ctx, int64(guild)))
}

// giftsColumn scans a column of stored gifts as GiftsOrNone reads them.
type giftsColumn store.Gifts

// Scan implements [sql.Scanner].
func (g *giftsColumn) Scan(v any) error {
	value, ok := v.(string)
	if !ok {
		return fmt.Errorf("column gifts holds a %T, not a text", v)
	}
	*g = giftsColumn(backend.GiftsOrNone(value))
	return nil
}

// readStats reads a row of stats.
func readStats(r *sql.Rows) (s store.Stats, err error) {
	var guild snowflake
	var n [stats.Size]int64
	into := []any{&guild, (*snowflake)(&s.Person)}
	for i := range n {
		into = append(into, &n[i])
	}
	err = r.Scan(into...)
	s.Counts = stats.Read(n)
	return s, err
}

func (f *Store) Stats(ctx context.Context, guild, person engine.ID) (store.Stats, error) {
	all, err := collect(f, readStats)(f.read.stats.QueryContext(ctx, int64(guild), int64(person)))
	if len(all) == 0 {
		return store.Stats{Person: person}, err
	}
	return all[0], err
}

func (f *Store) Load(ctx context.Context, k store.Key) (store.Record, error) {
	r := store.Record{Key: k}
	var sum int64
	err := f.read.table.QueryRowContext(ctx, int64(k.Guild), int64(k.Channel)).Scan(&r.Version, &sum, &r.Data)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Record{}, store.ErrNotFound
	}
	if err != nil {
		return store.Record{}, f.wrapRead(err)
	}
	return r, backend.VerifyChecksum(r, sum)
}

func (f *Store) Tables(ctx context.Context) iter.Seq2[store.Record, error] {
	return backend.Walk(func() ([]store.Key, error) { return f.openKeys(ctx) }, func(k store.Key) (store.Record, error) { return f.Load(ctx, k) })
}

func (f *Store) openKeys(ctx context.Context) ([]store.Key, error) {
	return collect(f, func(r *sql.Rows) (k store.Key, err error) {
		err = r.Scan((*snowflake)(&k.Guild), (*snowflake)(&k.Channel))
		return k, err
	})(f.read.keys.QueryContext(ctx))
}

func (f *Store) Wallet(ctx context.Context, guild, person engine.ID) (store.Wallet, error) {
	w := store.Wallet{Person: person}
	row := f.read.wallet.QueryRowContext(ctx, int64(guild), string(store.WalletAccount(person)))
	err := row.Scan(&w.Balance, &w.Claimed, (*giftsColumn)(&w.Gifts))
	if errors.Is(err, sql.ErrNoRows) {
		return store.Wallet{Person: person, Balance: store.Opening}, nil
	}
	if err != nil {
		return store.Wallet{}, f.wrapRead(err)
	}
	return w, nil
}

func (f *Store) TopWallets(ctx context.Context, guild engine.ID, n int) ([]store.Wallet, error) {
	return collect(f, func(r *sql.Rows) (w store.Wallet, err error) {
		err = r.Scan((*snowflake)(&w.Person), &w.Balance, &w.Claimed, (*giftsColumn)(&w.Gifts))
		return w, err
	})(f.read.topWallets.QueryContext(ctx, int64(guild), max(n, 0)))
}

func (f *Store) Rank(ctx context.Context, guild, person engine.ID) (rank int64, err error) {
	err = f.read.rank.QueryRowContext(ctx, int64(guild), string(store.WalletAccount(person))).Scan(&rank)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return rank, f.wrapRead(err)
}

func (f *Store) Session(ctx context.Context, k store.Key, session int64) ([]store.Line, error) {
	return collect(f, func(r *sql.Rows) (l store.Line, err error) {
		err = r.Scan((*snowflake)(&l.Person), &l.In, &l.Out)
		return l, err
	})(f.read.session.QueryContext(ctx, int64(k.Guild), int64(k.Channel), session))
}

func (f *Store) Hands(ctx context.Context, k store.Key, before int64, n int) ([]store.Hand, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	return collect(f, func(r *sql.Rows) (h store.Hand, err error) {
		var at int64
		err = r.Scan(&h.Number, &at, &h.Data)
		h.At = time.UnixMilli(at).UTC()
		return h, err
	})(f.read.hands.QueryContext(ctx, int64(k.Guild), int64(k.Channel), before, max(n, 0)))
}

func (f *Store) Accounts(ctx context.Context, guild engine.ID) (map[store.Account]int64, error) {
	return collectMap(f, func(r *sql.Rows) (a store.Account, chips int64, err error) {
		err = r.Scan(&a, &chips)
		return a, chips, err
	})(f.read.accounts.QueryContext(ctx, int64(guild)))
}

func (f *Store) Note(ctx context.Context, name string) (value string, err error) {
	err = f.read.note.QueryRowContext(ctx, name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return value, f.wrapRead(err)
}

// wrapRead turns an error of the database into one for the caller.
func (f *Store) wrapRead(err error) error {
	if err != nil && f.closed.Load() {
		return store.ErrClosed
	}
	return f.wrap(err)
}

// collect returns a function that reads all rows of a query.
func collect[T any](f *Store, scan func(*sql.Rows) (T, error)) func(*sql.Rows, error) ([]T, error) {
	return func(rows *sql.Rows, err error) ([]T, error) {
		if err != nil {
			return nil, f.wrapRead(err)
		}
		defer rows.Close()
		var all []T
		for rows.Next() {
			one, err := scan(rows)
			if err != nil {
				return nil, f.wrapRead(err)
			}
			all = append(all, one)
		}
		return all, f.wrapRead(rows.Err())
	}
}

// collectMap collects rows of a key and its value.
func collectMap[K comparable, V any](f *Store, scan func(*sql.Rows) (K, V, error)) func(*sql.Rows, error) (map[K]V, error) {
	return func(rows *sql.Rows, err error) (map[K]V, error) {
		all := map[K]V{}
		_, err = collect(f, func(r *sql.Rows) (K, error) {
			k, v, err := scan(r)
			all[k] = v
			return k, err
		})(rows, err)
		return all, err
	}
}

// snowflake scans an ID from SQLite's signed integers.
type snowflake engine.ID

// Scan implements [sql.Scanner].
func (s *snowflake) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return fmt.Errorf("a column of IDs holds a %T, not an integer", v)
	}
	*s = snowflake(n)
	return nil
}
