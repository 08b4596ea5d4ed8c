package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"iter"
	"slices"
	"strconv"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/backend"
	"cardroom/store/internal/ledger"
)

func (f *Store) AllGifts(ctx context.Context, guild engine.ID) (map[engine.ID]store.Gifts, error) {
	texts, err := collectMap(f, func(r *sql.Rows) (person engine.ID, text string, err error) {
		err = r.Scan((*snowflake)(&person), &text)
		return person, text, err
	})(f.read.gifts.QueryContext(ctx, int64(guild)))
	all := make(map[engine.ID]store.Gifts, len(texts))
	for person, text := range texts {
		g, why := store.ParseGifts(text)
		if why != nil {
			return all, backend.Damaged(guild, "the gifts", strconv.FormatUint(uint64(person), 10), why)
		}
		all[person] = g
	}
	return all, err
}

func (f *Store) Fill(ctx context.Context, _ engine.ID, work func(ledger.Tx) error) error {
	_, err := f.write.do(ctx, func(b *tx) (store.Receipt, error) { return store.Receipt{}, work(b) })
	return err
}

func (f *Store) Fleet(context.Context) (store.Fleet, error) {
	return store.Fleet{}, nil // of a file, which one process plays
}

func (f *Store) Guilds(ctx context.Context) ([]engine.ID, error) {
	return collect(f, func(r *sql.Rows) (id engine.ID, err error) {
		err = r.Scan((*snowflake)(&id))
		return id, err
	})(f.read.db.QueryContext(ctx, `SELECT guild FROM accounts UNION SELECT guild FROM tables
		UNION SELECT guild FROM payments`))
}

func (f *Store) Heads(ctx context.Context, guild engine.ID) ([]backend.Head, error) {
	return collect(f, func(r *sql.Rows) (h backend.Head, err error) {
		var at, sum int64
		h.Guild = guild
		err = r.Scan((*snowflake)(&h.Channel), &h.Version, &h.Session, &h.Open, &at, &sum, &h.Data)
		h.At = time.UnixMilli(at).UTC()
		return h, cmp.Or(err, backend.VerifyChecksum(h.Record, sum))
	})(f.read.db.QueryContext(ctx, `SELECT channel, version, session, open, at, sum, data FROM tables
		WHERE guild = ? ORDER BY channel`, int64(guild)))
}

func (f *Store) Channels(ctx context.Context, guild engine.ID) ([]engine.ID, error) {
	return collect(f, func(r *sql.Rows) (id engine.ID, err error) {
		err = r.Scan((*snowflake)(&id))
		return id, err
	})(f.read.db.QueryContext(ctx, `SELECT channel FROM tables WHERE guild = ?1 UNION SELECT channel FROM hands
		WHERE guild = ?1 ORDER BY channel`, int64(guild)))
}

func (f *Store) Ledger(ctx context.Context) iter.Seq2[ledger.Entry, error] {
	return f.ledger(ctx, "true")
}

func (f *Store) GuildLedger(ctx context.Context, guild engine.ID) iter.Seq2[ledger.Entry, error] {
	return f.ledger(ctx, "guild = ?", int64(guild))
}

func (f *Store) ledger(ctx context.Context, which string, args ...any) iter.Seq2[ledger.Entry, error] {
	return func(yield func(ledger.Entry, error) bool) {
		rows, err := f.read.db.QueryContext(ctx, `SELECT guild, at, source, target, amount, reason, person, channel, session,
			change FROM ledger WHERE `+which+` ORDER BY id`, args...)
		if err != nil {
			yield(ledger.Entry{}, f.wrapRead(err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			var p ledger.Entry
			var at int64
			err := rows.Scan((*snowflake)(&p.Guild), &at, &p.From, &p.To, &p.Amount, &p.Reason, (*snowflake)(&p.Person),
				(*snowflake)(&p.Channel), &p.Session, &p.ID)
			p.At = time.UnixMilli(at).UTC()
			if !yield(p, f.wrapRead(err)) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(ledger.Entry{}, f.wrapRead(err))
		}
	}
}

func (f *Store) Payments(ctx context.Context, guild engine.ID) (map[string]time.Time, error) {
	return collectMap(f, func(r *sql.Rows) (id string, at time.Time, err error) {
		var ms int64
		err = r.Scan(&id, &ms)
		return id, time.UnixMilli(ms).UTC(), err
	})(f.read.db.QueryContext(ctx, `SELECT id, at FROM payments WHERE guild = ?`, int64(guild)))
}

func (f *Store) Claims(ctx context.Context, guild engine.ID) (map[engine.ID]string, error) {
	return collectMap(f, func(r *sql.Rows) (person engine.ID, day string, err error) {
		err = r.Scan((*snowflake)(&person), &day)
		return person, day, err
	})(f.read.db.QueryContext(ctx, `SELECT person, claimed FROM accounts WHERE guild = ? AND claimed <> ''`, int64(guild)))
}

func (f *Store) Notes(ctx context.Context) (map[string]string, error) {
	return collectMap(f, func(r *sql.Rows) (name, value string, err error) {
		err = r.Scan(&name, &value)
		return name, value, err
	})(f.read.db.QueryContext(ctx, `SELECT name, value FROM notes`))
}

func (f *Store) AllStats(ctx context.Context, guild engine.ID) ([]store.Stats, error) {
	all, err := collect(f, readStats)(f.read.allStats.QueryContext(ctx, int64(guild)))
	slices.SortFunc(all, func(a, b store.Stats) int { return cmp.Compare(a.Person, b.Person) })
	return all, err
}
