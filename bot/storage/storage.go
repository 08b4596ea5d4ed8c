// Package storage is how the bot asks its store: within a second, and once more under the same id where the answer was lost.
//
// What stays unknown after that is [ErrUnknown]: it may have happened. An [Outage] logs one line when the store stops
// answering and one when it answers again, and not one for each table and second.
package storage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cardroom/store"
)

// ErrUnknown says that a commit may or may not have happened.
var ErrUnknown = errors.New("not confirmed yet")

// Twice does what the store carries out once by its id, and once more where the outcome is unknown; then it is errUnknown.
func Twice(ctx context.Context, do func(context.Context) error) (err error) {
	for range 2 {
		err = once(ctx, do)
		if err == nil || store.Refused(err) {
			return err
		}
	}
	return fmt.Errorf("%w: %w", ErrUnknown, err)
}

func once(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := Within(ctx)
	defer cancel()
	return do(ctx)
}

// Within returns a context that bounds one request to the store.
func Within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, Timeout)
}

// Timeout bounds one request to the store; with the one repeat it stays inside Discord's three seconds.
const Timeout = time.Second
