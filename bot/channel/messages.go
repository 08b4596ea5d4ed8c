package channel

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/editor"
	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/internal/retry"
	"cardroom/render"
	"cardroom/store"
)

// create posts a message in the table's channel. Posting twice under one nonce, even in two runs of the program, makes one
// message.
func (c *Channel) create(e failpoint.Effect, m *discordgo.MessageSend, nonce string, pictures ...rest.Picture) (engine.ID, error) {
	return c.table.Send(e, m, nonce, pictures...)
}

// mention sends a message that notifies one person. It calls sent with the message's id, as a job.
func (c *Channel) mention(text string, who engine.ID, nonce string, sent func(engine.ID)) {
	c.mentions++
	c.table.Env.Tasks.Go(func() {
		id, err := c.create(failpoint.PostMention, message.Mention(text, who), nonce)
		if err != nil {
			c.table.Log.Info("a mention could not be sent", "player", uint64(who), "err", err)
		}
		c.table.Must(func() {
			c.mentions--
			if err == nil {
				sent(id)
			}
		})
	})
}

// deleteMessage deletes a message of the bot when the rate limits have room for it, and tries again during an outage. It
// calls deleted, where that is not nil, as a job. The next run of the program finds what this one leaves (sweep).
func (c *Channel) deleteMessage(id engine.ID, deleted func()) {
	c.deleteIn(message.Ref{Channel: c.table.Key.Channel, Message: id}, deleted)
}

// deleteIn is deleteMessage in any channel.
func (c *Channel) deleteIn(at message.Ref, deleted func()) {
	c.table.Env.Tasks.Go(func() { c.tryDelete(at, 0, deleted) })
}

// deleteBackoff is for deletions that Discord did not answer.
var deleteBackoff = retry.Backoff{First: time.Second, Max: time.Minute, Tries: 7}

func (c *Channel) tryDelete(at message.Ref, failures int, deleted func()) {
	ctx, cancel := context.WithTimeout(rest.NoWait(c.table.Env.Ctx), message.RequestTimeout)
	defer cancel()
	err := c.table.Env.Hook.Do(failpoint.DeleteMessage, func() error {
		return c.table.Env.Rest.Delete(ctx, fmt.Sprint(at.Channel), fmt.Sprint(at.Message))
	})
	later := func(wait time.Duration, failures int) {
		time.AfterFunc(wait, func() { c.table.Env.Tasks.Go(func() { c.tryDelete(at, failures, deleted) }) })
	}
	wait, limited := retry.After(err)
	switch {
	case limited:
		later(wait, failures)
	case errors.Is(err, rest.ErrOutage) && !deleteBackoff.Exhausted(failures+1):
		later(deleteBackoff.Delay(failures+1), failures+1)
	case err != nil && !message.IsGone(err):
		c.table.Log.Warn("a message could not be deleted", "message", uint64(at.Message), "err", err)
	case deleted != nil:
		c.table.Must(deleted)
	}
}

// deletePrivate deletes the private message that answered an interaction.
func (c *Channel) deletePrivate(by rest.Ref) {
	c.table.Env.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(c.table.Env.Ctx, message.RequestTimeout)
		defer cancel()
		err := c.table.Env.Hook.Do(failpoint.DeletePanel, func() error { return c.table.Env.Rest.DeleteOriginal(ctx, by) })
		if err != nil {
			c.table.Log.Debug("an old panel could not be removed", "err", err)
		}
	})
}

// stripBackoff is for old boards that keep their buttons. When its tries are over, the next start of the program tries again.
var stripBackoff = retry.Backoff{First: 5 * time.Second, Max: 10 * time.Minute, Tries: 8}

// removeButtons removes the buttons of an old board. It tries again while the table remembers the board.
func (c *Channel) removeButtons(id engine.ID, failures int) {
	switch {
	case Strip(c.table.Env, c.table.Key, id, &c.pacer):
		c.table.Must(func() { c.forgetOld(id) })
	case !stripBackoff.Exhausted(failures + 1):
		time.AfterFunc(stripBackoff.Delay(failures+1), func() {
			c.table.Post(func() {
				if r := c.table.Record(); r.WasBoard(id) {
					c.table.Env.Tasks.Go(func() { c.removeButtons(id, failures+1) })
				}
			})
		})
	}
}

// Strip removes the buttons of a message, and reports whether it has none any more. It reads the message first, because an
// edit sends the text as well.
func Strip(e *table.Env, k store.Key, id engine.ID, p *editor.Pacer) bool {
	ctx, cancel := context.WithTimeout(e.Ctx, 2*message.RequestTimeout)
	defer cancel()
	channel, target := fmt.Sprint(k.Channel), fmt.Sprint(id)
	m, err := e.Rest.Message(ctx, channel, target)
	if err == nil && len(m.Components) > 0 {
		for wait := p.Reserve(true); wait > 0 && retry.Sleep(ctx, wait); wait = p.Reserve(true) {
		}
		f := message.Content{Text: render.Quiet(m.Content)}
		err = e.Hook.Do(failpoint.StripBoard, func() error { return e.Rest.Edit(ctx, channel, target, f.Edit()) })
	}
	if err != nil && !message.IsGone(err) {
		e.Log.Info("an old board keeps its buttons for now", "guild", uint64(k.Guild), "table", uint64(k.Channel), "err", err)
		return false
	}
	return true
}
