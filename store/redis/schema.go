package redis

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/redis/go-redis/v9"

	"cardroom/store"
)

// writeSchema writes the schema if there is none or an older one; an older program refuses the store from then on. It refuses
// a schema that is not of this program. It reports whether there was none, because the store is new or was emptied.
func (r *Store) writeSchema(ctx context.Context) (begins bool, err error) {
	made, err := r.client.SetNX(ctx, schemaKey, schemaVersion, 0).Result()
	if err != nil || made {
		return made, err
	}
	if err := r.checkSchema(ctx); err != nil {
		return false, err
	}
	schema, err := r.client.Get(ctx, schemaKey).Result()
	if err != nil || schema == formatInt(schemaVersion) {
		return false, err
	}
	return false, withKey(schemaKey, r.client.Set(ctx, schemaKey, schemaVersion, 0).Err())
}

// checkKnown refuses a store with a schema that is not of this program. One without any is new.
func (r *Store) checkKnown(ctx context.Context) error {
	if n, err := r.client.Exists(ctx, schemaKey).Result(); err != nil || n == 0 {
		return withKey(schemaKey, err)
	}
	return r.checkSchema(ctx)
}

// checkSchema refuses a store without a schema of this program.
func (r *Store) checkSchema(ctx context.Context) error {
	schema, err := r.client.Get(ctx, schemaKey).Result()
	if errors.Is(err, redis.Nil) {
		return fmt.Errorf("%w: it has no %s; if the store is new, start the bot once; otherwise this is not the bot's server, or it "+
			"has lost its data: name the other server, or put a backup back", store.ErrForeign, schemaKey)
	}
	if wrongType(err) {
		return fmt.Errorf("%w: %s is no string; it is left as it is, name another server or database (%w)", store.ErrForeign, schemaKey, err)
	}
	if err != nil {
		return withKey(schemaKey, err)
	}
	switch n, err := strconv.ParseUint(schema, 10, 32); {
	case err == nil && n >= 1 && n <= schemaVersion:
		return nil
	case err != nil || n == 0:
		return fmt.Errorf("%w: %s is no number; it is left as it is, name another server or database",
			store.ErrForeign, schemaKey)
	default:
		return fmt.Errorf("%w of this program (schema %q, known is %d); it is left as it is, use that version",
			store.ErrSchema, schema, schemaVersion)
	}
}
