package redis

import (
	"context"
	_ "embed" // the script
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

func rateKey(limit string) string { return leasesKey + ":rate:" + limit }

// TakeRate implements [store.RateSharer].
func (l ratelimits) TakeRate(ctx context.Context, r store.Rate) (wait time.Duration, taken bool, err error) {
	ctx, leave, err := l.store.begin(ctx)
	if err != nil {
		return 0, false, err
	}
	defer leave()
	key := rateKey(r.Limit)
	got, err := l.script.Run(ctx, l.store.client, []string{key}, r.Cost.Microseconds(), r.Most.Microseconds(), r.Ahead.Microseconds()).Int64Slice()
	if err != nil {
		return 0, false, l.store.wrap(ctx, withKey(key, err))
	}
	return time.Duration(got[0]) * time.Microsecond, got[1] == 1, nil
}
