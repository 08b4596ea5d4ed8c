package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/rest"
	"cardroom/engine"
)

// What a life of the program had under way with Discord when it was killed stands in the channel, and the store does not
// know of it: a mention, a board that was posted and never became the table's. The next life looks for them.

// sweepAgain is when a table that was busy with its messages is looked at again.
const sweepAgain = 5 * time.Second

// sweep tidies up at every table that was in motion. Me is the bot's user. It happens once in the life of the program.
func (b *Bot) sweep(me string) {
	if !b.swept.CompareAndSwap(false, true) {
		return
	}
	for _, a := range b.tables(0) {
		a.post(func() { a.sweep(me) })
	}
}

// sweep looks at the newest messages of the channel, if a message could be there that the table does not know.
func (a *actor) sweep(me string) {
	if a.version == 0 || a.view().Phase == engine.Idle && a.table.Awaits().Need != engine.NeedStart {
		return
	}
	a.bot.start(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 2*requestTimeout)
		defer cancel()
		list, err := a.bot.rest.Messages(ctx, fmt.Sprint(a.key.Channel))
		if err != nil {
			a.log.Info("the channel was not tidied up", "err", err)
			return
		}
		a.must(func() { a.sweepAway(me, list) })
	})
}

// sweepAway deletes what an earlier life has left. While a message of this life is under way it may be among them. A board of a
// hand that is yet to come is of a life whose end the store has lost.
func (a *actor) sweepAway(me string, list []rest.Message) {
	if a.version == 0 {
		return
	}
	for _, m := range list {
		heading, _, _ := strings.Cut(m.Content, "\n")
		for _, id := range m.Buttons() {
			if b, ok := parseButton(id); ok && m.Author.ID == me {
				a.foreseen(snowflake(m.ID), b, heading)
			}
		}
	}
	if a.posting.flying || a.sealing.flying || a.mentioning > 0 || a.board == nil || a.boardIsBehind() || a.lacksSeal() {
		time.AfterFunc(sweepAgain, func() { a.post(func() { a.sweep(me) }) })
		return
	}
	r := &a.record
	for _, m := range list {
		id := snowflake(m.ID)
		ours := m.Author.ID == me && m.Type == discordgo.MessageTypeDefault && passing(&m)
		known := slices.Contains([]engine.ID{r.Nudge, r.Called.Message, r.Shuffle.Message}, id) ||
			slices.ContainsFunc(r.Old, func(b boardRef) bool { return b.Message == id })
		if ours && !known && id > r.Board.Message {
			a.deleteMessage(id, nil)
		}
	}
}

// passing says that a message is a board or calls somebody: those are there for a time. Whatever else the bot has said stays.
func passing(m *rest.Message) bool {
	return len(m.Components) > 0 || len(m.Mentions) > 0 || strings.Contains(m.Content, "\n`")
}
