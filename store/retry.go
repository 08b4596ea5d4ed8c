package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cardroom/internal/retry"
)

// StartTimeout is how long a program that starts waits for a store that does not answer: a machine that boots may start its
// programs before its Redis.
const StartTimeout = 30 * time.Second

// whileStarting is the schedule of tries in that time.
var whileStarting = retry.Backoff{First: 250 * time.Millisecond}

// RetryUntilReady calls do until it succeeds, for up to half a minute. Waiting receives the first failure; it may be nil.
// After half a minute RetryUntilReady returns ErrUnreachable. ErrClosed and the end of the context end it at once.
func RetryUntilReady(ctx context.Context, waiting func(error), do func() error) error {
	limited, cancel := context.WithTimeout(ctx, StartTimeout)
	defer cancel()
	warned := false
	err := retry.Do(limited, whileStarting, func(context.Context) error {
		err := do()
		if ctx.Err() != nil || errors.Is(err, ErrClosed) {
			return retry.Permanent(err)
		}
		if err != nil && !warned && waiting != nil {
			warned = true
			waiting(err)
		}
		return err
	})
	switch {
	case err == nil, errors.Is(err, ErrClosed):
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return fmt.Errorf("%w: %w", ErrUnreachable, err)
}
