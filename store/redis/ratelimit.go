package redis

import (
	"cmp"
	"context"
	_ "embed" // the script
	"errors"
	"time"

	"github.com/redis/go-redis/v9"

	"cardroom/store"
)

//go:embed ratelimit.lua
var ratelimitText string

// ratelimits implements [store.RateSharer].
type ratelimits struct {
	store  *Store
	script *redis.Script
}

func newRatelimits(r *Store) ratelimits {
	return ratelimits{r, redis.NewScript(ratelimitText)}
}

// errMarked is for a store that has its mark again by now.
var errMarked = errors.New("store: redis: the store was without its mark for a moment; try again")

func rateKey(limit string) string { return leasesKey + ":rate:" + limit }

// TakeRate implements [store.RateSharer].
func (l ratelimits) TakeRate(ctx context.Context, r store.Rate) (wait time.Duration, taken bool, err error) {
	ctx, leave, err := l.store.begin(ctx)
	if err != nil {
		return 0, false, err
	}
	defer leave()
	key := rateKey(r.Limit)
	m := &l.store.mark
	got, err := l.script.Run(ctx, l.store.client, []string{key, markKey},
		r.Cost.Microseconds(), r.Most.Microseconds(), r.Ahead.Microseconds(), markField, m.id, r.Longest.Milliseconds()).Int64Slice()
	switch {
	case err != nil:
		return 0, false, l.store.wrap(ctx, withKey(key, err))
	case len(got) < 2:
		return 0, false, cmp.Or(m.checkNotReplaced(ctx), errMarked)
	}
	return time.Duration(got[0]) * time.Microsecond, got[1] == 1, nil
}
