package bot_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/store"
)

// ailing is a store whose notes may fail, and whose lists may be damaged.
type ailing struct {
	store.Store
	note    atomic.Pointer[error]
	damaged []store.Key // yielded before all tables
}

func (a *ailing) SetNote(ctx context.Context, name, value string) error {
	if err := a.note.Load(); err != nil {
		return *err
	}
	return a.Store.SetNote(ctx, name, value)
}

func (a *ailing) Tables(ctx context.Context) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		for _, k := range a.damaged {
			if !yield(store.Record{Key: k}, &store.DamagedError{Key: k, Why: "garbage"}) {
				return
			}
		}
		a.Store.Tables(ctx)(yield)
	}
}

func TestAStoreThatFailsIsLoggedOnceEachWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.stop()
		a := &ailing{Store: c.shaky.Store}
		c.shaky.Store = a
		c.start()
		for _, err := range []error{errors.New("away"), store.ErrReplaced} {
			a.note.Store(&err)
			time.Sleep(time.Minute)
		}
		a.note.Store(nil)
		time.Sleep(time.Minute)
		c.stop()
		for _, words := range []string{"does not answer", "has lost its data", "answers again"} {
			if n := strings.Count(c.log.String(), words); n != 1 {
				t.Errorf("%q is logged %d times, want once", words, n)
			}
		}
		c.start()
	})
}

func TestADamagedListDoesNotStopTheOtherTables(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _, actor := shakyHand(t)
		before := lineThatActs(c)
		c.stop()
		c.shaky.Store = &ailing{Store: c.shaky.Store, damaged: []store.Key{{}, {Guild: 77}}}
		c.start()
		time.Sleep(5 * time.Second)
		if got := lineThatActs(c); got != before {
			t.Errorf("the board says %q, before it said %q", got, before)
		}
		if a := actor.Press(c.channel, "Call"); lineThatActs(c) == before {
			t.Errorf("a press is answered %q", a.Text())
		}
		c.stop()
		if n := strings.Count(c.log.String(), "not all tables can be found"); n != 2 {
			t.Errorf("logged %d times, want twice", n)
		}
		c.start()
	})
}
