package redis

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/ledger"
)

// The mark of a store is a random word that it gets when it is opened for the first time. While the program runs, a server
// without this mark was emptied, or is another one: FLUSHALL, or a failover to a replica that never had the data. Nothing is
// read from it or written to it. A server that only went back, as by an ordinary failover, has the mark.
//
// On a single server the script of every commit compares the mark, so nothing reaches an emptied one. A cluster keeps the mark
// with the leases, out of reach of a guild's script. There the store looks at a guild that has lost its fence before it writes
// to it, and likewise at anything that it cannot find.

// mark knows the mark of the store that was opened, and compares it.
type mark struct {
	store  *Store
	id     string   // "" where the store is only read
	fences sync.Map // engine.ID → time.Time, since when the guild is known to have its fence
}

var markLocation = location{"HGET", markKey, markField}

// expect makes a transaction fail where the store does not have the mark.
func (m *mark) expect(b *tx) {
	if m.id != "" {
		b.read(markLocation.command, markLocation.key, markLocation.field, m.id)
	}
}

// read gives the store a mark if it has none, or takes over the one that it has.
func (m *mark) read(ctx context.Context) error {
	made := cmp.Or(m.id, rand.Text())
	for observed := map[location]string(nil); ; {
		b := newTx(0, 0, ledger.TableState{}, observed)
		id := b.read(markLocation.command, markLocation.key, markLocation.field, "")
		if id == "" {
			id = made
			b.write("HSET", markKey, markField, id)
		}
		var err error
		if observed, err = m.store.runScript(ctx, b); err != nil {
			return err
		}
		if observed == nil {
			m.id = id
			return nil
		}
	}
}

// replaced returns the error of a store that lost its data or is another one.
func replaced(why string) error {
	return fmt.Errorf("%w: %s; put a backup back, or restart to begin with the empty store", store.ErrReplaced, why)
}

// checkNotReplaced checks that the store is the one that was opened. A backup of it that has no mark yet gets it.
func (m *mark) checkNotReplaced(ctx context.Context) error {
	n, err := m.store.client.Exists(ctx, schemaKey).Result()
	if err != nil {
		return m.store.wrap(ctx, withKey(schemaKey, err))
	}
	if n == 0 {
		return m.store.wrap(ctx, replaced(schemaKey+" is gone"))
	}
	if m.id == "" {
		return nil // opened for reading
	}
	id, err := m.store.client.HGet(ctx, markKey, markField).Result()
	switch {
	case errors.Is(err, redis.Nil):
		return m.restore(ctx)
	case err != nil:
		return m.store.wrap(ctx, withKey(markKey, err))
	case id != m.id:
		return m.store.wrap(ctx, replaced(markKey+" is that of another store"))
	}
	return nil
}

// restore gives the store its mark back, unless another program has given it one.
func (m *mark) restore(ctx context.Context) error {
	b := newTx(0, 0, ledger.TableState{}, nil)
	b.read(markLocation.command, markLocation.key, markLocation.field, "")
	b.write("HSET", markKey, markField, m.id)
	observed, err := m.store.runScript(ctx, b)
	if err == nil && observed != nil && observed[markLocation] != m.id {
		err = m.store.wrap(ctx, replaced(markKey+" is that of another store"))
	}
	return err
}

// checkObserved checks what a script has observed of the mark, and returns an error if the store was replaced.
func (m *mark) checkObserved(ctx context.Context, observed map[location]string) error {
	id, seen := observed[markLocation]
	if !seen || id == m.id {
		return nil
	}
	if err := m.checkNotReplaced(ctx); err != nil {
		return err
	}
	observed[markLocation] = m.id
	return nil
}

// checkFound checks what a script has observed of a guild under an epoch: a fence that is gone was never written, or is lost.
func (m *mark) checkFound(ctx context.Context, guild engine.ID, epoch int64, observed map[location]string) error {
	fence, seen := observed[location{"HGET", guildKey(guild, fenceName), fenceEpoch}]
	if seen && fence == "" && epoch > 0 {
		if err := m.checkGuild(ctx, guild); err != nil {
			return err
		}
	}
	return m.checkObserved(ctx, observed)
}

// replicated is how old a guild's fence is when every replica of a working cluster has it.
const replicated = 10 * time.Second

// noteFence notes that a guild has its fence, after a change under an epoch.
func (m *mark) noteFence(guild engine.ID, epoch int64) {
	if _, known := m.fences.Load(guild); !known && epoch > 0 {
		m.fences.LoadOrStore(guild, time.Now())
	}
}

// checkGuild checks a guild of which something cannot be found, or 0 where what is not found belongs to none. In a cluster
// each master can be emptied by itself, and the guild's fence went with it.
func (m *mark) checkGuild(ctx context.Context, guild engine.ID) error {
	if err := m.checkNotReplaced(ctx); err != nil {
		return err
	}
	since, known := m.fences.Load(guild)
	if !known || !m.store.address.Cluster() || time.Since(since.(time.Time)) < replicated {
		return nil
	}
	key := guildKey(guild, fenceName)
	err := m.store.client.HGet(ctx, key, fenceEpoch).Err()
	if errors.Is(err, redis.Nil) {
		return m.store.wrap(ctx, replaced(key+" is gone"))
	}
	return m.store.wrap(ctx, withKey(key, err))
}

// found returns the values that were read of a guild. Where nothing was there, it returns an error if the store was replaced.
func found[T any](ctx context.Context, r *Store, guild engine.ID, v T, there bool) (T, error) {
	if there {
		return v, nil
	}
	if err := r.mark.checkGuild(ctx, guild); err != nil {
		var none T
		return none, err
	}
	return v, nil
}
