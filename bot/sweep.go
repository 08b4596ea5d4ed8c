package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/engine"

	"github.com/bwmarrin/discordgo"
)

// What a life of the program had under way with Discord when it was killed stands in the channel, and the store does not
// know of it: a mention, a board that was posted and never became the table's. The next life looks for them, and it looks
// before it changes anything: the channel may also show what the store has lost since (rollback.go). So a table in motion is
// looked at when the program is connected, and one that lies still before its next hand.

// sweepAgain is when a table that was busy with its messages, or could not read them, is looked at again; and sweepTime how
// long a board is kept as it is for that.
const (
	sweepAgain = 5 * time.Second
	sweepTime  = time.Minute
)

// sweep looks at every table that is in motion. Me is the bot's user.
func (b *Bot) sweep(me string) {
	if b.me.Swap(&me) != nil {
		return // in this life it was done
	}
	for _, a := range b.tables(0) {
		a.post(func() {
			if a.moves() {
				a.sweep()
			}
		})
	}
}

// moves says whether a hand runs, or is about to.
func (a *actor) moves() bool {
	return a.version != 0 && (a.view().Phase != engine.Idle || a.table.Pending().Need == engine.NeedStart)
}

// awaitsSweep says that the next hand could start, but that the channel was not looked at yet.
func (a *actor) awaitsSweep() bool {
	return a.unswept && a.version != 0 && a.table.Pending().Need == engine.NeedStart
}

// sweep reads the newest messages of the channel, when there is room for it.
func (a *actor) sweep() {
	if a.sweeping || a.version == 0 || a.bot.me.Load() == nil {
		return
	}
	a.sweeping = a.bot.tasks.Go(func() {
		ctx, cancel := context.WithTimeout(rest.NoWait(a.bot.ctx), message.RequestTimeout)
		defer cancel()
		list, err := a.bot.rest.Messages(ctx, fmt.Sprint(a.key.Channel))
		a.must(func() { a.looked(list, err) })
	})
}

// looked takes in what stands in the channel, or why that is not known.
func (a *actor) looked(list []rest.Message, err error) {
	a.sweeping = false
	var limited *rest.RateLimited
	switch {
	case a.version == 0:
		return
	case errors.As(err, &limited):
		a.sweepIn(limited.After)
		return
	case errors.Is(err, rest.ErrOutage):
		a.sweepIn(sweepAgain)
		return
	case err != nil: // it may not be read
		a.log.Info("the channel was not tidied up", "err", err)
	}
	a.unswept = false
	a.sweepAway(*a.bot.me.Load(), list)
	if a.board != nil {
		a.board.Release(false)
	}
}

// sweepIn looks at the channel after a while.
func (a *actor) sweepIn(wait time.Duration) {
	a.sweeping = true
	time.AfterFunc(wait, func() {
		a.must(func() {
			a.sweeping = false
			a.sweep()
		})
	})
}

// sweepAway deletes what an earlier life has left. While a message of this life is under way it may be among them. A board of a
// hand that is yet to come is of a life whose end the store has lost.
func (a *actor) sweepAway(me string, list []rest.Message) {
	for _, m := range list {
		heading, _, _ := strings.Cut(m.Content, "\n")
		for _, id := range m.Buttons() {
			if b, ok := message.ParseCustomID(id); ok && m.Author.ID == me {
				a.foreseen(message.Snowflake(m.ID), b, heading)
			}
		}
	}
	if len(list) > 0 && (a.posting.flying || a.sealing.flying || a.mentioning > 0 || a.board == nil || a.boardIsBehind() || a.lacksSeal()) {
		a.sweepIn(sweepAgain)
		return
	}
	r := &a.record
	for _, m := range list {
		id := message.Snowflake(m.ID)
		ours := m.Author.ID == me && m.Type == discordgo.MessageTypeDefault && passing(&m)
		known := slices.Contains([]engine.ID{r.Nudge, r.Called.Message, r.Told.Message, r.Shuffle.Message}, id)
		if ours && !known && !r.WasBoard(id) && id > r.Board.Message {
			a.deleteMessage(id, nil)
		}
	}
}

// passing says that a message is a board or calls somebody: those are there for a time. Whatever else the bot has said stays.
func passing(m *rest.Message) bool {
	return len(m.Components) > 0 || len(m.Mentions) > 0 || strings.Contains(m.Content, "\n`")
}
