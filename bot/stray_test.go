package bot_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

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
