package store

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"strconv"
	"strings"
	"time"

	"cardroom/engine"
)

// fill has no ID: where a reply is lost and the client sends the script again, lines and postings are written twice.
// Move compares afterwards, and finds it.
func (r *redisStore) fill(ctx context.Context, guild engine.ID, work func(books) error) error {
	_, err := r.do(ctx, guild, true, standing{}, func(b books) (Receipt, error) { return Receipt{}, work(b) })
	return err
}

func (r *redisStore) heads(ctx context.Context, guild engine.ID) ([]head, error) {
	tables, err := r.tablesOf(ctx, guild)
	if err != nil {
		return nil, err
	}
	var all []head
	for _, t := range tables {
		h, err := r.head(ctx, Key{Guild: guild, Channel: t.channel})
		if err != nil {
			return nil, err
		}
		all = append(all, h)
	}
	return all, nil
}

func (r *redisStore) head(ctx context.Context, k Key) (head, error) {
	return reading(r, ctx, func(ctx context.Context) (h head, err error) {
		f, err := r.client.HMGet(ctx, tableKey(k, tableName), "version", "open", "sum", "data", "session", "at").Result()
		if err != nil {
			return h, r.fault(ctx, err)
		}
		if h.Record, err = readRecord(k, text(f[0]), text(f[2]), text(f[3])); err != nil {
			return h, err
		}
		h.open = text(f[1]) == flag(true)
		h.session, err = strconv.ParseInt(text(f[4]), 10, 64)
		var errAt error
		if h.at, errAt = readTime(text(f[5])); cmp.Or(err, errAt) != nil {
			return h, &DamagedError{Key: k, Why: "its session or time is no number"}
		}
		return h, nil
	})
}

func (r *redisStore) postings(ctx context.Context) iter.Seq2[posting, error] {
	return func(yield func(posting, error) bool) {
		guilds, err := r.allGuilds(ctx)
		if err != nil {
			yield(posting{}, err)
			return
		}
		for _, guild := range guilds {
			if !r.postingsOf(ctx, guild, yield) {
				return
			}
		}
	}
}

func (r *redisStore) ledgerOf(ctx context.Context, guild engine.ID) iter.Seq2[posting, error] {
	return func(yield func(posting, error) bool) { r.postingsOf(ctx, guild, yield) }
}

func (r *redisStore) channels(ctx context.Context, guild engine.ID) ([]engine.ID, error) {
	tables, err := r.tablesOf(ctx, guild)
	var all []engine.ID
	for _, t := range tables {
		all = append(all, t.channel)
	}
	return all, err
}

// postingsOf yields page by page, and says whether to go on.
func (r *redisStore) postingsOf(ctx context.Context, guild engine.ID, yield func(posting, error) bool) bool {
	for after := "-"; ; {
		last, page, err := r.ledgerPage(ctx, guild, after)
		if err != nil {
			yield(posting{}, err)
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

func (r *redisStore) ledgerPage(ctx context.Context, guild engine.ID, after string) (
	last string, page []posting, err error,
) {
	page, err = reading(r, ctx, func(ctx context.Context) ([]posting, error) {
		entries, err := r.client.XRangeN(ctx, guildKey(guild, ledgerName), after, "+", manyPostings).Result()
		if err != nil {
			return nil, r.fault(ctx, err)
		}
		var ps []posting
		for _, e := range entries {
			p, err := readPosting(guild, e.Values)
			if err != nil {
				return nil, r.fault(ctx, err)
			}
			last, ps = e.ID, append(ps, p)
		}
		return ps, nil
	})
	return last, page, err
}

func readPosting(guild engine.ID, values map[string]any) (p posting, err error) {
	whole := func(name string) int64 {
		n, e := strconv.ParseInt(text(values[name]), 10, 64)
		err = cmp.Or(err, e)
		return n
	}
	id := func(name string) engine.ID {
		n, e := parseID(text(values[name]))
		err = cmp.Or(err, e)
		return n
	}
	p.Key = Key{Guild: guild, Channel: id("channel")}
	p.session, p.at, p.origin.id = whole("session"), time.UnixMilli(whole("at")).UTC(), text(values["change"])
	p.from, p.to, p.amount = Account(text(values["from"])), Account(text(values["to"])), whole("amount")
	p.reason, p.person = Reason(text(values["reason"])), id("person")
	if err != nil {
		return p, errors.New("an entry of the ledger cannot be read")
	}
	return p, nil
}

func (r *redisStore) payments(ctx context.Context, guild engine.ID) (map[string]time.Time, error) {
	fields, err := r.hash(ctx, guildKey(guild, paymentsName))
	all := make(map[string]time.Time, len(fields))
	for id, at := range fields {
		var bad error
		all[id], bad = readTime(at)
		err = cmp.Or(err, bad)
	}
	return all, err
}

func (r *redisStore) claims(ctx context.Context, guild engine.ID) (map[engine.ID]string, error) {
	return ofPeople(ctx, r, guild, accountsName, claimedPrefix, "the accounts", func(day string) (string, error) { return day, nil })
}

func (r *redisStore) allNotes(ctx context.Context) (map[string]string, error) {
	return r.hash(ctx, notesKey)
}

// ofPeople reads what a hash of a guild keeps of people, in fields that are a prefix and who it is. Of is what a [DamagedError]
// calls it.
func ofPeople[V any](
	ctx context.Context, r *redisStore, guild engine.ID, name, prefix, of string, read func(string) (V, error),
) (map[engine.ID]V, error) {
	fields, err := r.hash(ctx, guildKey(guild, name))
	all := map[engine.ID]V{}
	for field, value := range fields {
		digits, ok := strings.CutPrefix(field, prefix)
		if !ok {
			continue
		}
		person, nobody := parseID(digits)
		v, bad := read(value)
		if why := cmp.Or(nobody, bad); why != nil {
			return all, damagedOf(guild, of, digits, why)
		}
		all[person] = v
	}
	return all, err
}

func (r *redisStore) hash(ctx context.Context, key string) (map[string]string, error) {
	return reading(r, ctx, func(ctx context.Context) (map[string]string, error) {
		fields, err := r.client.HGetAll(ctx, key).Result()
		return fields, r.fault(ctx, named(key, err))
	})
}
