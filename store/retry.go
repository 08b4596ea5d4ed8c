package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// How long a program that begins waits for a store that does not answer, and how long between two tries: a machine that
// starts again may bring up its programs before its Redis.
const (
	StartTimeout = 30 * time.Second
	StartPause   = 250 * time.Millisecond
)

// RetryUntilReady does what a program cannot begin without, and tries again for half a minute while the store does not answer.
// Waiting is told of the first failure. ErrUnreachable after that time; ErrClosed and the end of the context at once.
func RetryUntilReady(ctx context.Context, waiting func(error), do func() error) error {
	end := time.Now().Add(StartTimeout)
	for said := false; ; said = true {
		err := do()
		switch {
		case err == nil, ctx.Err() != nil, errors.Is(err, ErrClosed):
			return err
		case time.Now().After(end):
			return fmt.Errorf("%w: %w", ErrUnreachable, err)
		case !said && waiting != nil:
			waiting(err)
		}
		select {
		case <-time.After(StartPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
