package store

import (
	"context"
	"fmt"
)

// EachHandPage calls work with all hands of a table, newest first, in pages of up to n hands. Each page has the number below which it
// was read. It returns a *DamagedError where the numbers do not lead to an end: Hands takes 0 for the newest hand.
func EachHandPage(ctx context.Context, s Store, k Key, n int, work func(hands []Hand, before int64) error) error {
	for before := int64(0); ; {
		hands, err := s.Hands(ctx, k, before, n)
		if err != nil || len(hands) == 0 {
			return err
		}
		if err := work(hands, before); err != nil {
			return err
		}
		last := hands[len(hands)-1].Number
		switch {
		case last == 0:
			return &DamagedError{Key: k, Why: "one of its hands has the number 0; stop the bot and restore a backup"}
		case before != 0 && last >= before:
			return &DamagedError{Key: k, Why: fmt.Sprintf("hand %d is stored among the hands below %d", last, before)}
		}
		before = last
	}
}
