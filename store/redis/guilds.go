package redis

import (
	"context"
	"slices"
	"sync"
	"time"

	"cardroom/engine"
	"cardroom/store/internal/ledger"
)

// guildList knows the guilds that are in cardroom:guilds, and writes those anew that the list may have lost. A failover can bring an older
// list back, and an operator can delete it. The bot never removes any.
type guildList struct {
	store   *Store
	locks   sync.Map   // engine.ID → guildLock, of every known guild
	mending sync.Mutex // held by the call that writes them anew
	mended  time.Time  // by the last such call
}

// mendingPause is the time between two calls that write all guilds anew: some 25 bytes for each.
const mendingPause = 10 * time.Second

// guildLock lets one commit at a time move chips in a guild. Concurrent ones would invalidate each other's guesses and retry.
type guildLock chan struct{}

// lock returns the lock of a guild, and remembers the guild.
func (l *guildList) lock(guild engine.ID) guildLock {
	t, _ := l.locks.LoadOrStore(guild, make(guildLock, 1))
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
	if err := l.add(ctx, []any{decimal(guild)}); err != nil {
		return nil, err
	}
	if guess.Epoch > 0 {
		if err := l.store.checkNewest(ctx, guild, guess.Epoch); err != nil {
			return nil, err
		}
	}
	return l.lock(guild), nil
}

// mend writes all known guilds anew, if that was not done lately. While another call does it, mend does nothing.
func (l *guildList) mend(ctx context.Context) error {
	if !l.mending.TryLock() {
		return nil
	}
	defer l.mending.Unlock()
	if time.Since(l.mended) < mendingPause {
		return nil
	}
	var guilds []any
	for guild := range l.locks.Range {
		guilds = append(guilds, decimal(guild.(engine.ID)))
	}
	if err := l.add(ctx, guilds); err != nil {
		return err
	}
	l.mended = time.Now()
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
