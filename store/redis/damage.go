package redis

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"

	"cardroom/engine"
	"cardroom/store"
)

// maxDamaged is how many damaged keys Damage names.
const maxDamaged = 3

// Damage checks the types of the keys that commits and leases write, and the numbers of the fleet. Of each table it checks the session,
// its lines, the time, and the times of payments. No other reading of an examination looks at all of these. A commit to such a
// key fails, or a move does.
func (r *Store) Damage(ctx context.Context) (string, error) {
	guilds, err := r.Guilds(ctx)
	if err != nil && !isDamaged(err) {
		return "", err
	}
	var damaged []string
	want, err := leaseKeys(ctx, r)
	if err == nil {
		want[leasesKey], want[fleetKey], want[notesKey], want[markKey] = "hash", "hash", "hash", "hash"
		damaged, err = mistyped(ctx, r, want)
	}
	if err == nil {
		damaged, err = badFields(ctx, r, damaged, fleetKey, "a number", func(field, value string) bool {
			_, bad := strconv.Atoi(value)
			return bad == nil || field != fleetShards && field != fleetSchema
		})
	}
	for page := range slices.Chunk(guilds, tablePage) {
		if err != nil {
			return "", err
		}
		var found []string
		found, err = damagedGuilds(ctx, r, page)
		damaged = append(damaged, found...)
	}
	if err != nil || len(damaged) == 0 {
		return "", err
	}
	named := damaged[:min(len(damaged), maxDamaged)]
	if more := len(damaged) - len(named); more > 0 {
		named = append(slices.Clip(named), fmt.Sprintf("and %d more", more))
	}
	return "keys of the Redis are damaged, and a commit to them or a move fails: stop the bot and restore a backup (" + strings.Join(named, "; ") + ")", nil
}

// leaseKeys returns the keys of the leases and of the processes in the fleet, with their type. A list that cannot be read has none.
func leaseKeys(ctx context.Context, r *Store) (want map[string]string, err error) {
	want = map[string]string{}
	for _, list := range []string{leasesKey, fleetKey} {
		fields, err := readCall(r, ctx, func(ctx context.Context) ([]string, error) { return r.client.HKeys(ctx, list).Result() })
		if err != nil && !wrongType(err) {
			return nil, r.wrap(ctx, withKey(list, err))
		}
		for _, field := range fields {
			name, isMember := strings.CutPrefix(field, memberPrefix)
			switch shard, isShard := store.ParseShard(field); {
			case isMember:
				want[memberKey(name)] = "hash"
			case isShard:
				want[leaseKey(shard)] = "hash"
			}
		}
	}
	return want, nil
}

// damagedGuilds checks keys of guilds.
func damagedGuilds(ctx context.Context, r *Store, guilds []engine.ID) (damaged []string, err error) {
	want := map[string]string{}
	var tables []store.Key
	var sessions []string
	indexes, _ := r.tableIndexes(ctx, guilds) // an examination names what cannot be read
	for i, guild := range guilds {
		want[guildKey(guild, fenceName)], want[guildKey(guild, paymentsName)] = "hash", "hash"
		want[guildKey(guild, rankingName)], want[guildKey(guild, ledgerName)] = "zset", "stream"
		want[guildKey(guild, accountsName)] = "hash"
		want[guildKey(guild, statsName)], want[guildKey(guild, forgottenName)] = "hash", "hash"
		for _, t := range indexes[i] {
			k := store.Key{Guild: guild, Channel: t.channel}
			want[tableKey(k, changesName)], want[tableKey(k, handsName)] = "zset", "zset"
			tables = append(tables, k)
		}
	}
	replies := make([]*redis.SliceCmd, len(tables))
	err = pipelined(ctx, r, func(ctx context.Context, p redis.Pipeliner) {
		for i, k := range tables {
			replies[i] = p.HMGet(ctx, tableKey(k, tableName), "session", "at")
		}
	})
	if err != nil {
		return nil, err
	}
	for i, k := range tables {
		fields, err := replies[i].Result()
		if wrongType(err) || len(fields) == 2 && fields[0] == nil { // an examination names it
			continue
		}
		if err != nil {
			return nil, r.wrap(ctx, withKey(tableKey(k, tableName), err))
		}
		session, bad := strconv.ParseInt(text(fields[0]), 10, 64)
		if _, badTime := readTime(text(fields[1])); bad != nil || badTime != nil {
			damaged = append(damaged, tableKey(k, tableName)+": its session or time is not a number")
			continue
		}
		sessions = append(sessions, sessionOf(k, session))
		want[sessionOf(k, session)] = "hash"
	}
	found, err := mistyped(ctx, r, want)
	damaged = append(damaged, found...)
	for _, guild := range guilds {
		if err == nil {
			damaged, err = badFields(ctx, r, damaged, guildKey(guild, paymentsName), "a time", func(_, value string) bool {
				_, bad := readTime(value)
				return bad == nil
			})
		}
	}
	for _, key := range sessions {
		if err == nil {
			damaged, err = badFields(ctx, r, damaged, key, "\"place in out\" of a user", isSessionField)
		}
	}
	return damaged, err
}

// isSessionField reports whether a field of a session can be read.
func isSessionField(field, value string) bool {
	if field == sessionCount {
		_, bad := strconv.ParseInt(value, 10, 64)
		return bad == nil
	}
	person, bad := parseDecimal(field)
	_, badLine := parseSessionLine(person, value)
	return bad == nil && badLine == nil
}

// badFields adds a text for the first field of a hash that does not hold what it should. It reads page by page, because a server does
// nothing else while it answers. A key of another type is none of its damage.
func badFields(ctx context.Context, r *Store, damaged []string, key, want string, fits func(field, value string) bool) ([]string, error) {
	for cursor := uint64(0); ; {
		page, err := readCall(r, ctx, func(ctx context.Context) (fields []string, err error) {
			fields, cursor, err = r.client.HScan(ctx, key, cursor, "", listPage).Result()
			return fields, err
		})
		if wrongType(err) {
			return damaged, nil
		}
		if err != nil {
			return damaged, r.wrap(ctx, withKey(key, err))
		}
		for pair := range slices.Chunk(page, 2) {
			if field, value := pair[0], pair[len(pair)-1]; !fits(field, value) {
				return append(damaged, fmt.Sprintf("%s: field %.60q holds %.60q, not %s", key, field, value, want)), nil
			}
		}
		if cursor == 0 {
			return damaged, nil
		}
	}
}

// mistyped returns a text for each key that has another type than it should. A key that is missing is none of them.
func mistyped(ctx context.Context, r *Store, want map[string]string) (damaged []string, err error) {
	keys := slices.Sorted(maps.Keys(want))
	replies := make([]*redis.StatusCmd, len(keys))
	err = pipelined(ctx, r, func(ctx context.Context, p redis.Pipeliner) {
		for i, key := range keys {
			replies[i] = p.Type(ctx, key)
		}
	})
	for i, key := range keys {
		if err != nil {
			return nil, err
		}
		var have string
		if have, err = replies[i].Result(); err != nil {
			return nil, r.wrap(ctx, withKey(key, err))
		}
		if have != want[key] && have != "none" {
			damaged = append(damaged, fmt.Sprintf("%s is a %s and should be a %s", key, have, want[key]))
		}
	}
	return damaged, nil
}
