package bot_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/engine"
	"cardroom/store"
)

// skewed is a store with an extra chip in an account.
type skewed struct {
	store.Store
	by int64
}

func (s *skewed) Accounts(ctx context.Context, guild engine.ID) (map[store.Account]int64, error) {
	all, err := s.Store.Accounts(ctx, guild)
	all[store.Mint] += s.by
	return all, err
}

// P1: the start checks the sums, and play goes on.
func TestSumsAreLookedAtAtTheStart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, _ := shakyHand(t)
		before, odd := lineThatActs(c), &skewed{Store: s.Store}
		for n, by := range []int64{0, 1} {
			c.stop()
			odd.by = by
			s.Store = odd
			c.start()
			time.Sleep(5 * time.Second)
			if said := strings.Count(c.log.String(), "do not add up"); said != n {
				t.Errorf("a chip too many: %d; said %d times", by, said)
			}
		}
		if now := lineThatActs(c); now != before {
			t.Errorf("the board says %q, before %q", now, before)
		}
	})
}
