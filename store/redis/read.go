package redis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
				return nil, r.wrap(ctx, unreadable("%s: field %s holds %q, not a number", key, store.WalletAccount(p), balance))
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
				return nil, r.wrap(ctx, unreadable("%s: member %q is not a user ID", key, m))
			}
			persons = append(persons, id)
		}
		if len(persons) == 0 {
			return nil, r.mark.checkGuild(ctx, guild)
		}
		ws, err := r.readWallets(ctx, guild, persons)
		slices.SortFunc(ws, store.Fuller)
		return ws, err
	})
}

// Rank takes its answer from the ranking, in which the fullest wallet has the smallest score.
func (r *Store) Rank(ctx context.Context, guild, person engine.ID) (int64, error) {
	return readCall(r, ctx, func(ctx context.Context) (int64, error) {
		key := guildKey(guild, rankingName)
		own, err := r.client.ZScore(ctx, key, rankMember(person)).Result()
		if errors.Is(err, redis.Nil) {
			return 0, r.mark.checkGuild(ctx, guild)
		}
		fuller := int64(0)
		if err == nil {
			fuller, err = r.client.ZCount(ctx, key, "-inf", "("+formatInt(int64(own))).Result()
		}
		if err != nil {
			return 0, r.wrap(ctx, withKey(key, err))
		}
		return 1 + fuller, nil
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
				return nil, r.wrap(ctx, unreadable("%s: field %q is not a user ID", key, field))
			}
			l, err := parseSessionLine(person, value)
			if err != nil || l.index < 0 || l.index >= int64(len(lines)) {
				return nil, r.wrap(ctx, unreadable("%s: field %q holds %q, not \"place in out\"", key, field, value))
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
			return nil, wrapKey(ctx, r, k.Guild, "the hands", key, "zset", err)
		}
		var hs []store.Hand
		for _, m := range members {
			h, ok := parseHand(m)
			if !ok {
				return nil, damaged(k.Guild, "the hands", "%s: a stored hand is not \"number at data\"", key)
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
			return nil, wrapKey(ctx, r, guild, "the accounts", key, "hash", err)
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
			return "", wrapKey(ctx, r, 0, "the notes", notesKey, "hash", err)
		}
		return text(values[0]), r.mark.checkNotReplaced(ctx)
	})
}

func isDamaged(err error) bool {
	_, ok := errors.AsType[*store.DamagedError](err)
	return ok
}
