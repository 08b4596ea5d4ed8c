package store

import (
	"context"
	"database/sql"
	"time"

	"cardroom/engine"
)

// ErasureRequest is the wish of a person to be forgotten in a guild. IDs are shared with payments.
type ErasureRequest struct {
	Guild  engine.ID
	ID     string // takes effect once; not empty
	Person engine.ID
	At     time.Time // of all moments of a person the latest is kept, to the millisecond
	Epoch  int64     // as of a Change
}

// forget carries out an oblivion.
func forget(b books, o *ErasureRequest) (Receipt, error) {
	if o.ID == "" || o.Person == 0 {
		return Receipt{}, &LedgerError{Account: WalletAccount(o.Person), Why: "nobody is to be forgotten"}
	}
	if err := unfenced(b, o.Guild, o.Epoch); err != nil {
		return Receipt{}, err
	}
	done, err := b.paid(o.Guild, o.ID)
	if err != nil || done {
		return Receipt{Duplicate: done}, err
	}
	last, err := b.forgotten(o.Guild, o.Person)
	if err != nil {
		return Receipt{}, err
	}
	if err := b.writePaid(&Payment{Guild: o.Guild, ID: o.ID, At: o.At}); err != nil {
		return Receipt{}, err
	}
	if err := b.dropStats(o.Guild, o.Person); err != nil {
		return Receipt{}, err
	}
	return Receipt{}, b.writeForgotten(o.Guild, o.Person, max(last, o.At.UnixMilli()))
}

func (m *memory) Forget(ctx context.Context, o ErasureRequest) (Receipt, error) {
	unlock, err := m.lock(ctx)
	if err != nil {
		return Receipt{}, err
	}
	defer unlock()
	return forget((*memoryBooks)(m), &o)
}

func (m *memory) Forgotten(ctx context.Context, guild engine.ID) (map[engine.ID]time.Time, error) {
	unlock, err := m.rlock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	all := map[engine.ID]time.Time{}
	for who, ms := range m.gone {
		if who.guild == guild {
			all[who.name] = time.UnixMilli(ms).UTC()
		}
	}
	return all, nil
}

func (m *memoryBooks) forgotten(guild, person engine.ID) (int64, error) {
	return m.gone[inGuild[engine.ID]{guild, person}], nil
}

func (m *memoryBooks) dropStats(guild, person engine.ID) error {
	delete(m.stats, inGuild[engine.ID]{guild, person})
	return nil
}

func (m *memoryBooks) writeForgotten(guild, person engine.ID, ms int64) error {
	m.gone[inGuild[engine.ID]{guild, person}] = ms
	return nil
}

func (f *file) Forget(ctx context.Context, o ErasureRequest) (Receipt, error) {
	return f.write.do(ctx, func(b *fileBooks) (Receipt, error) { return forget(b, &o) })
}

func (f *file) Forgotten(ctx context.Context, guild engine.ID) (map[engine.ID]time.Time, error) {
	return collectMap(f, func(r *sql.Rows) (person engine.ID, at time.Time, err error) {
		var ms int64
		err = r.Scan((*snowflake)(&person), &ms)
		return person, time.UnixMilli(ms).UTC(), err
	})(f.read.forgotten.QueryContext(ctx, int64(guild)))
}

func (b *fileBooks) forgotten(guild, person engine.ID) (ms int64, err error) {
	_, err = b.scan(b.selGone.QueryRow(int64(guild), int64(person)), &ms)
	return ms, err
}

func (b *fileBooks) dropStats(guild, person engine.ID) error {
	return b.exec(b.cutStats, int64(guild), int64(person))
}

func (b *fileBooks) writeForgotten(guild, person engine.ID, ms int64) error {
	return b.exec(b.putGone, int64(guild), int64(person), ms)
}

func (r *redisStore) Forget(ctx context.Context, o ErasureRequest) (Receipt, error) {
	return r.do(ctx, o.Guild, false, standing{epoch: o.Epoch}, func(b books) (Receipt, error) { return forget(b, &o) })
}

func (r *redisStore) Forgotten(ctx context.Context, guild engine.ID) (map[engine.ID]time.Time, error) {
	return ofPeople(ctx, r, guild, goneName, "", "who is forgotten", readTime)
}

func (b *redisBooks) forgotten(guild, person engine.ID) (int64, error) {
	ms, _, err := b.lookNumber("HGET", guildKey(guild, goneName), decimal(person), "")
	return ms, err
}

func (b *redisBooks) dropStats(guild, person engine.ID) error {
	b.write("HDEL", guildKey(guild, statsName), decimal(person))
	return nil
}

func (b *redisBooks) writeForgotten(guild, person engine.ID, ms int64) error {
	b.write("HSET", guildKey(guild, goneName), decimal(person), number(ms))
	return nil
}
