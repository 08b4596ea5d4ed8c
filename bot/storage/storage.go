// Package storage bounds the bot's requests to its store.
//
// [Twice] makes a request within 900 milliseconds, and retries it once under the same id if the answer was lost. If the outcome is
// still unknown, it returns [ErrUnknown]: the change may have happened. So no caller may repeat it under another id.
//
// An [Outage] logs one line when the store stops answering, another one where more is known, and one when it answers again. It does
// not log one for each table and second.
package storage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cardroom/store"
)

// ErrUnknown means that a commit may or may not have happened, or that a read had no answer.
var ErrUnknown = errors.New("not confirmed yet")

// Twice calls do, and again if the outcome is unknown and ctx has not ended. The store must treat both calls as one, by an
// id.
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
	return Unknown(err)
}

// ErrUnread is the [ErrUnknown] of a read that had no answer.
var ErrUnread = fmt.Errorf("%w: a read had no answer", ErrUnknown)

// Read returns the result of do within the timeout of one request. Its error is an [ErrUnread].
func Read[T any](ctx context.Context, do func(context.Context) (T, error)) (T, error) {
	ctx, cancel := Within(ctx)
	defer cancel()
	found, err := do(ctx)
	return found, Unread(err)
}

// Unknown returns err as an [ErrUnknown], and nil for nil.
func Unknown(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrUnknown, err)
}

// Unread returns err as an [ErrUnread], and nil for nil.
func Unread(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrUnread, err)
}

// tryTime bounds each try of Twice. Two of them end before a user who waits reads that nothing is confirmed yet, which is after two
// seconds.
const tryTime = 900 * time.Millisecond

// try calls do within the time of one try.
func try(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	return do(ctx)
}

// Within returns a context that bounds one request to the store.
func Within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, Timeout)
}

// Timeout bounds one request to the store, which is no try of Twice.
const Timeout = time.Second
