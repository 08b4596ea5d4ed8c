package bot_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/store"
)

// A hand whose board is in the channel, and unknown, is dealt within twelve seconds of the end of an outage, however long that was.
func TestAHandIsDealtSoonAfterAnOutage(t *testing.T) {
	t.Parallel()
	for name, outage := range map[string]struct{ begin, end func(*club) }{
		"the channel cannot be read": {
			func(c *club) {
				c.srv.Fail("GET /channels/{channel}/messages", discordtest.Fault{Status: 502, Times: -1})
			},
			func(c *club) { c.srv.Mend() },
		},
		"the store does not answer": {
			func(c *club) { c.shaky.fails(false) },
			func(c *club) { c.shaky.works() },
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, lasts := range []time.Duration{7 * time.Second, 16 * time.Second, 33 * time.Second} {
				synctest.Test(t, func(t *testing.T) {
					var ends atomic.Bool
					c := openAs(t, func(c *club) {
						c.at = func(p failpoint.Point) bool {
							return ends.Load() && p == failpoint.Point{Effect: failpoint.PostBoard, Done: true}
						}
					})
					c.seated("clock", "off", "pause", "5")
					time.Sleep(12 * time.Second)
					ends.Store(true)
					pressFold(c, c.actor())
					time.Sleep(8 * time.Second)
					ends.Store(false)
					c.stop()
					outage.begin(c)
					c.start()
					ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
					defer cancel()
					go beBusy(ctx, c)
					time.Sleep(lasts)
					if lineThatActs(c) != "" {
						t.Fatal("the hand is dealt: the test is for one that waits")
					}
					outage.end(c)
					began := time.Now()
					for lineThatActs(c) == "" && ctx.Err() == nil {
						time.Sleep(100 * time.Millisecond)
					}
					if took := time.Since(began); took > 12*time.Second || !strings.HasPrefix(board(c).Text(), "#2 ") {
						t.Errorf("after an outage of %v it takes %v", lasts, took)
					}
					cancel()
					time.Sleep(time.Second)
				})
			}
		})
	}
}

// beBusy keeps the table of the club busy half of the time, with another job in line: an alarm that rings then is not queued, because
// each job sets it again.
func beBusy(ctx context.Context, c *club) {
	t := c.life.bot.Tables.Get(store.Key{Guild: message.Snowflake(c.guild.ID()), Channel: message.Snowflake(c.channel.ID())})
	time.Sleep(40 * time.Millisecond) // retries come at multiples of 50
	for ctx.Err() == nil {
		if t.Queued() == 0 { // else the store does not answer
			t.Must(func() { time.Sleep(25 * time.Millisecond) })
			t.Must(func() {})
		}
		time.Sleep(50 * time.Millisecond)
	}
}
