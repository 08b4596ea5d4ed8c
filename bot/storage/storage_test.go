package storage_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/storage"
)

func TestARequestIsRepeatedOnceUnlessTheProgramEnds(t *testing.T) {
	for name, want := range map[string]int{"goes on": 2, "ends": 1} {
		ctx, end := context.WithCancel(t.Context())
		calls := 0
		err := storage.Twice(ctx, func(context.Context) error {
			calls++
			if name == "ends" {
				end()
			}
			return errors.New("lost")
		})
		end()
		if calls != want || !errors.Is(err, storage.ErrUnknown) {
			t.Errorf("%s: %d calls, want %d; %v", name, calls, want, err)
		}
	}
}

// Two tries against a store that hangs end before a user reads, after two seconds, that nothing is confirmed yet.
func TestTwoTriesEndWithinTwoSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		err := storage.Twice(t.Context(), func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
		if took := time.Since(began); !errors.Is(err, storage.ErrUnknown) || took >= 2*time.Second {
			t.Errorf("after %v: %v", took, err)
		}
	})
}

func TestAReadHasOneTryInItsTime(t *testing.T) {
	lost := errors.New("lost")
	calls := 0
	read := func(failed error) (int, error) {
		return storage.Read(t.Context(), func(ctx context.Context) (int, error) {
			calls++
			if until, bounded := ctx.Deadline(); !bounded || time.Until(until) > storage.Timeout {
				t.Errorf("the deadline is %v", until)
			}
			return 7, failed
		})
	}
	if n, err := read(nil); n != 7 || err != nil {
		t.Errorf("read %d, %v", n, err)
	}
	if _, err := read(lost); !errors.Is(err, storage.ErrUnknown) || !errors.Is(err, storage.ErrUnread) || !errors.Is(err, lost) || calls != 2 {
		t.Errorf("%d calls, %v", calls, err)
	}
}
