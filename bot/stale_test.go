package bot_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/store"
)

// S13: a process that resumes after another one took over the tables sees boards, or a store, that it does not know. It
// confirms its lease before it concludes that the store lost commits, and changes nothing.
func TestAStaleProcessDoesNotTakeAnothersBoardsForALoss(t *testing.T) {
	alone(t)
	for name, wake := range map[string]func(c *club, f *forgetful, kept int, other *discordtest.Person){
		"a press on a button of a turn to come": func(c *club, f *forgetful, kept int, other *discordtest.Person) {
			c.stop()
			f.forget(kept)
			c.srv.Fail("PATCH /channels", discordtest.Fault{Status: 500, Times: -1}) // players are faster than the first edit
			c.srv.Fail("GET /channels", discordtest.Fault{Status: 500, Times: -1})   // and than the sweep
			c.start()
			c.lease.assign(true, nil)
			other.Start(c.channel, discordtest.Press{Message: board(c).ID, CustomID: buttonOf(c, "Check")})
		},
		"an earlier version in the store": func(c *club, f *forgetful, kept int, other *discordtest.Person) {
			f.forget(kept)
			c.lease.assign(true, nil)
			other.Start(c.channel, discordtest.Press{Message: board(c).ID, CustomID: buttonOf(c, "Check")})
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, f, actor := forgetfulHand(t)
				c.excused = 1
				actor.Press(c.channel, "Call")
				kept, other := f.commits(), c.other(actor)
				other.Press(c.channel, "Check")
				var tried []string
				c.shaky.on(func(_ context.Context, change store.Change, do commitFunc) (store.Receipt, error) {
					if c.lease.fenced() {
						tried = append(tried, change.ID)
						return store.Receipt{}, &store.StaleError{Have: 1} // as for a table with an unknown outcome
					}
					return do()
				})
				wake(c, f, kept, other)
				time.Sleep(10 * time.Second)
				c.srv.Mend()
				for _, id := range tried {
					if strings.HasPrefix(id, "void") || strings.HasPrefix(id, "reseal") {
						t.Errorf("the stale process tried the commit %q", id)
					}
				}
				if log := c.log.String(); strings.Contains(log, "the store lost commits") {
					t.Errorf("it says\n%s", log)
				}
				c.shaky.works()
			})
		})
	}
}

// buttonOf returns the custom id of a button of the board.
func buttonOf(c *club, label string) string {
	b := board(c)
	return buttonID(c.t, &b, label)
}

// S5: while another process may have the tables, a press is never acknowledged silently. After two and a half seconds its
// answer is that nothing is confirmed. If the lease is renewed before, it gets its own answer.
func TestAPressInADoubtfulProcessIsToldThatNothingIsConfirmed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, actor := shakyHand(t)
		renewal := make(chan struct{})
		c.lease.assign(false, renewal)
		b := board(c)
		began := time.Now()
		var asked []*discordtest.Interaction
		for _, act := range []discordtest.Act{
			discordtest.Press{Message: b.ID, CustomID: buttonID(t, &b, "Call")}, discordtest.Slash{Command: "/cards"}, discordtest.Slash{Command: "/help"},
		} {
			i, err := actor.Start(c.channel, act)
			if err != nil {
				t.Fatal(err)
			}
			asked = append(asked, i)
		}
		for _, i := range asked {
			a := i.Answer()
			took := time.Since(began)
			if a.Type != discordtest.AnswerMessage || !strings.Contains(a.Text(), "Not confirmed yet") || took < 2400*time.Millisecond || took > 2700*time.Millisecond {
				t.Errorf("answered %d %q after %v", a.Type, a.Text(), took)
			}
		}
		i, err := actor.Start(c.channel, discordtest.Slash{Command: "/help"})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		c.lease.assign(false, nil)
		close(renewal)
		if a := i.Answer(); strings.Contains(a.Text(), "Not confirmed") || a.Took > 1100*time.Millisecond {
			t.Errorf("after a renewal it is answered %q after %v", a.Text(), a.Took)
		}
	})
}
