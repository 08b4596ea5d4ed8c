package store

import (
	"context"
	"database/sql"
	"iter"
	"time"

	"cardroom/engine"
)

func (f *file) fill(ctx context.Context, _ engine.ID, work func(books) error) error {
	_, err := f.write.do(ctx, func(b *fileBooks) (Receipt, error) { return Receipt{}, work(b) })
	return err
}

func (f *file) allGuilds(ctx context.Context) ([]engine.ID, error) {
	return collect(f, func(r *sql.Rows) (id engine.ID, err error) {
		err = r.Scan((*snowflake)(&id))
		return id, err
	})(f.read.db.QueryContext(ctx, `SELECT guild FROM accounts UNION SELECT guild FROM tables
		UNION SELECT guild FROM payments`))
}

func (f *file) heads(ctx context.Context, guild engine.ID) ([]head, error) {
	return collect(f, func(r *sql.Rows) (h head, err error) {
		var at, sum int64
		h.Guild = guild
		err = r.Scan((*snowflake)(&h.Channel), &h.Version, &h.session, &h.open, &at, &sum, &h.Data)
		h.at = time.UnixMilli(at).UTC()
		if err == nil && sum != checksum(h.Key, h.Version, h.Data) {
			err = &DamagedError{Key: h.Key, Why: "its checksum is another"}
		}
		return h, err
	})(f.read.db.QueryContext(ctx, `SELECT channel, version, session, open, at, sum, data FROM tables
		WHERE guild = ? ORDER BY channel`, int64(guild)))
}

func (f *file) channels(ctx context.Context, guild engine.ID) ([]engine.ID, error) {
	return collect(f, func(r *sql.Rows) (id engine.ID, err error) {
		err = r.Scan((*snowflake)(&id))
		return id, err
	})(f.read.db.QueryContext(ctx, `SELECT channel FROM tables WHERE guild = ?1 UNION SELECT channel FROM hands
		WHERE guild = ?1 ORDER BY channel`, int64(guild)))
}

func (f *file) postings(ctx context.Context) iter.Seq2[posting, error] {
	return f.ledger(ctx, "true")
}

func (f *file) ledgerOf(ctx context.Context, guild engine.ID) iter.Seq2[posting, error] {
	return f.ledger(ctx, "guild = ?", int64(guild))
}

func (f *file) ledger(ctx context.Context, which string, args ...any) iter.Seq2[posting, error] {
	return func(yield func(posting, error) bool) {
		rows, err := f.read.db.QueryContext(ctx, `SELECT guild, at, source, target, amount, reason, person, channel, session,
			change FROM ledger WHERE `+which+` ORDER BY id`, args...)
		if err != nil {
			yield(posting{}, f.readFault(err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			var p posting
			var at int64
			err := rows.Scan((*snowflake)(&p.Guild), &at, &p.from, &p.to, &p.amount, &p.reason, (*snowflake)(&p.person),
				(*snowflake)(&p.Channel), &p.session, &p.id)
			p.at = time.UnixMilli(at).UTC()
			if !yield(p, f.readFault(err)) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(posting{}, f.readFault(err))
		}
	}
}

func (f *file) payments(ctx context.Context, guild engine.ID) (map[string]time.Time, error) {
	return collectMap(f, func(r *sql.Rows) (id string, at time.Time, err error) {
		var ms int64
		err = r.Scan(&id, &ms)
		return id, time.UnixMilli(ms).UTC(), err
	})(f.read.db.QueryContext(ctx, `SELECT id, at FROM payments WHERE guild = ?`, int64(guild)))
}

func (f *file) claims(ctx context.Context, guild engine.ID) (map[engine.ID]string, error) {
	return collectMap(f, func(r *sql.Rows) (person engine.ID, day string, err error) {
		err = r.Scan((*snowflake)(&person), &day)
		return person, day, err
	})(f.read.db.QueryContext(ctx, `SELECT person, claimed FROM accounts WHERE guild = ? AND claimed <> ''`, int64(guild)))
}

func (f *file) allNotes(ctx context.Context) (map[string]string, error) {
	return collectMap(f, func(r *sql.Rows) (name, value string, err error) {
		err = r.Scan(&name, &value)
		return name, value, err
	})(f.read.db.QueryContext(ctx, `SELECT name, value FROM notes`))
}
