package redis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/redis/go-redis/v9"

	"cardroom/engine"
	"cardroom/store"
)

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
			if wrongType(err) && r.readOnly { // a bot must not play on without its tables
				return nil, &store.DamagedError{Why: guildsKey + " is not a set"}
			}
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
