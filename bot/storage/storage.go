// Package storage bounds the bot's requests to its store.
//
// [Twice] makes a request within a second, and once more under the same id where the answer was lost. If the outcome is still
// unknown, it returns [ErrUnknown]: the change may have happened. So no caller may do it again under another id.
//
// An [Outage] logs one line when the store stops answering and one when it answers again, and not one for each table and
// second.
package storage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cardroom/store"
)

// ErrUnknown means that a commit may or may not have happened.
var ErrUnknown = errors.New("not confirmed yet")

// Twice calls do, and once more where the outcome is unknown and ctx has not ended. The store must carry out both as one,
// by an id.
func Twice(ctx context.Context, do func(context.Context) error) (err error) {
	for range 2 {
		err = try(ctx, do)
		if err == nil || store.Refused(err) {
			return err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return fmt.Errorf("%w: %w", ErrUnknown, err)
}

// try calls do within the time that one request has.
func try(ctx context.Context, do func(context.Context) error) error {
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
