package bot_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/store"
)

// A message that was posted to be the board, and whose commit failed, goes when the table closes without another board.
func TestAStrayBoardGoesWithItsTable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, _ := c.seated("clock", "off", "pause", "60")
		time.Sleep(22 * time.Second)
		c.shaky.on(func(_ context.Context, change store.Change, do commitFunc) (store.Receipt, error) {
			if strings.HasPrefix(change.ID, "board") {
				return store.Receipt{}, context.DeadlineExceeded
			}
			return do()
		})
		before := len(c.channel.Messages())
		alice.Command(c.channel, "/table status")
		time.Sleep(3 * time.Second)
		if n := len(c.channel.Messages()); n <= before {
			t.Fatal("no second board was posted")
		}
		confirm(alice, c.channel, "/table close")
		time.Sleep(time.Minute)
		for _, m := range c.channel.Messages() {
			if len(m.Buttons()) > 0 {
				t.Errorf("the table is closed, and there are buttons on\n%s", m.String())
			}
		}
	})
}

// An old board whose edit waits when the next one stands is not edited again: the edit would bring its buttons back. It waits
// after the program ended before a hand's board, and the next life found a store that refuses its writes.
func TestAnOldBoardKeepsNoButtons(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.seated("clock", "off", "pause", "5")
		time.Sleep(22 * time.Second)
		c.stop()
		fell := c.falls(failpoint.Point{Effect: failpoint.PostBoard})
		c.start()
		pressFold(c, c.actor())
		time.Sleep(10 * time.Second)
		if !fell.Load() {
			t.Fatal("the program does not end before the second hand's board")
		}
		c.shaky.fails(false)
		c.start()
		time.Sleep(10 * time.Second)
		c.shaky.works()
		time.Sleep(2 * time.Minute)
		for _, m := range c.channel.Messages() {
			if now := m.ID == board(c).ID; now != (len(m.Buttons()) > 0) {
				t.Errorf("only the newest board is to have buttons:\n%s", m.String())
			}
		}
	})
}
