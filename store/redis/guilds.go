package redis

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"cardroom/engine"
	"cardroom/store/internal/ledger"
)

// guildList knows the guilds that were in cardroom:guilds, and writes those anew that the list has lost. The bot never removes
// any, so a list that is shorter than before was deleted, or a failover brought an older one back.
type guildList struct {
	store   *Store
	locks   sync.Map     // engine.ID → guildLock, of every known guild
	known   atomic.Int64 // how many they are
	longest atomic.Int64 // how long the list was when it was last seen complete
	recent  sync.Map     // engine.ID → time.Time of the answer that added it: a failover may lose it
	mending sync.Mutex   // held by the call that checks the list
}

// guildLock lets one commit at a time move chips in a guild. Concurrent ones would invalidate each other's guesses and retry.
type guildLock chan struct{}

// lock returns the lock of a guild, and remembers the guild.
func (l *guildList) lock(guild engine.ID) guildLock {
	t, known := l.locks.LoadOrStore(guild, make(guildLock, 1))
	if !known {
		l.known.Add(1)
	}
	return t.(guildLock)
}

// register makes sure that Tables will find the guild. The first commit of each table registers it anew: the guild may have
// been lost since, as by a failover of a cluster.
func (l *guildList) register(ctx context.Context, guild engine.ID, guess ledger.TableState) (guildLock, error) {
	if t, known := l.locks.Load(guild); known && guess.Version > 0 {
		return t.(guildLock), nil
	}
	if err := l.store.mark.checkNotReplaced(ctx); err != nil {
		return nil, err
	}
	added, err := l.store.client.SAdd(ctx, guildsKey, decimal(guild)).Result()
	if err != nil {
		return nil, l.store.wrap(ctx, withKey(guildsKey, err))
	}
	if added > 0 {
		l.recent.Store(guild, time.Now())
	}
	if guess.Epoch > 0 {
		if err := l.store.checkNewest(ctx, guild, guess.Epoch); err != nil {
			return nil, err
		}
	}
	return l.lock(guild), nil
}

// mend writes the guilds anew that the list may have lost. That costs two short commands as long as it has lost none. While another call
// does it, mend does nothing.
func (l *guildList) mend(ctx context.Context) error {
	if !l.mending.TryLock() {
		return nil
	}
	defer l.mending.Unlock()
	if err := l.addRecent(ctx); err != nil {
		return err
	}
	length, err := l.length(ctx)
	if err == nil && length < max(l.longest.Load(), l.known.Load()) {
		if err = l.add(ctx, keysOf(&l.locks)); err == nil {
			length, err = l.length(ctx)
		}
	}
	if err == nil {
		l.longest.Store(length)
	}
	return err
}

// addRecent adds the guilds anew that came so lately that a replica may lack them.
func (l *guildList) addRecent(ctx context.Context) error {
	var old []engine.ID
	for guild, at := range l.recent.Range {
		if time.Since(at.(time.Time)) > replicated {
			old = append(old, guild.(engine.ID))
		}
	}
	if err := l.add(ctx, keysOf(&l.recent)); err != nil {
		return err
	}
	for _, guild := range old {
		l.recent.Delete(guild)
	}
	return nil
}

// add adds guilds to the list, page by page, because a server does nothing else while it adds some.
func (l *guildList) add(ctx context.Context, guilds []any) error {
	for page := range slices.Chunk(guilds, guildPage) {
		if err := l.store.client.SAdd(ctx, guildsKey, page...).Err(); err != nil {
			return l.store.wrap(ctx, withKey(guildsKey, err))
		}
	}
	return nil
}

// length returns how many guilds the list has.
func (l *guildList) length(ctx context.Context) (int64, error) {
	n, err := l.store.client.SCard(ctx, guildsKey).Result()
	return n, l.store.wrap(ctx, withKey(guildsKey, err))
}

// keysOf returns the guilds that are the keys of a map, as the list has them.
func keysOf(m *sync.Map) (guilds []any) {
	for guild := range m.Range {
		guilds = append(guilds, decimal(guild.(engine.ID)))
	}
	return guilds
}
