package store

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine"
)

// reading is one call that reads.
func reading[T any](r *redisStore, ctx context.Context, read func(context.Context) (T, error)) (T, error) {
	var none T
	ctx, leave, err := r.enter(ctx)
	if err != nil {
		return none, err
	}
	defer leave()
	v, err := read(ctx)
	if err != nil {
		return none, err
	}
	return v, nil
}

func (r *redisStore) Load(ctx context.Context, k Key) (Record, error) {
	return reading(r, ctx, func(ctx context.Context) (Record, error) {
		fields, err := r.client.HMGet(ctx, tableKey(k, "table"), "version", "open", "sum", "data").Result()
		if err != nil && strings.HasPrefix(err.Error(), "WRONGTYPE") {
			return Record{}, &DamagedError{Key: k, Why: "its key holds something else"}
		}
		if err != nil {
			return Record{}, r.fault(ctx, err)
		}
		return readTable(k, fields)
	})
}

func (r *redisStore) Tables(ctx context.Context) iter.Seq2[Record, error] {
	return walk(func() ([]Key, error) { return r.openKeys(ctx) }, func(k Key) (Record, error) { return r.Load(ctx, k) })
}

func (r *redisStore) openKeys(ctx context.Context) ([]Key, error) {
	guilds, err := r.allGuilds(ctx)
	if err != nil {
		return nil, err
	}
	var keys []Key
	for _, guild := range guilds {
		tables, err := r.tablesOf(ctx, guild)
		if err != nil {
			return nil, err
		}
		for _, t := range tables {
			if t.open {
				keys = append(keys, Key{Guild: guild, Channel: t.channel})
			}
		}
	}
	return keys, nil
}

func (r *redisStore) allGuilds(ctx context.Context) ([]engine.ID, error) {
	return reading(r, ctx, func(ctx context.Context) ([]engine.ID, error) {
		members, err := r.client.SMembers(ctx, guildsKey).Result()
		if err != nil {
			return nil, r.fault(ctx, err)
		}
		var guilds []engine.ID
		for _, m := range members {
			id, err := strconv.ParseUint(m, 10, 64)
			if err != nil {
				return nil, r.fault(ctx, errors.New(guildsKey+" has a member that is no guild"))
			}
			guilds = append(guilds, engine.ID(id))
		}
		slices.Sort(guilds)
		return guilds, nil
	})
}

// indexed is a table in the index of its guild.
type indexed struct {
	channel engine.ID
	open    bool
}

func (r *redisStore) tablesOf(ctx context.Context, guild engine.ID) ([]indexed, error) {
	return reading(r, ctx, func(ctx context.Context) ([]indexed, error) {
		states, err := r.client.HGetAll(ctx, guildKey(guild, "tables")).Result()
		if err != nil {
			return nil, r.fault(ctx, err)
		}
		var tables []indexed
		for channel, state := range states {
			id, err := strconv.ParseUint(channel, 10, 64)
			if err != nil {
				return nil, r.fault(ctx, errors.New(guildKey(guild, "tables")+" has a field that is no channel"))
			}
			tables = append(tables, indexed{engine.ID(id), state == "open"})
		}
		slices.SortFunc(tables, func(a, b indexed) int { return cmp.Compare(a.channel, b.channel) })
		return tables, nil
	})
}

func (r *redisStore) Wallet(ctx context.Context, guild, person engine.ID) (Wallet, error) {
	return reading(r, ctx, func(ctx context.Context) (Wallet, error) {
		ws, err := r.wallets(ctx, guild, []engine.ID{person})
		if err != nil {
			return Wallet{}, err
		}
		return ws[0], nil
	})
}

// wallets reads several at one moment.
func (r *redisStore) wallets(ctx context.Context, guild engine.ID, persons []engine.ID) ([]Wallet, error) {
	var fields []string
	for _, p := range persons {
		fields = append(fields, string(WalletAccount(p)), claimedField(p))
	}
	values, err := r.client.HMGet(ctx, guildKey(guild, "accounts"), fields...).Result()
	if err != nil {
		return nil, r.fault(ctx, err)
	}
	var ws []Wallet
	for i, p := range persons {
		w := Wallet{Person: p, Balance: Opening, Claimed: text(values[2*i+1])}
		if balance := text(values[2*i]); balance != "" {
			if w.Balance, err = strconv.ParseInt(balance, 10, 64); err != nil {
				return nil, r.fault(ctx, errors.New(string(WalletAccount(p))+" is no number"))
			}
		}
		ws = append(ws, w)
	}
	return ws, nil
}

// Richest takes who they are from the ranking and what they hold from the accounts, which may be a moment newer.
func (r *redisStore) Richest(ctx context.Context, guild engine.ID, n int) ([]Wallet, error) {
	if n < 0 {
		n = 0
	}
	return reading(r, ctx, func(ctx context.Context) ([]Wallet, error) {
		var persons []engine.ID
		members, err := r.client.ZRange(ctx, guildKey(guild, "richest"), 0, int64(n)-1).Result()
		if err != nil {
			return nil, r.fault(ctx, err)
		}
		for _, m := range members[:min(n, len(members))] { // to -1 is all
			id, err := strconv.ParseUint(m, 10, 64)
			if err != nil {
				return nil, r.fault(ctx, errors.New(guildKey(guild, "richest")+" has a member that is no person"))
			}
			persons = append(persons, engine.ID(id))
		}
		if len(persons) == 0 {
			return nil, nil
		}
		ws, err := r.wallets(ctx, guild, persons)
		slices.SortFunc(ws, func(a, b Wallet) int {
			return cmp.Or(cmp.Compare(b.Balance, a.Balance), cmp.Compare(a.Person, b.Person))
		})
		return ws, err
	})
}

func (r *redisStore) Session(ctx context.Context, k Key, session int64) ([]Line, error) {
	return reading(r, ctx, func(ctx context.Context) ([]Line, error) {
		fields, err := r.client.HGetAll(ctx, sessionOf(k, session)).Result()
		if err != nil {
			return nil, r.fault(ctx, err)
		}
		delete(fields, sessionCount)
		lines := make([]Line, len(fields))
		for field, value := range fields {
			person, err := strconv.ParseUint(field, 10, 64)
			if err != nil {
				return nil, r.fault(ctx, errors.New(sessionOf(k, session)+" has a field that is no person"))
			}
			l, err := readPlaced(engine.ID(person), value)
			if err != nil || l.place < 0 || l.place >= int64(len(lines)) {
				return nil, r.fault(ctx, errors.New(sessionOf(k, session)+" has a line that cannot be read"))
			}
			lines[l.place] = l.Line
		}
		return lines, nil
	})
}

func (r *redisStore) Hands(ctx context.Context, k Key, before int64, n int) ([]Hand, error) {
	if n <= 0 {
		n = 0
	}
	return reading(r, ctx, func(ctx context.Context) ([]Hand, error) {
		below := "+inf"
		if before != 0 {
			below = "(" + number(before)
		}
		members, err := r.client.Do(ctx, "ZREVRANGEBYSCORE", tableKey(k, "hands"), below, "-inf", "LIMIT", 0, n).StringSlice()
		if err != nil {
			return nil, r.fault(ctx, err)
		}
		var hs []Hand
		for _, m := range members {
			h, err := readHandMember(m)
			if err != nil {
				return nil, r.fault(ctx, err)
			}
			hs = append(hs, h)
		}
		return hs, nil
	})
}

func (r *redisStore) Accounts(ctx context.Context, guild engine.ID) (map[Account]int64, error) {
	return reading(r, ctx, func(ctx context.Context) (map[Account]int64, error) {
		fields, err := r.client.HGetAll(ctx, guildKey(guild, "accounts")).Result()
		if err != nil {
			return nil, r.fault(ctx, err)
		}
		all := map[Account]int64{}
		for name, value := range fields {
			if strings.HasPrefix(name, claimedPrefix) {
				continue
			}
			if all[Account(name)], err = strconv.ParseInt(value, 10, 64); err != nil {
				return nil, r.fault(ctx, errors.New(name+" is no number"))
			}
		}
		return all, nil
	})
}

func (r *redisStore) Note(ctx context.Context, name string) (string, error) {
	return reading(r, ctx, func(ctx context.Context) (string, error) {
		values, err := r.client.HMGet(ctx, notesKey, name).Result()
		if err != nil {
			return "", r.fault(ctx, err)
		}
		return text(values[0]), nil
	})
}
