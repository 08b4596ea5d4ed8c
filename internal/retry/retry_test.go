package retry_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/internal/retry"
)

const s = time.Second

func TestDelay(t *testing.T) {
	for _, c := range []struct {
		name    string
		backoff retry.Backoff
		want    []time.Duration // after no failure, one, two …
	}{
		{"doubles up to the longest", retry.Backoff{First: 2 * s, Max: time.Minute}, []time.Duration{2 * s, 2 * s, 4 * s, 8 * s, 16 * s, 32 * s, 60 * s, 60 * s}},
		{"stays the same without a longest", retry.Backoff{First: 5 * s}, []time.Duration{5 * s, 5 * s, 5 * s, 5 * s}},
		{"grows by its factor", retry.Backoff{First: s, Max: time.Hour, Factor: 3}, []time.Duration{s, s, 3 * s, 9 * s, 27 * s}},
		{"may be nothing", retry.Backoff{}, []time.Duration{0, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []time.Duration
			for failures := range c.want {
				got = append(got, c.backoff.Delay(failures))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("delays %v, want %v", got, c.want)
			}
		})
	}
	if got := (retry.Backoff{First: s, Max: time.Hour}).Delay(1 << 40); got != time.Hour {
		t.Errorf("after very many failures %v, want an hour", got)
	}
}

func TestJitterSpreadsByAQuarter(t *testing.T) {
	b := retry.Backoff{First: 4 * s, Max: 8 * s, Jitter: true}
	least, most := time.Hour, time.Duration(0)
	for range 10_000 {
		d := b.Delay(2)
		least, most = min(least, d), max(most, d)
	}
	if least < 6*s || most > 10*s || least > 61*s/10 || most < 99*s/10 {
		t.Errorf("between %v and %v, want between 6s and 10s", least, most)
	}
}

func TestExhausted(t *testing.T) {
	b := retry.Backoff{Tries: 3}
	for failures, want := range []bool{false, false, false, true, true} {
		if got := b.Exhausted(failures); got != want {
			t.Errorf("after %d failures %t", failures, got)
		}
	}
	if (retry.Backoff{}).Exhausted(1 << 30) {
		t.Error("a schedule without a number of tries ended")
	}
}

var errBroken = errors.New("broken")

// limited is an error of a server that names the time of the next try.
type limited struct{ after time.Duration }

func (l limited) Error() string             { return "limited" }
func (l limited) RetryAfter() time.Duration { return l.after }

// tries runs Do with a function that returns the given errors in turn, and the last one for ever. It returns the time of
// each try.
func tries(ctx context.Context, b retry.Backoff, errs ...error) (at []time.Duration, err error) {
	begin := time.Now()
	err = retry.Do(ctx, b, func(context.Context) error {
		at = append(at, time.Since(begin))
		return errs[min(len(at), len(errs))-1]
	})
	return at, err
}

func TestDo(t *testing.T) {
	b := retry.Backoff{First: s, Max: 4 * s, Tries: 6}
	asks := fmt.Errorf("wrapped: %w", limited{3 * s})
	for _, c := range []struct {
		name string
		errs []error
		want error
		at   []time.Duration
	}{
		{"ends with success", []error{errBroken, errBroken, nil}, nil, []time.Duration{0, s, 3 * s}},
		{"ends when all tries are used up", []error{errBroken}, errBroken, []time.Duration{0, s, 3 * s, 7 * s, 11 * s, 15 * s}},
		{"ends with what no try can mend", []error{errBroken, retry.Permanent(asks)}, asks, []time.Duration{0, s}},
		{"finds the mark inside other errors", []error{fmt.Errorf("wrapped: %w", retry.Permanent(errBroken))}, errBroken, []time.Duration{0}},
		{"waits as long as the server asks", []error{asks, errBroken, nil}, nil, []time.Duration{0, 3 * s, 5 * s}},
		{"waits no less than its schedule", []error{limited{s / 2}, nil}, nil, []time.Duration{0, s}},
		{"takes a permanent nothing as success", []error{retry.Permanent(nil)}, nil, []time.Duration{0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				at, err := tries(t.Context(), b, c.errs...)
				if err != c.want {
					t.Errorf("error %v, want %v", err, c.want)
				}
				if !slices.Equal(at, c.at) {
					t.Errorf("tried at %v, want %v", at, c.at)
				}
			})
		})
	}
}

func TestDoEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*s, cancel)
		begin := time.Now()
		at, err := tries(ctx, retry.Backoff{First: 8 * s, Max: time.Hour}, errBroken)
		if err != errBroken || ctx.Err() == nil || len(at) != 2 || time.Since(begin) != 10*s {
			t.Errorf("%v after %v and tries at %v", err, time.Since(begin), at)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*s)
		defer cancel()
		begin := time.Now()
		at, err := tries(ctx, retry.Backoff{First: 8 * s, Max: time.Hour}, errBroken)
		if err != errBroken || len(at) != 2 || time.Since(begin) != 8*s {
			t.Errorf("it began a wait beyond the deadline: %v after %v and tries at %v", err, time.Since(begin), at)
		}
	})
}

func TestSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		if !retry.Sleep(t.Context(), 5*s) || time.Since(begin) != 5*s {
			t.Errorf("it slept for %v", time.Since(begin))
		}
		ended, cancel := context.WithCancel(t.Context())
		if !retry.Sleep(ended, 0) {
			t.Error("no wait, and it failed")
		}
		cancel()
		if retry.Sleep(ended, 0) || retry.Sleep(ended, time.Hour) || time.Since(begin) != 5*s {
			t.Error("it slept although the context had ended")
		}
	})
}

func TestAfter(t *testing.T) {
	if wait, ok := retry.After(fmt.Errorf("wrapped: %w", limited{s})); !ok || wait != s {
		t.Error(wait, ok)
	}
	if wait, ok := retry.After(errBroken); ok || wait != 0 {
		t.Error(wait, ok)
	}
}

func TestAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a retry.Attempt
		b := retry.Backoff{First: 2 * s, Max: time.Minute}
		if a.Blocked() {
			t.Error("a new attempt is blocked")
		}
		a.InFlight = true
		if !a.Blocked() {
			t.Error("two tries at a time")
		}
		a.InFlight = false
		a.Failed(b)
		if wait := a.Failed(b); wait != 4*s || a.Failures != 2 || !a.Blocked() {
			t.Error(wait, a)
		}
		time.Sleep(4 * s)
		if a.Blocked() {
			t.Error("Do waits too long")
		}
		a.Postpone(time.Hour)
		if !a.Blocked() || a.Failures != 2 {
			t.Error("a postponed attempt", a)
		}
		a.Reset()
		if a.Blocked() || a.Failures != 0 {
			t.Error("reset", a)
		}
	})
}

func ExampleDo() {
	answers := []error{errors.New("no answer"), errors.New("no answer"), nil}
	err := retry.Do(context.Background(), retry.Backoff{First: time.Millisecond, Max: time.Second}, func(context.Context) error {
		err := answers[0]
		answers = answers[1:]
		fmt.Println(err)
		return err
	})
	fmt.Println(err)
	// Output:
	// no answer
	// no answer
	// <nil>
	// <nil>
}
