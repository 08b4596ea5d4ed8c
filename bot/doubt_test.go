package bot_test

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/message"
	"cardroom/engine"
	"cardroom/render/text"
	"cardroom/store"
)

// shakyHand returns a hand of two players without a clock on a shaky store, and the player to act.
func shakyHand(t *testing.T) (*club, *shaky, *discordtest.Person) {
	t.Helper()
	c := open(t)
	return c, c.shaky, shakyHandAt(t, c)
}

// shakyHandAt starts a hand of two players.
func shakyHandAt(t *testing.T, c *club) *discordtest.Person {
	t.Helper()
	c.seated("clock", "off", "pause", "0")
	time.Sleep(12 * time.Second)
	return c.actor()
}

// board returns the newest board with a hand on it.
func board(c *club) discordtest.Message {
	var b discordtest.Message
	for _, m := range c.channel.Messages() {
		if _, opens := text.ParseHandMessage(m.Text()); strings.HasPrefix(m.Text(), "#") && !opens {
			b = m
		}
	}
	return b
}

func lineThatActs(c *club) string { return lineOfTurn(board(c)) }

// lineOfTurn returns the line of a board's player to act; "": it has none.
func lineOfTurn(b discordtest.Message) string {
	for line := range strings.Lines(b.Text()) {
		if strings.HasPrefix(line, "▶") {
			return line
		}
	}
	return ""
}

func TestAPressThatWasToldToLookAtTheBoardIsOnTheBoard(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, actor := shakyHand(t)
		before, tries := lineThatActs(c), 0
		s.on(func(ctx context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
			if tries++; tries > 1 {
				return do()
			}
			<-ctx.Done()
			time.Sleep(1200 * time.Millisecond) // with the try that is more than the patience of the answer
			return store.Receipt{}, ctx.Err()
		})
		answer := actor.Press(c.channel, "Call")
		if answer.Err != nil || !strings.Contains(answer.Text(), "board") {
			t.Fatalf("the slow press is answered %v, %q", answer.Err, answer.Text())
		}
		s.on(nil)
		time.Sleep(5 * time.Second)
		if lineThatActs(c) == before {
			t.Errorf("the board still says %q", before)
		}
	})
}

func TestACommitInDoubtThatWasDoneIsShown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, actor := shakyHand(t)
		before := lineThatActs(c)
		s.on(func(ctx context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
			do()
			return loseReply(ctx)
		})
		actor.Press(c.channel, "Call")
		s.on(nil)
		time.Sleep(5 * time.Second)
		if lineThatActs(c) == before {
			t.Errorf("the board still says %q", before)
		}
	})
}

func TestACommitThatLandsLateIsFoundByTheNextPress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, actor := shakyHand(t)
		before, tries := lineThatActs(c), 0
		s.on(func(ctx context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
			if tries++; tries == 1 {
				time.AfterFunc(4*time.Second, func() { do() })
			}
			return loseReply(ctx)
		})
		actor.Press(c.channel, "Call")
		s.on(nil)
		time.Sleep(10 * time.Second)
		actor.Press(c.channel, "Call") // on an outdated board, with an unknown outcome
		time.Sleep(5 * time.Second)
		if lineThatActs(c) == before {
			t.Fatalf("the board still says %q", before)
		}
		if next := c.other(actor).Press(c.channel, "Check"); next.Type != discordtest.AnswerUpdate {
			t.Errorf("the game does not go on: %d %q", next.Type, next.Text())
		}
	})
}

func TestAHousePlayersLostCommitIsNotPlayedForAPerson(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice := c.person("alice")
		alice.Grant(discordgo.PermissionManageChannels)
		alice.Command(c.channel, "/table open", "clock", "off", "pause", "0")
		confirm(alice, c.channel, "/table bot add")
		c.shaky.on(func(ctx context.Context, change store.Change, do commitFunc) (store.Receipt, error) {
			receipt, err := do()
			for _, e := range change.Events {
				if e.Kind == engine.Acted && e.House == engine.Person && strings.HasPrefix(change.ID, "house") {
					t.Errorf("commit %s acts for a person", change.ID)
				}
			}
			if strings.HasPrefix(change.ID, "house") && !receipt.Duplicate {
				return loseReply(ctx)
			}
			return receipt, err
		})
		alice.Press(c.channel, "Sit down")
		for range 10 {
			time.Sleep(4 * time.Second)
			if alice.Press(c.channel, "Call").Err != nil {
				alice.Press(c.channel, "Check")
			}
		}
	})
}

func TestATableWhoseStoreWasAwayDuringTheDealGoesOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, actor := shakyHand(t)
		down := time.Now().Add(20 * time.Second)
		away := func() error {
			if time.Now().Before(down) {
				return context.DeadlineExceeded
			}
			return nil
		}
		var deals atomic.Int64
		s.mu.Lock()
		s.load = away
		s.commit = func(_ context.Context, change store.Change, do commitFunc) (store.Receipt, error) {
			if strings.HasPrefix(change.ID, "board") {
				deals.Add(1)
				if time.Now().Before(down) {
					return store.Receipt{}, context.DeadlineExceeded
				}
			}
			return do()
		}
		s.mu.Unlock()
		actor.Press(c.channel, "Fold")
		time.Sleep(time.Minute)
		if deals.Load() == 0 {
			t.Fatal("no deal was tried")
		}
		if b := board(c); !strings.HasPrefix(b.Text(), "#2") || lineThatActs(c) == "" {
			t.Errorf("after a minute the board is\n%s", b.String())
		}
		if n := len(c.channel.Messages()); n > 4 { // with the commitments
			t.Errorf("%d messages in the channel", n)
		}
	})
}

func TestATableThatTheStoreDidNotGiveAtTheStartGoesOnLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, actor := shakyHand(t)
		before := lineThatActs(c)
		c.stop()
		s.update(func() { s.list = func() error { return io.ErrUnexpectedEOF } })
		c.start()
		time.Sleep(5 * time.Second)
		if got := lineThatActs(c); got != before {
			t.Errorf("the board says %q, before it said %q", got, before)
		}
		if a := actor.Press(c.channel, "Call"); a.Type != discordtest.AnswerUpdate {
			t.Errorf("a press is answered %d %q", a.Type, a.Text())
		}
	})
}

func TestAClockStandsStillWhileTheStoreIsAway(t *testing.T) {
	t.Parallel()
	away := func() error { return context.DeadlineExceeded }
	for name, load := range map[string]func() error{"all of it": away, "for writing": nil} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				s := c.shaky
				c.seated("pause", "0")
				time.Sleep(7 * time.Second)
				before, requests := lineThatActs(c), c.srv.RequestCount()
				s.mu.Lock()
				s.load = load
				s.commit = func(context.Context, store.Change, commitFunc) (store.Receipt, error) { return store.Receipt{}, away() }
				s.mu.Unlock()
				time.Sleep(4 * time.Minute)
				if n := c.srv.RequestCount() - requests; n > 5 {
					t.Errorf("%d requests meanwhile", n)
				}
				s.mu.Lock()
				s.load, s.commit = nil, nil
				s.mu.Unlock()
				time.Sleep(3 * time.Second)
				if left := time.Until(deadline(t, lineThatActs(c))); left < 90*time.Second {
					t.Errorf("%v are left; before %q, now\n%s", left, before, board(c).Text())
				}
			})
		})
	}
}

// deadline returns the deadline in a line.
func deadline(t *testing.T, line string) time.Time {
	t.Helper()
	_, stamp, _ := strings.Cut(line, "<t:")
	n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(stamp), ":R>"), 10, 64)
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	return time.Unix(n, 0)
}

func TestTheOldBoardIsRetiredAfterALostAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.openTable("clock", "off", "pause", "0")
		boards := 0
		c.shaky.on(func(ctx context.Context, change store.Change, do commitFunc) (store.Receipt, error) {
			if strings.HasPrefix(change.ID, "board") && boards < 2 {
				boards++
				do()
				return loseReply(ctx)
			}
			return do()
		})
		alice.Press(c.channel, "Sit down")
		bob.Press(c.channel, "Sit down")
		time.Sleep(30 * time.Second)
		newest := board(c)
		for _, m := range c.channel.Messages() {
			if m.ID != newest.ID && len(m.Buttons()) > 0 {
				t.Errorf("an old board keeps its buttons:\n%s", m.String())
			}
		}
		if boards == 0 || lineThatActs(c) == "" {
			t.Errorf("%d boards were in doubt, and now\n%s", boards, newest.String())
		}
	})
}

func TestWhatWasTypedInAnOutageIsNotDoneLongAfterIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, actor := shakyHand(t)
		before := lineThatActs(c)
		s.fails(true)
		for range 2 { // the first has an unknown outcome, the second waits behind it
			if a := actor.Command(c.channel, "/call"); a.Err != nil {
				t.Error(a.Err)
			}
		}
		time.Sleep(30 * time.Second)
		s.works()
		time.Sleep(5 * time.Second)
		if got := lineThatActs(c); got != before {
			t.Errorf("the board says %q, before it said %q", got, before)
		}
	})
}

func TestALongOutageDoesNotFillTheInbox(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, actor := shakyHand(t)
		s.fails(true)
		first := actor.Press(c.channel, "Call").Text()
		time.Sleep(5 * time.Minute)
		if a := actor.Press(c.channel, "Call"); a.Text() != first {
			t.Errorf("at first the answer was %q, five minutes later it is %q", first, a.Text())
		}
	})
}

// A press whose commit closed the table, and whose answer was lost, is acknowledged: there is no board left to answer it.
func TestAPressThatClosesTheTableIsAnsweredWhenItsCommitWasLost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, actor := shakyHand(t)
		confirm(c.person("alice"), c.channel, "/table close")
		tries := 0
		s.on(func(ctx context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
			if tries++; tries == 1 {
				_, _ = do()
				return loseReply(ctx)
			}
			return do()
		})
		answer := actor.Press(c.channel, "Fold")
		if tries != 2 || answer.Err != nil || answer.Type != discordtest.AnswerAcknowledged {
			t.Errorf("after %d tries the answer is %d: %q, %v", tries, answer.Type, answer.Text(), answer.Err)
		}
		s.on(nil)
		time.Sleep(5 * time.Second)
	})
}

// The table of a deleted channel closes, also where the store loses the first commit.
func TestTheTableOfADeletedChannelClosesAfterAFault(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, _ := shakyHand(t)
		lost := 0
		s.on(func(ctx context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
			if lost++; lost <= 2 { // the commit and its repeat
				return loseReply(ctx)
			}
			return do()
		})
		c.channel.Delete()
		key := store.Key{Guild: message.Snowflake(c.guild.ID()), Channel: message.Snowflake(c.channel.ID())}
		for range 60 {
			time.Sleep(time.Second)
			if _, err := c.store.Load(t.Context(), key); errors.Is(err, store.ErrNotFound) {
				return
			}
		}
		t.Errorf("the table is still open after %d commits", lost)
	})
}

// The store takes a commit and loses its answer. It calls the repetition a duplicate, and is away before the table can be read:
// the outage costs the next player no time.
func TestAnOutageAfterADuplicateIsNobodysTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.seated("clock", "45s", "pause", "0")
		time.Sleep(12 * time.Second)
		actor, tries := c.actor(), 0
		c.shaky.on(func(ctx context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
			switch tries++; tries {
			case 1:
				do()
				return loseReply(ctx)
			case 2:
				return do()
			}
			return store.Receipt{}, context.DeadlineExceeded
		})
		c.shaky.update(func() { c.shaky.load = func() error { return context.DeadlineExceeded } })
		actor.Press(c.channel, "Raise 20")
		time.Sleep(5 * time.Minute)
		c.shaky.works()
		time.Sleep(3 * time.Second)
		if text := board(c).Text(); tries < 2 || !strings.HasPrefix(text, "#1 ") || !strings.Contains(text, "`2` ") || !strings.Contains(text, "to call 10") {
			t.Errorf("after %d tries of a commit and the outage the board has\n%s", tries, text)
		}
	})
}
