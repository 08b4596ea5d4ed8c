package bot_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/store"
)

func TestAStoreThatFailsIsLoggedOnceEachWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		away := errors.New("away")
		for _, err := range []error{away, store.ErrReplaced, nil, away, store.ErrMoved, nil} {
			c.shaky.update(func() { c.shaky.note = func() error { return err } })
			time.Sleep(time.Minute)
		}
		c.stop()
		for words, want := range map[string]int{"does not answer": 2, "the store lost its data": 1, "; tables wait until it is back": 1, "answers again": 2} {
			if n := strings.Count(c.log.String(), words); n != want {
				t.Errorf("%q is logged %d times, want %d", words, n, want)
			}
		}
		c.start()
	})
}

func TestADamagedListDoesNotStopTheOtherTables(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, actor := shakyHand(t)
		before := lineThatActs(c)
		c.stop()
		s.update(func() { s.damaged = []store.Key{{}, {Guild: 77}} })
		c.start()
		time.Sleep(5 * time.Second)
		if got := lineThatActs(c); got != before {
			t.Errorf("the board says %q, before it said %q", got, before)
		}
		a := actor.Press(c.channel, "Call")
		time.Sleep(2 * time.Second)
		if lineThatActs(c) == before {
			t.Errorf("a press is answered %q", a.Text())
		}
		c.stop()
		if n := strings.Count(c.log.String(), "not all tables can be found"); n != 2 {
			t.Errorf("logged %d times, want twice", n)
		}
		c.start()
	})
}
