package redis

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/backend"
	"cardroom/store/internal/ledger"
)

func (r *Store) AllGifts(ctx context.Context, guild engine.ID) (map[engine.ID]store.Gifts, error) {
	return readPeople(ctx, r, guild, accountsName, giftsPrefix, "the gifts", store.ParseGifts)
}

// Fill has no ID: if a reply is lost and the client sends the script again, lines and ledger entries are written twice. The
// comparison after a move finds that.
func (r *Store) Fill(ctx context.Context, guild engine.ID, work func(ledger.Tx) error) error {
	_, err := r.update(ctx, guild, true, ledger.TableState{}, func(b ledger.Tx) (store.Receipt, error) { return store.Receipt{}, work(b) })
	return err
}

func (r *Store) Heads(ctx context.Context, guild engine.ID) ([]backend.Head, error) {
	tables, err := r.tableIndex(ctx, guild)
	if err != nil {
		return nil, err
	}
	var all []backend.Head
	for _, t := range tables {
		h, err := r.head(ctx, store.Key{Guild: guild, Channel: t.channel})
		if err != nil {
			return nil, err
		}
		all = append(all, h)
	}
	return all, nil
}

func (r *Store) head(ctx context.Context, k store.Key) (backend.Head, error) {
	return readCall(r, ctx, func(ctx context.Context) (h backend.Head, err error) {
		f, err := r.client.HMGet(ctx, tableKey(k, tableName), "version", "open", "sum", "data", "session", "at").Result()
		if wrongType(err) {
			return h, &store.DamagedError{Key: k, Why: tableKey(k, tableName) + " is not a hash", NoVersion: true}
		}
		if err != nil {
			return h, r.wrap(ctx, withKey(tableKey(k, tableName), err))
		}
		if h.Record, err = readRecord(k, text(f[0]), text(f[2]), text(f[3])); err != nil {
			return h, err
		}
		h.Open = text(f[1]) == flag(true)
		h.Session, err = strconv.ParseInt(text(f[4]), 10, 64)
		var errAt error
		if h.At, errAt = readTime(text(f[5])); cmp.Or(err, errAt) != nil {
			return h, &store.DamagedError{Key: k, Why: "its session or time is not a number"}
		}
		return h, nil
	})
}

func (r *Store) Ledger(ctx context.Context) iter.Seq2[ledger.Entry, error] {
	return func(yield func(ledger.Entry, error) bool) {
		guilds, err := r.Guilds(ctx)
		if err != nil {
			yield(ledger.Entry{}, err)
			return
		}
		for _, guild := range guilds {
			if !r.yieldLedger(ctx, guild, yield) {
				return
			}
		}
	}
}

func (r *Store) GuildLedger(ctx context.Context, guild engine.ID) iter.Seq2[ledger.Entry, error] {
	return func(yield func(ledger.Entry, error) bool) { r.yieldLedger(ctx, guild, yield) }
}

func (r *Store) Channels(ctx context.Context, guild engine.ID) ([]engine.ID, error) {
	tables, err := r.tableIndex(ctx, guild)
	var all []engine.ID
	for _, t := range tables {
		all = append(all, t.channel)
	}
	return all, err
}

// yieldLedger yields the ledger of a guild page by page, and reports whether to go on.
func (r *Store) yieldLedger(ctx context.Context, guild engine.ID, yield func(ledger.Entry, error) bool) bool {
	for after := "-"; ; {
		last, page, err := r.ledgerPage(ctx, guild, after)
		if err != nil {
			yield(ledger.Entry{}, err)
			return false
		}
		for _, p := range page {
			if !yield(p, nil) {
				return false
			}
		}
		if len(page) == 0 {
			return true
		}
		after = "(" + last
	}
}

func (r *Store) ledgerPage(ctx context.Context, guild engine.ID, after string) (
	last string, page []ledger.Entry, err error,
) {
	page, err = readCall(r, ctx, func(ctx context.Context) ([]ledger.Entry, error) {
		key := guildKey(guild, ledgerName)
		entries, err := r.client.XRangeN(ctx, key, after, "+", backend.LedgerPage).Result()
		if err != nil {
			return nil, wrapKey(ctx, r, guild, "the ledger", key, "stream", err)
		}
		var ps []ledger.Entry
		for _, e := range entries {
			p, err := readEntry(guild, e.Values)
			if err != nil {
				return nil, damaged(guild, "the ledger", "%s: entry %s cannot be read: %v", key, e.ID, err)
			}
			last, ps = e.ID, append(ps, p)
		}
		return ps, nil
	})
	return last, page, err
}

func readEntry(guild engine.ID, values map[string]any) (p ledger.Entry, err error) {
	whole := func(name string) int64 {
		n, e := strconv.ParseInt(text(values[name]), 10, 64)
		err = cmp.Or(err, e)
		return n
	}
	id := func(name string) engine.ID {
		n, e := parseDecimal(text(values[name]))
		err = cmp.Or(err, e)
		return n
	}
	p.Key = store.Key{Guild: guild, Channel: id("channel")}
	p.Session, p.At, p.Origin.ID = whole("session"), time.UnixMilli(whole("at")).UTC(), text(values["change"])
	p.From, p.To, p.Amount = store.Account(text(values["from"])), store.Account(text(values["to"])), whole("amount")
	p.Reason, p.Person = store.Reason(text(values["reason"])), id("person")
	return p, err
}

func (r *Store) Payments(ctx context.Context, guild engine.ID) (map[string]time.Time, error) {
	key := guildKey(guild, paymentsName)
	fields, err := r.hash(ctx, guild, "the payments", key)
	all := make(map[string]time.Time, len(fields))
	for id, at := range fields {
		var bad error
		if all[id], bad = readTime(at); bad != nil {
			return nil, damaged(guild, "the payments", "%s: field %q holds %q, not a time", key, id, at)
		}
	}
	return all, err
}

func (r *Store) Claims(ctx context.Context, guild engine.ID) (map[engine.ID]string, error) {
	return readPeople(ctx, r, guild, accountsName, claimedPrefix, "the accounts", func(day string) (string, error) { return day, nil })
}

func (r *Store) Notes(ctx context.Context) (map[string]string, error) {
	return r.hash(ctx, 0, "the notes", notesKey)
}

// readPeople reads the fields of a guild's hash whose names are a prefix and a person. Of names them in a DamagedError.
func readPeople[V any](
	ctx context.Context, r *Store, guild engine.ID, name, prefix, of string, read func(string) (V, error),
) (map[engine.ID]V, error) {
	fields, err := r.hash(ctx, guild, of, guildKey(guild, name))
	all := map[engine.ID]V{}
	for field, value := range fields {
		digits, ok := strings.CutPrefix(field, prefix)
		if !ok {
			continue
		}
		person, nobody := parseDecimal(digits)
		v, bad := read(value)
		if why := cmp.Or(nobody, bad); why != nil {
			return all, backend.Damaged(guild, of, digits, why)
		}
		all[person] = v
	}
	return all, err
}

// hash reads a hash, which is a part of a guild or of the store.
func (r *Store) hash(ctx context.Context, guild engine.ID, of, key string) (map[string]string, error) {
	return readCall(r, ctx, func(ctx context.Context) (map[string]string, error) {
		fields, err := r.client.HGetAll(ctx, key).Result()
		if err != nil {
			return nil, wrapKey(ctx, r, guild, of, key, "hash", err)
		}
		return found(ctx, r, 0, fields, len(fields) > 0)
	})
}

func (r *Store) AllStats(ctx context.Context, guild engine.ID) ([]store.Stats, error) {
	counts, err := readPeople(ctx, r, guild, statsName, "", "the stats", parseCounts)
	if err != nil {
		return nil, err
	}
	var all []store.Stats
	for _, person := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, store.Stats{Person: person, Counts: counts[person]})
	}
	return all, nil
}
