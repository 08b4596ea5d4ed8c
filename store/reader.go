package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"cardroom/engine"
	"cardroom/engine/stats"
)

// readers is how many reads can run side by side.
const readers = 4

// reader is a pool of connections that cannot write.
type reader struct {
	db *sql.DB

	table, keys, wallet, richest, place, session, hands, accounts, note, stats, allStats, forgotten, gifts *sql.Stmt
}

func openReader(ctx context.Context, path string) (*reader, error) {
	db, err := sql.Open("sqlite", dsn(path, "_pragma=busy_timeout(5000)", "_pragma=query_only(ON)"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(readers)
	db.SetMaxIdleConns(readers)
	r := &reader{db: db}
	parts, err := partsFor(ctx, db)
	if err != nil {
		db.Close()
		return nil, err
	}
	err = prepare(ctx, db, []statement{
		{&r.table, `SELECT version, sum, data FROM tables WHERE guild = ? AND channel = ? AND open`},
		{&r.keys, `SELECT guild, channel FROM tables WHERE open ORDER BY guild, channel`},
		{&r.wallet, `SELECT balance, claimed, ` + parts.gifts + ` FROM accounts WHERE guild = ? AND name = ?`},
		{&r.richest, `SELECT person, balance, claimed, ` + parts.gifts + ` FROM accounts WHERE guild = ? AND person IS NOT NULL
			ORDER BY balance DESC, person LIMIT ?`},
		{&r.place, `SELECT (SELECT count(*) FROM accounts WHERE guild = own.guild AND person IS NOT NULL
			AND balance >= own.balance AND (balance > own.balance OR person <= own.person))
			FROM accounts AS own WHERE guild = ? AND name = ?`},
		{&r.session, `SELECT person, brought, taken FROM sessions WHERE guild = ? AND channel = ? AND session = ?
			ORDER BY id`},
		{&r.hands, `SELECT number, at, data FROM hands WHERE guild = ? AND channel = ? AND number < ?
			ORDER BY number DESC LIMIT ?`},
		{&r.accounts, `SELECT name, balance FROM accounts WHERE guild = ?`},
		{&r.stats, parts.stats + ` WHERE guild = ? AND person = ?`},
		{&r.allStats, parts.stats + ` WHERE guild = ?`},
		{&r.forgotten, parts.forgotten},
		{&r.gifts, `SELECT person, ` + parts.gifts + ` AS gifts FROM accounts WHERE guild = ? AND gifts <> ''`},
		{&r.note, `SELECT value FROM notes WHERE name = ?`},
	})
	if err != nil {
		db.Close()
		return nil, err
	}
	return r, nil
}

// parts are those of the queries that a file's schema decides: what a query of stats begins with, the query of who is
// forgotten, and the column of gifts.
type parts struct{ stats, forgotten, gifts string }

// partsFor is the parts for a file. One that is only looked at may be of before there were stats, forgotten people or gifts:
// then they find none.
func partsFor(ctx context.Context, db *sql.DB) (p parts, err error) {
	var schema int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&schema); err != nil {
		return p, err
	}
	columns := `person, hands, vpip, pfr, three_bets, three_bet_spots, aggressive, calls, seen, showdowns, showdowns_won, net`
	p = parts{`SELECT guild, ` + columns + ` FROM stats`, `SELECT person, at FROM forgotten WHERE guild = ?`, `gifts`}
	if schema < giftsSince {
		p.gifts = `''`
	}
	if schema < forgottenSince {
		p.forgotten = `SELECT 0, 0 WHERE false AND 0 = ?`
	}
	if schema < statsSince {
		p.stats = `SELECT * FROM (SELECT 0 AS guild, 0 AS ` + strings.ReplaceAll(columns, ", ", ", 0 AS ") + ` WHERE false)`
	}
	return p, nil
}

// readStats reads a row of stats.
func readStats(r *sql.Rows) (s Stats, err error) {
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

func (f *file) Stats(ctx context.Context, guild, person engine.ID) (Stats, error) {
	all, err := collect(f, readStats)(f.read.stats.QueryContext(ctx, int64(guild), int64(person)))
	if len(all) == 0 {
		return Stats{Person: person}, err
	}
	return all[0], err
}

func (f *file) allStats(ctx context.Context, guild engine.ID) ([]Stats, error) {
	all, err := collect(f, readStats)(f.read.allStats.QueryContext(ctx, int64(guild)))
	slices.SortFunc(all, func(a, b Stats) int { return cmp.Compare(a.Person, b.Person) })
	return all, err
}

func (r *reader) close() error { return r.db.Close() }

func (f *file) Load(ctx context.Context, k Key) (Record, error) {
	r := Record{Key: k}
	var sum int64
	err := f.read.table.QueryRowContext(ctx, int64(k.Guild), int64(k.Channel)).Scan(&r.Version, &sum, &r.Data)
	if errors.Is(err, sql.ErrNoRows) {
		return Record{}, ErrNotFound
	}
	if err != nil {
		return Record{}, f.readFault(err)
	}
	if sum != checksum(k, r.Version, r.Data) {
		return r, &DamagedError{Key: k, Why: "its checksum is another"}
	}
	return r, nil
}

func (f *file) Tables(ctx context.Context) iter.Seq2[Record, error] {
	return walk(func() ([]Key, error) { return f.openKeys(ctx) }, func(k Key) (Record, error) { return f.Load(ctx, k) })
}

func (f *file) openKeys(ctx context.Context) ([]Key, error) {
	return collect(f, func(r *sql.Rows) (k Key, err error) {
		err = r.Scan((*snowflake)(&k.Guild), (*snowflake)(&k.Channel))
		return k, err
	})(f.read.keys.QueryContext(ctx))
}

func (f *file) Wallet(ctx context.Context, guild, person engine.ID) (Wallet, error) {
	w := Wallet{Person: person}
	row := f.read.wallet.QueryRowContext(ctx, int64(guild), string(WalletAccount(person)))
	err := row.Scan(&w.Balance, &w.Claimed, (*giftText)(&w.Gifts))
	if errors.Is(err, sql.ErrNoRows) {
		return Wallet{Person: person, Balance: Opening}, nil
	}
	if err != nil {
		return Wallet{}, f.readFault(err)
	}
	return w, nil
}

func (f *file) TopWallets(ctx context.Context, guild engine.ID, n int) ([]Wallet, error) {
	return collect(f, func(r *sql.Rows) (w Wallet, err error) {
		err = r.Scan((*snowflake)(&w.Person), &w.Balance, &w.Claimed, (*giftText)(&w.Gifts))
		return w, err
	})(f.read.richest.QueryContext(ctx, int64(guild), max(n, 0)))
}

func (f *file) Rank(ctx context.Context, guild, person engine.ID) (place int64, err error) {
	err = f.read.place.QueryRowContext(ctx, int64(guild), string(WalletAccount(person))).Scan(&place)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return place, f.readFault(err)
}

func (f *file) Session(ctx context.Context, k Key, session int64) ([]Line, error) {
	return collect(f, func(r *sql.Rows) (l Line, err error) {
		err = r.Scan((*snowflake)(&l.Person), &l.In, &l.Out)
		return l, err
	})(f.read.session.QueryContext(ctx, int64(k.Guild), int64(k.Channel), session))
}

func (f *file) Hands(ctx context.Context, k Key, before int64, n int) ([]Hand, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	return collect(f, func(r *sql.Rows) (h Hand, err error) {
		var at int64
		err = r.Scan(&h.Number, &at, &h.Data)
		h.At = time.UnixMilli(at).UTC()
		return h, err
	})(f.read.hands.QueryContext(ctx, int64(k.Guild), int64(k.Channel), before, max(n, 0)))
}

func (f *file) Accounts(ctx context.Context, guild engine.ID) (map[Account]int64, error) {
	return collectMap(f, func(r *sql.Rows) (a Account, chips int64, err error) {
		err = r.Scan(&a, &chips)
		return a, chips, err
	})(f.read.accounts.QueryContext(ctx, int64(guild)))
}

func (f *file) Note(ctx context.Context, name string) (value string, err error) {
	err = f.read.note.QueryRowContext(ctx, name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return value, f.readFault(err)
}

// readFault is an error of the database as a caller sees it.
func (f *file) readFault(err error) error {
	if err != nil && f.closed.Load() {
		return ErrClosed
	}
	return f.fault(err)
}

// collect reads all rows of a query.
func collect[T any](f *file, scan func(*sql.Rows) (T, error)) func(*sql.Rows, error) ([]T, error) {
	return func(rows *sql.Rows, err error) ([]T, error) {
		if err != nil {
			return nil, f.readFault(err)
		}
		defer rows.Close()
		var all []T
		for rows.Next() {
			one, err := scan(rows)
			if err != nil {
				return nil, f.readFault(err)
			}
			all = append(all, one)
		}
		return all, f.readFault(rows.Err())
	}
}

// collectMap is collect for rows of a key and its value.
func collectMap[K comparable, V any](f *file, scan func(*sql.Rows) (K, V, error)) func(*sql.Rows, error) (map[K]V, error) {
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

// snowflake reads an ID from SQLite's signed integers.
type snowflake engine.ID

// Scan implements [sql.Scanner].
func (s *snowflake) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return errors.New("an id that is no integer")
	}
	*s = snowflake(n)
	return nil
}
