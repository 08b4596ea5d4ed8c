package channel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/engine"
)

// sweepAgain is when a table that was busy with its messages, or could not read them, is looked at again; and sweepTime how
// long a board is kept as it is for that.
const (
	sweepAgain = 5 * time.Second
	sweepTime  = time.Minute
)

// awaitsSweep says that the next hand could start, but that the channel was not looked at yet.
func (a *sweeper) awaitsSweep() bool {
	return a.unswept && a.channel.table.IsOpen() && a.channel.table.Pending().Need == engine.NeedStart
}

// Sweep reads the newest messages of the channel, when there is room for it.
func (a *sweeper) Sweep() {
	if a.sweeping || !a.channel.table.IsOpen() || a.channel.table.Env.Me.Load() == nil {
		return
	}
	a.sweeping = a.channel.table.Env.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(rest.NoWait(a.channel.table.Env.Ctx), message.RequestTimeout)
		defer cancel()
		list, err := a.channel.table.Env.Rest.Messages(ctx, fmt.Sprint(a.channel.table.Key.Channel))
		a.channel.table.Must(func() { a.looked(list, err) })
	})
}

// looked takes in what stands in the channel, or why that is not known.
func (a *sweeper) looked(list []rest.Message, err error) {
	a.sweeping = false
	var limited *rest.RateLimited
	switch {
	case !a.channel.table.IsOpen():
		return
	case errors.As(err, &limited):
		a.sweepIn(limited.After)
		return
	case errors.Is(err, rest.ErrOutage):
		a.sweepIn(sweepAgain)
		return
	case err != nil: // it may not be read
		a.channel.table.Log.Info("the channel was not tidied up", "err", err)
	}
	a.unswept = false
	a.sweepAway(*a.channel.table.Env.Me.Load(), list)
	if a.channel.Board != nil {
		a.channel.Board.Release(false)
	}
}

// sweepIn looks at the channel after a while.
func (a *sweeper) sweepIn(wait time.Duration) {
	a.sweeping = true
	time.AfterFunc(wait, func() {
		a.channel.table.Must(func() {
			a.sweeping = false
			a.Sweep()
		})
	})
}

// sweepAway deletes what an earlier life has left. While a message of this life is under way it may be among them. A board of a
// hand that is yet to come is of a life whose end the store has lost.
func (a *sweeper) sweepAway(me string, list []rest.Message) {
	for _, m := range list {
		heading, _, _ := strings.Cut(m.Content, "\n")
		for _, id := range m.Buttons() {
			if b, ok := message.ParseCustomID(id); ok && m.Author.ID == me {
				a.channel.table.CheckFutureButton(message.Snowflake(m.ID), b, heading)
			}
		}
	}
	if len(list) > 0 && (a.channel.posting.InFlight || a.channel.mentioning > 0 || a.channel.Board == nil || a.channel.boardIsBehind() || a.channel.table.AwaitsCommitments()) {
		a.sweepIn(sweepAgain)
		return
	}
	r := a.channel.table.Record()
	for _, m := range list {
		id := message.Snowflake(m.ID)
		ours := m.Author.ID == me && m.Type == discordgo.MessageTypeDefault && passing(&m)
		known := slices.Contains([]engine.ID{r.Nudge, r.SeatOffer.Message, r.Notice.Message, r.Shuffle.Message}, id)
		if ours && !known && !r.WasBoard(id) && id > r.Board.Message {
			a.channel.deleteMessage(id, nil)
		}
	}
}

// passing says that a message is a board or calls somebody: those are there for a time. Whatever else the bot has said stays.
func passing(m *rest.Message) bool {
	return len(m.Components) > 0 || len(m.Mentions) > 0 || strings.Contains(m.Content, "\n`")
}

// sweeper is what the channel has of it.
type sweeper struct {
	channel  *Channel
	unswept  bool // an earlier life was here, and what it left in the channel was not looked at yet (sweep.go)
	sweeping bool // that is under way
}
