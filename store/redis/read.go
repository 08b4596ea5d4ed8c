package redis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/backend"
)

func (r *Store) Forgotten(ctx context.Context, guild engine.ID) (map[engine.ID]time.Time, error) {
	return readPeople(ctx, r, guild, forgottenName, "", "who is forgotten", readTime)
}

// readCall runs one call that reads.
func readCall[T any](r *Store, ctx context.Context, read func(context.Context) (T, error)) (T, error) {
	var none T
	ctx, leave, err := r.begin(ctx)
	if err != nil {
		return none, err
	}
	defer leave()
	return read(ctx)
}

func (r *Store) Load(ctx context.Context, k store.Key) (store.Record, error) {
	return readCall(r, ctx, func(ctx context.Context) (store.Record, error) {
		fields, err := r.client.HMGet(ctx, tableKey(k, tableName), tableFields...).Result()
		return r.readTable(ctx, k, fields, err)
	})
}

// tableFields are the fields of a table that make its record.
var tableFields = []string{"version", "open", "sum", "data"}

// readTable reads a table from its fields, or from the error of reading them.
func (r *Store) readTable(ctx context.Context, k store.Key, fields []any, err error) (store.Record, error) {
	if wrongType(err) {
		return store.Record{Key: k}, &store.DamagedError{Key: k, Why: tableKey(k, tableName) + " is not a hash", NoVersion: true}
	}
	if err != nil {
		return store.Record{}, r.wrap(ctx, err)
	}
	record, err := readTable(k, fields)
	if errors.Is(err, store.ErrNotFound) {
		err = cmp.Or(r.mark.checkGuild(ctx, k.Guild), err)
	}
	return record, err
}

// Tables reads page by page, so that damage in one guild does not hide the others.
func (r *Store) Tables(ctx context.Context) iter.Seq2[store.Record, error] {
	return r.ShardTables(ctx, store.Shard{Count: 1})
}

// guildPage and tablePage are how many guilds, and then tables, are read with one request: enough that the way to the server
// does not count, and few enough for the time limit of a call.
const (
	guildPage = 500
	tablePage = 64
)

// ShardTables reads the tables of a shard. It does not look at the guilds of others.
func (r *Store) ShardTables(ctx context.Context, s store.Shard) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		guilds, err := r.guildsOf(ctx, s)
		if err != nil && !yield(store.Record{}, err) || endsWalk(err) {
			return
		}
		for page := range slices.Chunk(guilds, guildPage) {
			for tables := range slices.Chunk(openTables(ctx, r, page), tablePage) {
				if !r.yieldTables(ctx, tables, yield) {
					return
				}
			}
		}
	}
}

// listed is an open table in the index of its guild, or the error of a guild's index.
type listed struct {
	store.Key
	err error
}

// openTables returns the open tables of guilds.
func openTables(ctx context.Context, r *Store, guilds []engine.ID) (open []listed) {
	indexes, errs := r.tableIndexes(ctx, guilds)
	for i, guild := range guilds {
		if errs[i] != nil {
			open = append(open, listed{store.Key{Guild: guild}, errs[i]})
		}
		for _, t := range indexes[i] {
			if t.open {
				open = append(open, listed{store.Key{Guild: guild, Channel: t.channel}, nil})
			}
		}
	}
	return open
}

// yieldTables reads tables and yields them, and reports whether to go on.
func (r *Store) yieldTables(ctx context.Context, tables []listed, yield func(store.Record, error) bool) bool {
	records, errs := loadTables(ctx, r, tables)
	for i, t := range tables {
		record, err := records[i], cmp.Or(t.err, errs[i])
		if errors.Is(err, store.ErrNotFound) {
			continue // closed since
		}
		record.Key = t.Key
		if !yield(record, err) || t.Channel == 0 && endsWalk(err) {
			return false
		}
	}
	return true
}

// loadTables reads tables with one request, as Load reads one.
func loadTables(ctx context.Context, r *Store, tables []listed) ([]store.Record, []error) {
	records, errs := make([]store.Record, len(tables)), make([]error, len(tables))
	replies := make([]*redis.SliceCmd, len(tables))
	err := pipelined(ctx, r, func(ctx context.Context, p redis.Pipeliner) {
		for i, t := range tables {
			if t.err == nil {
				replies[i] = p.HMGet(ctx, tableKey(t.Key, tableName), tableFields...)
			}
		}
	})
	for i, t := range tables {
		switch {
		case err != nil:
			errs[i] = err
		case replies[i] != nil:
			fields, err := replies[i].Result()
			records[i], errs[i] = r.readTable(ctx, t.Key, fields, err)
		}
	}
	return records, errs
}

// pipelined sends commands with one request. It returns an error if that could not be sent; each command has its own.
func pipelined(ctx context.Context, r *Store, commands func(context.Context, redis.Pipeliner)) error {
	ctx, leave, err := r.begin(ctx)
	if err != nil {
		return err
	}
	defer leave()
	p := r.client.Pipeline()
	commands(ctx, p)
	_, _ = p.Exec(ctx) // returns the error of the first command that has one
	return nil
}

// endsWalk reports whether an error ends a walk: all but damage does.
func endsWalk(err error) bool { return err != nil && !isDamaged(err) }

// Guilds returns with a *DamagedError the guilds that could be read.
func (r *Store) Guilds(ctx context.Context) ([]engine.ID, error) {
	return r.guildsOf(ctx, store.Shard{Count: 1})
}

// guildsOf returns the guilds of a shard, with a *DamagedError those that could be read. It reads the list in pages, because a
// server does nothing else while it answers. A guild that is added meanwhile may be missing, as one that is added later.
func (r *Store) guildsOf(ctx context.Context, s store.Shard) (guilds []engine.ID, damaged error) {
	empty := true
	for cursor := uint64(0); ; {
		page, err := readCall(r, ctx, func(ctx context.Context) (members []string, err error) {
			members, cursor, err = r.client.SScan(ctx, guildsKey, cursor, "", listPage).Result()
			if err != nil {
				return nil, r.wrap(ctx, withKey(guildsKey, err))
			}
			empty = empty && len(members) == 0
			return found(ctx, r, 0, members, !empty || cursor != 0)
		})
		if err != nil {
			return nil, err
		}
		for _, m := range page {
			id, bad := parseDecimal(m)
			switch {
			case bad != nil:
				damaged = &store.DamagedError{Why: fmt.Sprintf("%s: member %q is not a guild ID", guildsKey, m)}
			case s.Has(id):
				guilds = append(guilds, id)
				r.guilds.lock(id)
			}
		}
		if cursor == 0 {
			break
		}
	}
	slices.Sort(guilds)
	return slices.Compact(guilds), damaged // a page may repeat one
}

// listPage is how many guilds a page of their list has, more or less.
const listPage = 5000

// indexEntry is a table in the index of its guild.
type indexEntry struct {
	channel engine.ID
	open    bool
}

// tableIndex returns with a *DamagedError the tables that could be read.
func (r *Store) tableIndex(ctx context.Context, guild engine.ID) ([]indexEntry, error) {
	indexes, errs := r.tableIndexes(ctx, []engine.ID{guild})
	return indexes[0], errs[0]
}

// tableIndexes reads the indexes of guilds with one request.
func (r *Store) tableIndexes(ctx context.Context, guilds []engine.ID) ([][]indexEntry, []error) {
	indexes, errs := make([][]indexEntry, len(guilds)), make([]error, len(guilds))
	replies := make([]*redis.MapStringStringCmd, len(guilds))
	err := pipelined(ctx, r, func(ctx context.Context, p redis.Pipeliner) {
		for i, guild := range guilds {
			replies[i] = p.HGetAll(ctx, guildKey(guild, tablesName))
		}
	})
	empty := false
	for i, guild := range guilds {
		if err != nil {
			errs[i] = err
			continue
		}
		states, err := replies[i].Result()
		indexes[i], errs[i] = readIndex(ctx, r, guild, states, err)
		empty = empty || err == nil && len(states) == 0
	}
	if empty {
		if _, err := readCall(r, ctx, func(ctx context.Context) (any, error) { return nil, r.mark.checkGuild(ctx, 0) }); err != nil {
			for i := range errs {
				errs[i] = cmp.Or(errs[i], err)
			}
		}
	}
	return indexes, errs
}

// readIndex reads the index of a guild from its fields, or from the error of reading them.
func readIndex(ctx context.Context, r *Store, guild engine.ID, states map[string]string, err error) ([]indexEntry, error) {
	key := guildKey(guild, tablesName)
	if wrongType(err) {
		return nil, &store.DamagedError{Key: store.Key{Guild: guild}, Why: key + " is not a hash"}
	}
	if err != nil {
		return nil, r.wrap(ctx, withKey(key, err))
	}
	var tables []indexEntry
	for channel, state := range states {
		id, bad := parseDecimal(channel)
		if bad != nil {
			err = &store.DamagedError{Key: store.Key{Guild: guild}, Why: fmt.Sprintf("%s: field %q is not a channel ID", key, channel)}
			continue
		}
		tables = append(tables, indexEntry{id, state == "open"})
	}
	slices.SortFunc(tables, func(a, b indexEntry) int { return cmp.Compare(a.channel, b.channel) })
	return tables, err
}

func (r *Store) Wallet(ctx context.Context, guild, person engine.ID) (store.Wallet, error) {
	return readCall(r, ctx, func(ctx context.Context) (store.Wallet, error) {
		ws, err := r.readWallets(ctx, guild, []engine.ID{person})
		if err != nil {
			return store.Wallet{}, err
		}
		return ws[0], nil
	})
}

// readWallets reads several wallets at one moment.
func (r *Store) readWallets(ctx context.Context, guild engine.ID, persons []engine.ID) ([]store.Wallet, error) {
	var fields []string
	for _, p := range persons {
		fields = append(fields, string(store.WalletAccount(p)), claimedField(p), giftsField(p))
	}
	key := guildKey(guild, accountsName)
	values, err := r.client.HMGet(ctx, key, fields...).Result()
	if err != nil {
		return nil, r.wrap(ctx, withKey(key, err))
	}
	var ws []store.Wallet
	all := true
	for i, p := range persons {
		w := store.Wallet{Person: p, Balance: store.Opening, Claimed: text(values[3*i+1]), Gifts: backend.GiftsOrNone(text(values[3*i+2]))}
		if balance := text(values[3*i]); balance != "" {
			if w.Balance, err = strconv.ParseInt(balance, 10, 64); err != nil {
				return nil, r.wrap(ctx, fmt.Errorf("%s: field %s holds %q, not a number; restore a backup", key, store.WalletAccount(p), balance))
			}
		}
		all = all && values[3*i] != nil
		ws = append(ws, w)
	}
	return found(ctx, r, guild, ws, all)
}

// TopWallets takes the persons from the ranking and their chips from the accounts, which may be a moment newer.
func (r *Store) TopWallets(ctx context.Context, guild engine.ID, n int) ([]store.Wallet, error) {
	n = max(n, 0)
	return readCall(r, ctx, func(ctx context.Context) ([]store.Wallet, error) {
		var persons []engine.ID
		key := guildKey(guild, rankingName)
		members, err := r.client.ZRange(ctx, key, 0, int64(n)-1).Result()
		if err != nil {
			return nil, r.wrap(ctx, withKey(key, err))
		}
		for _, m := range members[:min(n, len(members))] { // ZRANGE to -1 returns all
			id, err := parseDecimal(m)
			if err != nil {
				return nil, r.wrap(ctx, fmt.Errorf("%s: member %q is not a user ID; restore a backup", key, m))
			}
			persons = append(persons, id)
		}
		if len(persons) == 0 {
			return nil, r.mark.checkGuild(ctx, guild)
		}
		ws, err := r.readWallets(ctx, guild, persons)
		slices.SortFunc(ws, func(a, b store.Wallet) int {
			return cmp.Or(cmp.Compare(b.Balance, a.Balance), cmp.Compare(a.Person, b.Person))
		})
		return ws, err
	})
}

// Rank takes its answer from the ranking.
func (r *Store) Rank(ctx context.Context, guild, person engine.ID) (int64, error) {
	return readCall(r, ctx, func(ctx context.Context) (int64, error) {
		key := guildKey(guild, rankingName)
		rank, err := r.client.ZRank(ctx, key, rankMember(person)).Result()
		switch {
		case errors.Is(err, redis.Nil):
			return 0, r.mark.checkGuild(ctx, guild)
		case err != nil:
			return 0, r.wrap(ctx, withKey(key, err))
		}
		return rank + 1, nil
	})
}

func (r *Store) Session(ctx context.Context, k store.Key, session int64) ([]store.Line, error) {
	return readCall(r, ctx, func(ctx context.Context) ([]store.Line, error) {
		key := sessionOf(k, session)
		fields, err := r.client.HGetAll(ctx, key).Result()
		if err != nil {
			return nil, r.wrap(ctx, withKey(key, err))
		}
		delete(fields, sessionCount)
		lines := make([]store.Line, len(fields))
		for field, value := range fields {
			person, err := parseDecimal(field)
			if err != nil {
				return nil, r.wrap(ctx, fmt.Errorf("%s: field %q is not a user ID; restore a backup", key, field))
			}
			l, err := parseSessionLine(person, value)
			if err != nil || l.index < 0 || l.index >= int64(len(lines)) {
				return nil, r.wrap(ctx, fmt.Errorf("%s: field %q holds %q, not \"place in out\"; restore a backup", key, field, value))
			}
			lines[l.index] = l.Line
		}
		return found(ctx, r, k.Guild, lines, len(lines) > 0)
	})
}

func (r *Store) Stats(ctx context.Context, guild, person engine.ID) (store.Stats, error) {
	return readCall(r, ctx, func(ctx context.Context) (store.Stats, error) {
		key := guildKey(guild, statsName)
		values, err := r.client.HMGet(ctx, key, decimal(person)).Result()
		if err != nil {
			return store.Stats{}, r.wrap(ctx, withKey(key, err))
		}
		c, err := parseCounts(text(values[0]))
		if err != nil {
			return store.Stats{}, r.wrap(ctx, fmt.Errorf("%s: field %s: %w", key, decimal(person), err))
		}
		return found(ctx, r, guild, store.Stats{Person: person, Counts: c}, values[0] != nil)
	})
}

func (r *Store) Hands(ctx context.Context, k store.Key, before int64, n int) ([]store.Hand, error) {
	n = max(n, 0)
	return readCall(r, ctx, func(ctx context.Context) ([]store.Hand, error) {
		below := "+inf"
		if before != 0 {
			below = "(" + formatInt(before)
		}
		key := tableKey(k, handsName)
		members, err := r.client.Do(ctx, "ZREVRANGEBYSCORE", key, below, "-inf", "LIMIT", 0, n).StringSlice()
		if err != nil {
			return nil, r.wrap(ctx, withKey(key, err))
		}
		var hs []store.Hand
		for _, m := range members {
			h, err := parseHand(m)
			if err != nil {
				return nil, r.wrap(ctx, withKey(key, err))
			}
			hs = append(hs, h)
		}
		return found(ctx, r, k.Guild, hs, len(hs) > 0)
	})
}

func (r *Store) Accounts(ctx context.Context, guild engine.ID) (map[store.Account]int64, error) {
	return readCall(r, ctx, func(ctx context.Context) (map[store.Account]int64, error) {
		key := guildKey(guild, accountsName)
		fields, err := r.client.HGetAll(ctx, key).Result()
		if err != nil {
			return nil, r.wrap(ctx, withKey(key, err))
		}
		all := map[store.Account]int64{}
		for name, value := range fields {
			if strings.HasPrefix(name, claimedPrefix) || strings.HasPrefix(name, giftsPrefix) {
				continue
			}
			if all[store.Account(name)], err = strconv.ParseInt(value, 10, 64); err != nil {
				return nil, &store.DamagedError{Key: store.Key{Guild: guild}, Of: "the accounts", Why: fmt.Sprintf("%s: field %q holds %q, not a number", key, name, value)}
			}
		}
		return found(ctx, r, guild, all, len(all) > 0)
	})
}

func (r *Store) Note(ctx context.Context, name string) (string, error) {
	return readCall(r, ctx, func(ctx context.Context) (string, error) {
		values, err := r.client.HMGet(ctx, notesKey, name).Result()
		if err != nil {
			return "", r.wrap(ctx, withKey(notesKey, err))
		}
		return text(values[0]), r.mark.checkNotReplaced(ctx)
	})
}

func isDamaged(err error) bool {
	_, ok := errors.AsType[*store.DamagedError](err)
	return ok
}
