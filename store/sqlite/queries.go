package sqlite

import (
	"context"
	"database/sql"
	"strings"
)

// readers is how many reads can run at the same time.
const readers = 4

// reader is a pool of connections that cannot write.
type reader struct {
	db *sql.DB

	table, keys, wallet, topWallets, rank, session, hands, accounts, note, stats, allStats, forgotten, gifts *sql.Stmt
}

// openReader opens a file for reading. A connection that is opened later, for more reads at once, is refused where the guard
// finds another file.
func openReader(ctx context.Context, path string, g guard) (*reader, error) {
	name := dsn(path, "_pragma="+busyTimeout, "_pragma=query_only(ON)")
	db := sql.OpenDB(&connector{name: name, guard: g})
	db.SetMaxOpenConns(readers)
	db.SetMaxIdleConns(readers)
	r := &reader{db: db}
	parts, err := queriesFor(ctx, db)
	if err != nil {
		db.Close()
		return nil, err
	}
	err = prepare(ctx, db, []statement{
		{&r.table, `SELECT version, sum, data FROM tables WHERE guild = ? AND channel = ? AND open`},
		{&r.keys, `SELECT guild, channel FROM tables WHERE open ORDER BY guild, channel`},
		{&r.wallet, `SELECT balance, claimed, ` + parts.gifts + ` FROM accounts WHERE guild = ? AND name = ?`},
		{&r.topWallets, `SELECT person, balance, claimed, ` + parts.gifts + ` FROM accounts WHERE guild = ? AND person IS NOT NULL
			ORDER BY balance DESC, person LIMIT ?`},
		{&r.rank, `SELECT 1 + (SELECT count(*) FROM accounts WHERE guild = own.guild AND person IS NOT NULL AND balance > own.balance)
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

// schemaQueries are the queries that depend on a file's schema: the beginning of a query of stats, the query of forgotten
// people, and the column of gifts.
type schemaQueries struct{ stats, forgotten, gifts string }

// queriesFor returns the queries for a file. A file that is only inspected may be older than stats, forgotten people, gifts or
// stats of tournaments: then the queries find none.
func queriesFor(ctx context.Context, db *sql.DB) (p schemaQueries, err error) {
	var schema int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&schema); err != nil {
		return p, err
	}
	hands := `person, hands, vpip, pfr, three_bets, three_bet_spots, aggressive, calls, seen, showdowns, showdowns_won, net`
	columns := hands + `, tournaments, cashes, won, paid_in`
	p = schemaQueries{`SELECT guild, ` + columns + ` FROM stats`, `SELECT person, at FROM forgotten WHERE guild = ?`, `gifts`}
	if schema < giftsSince {
		p.gifts = `''`
	}
	if schema < forgottenSince {
		p.forgotten = `SELECT 0, 0 WHERE false AND 0 = ?`
	}
	if schema < tournamentsSince {
		p.stats = `SELECT guild, ` + hands + `, 0, 0, 0, 0 FROM stats`
	}
	if schema < statsSince {
		p.stats = `SELECT * FROM (SELECT 0 AS guild, 0 AS ` + strings.ReplaceAll(columns, ", ", ", 0 AS ") + ` WHERE false)`
	}
	return p, nil
}

func (r *reader) close() error { return r.db.Close() }
