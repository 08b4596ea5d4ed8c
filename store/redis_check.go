package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"
)

// redisInfo is what a server tells of itself by INFO, and by CONFIG where that is allowed.
type redisInfo struct {
	fields map[string]string
	fsync  string // "" where CONFIG is forbidden
	alone  bool   // STORE_URL names no other
}

func readInfo(text string) map[string]string {
	fields := map[string]string{}
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			fields[name] = value
		}
	}
	return fields
}

// loading says that the server is still reading its data: it will be ready later.
func (i redisInfo) loading() bool { return i.fields["loading"] == "1" }

// rehearse does once all that the store will have to do: a right that its user lacks must be known now. The commands of
// the script go to keys of a tag that no guild has, and they are gone afterwards; those beside it go to keys of their
// own. In a cluster one master stands for all.
func (r *redisStore) rehearse(ctx context.Context) error {
	const (
		hash, zset, stream = "{g:rehearsal}:hash", "{g:rehearsal}:zset", "{g:rehearsal}:stream"
		guilds, notes      = "cardroom:rehearsal:guilds", "cardroom:rehearsal:notes"
	)
	b := newRedisBooks(0, 0, standing{}, nil)
	b.look("HGET", hash, "none", "") // never written: what an attempt without rights has left is no hindrance
	b.look("ZSCORE", zset, "none", "")
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
			return named(fmt.Sprint(command[0], " ", command[1]), err)
		}
	}
	return nil
}

// judge refuses settings with which Redis would forget what it has acknowledged. Only what the server says can be held
// against it; what it does not say is a warning.
func (i redisInfo) judge() (warnings []string, err error) {
	for _, check := range []func(redisInfo) error{versionFits, fitsURL, isMaster, neverEvicts, appends} {
		if err := check(i); err != nil {
			return nil, err
		}
	}
	if i.fields["redis_version"] == "" || i.fields["aof_enabled"] == "" {
		warnings = append(warnings,
			"the server does not tell how it is set up: if it does not keep an append-only file, chips die with it")
	}
	switch i.fsync {
	case "always":
	case "everysec":
		warnings = append(warnings, "appendfsync is everysec: a crash of Redis can lose the last second of acknowledged "+
			"actions; set appendfsync always")
	case "":
		warnings = append(warnings, "appendfsync cannot be read (CONFIG is forbidden): make sure that it is always")
	default:
		return nil, fmt.Errorf("%w: appendfsync is %s, a crash of the machine loses half a minute and more; "+
			"set appendfsync always", ErrUnsafe, i.fsync)
	}
	return warnings, nil
}

func versionFits(i redisInfo) error {
	version := i.fields["redis_version"]
	if version == "" {
		return nil
	}
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	a, _ := strconv.Atoi(major)
	b, _ := strconv.Atoi(minor)
	if a < 6 || a == 6 && b < 2 {
		return fmt.Errorf("%w: it is Redis %s; 6.2 or newer is needed", ErrUnsafe, version)
	}
	return nil
}

func fitsURL(i redisInfo) error {
	if i.alone && i.fields["cluster_enabled"] == "1" {
		return fmt.Errorf("%w: it is a node of a Redis Cluster; name several of its nodes in STORE_URL, with commas "+
			"between them", ErrUnsafe)
	}
	return nil
}

func isMaster(i redisInfo) error {
	if role := i.fields["role"]; role != "" && role != "master" {
		return fmt.Errorf("%w: its role is %s, a copy that cannot be written; name the master in STORE_URL", ErrUnsafe, role)
	}
	return nil
}

// neverEvicts: of the policies that evict, those on keys with a time to live do no harm, as ours have none.
func neverEvicts(i redisInfo) error {
	policy := i.fields["maxmemory_policy"]
	if policy == "" || policy == "noeviction" || strings.HasPrefix(policy, "volatile-") {
		return nil
	}
	return fmt.Errorf("%w: maxmemory-policy is %s, it throws tables away when memory is short; "+
		"set maxmemory-policy noeviction", ErrUnsafe, policy)
}

func appends(i redisInfo) error {
	if i.fields["aof_enabled"] == "0" {
		return fmt.Errorf("%w: appendonly is no, a restart would lose chips; set appendonly yes and appendfsync always",
			ErrUnsafe)
	}
	if status := i.fields["aof_last_write_status"]; status != "" && status != "ok" {
		return fmt.Errorf("%w: aof_last_write_status is %s, it cannot write its append-only file; "+
			"give the disk of its dir room", ErrUnsafe, status)
	}
	return nil
}

// known says whether the schema is ours.
func (r *redisStore) known(ctx context.Context) error {
	schema, err := r.client.Get(ctx, schemaKey).Result()
	if errors.Is(err, redis.Nil) {
		return fmt.Errorf("%w: it has no %s; name the server that the bot uses", ErrForeign, schemaKey)
	}
	if err != nil {
		return named(schemaKey, err)
	}
	switch n, err := strconv.ParseUint(schema, 10, 32); {
	case err == nil && n >= 1 && n <= redisSchema:
		return nil
	case err != nil || n == 0:
		return fmt.Errorf("%w: %s is no number; it is left as it is, name another server or database in STORE_URL",
			ErrForeign, schemaKey)
	default:
		return fmt.Errorf("%w of this program (schema %q, known is %d); it is left as it is, use that version",
			ErrSchema, schema, redisSchema)
	}
}
