package channel

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/board"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// sweepTime delays a new board for the sweep. sweepAgain is when to repeat a sweep that the channel's own messages delayed.
const (
	sweepTime  = time.Minute
	sweepAgain = 5 * time.Second
)

// channelReader reads the newest messages of the channel for done, one read at a time.
type channelReader struct {
	table   *table.Table
	reading bool // a read is under way or scheduled
	done    func([]rest.Message, error)
}

// read reads the channel when the rate limits have room for it, unless it does so already.
func (c *channelReader) read() {
	if c.reading || !c.table.IsOpen() || c.table.Env.Me.Load() == nil {
		return
	}
	c.reading = c.table.Env.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(rest.NoWait(c.table.Env.Ctx), message.RequestTimeout)
		defer cancel()
		list, err := c.table.Env.Rest.Messages(ctx, fmt.Sprint(table.Where(c.table).Channel), "")
		c.table.Must(func() {
			c.reading = false
			if wait, hope := retryable(err); hope {
				c.readIn(wait)
				return
			}
			c.done(list, err)
		})
	})
}

// readIn reads the channel after a wait.
func (c *channelReader) readIn(wait time.Duration) {
	c.reading = true
	time.AfterFunc(wait, func() {
		c.table.Must(func() {
			c.reading = false
			c.read()
		})
	})
}

// sweep deletes an earlier run's leftovers in the channel.
type sweep struct {
	channelReader
	channel *Channel
	due     bool // an earlier run was here, and the channel has not been read yet
}

// blocksStart reports whether the next hand waits only for the sweep.
func (s *sweep) blocksStart() bool {
	return s.due && s.table.IsOpen() && s.table.Pending().Need == engine.NeedStart
}

// mayRead reports whether the next hand waits for the sweep and the message of the seals is in the channel. The answer to an
// earlier read might have that message or not.
func (s *sweep) mayRead() bool {
	return s.blocksStart() && !s.table.Dealer.AwaitsCommitments()
}

// Tidy reads the newest messages of the channel when the rate limits have room for it. It deletes the leftovers of an
// earlier run.
func (c *Channel) Tidy() { c.sweep.read() }

// handle handles the channel's messages, or the error of reading them.
func (s *sweep) handle(list []rest.Message, err error) {
	if !s.table.IsOpen() {
		return
	}
	if err != nil { // the bot lacks the permission to read the channel
		s.table.Log.Info("could not read the channel; messages of an earlier run may remain in it", "err", err)
	}
	s.due = false
	s.tidy(*s.table.Env.Me.Load(), list)
	s.channel.duplicates.resume()
	if s.channel.board != nil {
		s.channel.board.Release(false)
	}
}

// tidy deletes the leftovers of an earlier run. It waits while this run sends messages, because the list may contain one of
// them. A board of a future hand is from a run whose last commits the store has lost.
func (s *sweep) tidy(me string, list []rest.Message) {
	for _, m := range list {
		heading := render.HeadingOf(m.Text())
		for _, id := range m.Buttons() {
			if b, ok := message.ParseCustomID(id); ok && m.Author.ID == me {
				s.table.CheckFutureButton(message.Snowflake(m.ID), b, heading)
			}
		}
	}
	if c := s.channel; len(list) > 0 && (c.posting.InFlight || c.messages.mentions > 0 || c.board == nil || c.outdated() || s.table.Dealer.AwaitsCommitments()) {
		s.readIn(sweepAgain)
		return
	}
	r := s.table.Record()
	for _, m := range list {
		id := message.Snowflake(m.ID)
		ours := m.Author.ID == me && m.Type == discordgo.MessageTypeDefault && board.IsTransient(&m) || followsPress(&m) && board.IsBoard(&m, s.table.Key.Channel, me)
		known := slices.Contains([]engine.ID{r.Nudge, r.SeatOffer.Message, r.Notice.Message, r.Shuffle.Message}, id)
		if ours && !known && !r.WasBoard(id) && !r.IsQuestion(id) && id > r.Board.Message {
			s.channel.posting.followUps.found(&m)
			s.channel.messages.delete(id, nil)
		}
	}
}
