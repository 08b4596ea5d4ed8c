package redis

import (
	"cmp"
	"context"
	_ "embed" // the script
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"cardroom/store"
)

//go:embed ratelimit.lua
var ratelimitText string

//go:embed slot.lua
var slotText string

// ratelimits implements [store.RateSharer].
type ratelimits struct {
	store        *Store
	rates, slots *redis.Script
}

func newRatelimits(r *Store) ratelimits {
	return ratelimits{r, redis.NewScript(ratelimitText), redis.NewScript(slotText)}
}

// errMarked is for a store that has its mark again by now.
var errMarked = errors.New("store: redis: the store was without its mark for a moment; try again")

func rateKey(limit string) string { return leasesKey + ":rate:" + limit }

// TakeRate implements [store.RateSharer].
func (l ratelimits) TakeRate(ctx context.Context, r store.Rate) (wait time.Duration, taken bool, err error) {
	got, err := l.run(ctx, l.rates, rateKey(r.Limit),
		r.Cost.Microseconds(), r.Most.Microseconds(), r.Ahead.Microseconds(), markField, l.store.mark.id, r.Longest.Milliseconds())
	if err != nil {
		return 0, false, err
	}
	return time.Duration(got[0]) * time.Microsecond, got[1] == 1, nil
}

// TakeSlot implements [store.RateSharer]. The owner is a fraction, which older programs add to the use of the rate of the same
// name: they wait for the slot to the end, and find less than a microsecond more.
func (l ratelimits) TakeSlot(ctx context.Context, s store.Slot) (wait time.Duration, err error) {
	got, err := l.run(ctx, l.slots, rateKey(s.Name),
		fmt.Sprintf("0.%020d", s.Owner), s.For.Milliseconds(), s.Longest.Milliseconds(), markField, l.store.mark.id)
	if err != nil {
		return 0, err
	}
	return time.Duration(got[0]) * time.Millisecond, nil
}

// run runs a script over a key, and returns its two numbers.
func (l ratelimits) run(ctx context.Context, script *redis.Script, key string, args ...any) ([]int64, error) {
	ctx, leave, err := l.store.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	got, err := script.Run(ctx, l.store.client, []string{key, markKey}, args...).Int64Slice()
	switch {
	case err != nil:
		return nil, l.store.wrap(ctx, withKey(key, err))
	case len(got) < 2:
		return nil, cmp.Or(l.store.mark.checkNotReplaced(ctx), errMarked)
	}
	return got, nil
}
