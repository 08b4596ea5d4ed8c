package bot_test

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

const paused = "⏸ Paused"

func TestAnOutageIsALineOnTheBoardAndTwoInTheLog(t *testing.T) {
	t.Parallel()
	for name, all := range map[string]bool{"of reading and writing": true, "of writing": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, s, actor := shakyHand(t)
				before, log, requests := board(c).Text(), len(c.log.String()), c.srv.RequestCount()
				s.fails(all)
				if err := c.life.bot.Ready(t.Context()); err != nil {
					t.Errorf("before the outage: %v", err)
				}
				actor.Press(c.channel, "Call")
				time.Sleep(10 * time.Second)
				if err := c.life.bot.Ready(t.Context()); err == nil || !strings.Contains(err.Error(), "the store does not answer") {
					t.Errorf("in the outage the bot is ready: %v", err)
				}
				if text := board(c).Text(); strings.Count(text, paused) != 1 || !strings.HasPrefix(text, before) {
					t.Errorf("ten seconds later the board says\n%s", text)
				}
				time.Sleep(10 * time.Minute)
				if n := c.srv.RequestCount() - requests; n > 2 { // the answer and the line
					t.Errorf("%d requests", n)
				}
				s.works()
				time.Sleep(3 * time.Second)
				if text := board(c).Text(); strings.Contains(text, paused) {
					t.Errorf("after the outage it says\n%s", text)
				}
				if err := c.life.bot.Ready(t.Context()); err != nil {
					t.Errorf("after the outage: %v", err)
				}
				if a := actor.Press(c.channel, "Call"); a.Type != discordtest.AnswerUpdate {
					t.Errorf("play does not go on: %d %q", a.Type, a.Text())
				}
				said := c.log.String()[log:]
				loud := strings.Count(said, "level=WARN") + strings.Count(said, "level=ERROR")
				if loud != 1 || strings.Count(said, "the store does not answer") != 1 || strings.Count(said, "answers again") != 1 {
					t.Errorf("the log says\n%s", said)
				}
			})
		})
	}
}

func TestWhoWaitsForAStoreThatIsAwayIsAnsweredBeforeTheProgramEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, actor := shakyHand(t)
		s.fails(true)
		actor.Press(c.channel, "Call") // with an unknown outcome
		var asked []*discordtest.Interaction
		for _, p := range []*discordtest.Person{actor, c.other(actor)} {
			i, err := p.Start(c.channel, discordtest.Slash{Command: "/cards"})
			if err != nil {
				t.Fatal(err)
			}
			asked = append(asked, i)
		}
		time.Sleep(100 * time.Millisecond)
		c.stop()
		for _, i := range asked {
			select {
			case <-i.Done():
			default:
				t.Error("a press has no answer when the program has ended")
				continue
			}
			if a := i.Answer(); a.Err != nil || !strings.Contains(a.Text(), "not confirmed") && !strings.Contains(a.Text(), "Not confirmed") {
				t.Errorf("answered %v %q", a.Err, a.Text())
			}
		}
		s.works()
		c.start()
	})
}

func TestAStoreThatDiesBeforeTheTablesAreReadIsWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, actor := shakyHand(t)
		before := lineThatActs(c)
		c.stop()
		back := time.Now().Add(20 * time.Second)
		s.update(func() {
			s.note = func() error {
				if time.Now().Before(back) {
					return io.ErrUnexpectedEOF
				}
				return nil
			}
		})
		c.start()
		time.Sleep(15 * time.Second)
		if c.srv.Online() {
			t.Error("the bot is connected before it has read its tables")
		}
		time.Sleep(10 * time.Second)
		if got := lineThatActs(c); got != before {
			t.Errorf("the board says %q, before it said %q", got, before)
		}
		if a := actor.Press(c.channel, "Call"); a.Type != discordtest.AnswerUpdate {
			t.Errorf("a press is answered %d %q", a.Type, a.Text())
		}
		s.works()
	})
}
