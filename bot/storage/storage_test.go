package storage_test

import (
	"context"
	"errors"
	"testing"

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
