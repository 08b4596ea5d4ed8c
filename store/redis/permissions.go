package redis

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"

	"cardroom/store/internal/ledger"
)

// checkPermissions does once all that the store will have to do: a right that its user lacks must be known now. The commands of
// the script go to keys of a tag that no guild has, and they are gone afterwards; those beside it go to keys of their
// own. In a cluster one master stands for all.
func (r *Store) checkPermissions(ctx context.Context) error {
	const (
		hash, zset, stream = "{g:rehearsal}:hash", "{g:rehearsal}:zset", "{g:rehearsal}:stream"
		guilds, notes      = "cardroom:rehearsal:guilds", "cardroom:rehearsal:notes"
	)
	b := newRedisTx(0, 0, ledger.TableState{}, nil)
	b.read("HGET", hash, "none", "") // never written: what an attempt without rights has left is no hindrance
	b.read("ZSCORE", zset, "none", "")
	b.write("HSET", hash, "a", "1")
	b.write("HDEL", hash, "b")
	b.write("PEXPIRE", hash, "1000")
	b.write("ZADD", zset, "1", "a")
	b.write("ZREMRANGEBYSCORE", zset, "0", "0")
	b.write("ZREMRANGEBYRANK", zset, "0", "-2")
	b.write("XADD", stream, "*", "a", "1")
	for _, key := range []string{hash, zset, stream} {
		b.write("DEL", key)
	}
	keys, args := b.script()
	if err := r.script.Eval(ctx, r.client, keys, args...).Err(); err != nil {
		return err
	}
	if err := r.script.EvalSha(ctx, r.client, keys, args...).Err(); err != nil {
		return err
	}
	for _, command := range [][]any{
		{"SADD", guilds, 1}, {"DEL", guilds}, {"HSET", notes, "a", 1}, {"HDEL", notes, "a"}, {"DEL", notes},
		{"EXISTS", schemaKey}, {"SMEMBERS", guildsKey}, {"HMGET", notesKey, "a"},
		{"HGETALL", hash}, {"ZRANGE", zset, 0, 0}, {"ZRANK", zset, "a"}, {"ZREVRANGEBYSCORE", zset, 0, 0},
	} {
		if err := r.client.Do(ctx, command...).Err(); err != nil && !errors.Is(err, redis.Nil) {
			return withKey(fmt.Sprint(command[0], " ", command[1]), err)
		}
	}
	return nil
}
