package retry

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Backoff is how long to wait between tries: First after the first failure, then Factor times as long after each further
// failure in a row, up to Max.
type Backoff struct {
	First  time.Duration
	Max    time.Duration // below First: every wait is First
	Factor int           // below 2: 2
	Tries  int           // how many tries there are in all; 0: no limit
	Jitter bool          // spreads each wait by a quarter either way, so that many clients do not come back together
}

// Delay returns how long to wait after that many failures in a row. No failure counts as one.
func (b Backoff) Delay(failures int) time.Duration {
	d, longest := b.First, max(b.First, b.Max)
	for i := 1; i < failures && d < longest; i++ {
		d *= time.Duration(max(b.Factor, 2))
	}
	d = min(d, longest)
	if b.Jitter {
		d = d*3/4 + rand.N(d/2+1)
	}
	return d
}

// Exhausted reports whether that many failures in a row have used up all tries.
func (b Backoff) Exhausted(failures int) bool { return b.Tries > 0 && failures >= b.Tries }

// Do calls try until it returns nil or a [Permanent] error, until all tries are used up, or until ctx ends. It waits as b
// says, or longer where the error asks for that (see [After]). It does not begin a wait that would outlast ctx. Do returns
// the error of the last try, without the mark of Permanent. ctx.Err() says whether the context has ended; where only a wait would
// outlast it, that is still nil.
func Do(ctx context.Context, b Backoff, try func(context.Context) error) error {
	for failures := 1; ; failures++ {
		err := try(ctx)
		if err == nil {
			return nil
		}
		if final, ok := errors.AsType[*permanentError](err); ok {
			return final.error
		}
		after, _ := After(err)
		if b.Exhausted(failures) || !Sleep(ctx, max(b.Delay(failures), after)) {
			return err
		}
	}
}

// Permanent marks an error that no further try would mend. Permanent(nil) is nil.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return &permanentError{err}
}

type permanentError struct{ error }

func (e *permanentError) Unwrap() error { return e.error }

// After returns how long err asks to wait: err, or an error that it wraps, has a method RetryAfter. It reports false where
// err says nothing about that.
func After(err error) (wait time.Duration, ok bool) {
	var asks interface {
		error
		RetryAfter() time.Duration
	}
	if !errors.As(err, &asks) {
		return 0, false
	}
	return asks.RetryAfter(), true
}

// Sleep waits for d and reports whether ctx lasted until then. It returns at once where ctx would end first.
func Sleep(ctx context.Context, d time.Duration) bool {
	if end, ok := ctx.Deadline(); ok && time.Until(end) < d {
		return false
	}
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
