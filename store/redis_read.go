package store

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"

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
	return read(ctx)
}

func (r *redisStore) Load(ctx context.Context, k Key) (Record, error) {
	return reading(r, ctx, func(ctx context.Context) (Record, error) {
		fields, err := r.client.HMGet(ctx, tableKey(k, tableName), "version", "open", "sum", "data").Result()
		if wrongType(err) {
			return Record{}, &DamagedError{Key: k, Why: tableKey(k, tableName) + " holds something else"}
		}
		if err != nil {
			return Record{}, r.fault(ctx, err)
		}
		return readTable(k, fields)
	})
}

// Tables reads guild by guild: what is damaged in one does not hide the others.
func (r *redisStore) Tables(ctx context.Context) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		guilds, err := r.allGuilds(ctx)
		if err != nil && !yield(Record{}, err) || fatal(err) {
			return
		}
		for _, guild := range guilds {
			if !r.tablesIn(ctx, guild, yield) {
				return
			}
		}
	}
}

// tablesIn yields the open tables of a guild, and says whether to go on.
func (r *redisStore) tablesIn(ctx context.Context, guild engine.ID, yield func(Record, error) bool) bool {
	tables, err := r.tablesOf(ctx, guild)
	if err != nil && !yield(Record{Key: Key{Guild: guild}}, err) || fatal(err) {
		return false
	}
	keys := func() (open []Key, _ error) {
		for _, t := range tables {
			if t.open {
				open = append(open, Key{Guild: guild, Channel: t.channel})
			}
		}
		return open, nil
	}
	for record, err := range walk(keys, func(k Key) (Record, error) { return r.Load(ctx, k) }) {
		if !yield(record, err) {
			return false
		}
	}
	return true
}

// fatal says that an error ends a walk: all but damage does.
func fatal(err error) bool { return err != nil && !is[*DamagedError](err) }

// allGuilds gives with a *DamagedError those guilds that could be read.
func (r *redisStore) allGuilds(ctx context.Context) ([]engine.ID, error) {
	members, err := reading(r, ctx, func(ctx context.Context) ([]string, error) {
		members, err := r.client.SMembers(ctx, guildsKey).Result()
		return members, r.fault(ctx, named(guildsKey, err))
	})
	if err != nil {
		return nil, err
	}
	var guilds []engine.ID
	for _, m := range members {
		id, bad := parseID(m)
		if bad != nil {
			err = &DamagedError{Why: guildsKey + " has a member that is no guild"}
			continue
		}
		guilds = append(guilds, id)
		r.turn(id)
	}
	slices.Sort(guilds)
	return guilds, err
}

// indexed is a table in the index of its guild.
type indexed struct {
	channel engine.ID
	open    bool
}

// tablesOf gives with a *DamagedError those tables that could be read.
func (r *redisStore) tablesOf(ctx context.Context, guild engine.ID) ([]indexed, error) {
	key := guildKey(guild, tablesName)
	states, err := r.hash(ctx, key)
	if wrongType(err) {
		return nil, &DamagedError{Key: Key{Guild: guild}, Why: key + " holds something else"}
	}
	if err != nil {
		return nil, err
	}
	var tables []indexed
	for channel, state := range states {
		id, bad := parseID(channel)
		if bad != nil {
			err = &DamagedError{Key: Key{Guild: guild}, Why: key + " has a field that is no channel"}
			continue
		}
		tables = append(tables, indexed{id, state == "open"})
	}
	slices.SortFunc(tables, func(a, b indexed) int { return cmp.Compare(a.channel, b.channel) })
	return tables, err
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
		fields = append(fields, string(WalletAccount(p)), claimedField(p), giftsField(p))
	}
	key := guildKey(guild, accountsName)
	values, err := r.client.HMGet(ctx, key, fields...).Result()
	if err != nil {
		return nil, r.fault(ctx, named(key, err))
	}
	var ws []Wallet
	for i, p := range persons {
		w := Wallet{Person: p, Balance: Opening, Claimed: text(values[3*i+1]), Gifts: legibleGifts(text(values[3*i+2]))}
		if balance := text(values[3*i]); balance != "" {
			if w.Balance, err = strconv.ParseInt(balance, 10, 64); err != nil {
				return nil, r.fault(ctx, errors.New(string(WalletAccount(p))+" is no number"))
			}
		}
		ws = append(ws, w)
	}
	return ws, nil
}

// TopWallets takes who they are from the ranking and what they hold from the accounts, which may be a moment newer.
func (r *redisStore) TopWallets(ctx context.Context, guild engine.ID, n int) ([]Wallet, error) {
	n = max(n, 0)
	return reading(r, ctx, func(ctx context.Context) ([]Wallet, error) {
		var persons []engine.ID
		key := guildKey(guild, richestName)
		members, err := r.client.ZRange(ctx, key, 0, int64(n)-1).Result()
		if err != nil {
			return nil, r.fault(ctx, named(key, err))
		}
		for _, m := range members[:min(n, len(members))] { // to -1 is all
			id, err := parseID(m)
			if err != nil {
				return nil, r.fault(ctx, errors.New(key+" has a member that is no person"))
			}
			persons = append(persons, id)
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

// Rank is that of the ranking, as Richest has it.
func (r *redisStore) Rank(ctx context.Context, guild, person engine.ID) (int64, error) {
	return reading(r, ctx, func(ctx context.Context) (int64, error) {
		key := guildKey(guild, richestName)
		rank, err := r.client.ZRank(ctx, key, rankMember(person)).Result()
		switch {
		case errors.Is(err, redis.Nil):
			return 0, nil
		case err != nil:
			return 0, r.fault(ctx, named(key, err))
		}
		return rank + 1, nil
	})
}

func (r *redisStore) Session(ctx context.Context, k Key, session int64) ([]Line, error) {
	return reading(r, ctx, func(ctx context.Context) ([]Line, error) {
		key := sessionOf(k, session)
		fields, err := r.client.HGetAll(ctx, key).Result()
		if err != nil {
			return nil, r.fault(ctx, named(key, err))
		}
		delete(fields, sessionCount)
		lines := make([]Line, len(fields))
		for field, value := range fields {
			person, err := parseID(field)
			if err != nil {
				return nil, r.fault(ctx, errors.New(key+" has a field that is no person"))
			}
			l, err := readPlaced(person, value)
			if err != nil || l.place < 0 || l.place >= int64(len(lines)) {
				return nil, r.fault(ctx, errors.New(key+" has a line that cannot be read"))
			}
			lines[l.place] = l.Line
		}
		return lines, nil
	})
}

func (r *redisStore) Stats(ctx context.Context, guild, person engine.ID) (Stats, error) {
	return reading(r, ctx, func(ctx context.Context) (Stats, error) {
		key := guildKey(guild, statsName)
		values, err := r.client.HMGet(ctx, key, decimal(person)).Result()
		if err != nil {
			return Stats{}, r.fault(ctx, named(key, err))
		}
		c, err := readCounts(text(values[0]))
		return Stats{person, c}, r.fault(ctx, err)
	})
}

func (r *redisStore) allStats(ctx context.Context, guild engine.ID) ([]Stats, error) {
	counts, err := ofPeople(ctx, r, guild, statsName, "", "the stats", readCounts)
	if err != nil {
		return nil, err
	}
	var all []Stats
	for _, person := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, Stats{person, counts[person]})
	}
	return all, nil
}

func (r *redisStore) Hands(ctx context.Context, k Key, before int64, n int) ([]Hand, error) {
	n = max(n, 0)
	return reading(r, ctx, func(ctx context.Context) ([]Hand, error) {
		below := "+inf"
		if before != 0 {
			below = "(" + number(before)
		}
		members, err := r.client.Do(ctx, "ZREVRANGEBYSCORE", tableKey(k, handsName), below, "-inf", "LIMIT", 0, n).
			StringSlice()
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
		key := guildKey(guild, accountsName)
		fields, err := r.client.HGetAll(ctx, key).Result()
		if err != nil {
			return nil, r.fault(ctx, named(key, err))
		}
		all := map[Account]int64{}
		for name, value := range fields {
			if strings.HasPrefix(name, claimedPrefix) || strings.HasPrefix(name, giftsPrefix) {
				continue
			}
			if all[Account(name)], err = strconv.ParseInt(value, 10, 64); err != nil {
				return nil, &DamagedError{Key: Key{Guild: guild}, Of: "the accounts", Why: name + " is no number"}
			}
		}
		return all, nil
	})
}

func (r *redisStore) Note(ctx context.Context, name string) (string, error) {
	return reading(r, ctx, func(ctx context.Context) (string, error) {
		if err := r.isSame(ctx); err != nil {
			return "", err
		}
		values, err := r.client.HMGet(ctx, notesKey, name).Result()
		if err != nil {
			return "", r.fault(ctx, named(notesKey, err))
		}
		return text(values[0]), nil
	})
}
